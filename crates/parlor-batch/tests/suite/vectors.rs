//! The test vectors of `docs/formats/arrays.md`.

use std::fmt::Write as _;

use kuba_rules::Rules;
use ludo_rules::{Position, Seat};
use parlor_batch::{OBSERVATION_VERSION, Options, OwnedArrays, STATE_VERSION, kuba, ludo};

const DOCUMENT: &str = include_str!("../../../../docs/formats/arrays.md");

/// The lines of a fenced block of the document that begins with this line.
fn block(first: &str) -> Vec<&'static str> {
    let lines = DOCUMENT.lines().skip_while(|line| *line != first);
    lines.take_while(|line| *line != "```").collect()
}

/// The bytes that are not 0, runs of one value joined: `0-48=1 50=2`.
fn nonzero(bytes: &[u8]) -> String {
    let mut text = String::new();
    let mut at = 0;
    while at < bytes.len() {
        let value = bytes[at];
        let same = bytes[at..].iter().take_while(|&&byte| byte == value);
        let end = at + same.count();
        if value != 0 {
            let gap = if text.is_empty() { "" } else { " " };
            let run = if end - at > 1 {
                format!("-{}", end - 1)
            } else {
                String::new()
            };
            write!(text, "{gap}{at}{run}={value}").unwrap();
        }
        at = end;
    }
    text
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        write!(text, "{byte:02x}").unwrap();
        text
    })
}

fn ludo(line: &str) -> [String; 3] {
    let position: Position = line.parse().unwrap();
    let seats: Vec<Seat> = position.tokens().seats().iter().collect();
    let setup = ludo::Setup::new(&seats, ludo::Chance::Explicit).unwrap();
    let mut batch = ludo::Batch::new(1, setup, Options::default()).unwrap();
    let mut arrays = OwnedArrays::new(&batch);
    batch
        .set_positions(&[position], arrays.as_arrays())
        .unwrap();
    let mut state = [0; ludo::STATE];
    batch.save(&mut state).unwrap();
    [
        format!("ludo {line}"),
        nonzero(&arrays.observation),
        hex(&state),
    ]
}

fn kuba(line: &str) -> [String; 3] {
    let position: kuba_rules::Position = line.parse().unwrap();
    let setup = kuba::Setup {
        rules: position.rules(),
    };
    let mut batch = kuba::Batch::new(1, setup, Options::default()).unwrap();
    let mut arrays = OwnedArrays::new(&batch);
    batch
        .set_positions(&[position], arrays.as_arrays())
        .unwrap();
    let mut state = [0; kuba::STATE];
    batch.save(&mut state).unwrap();
    [
        format!("kuba {line}"),
        nonzero(&arrays.observation),
        hex(&state),
    ]
}

#[test]
fn the_layouts_are_those_of_the_document() {
    let vectors = [
        ludo("AH.H/CH.H A - -"),
        ludo("AR.H/C12.E A 6b -"),
        ludo("AE.E/B3.3/C20.H/D51.R C 4 A"),
        kuba("ww3bb/ww1r1bb/2rrr2/1rrrrr1/2rrr2/bb1r1ww/bb3ww w0b0 w - c"),
        kuba("7/5wr/7/4wrb/7/7/b6 w2b1 w+ - t"),
        kuba("7/7/7/3wb2/7/7/b5w w0b0 b 34L t"),
    ];
    let expected: Vec<String> = vectors.into_iter().flatten().collect();
    let found = block(&expected[0]);
    assert_eq!(found, expected, "\n{}\n", expected.join("\n"));
}

#[test]
fn the_draws_are_those_of_the_document() {
    let setup = ludo::Setup::new(&[Seat::A, Seat::C], ludo::Chance::Explicit).unwrap();
    let options = Options {
        seed: 7,
        ..Options::default()
    };
    let mut batch = ludo::Batch::new(4, setup, options).unwrap();
    let mut arrays = OwnedArrays::new(&batch);
    let mut actions = vec![0; 4];
    let mut expected = vec![
        "seed 7, ludo A,C, explicit chance: the first 8 actions of environments 0 to 3".to_owned(),
    ];
    for _ in 0..8 {
        batch.sample(0, &mut actions).unwrap();
        expected.push(format!("{actions:?}"));
        batch.step(&actions, arrays.as_arrays()).unwrap();
    }
    let setup = kuba::Setup {
        rules: Rules::Tournament,
    };
    let mut batch = kuba::Batch::new(4, setup, options).unwrap();
    let mut arrays = OwnedArrays::new(&batch);
    expected.push("seed 7, kuba tournament: the first 8 actions of environments 0 to 3".to_owned());
    for _ in 0..8 {
        batch.sample(0, &mut actions).unwrap();
        expected.push(format!("{actions:?}"));
        batch.step(&actions, arrays.as_arrays()).unwrap();
    }
    let found = block(&expected[0]);
    assert_eq!(found, expected, "\n{}\n", expected.join("\n"));
}

#[test]
fn the_versions_are_those_of_the_document() {
    for (name, version) in [
        ("observation", OBSERVATION_VERSION),
        ("state", STATE_VERSION),
    ] {
        let line = format!("The version of the {name} is {version}.");
        assert!(DOCUMENT.contains(&line), "{line}");
    }
}
