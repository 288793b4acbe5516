//! Every way in which a game can be wrong, with the exact error.

use std::fmt::Write as _;

use parlor_record::{ReadError, as_text, kuba_script, ludo_script};

/// Games that are wrong, one a line; `tests/invalid/*.txt`.
const LUDO: &str = include_str!("invalid/ludo.txt");
const KUBA: &str = include_str!("invalid/kuba.txt");
/// Games that are right, one a line.
const LUDO_VALID: &str = include_str!("valid/ludo.txt");
const KUBA_VALID: &str = include_str!("valid/kuba.txt");

fn report(games: &str, read: impl Fn(&str) -> Option<ReadError>) -> String {
    let mut report = String::new();
    for game in games.lines() {
        let error = read(game).unwrap_or_else(|| panic!("{game} should be refused"));
        let answer = serde_json::to_string(&error.answer()).expect("plain data");
        writeln!(report, "{game}\n    {error}\n    {answer}").expect("a String takes all");
    }
    report
}

#[test]
fn l_23_every_bad_ludo_game_is_refused_with_its_place_and_value() {
    insta::assert_snapshot!(report(LUDO, |game| ludo_script::read(game).err()));
}

#[test]
fn k_14_k_16_every_bad_kuba_game_is_refused_with_its_place_and_value() {
    insta::assert_snapshot!(report(KUBA, |game| kuba_script::read(game).err()));
}

#[test]
fn every_right_game_is_read() {
    for game in LUDO_VALID.lines() {
        ludo_script::read(game).unwrap_or_else(|error| panic!("{game}: {error}"));
    }
    for game in KUBA_VALID.lines() {
        kuba_script::read(game).unwrap_or_else(|error| panic!("{game}: {error}"));
    }
}

#[test]
fn the_invalid_corpora_are_at_least_as_large_as_the_valid_ones() {
    assert!(LUDO.lines().count() >= LUDO_VALID.lines().count());
    assert!(KUBA.lines().count() >= KUBA_VALID.lines().count());
}

#[test]
fn no_text_is_no_game() {
    for text in ["", " ", "\n\t\r\n"] {
        for error in [ludo_script::read(text).err(), kuba_script::read(text).err()] {
            let error = error.expect("nothing there");
            assert_eq!(error.kind(), &parlor_record::ReadErrorKind::Empty);
            assert_eq!(error.place(), parlor_record::LineColumn::START);
        }
    }
}

#[test]
fn l_23_a_fault_in_a_game_on_many_lines_is_found_on_its_line() {
    let text = "{\n  \"players\": [\"A\", \"B\"],\n  \"turns\": [\n    [\"A\", 6],\n    [\"Ä\", 6]\n  ]\n}\n";
    let error = ludo_script::read(text).expect_err("Ä is no seat");
    assert_eq!((error.place().line, error.place().column), (5, 6));
    assert_eq!(error.kind().entry(), Some(1));
    assert_eq!(error.kind().value().as_deref(), Some("\"Ä\""));
    assert_eq!(error.after_lines(10).place().line, 15);
}

#[test]
fn columns_count_characters_not_bytes() {
    let error = ludo_script::read("A,B: A6 É9").expect_err("É is no seat");
    assert_eq!(error.place().column, 9);
    let error = ludo_script::read(r#"{"players":["É"]x"#).expect_err("no JSON");
    assert_eq!(error.place().column, 17);
}

#[test]
fn a_text_that_ends_too_early_is_wrong_where_it_ends() {
    for (text, line, column) in [
        ("{\"players\":[\"A\",\"B\"]", 1, 21),
        ("{\"players\":[\"A\",\"B\"]\n", 1, 21),
        ("{\n  \"players\":[\"A\",\"É\"\r\n\n", 2, 21),
        ("{\n  \"players\n", 2, 10),
    ] {
        for error in [ludo_script::read(text).err(), kuba_script::read(text).err()] {
            let place = error.expect("cut off").place();
            assert_eq!((place.line, place.column), (line, column), "{text:?}");
        }
    }
}

#[test]
fn a_game_of_the_other_kind_is_shown_its_command() {
    for text in ["A,B: A6", r#"{"players":["A","B"],"turns":[]}"#] {
        let error = kuba_script::read(text).expect_err("Ludo");
        assert!(
            error.to_string().contains("`parlor ludo script`"),
            "{error}"
        );
    }
    let error = ludo_script::read(r#"{"players":[["a","W"],["b","B"]],"moves":[]}"#);
    let error = error.expect_err("Kuba");
    assert!(
        error.to_string().contains("`parlor kuba script`"),
        "{error}"
    );
    let error = kuba_script::read("65F").expect_err("a push, not a game");
    assert!(!error.to_string().contains("Ludo"), "{error}");
}

#[test]
fn long_values_are_cut_when_quoted() {
    let long = "x".repeat(1 << 20);
    for game in [
        format!(r#"{{"players":["A","{long}"],"turns":[]}}"#),
        format!(r#"{{"players":["A","B"],"turns":["{long}"]}}"#),
        format!(r#"{{"{long}":1}}"#),
        format!("A,B: A{long}"),
        format!("A,{long}: A6"),
        long.clone(),
        format!(r#"["{long}"]"#),
    ] {
        let answer = ludo_script::read(&game).expect_err("wrong").answer();
        let answer = serde_json::to_string(&answer).expect("plain data");
        assert!(answer.len() < 500, "{} bytes", answer.len());
    }
    for game in [
        format!(r#"{{"players":[["{long}","W"],["{long}","B"]],"moves":[]}}"#),
        format!(r#"{{"players":[["{long}","{long}"],["b","B"]],"moves":[]}}"#),
        format!(r#"{{"players":["{long}",["b","B"]],"moves":[]}}"#),
        format!(r#"{{"players":[["a","W"],["b","B"]],"moves":["{long}"]}}"#),
        format!(r#"{{"players":[["a","W"],["b","B"]],"moves":[],"rules":"{long}"}}"#),
    ] {
        let answer = kuba_script::read(&game).expect_err("wrong").answer();
        let answer = serde_json::to_string(&answer).expect("plain data");
        assert!(answer.len() < 500, "{} bytes", answer.len());
    }
}

#[test]
fn bytes_that_are_no_text_are_placed() {
    let error = as_text(b"A,B: A6\nA\xc3\xa9\xff").expect_err("0xff is no UTF-8");
    assert_eq!((error.place().line, error.place().column), (2, 3));
    assert_eq!(
        error.to_string(),
        "2:3: byte 0xff is not valid UTF-8; save the text as UTF-8"
    );
    assert_eq!(as_text(b"A,B:"), Ok("A,B:"));
}
