//! Dice of records verified.

use insta::assert_snapshot;
use serde_json::Value;

use crate::{quiet, run, text};

/// 40 rolls, all by the dice that the record commits to.
const RIGHT: &str = include_str!("../../../../docs/examples/dice.record");

/// The same with its last roll changed by hand.
const WRONG: &str = include_str!("../../../../docs/examples/dice-wrong.record");

/// 40 rolls in two epochs, by the second version of the scheme.
const EPOCHS: &str = include_str!("../../../../docs/examples/dice-v2.record");

/// The record without the lines of these fields, and without its checksum.
fn without(fields: &[&str]) -> String {
    without_in(RIGHT, fields)
}

/// The same of another record.
fn without_in(record: &str, fields: &[&str]) -> String {
    let is_kept = |line: &&str| {
        let mut left_out = fields.iter().chain(&["checksum"]);
        !left_out.any(|field| line.starts_with(&format!("{field}:")))
    };
    let lines: Vec<&str> = record.lines().filter(is_kept).collect();
    lines.join("\n") + "\n"
}

/// One record of each verdict, one that cannot be read, and a game without dice.
fn several() -> String {
    let forged = RIGHT.replace("dice.secret: 6c", "dice.secret: 6d");
    let kuba = "parlor-record 1\ngame: kuba\nseats: W, B\n\n65F\n";
    let hidden = without(&["dice.secret", "C.entropy"]);
    let plain = without(&[
        "dice.scheme",
        "dice.game_id",
        "dice.commitment",
        "dice.secret",
        "A.entropy",
        "C.entropy",
        "C.commitment",
        "C.drawn_by",
    ]);
    [RIGHT, WRONG, &hidden, &plain, &forged, kuba].concat()
}

#[test]
fn a_right_record_passes_quietly() {
    let expected = "standard input:1: right: all 40 rolls are those of its dice\n";
    assert_eq!(quiet(&["verify", "-"], RIGHT), expected);
    let json = quiet(&["record", "convert", "--to", "json"], RIGHT);
    assert_eq!(quiet(&["verify", "-"], &json), expected);
    assert_eq!(
        quiet(&["verify", "-", "--json"], &json),
        "{\"verdict\":\"right\",\"line\":1,\"rolls\":40}\n"
    );
}

#[test]
fn both_versions_are_verified_in_one_file() {
    let expected = "standard input:1: right: all 40 rolls are those of its dice\n";
    assert_eq!(quiet(&["verify", "-"], EPOCHS), expected);
    let both = quiet(&["verify", "-"], [EPOCHS, RIGHT].concat());
    assert_eq!(both.matches("right: all 40 rolls").count(), 2);
    let json = quiet(&["record", "convert", "--to", "json"], EPOCHS);
    assert_eq!(quiet(&["verify", "-"], &json), expected);
    assert_eq!(quiet(&["record", "convert", "--to", "text"], &json), EPOCHS);
}

#[test]
fn what_is_wrong_or_missing_in_an_epoch_is_named_with_it() {
    let unsealed = without_in(EPOCHS, &[]);
    let wrong = unsealed.replace("A2pq C4pq\n", "A2pq C3pq\n");
    let hidden = without_in(EPOCHS, &["A.entropy.1", "A.salt.1"]);
    // Nobody needs the bytes of an epoch that no roll lies in.
    let (early, _) = hidden.split_once(" 21. ").expect("plies in epoch 1");
    let early = early.replace("result: C, A\nending: resignation\n", "");
    let copied = unsealed.replace("game_id: example-2", "game_id: example-3");
    let all = [&*wrong, &*hidden, &*early, &*copied].concat();
    let mut answers = Vec::new();
    for form in [&["verify", "-"][..], &["verify", "-", "--json"]] {
        let output = run(form, &*all);
        assert_eq!(output.status.code(), Some(1));
        answers.push(format!(
            "{}--\n{}",
            text(&output.stdout),
            text(&output.stderr)
        ));
    }
    assert_snapshot!(answers.join("\n"));
}

#[test]
fn every_record_of_a_file_has_its_line() {
    let output = run(&["verify", "-"], several());
    assert_eq!(output.status.code(), Some(1));
    assert_snapshot!(format!(
        "{}--\n{}",
        text(&output.stdout),
        text(&output.stderr)
    ));
}

#[test]
fn every_record_of_a_file_has_its_line_of_json() {
    let output = run(&["verify", "-", "--json"], several());
    assert_eq!(output.status.code(), Some(1));
    let lines: Vec<Value> = text(&output.stdout)
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect();
    let verdicts: Vec<Option<&str>> = lines.iter().map(|line| line["verdict"].as_str()).collect();
    let [right, wrong, unknown] = [Some("right"), Some("wrong"), Some("unknown")];
    assert_eq!(verdicts, [right, wrong, unknown, unknown, None, right]);
    assert!(lines[4]["error"]["message"].is_string());
    assert_snapshot!(text(&output.stdout));
}

#[test]
fn one_record_that_is_not_right_is_a_finding() {
    for record in [WRONG, &without(&["dice.secret"])] {
        let output = run(&["verify", "-", "--json"], record);
        assert_eq!(output.status.code(), Some(1));
        assert_eq!(text(&output.stderr), "");
    }
}

#[test]
fn what_is_no_record_or_no_usage_says_so() {
    let output = run(&["verify", "-"], "\n");
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stderr).contains("no record in standard input"));
    let output = run(&["verify", "missing-file"], "");
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(run(&["verify"], "").status.code(), Some(2));
}
