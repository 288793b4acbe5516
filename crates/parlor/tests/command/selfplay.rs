//! Games in bulk.

use std::fs;

use serde_json::Value;

use crate::{quiet, run, text};

fn simulated(words: &[&str]) -> Value {
    let mut value: Value = serde_json::from_str(&quiet(words, "")).expect("JSON");
    value["seconds"] = Value::Null;
    value
}

#[test]
fn a_simulation_adds_up_and_is_the_same_on_any_number_of_threads() {
    let ludo = |threads| {
        let words = "ludo simulate --games 300 --seats C,A,B --policies priority --json --threads";
        let words: Vec<&str> = words.split(' ').chain([threads]).collect();
        simulated(&words)
    };
    assert_eq!(ludo("1"), ludo("3"));
    let answer = ludo("1");
    let wins = answer["wins"].as_object().expect("by seat").values();
    assert_eq!(wins.filter_map(Value::as_u64).sum::<u64>(), 300);
    let share = &answer["shares"]["C"];
    assert!(share["low"].as_f64() < share["value"].as_f64());
    let kuba = simulated(&[
        "kuba", "simulate", "--games", "40", "--limit", "60", "--json",
    ]);
    let wins = kuba["wins"].as_object().expect("by side").values();
    let wins: u64 = wins.filter_map(Value::as_u64).sum();
    assert_eq!(Some(40 - wins), kuba["draws"].as_u64());
}

#[test]
fn columns_are_written_once() {
    let out = concat!(env!("CARGO_TARGET_TMPDIR"), "/selfplay-command");
    let _may_be_new = fs::remove_dir_all(out);
    let players = "engine:depth=1,hash=1,random";
    let words = [
        "kuba",
        "selfplay",
        "--games",
        "2",
        "--players",
        players,
        "--out",
        out,
        "--json",
    ];
    let meta: Value = serde_json::from_str(&quiet(&words, "")).expect("JSON");
    let written = fs::read_to_string(format!("{out}/meta.json")).expect("a file");
    assert_eq!(meta, serde_json::from_str::<Value>(&written).expect("JSON"));
    assert_eq!(meta["players"][0], "engine:depth=1,hash=1");
    let rows = meta["rows"].as_u64().expect("a number");
    let bytes = fs::metadata(format!("{out}/white.npy"))
        .expect("a file")
        .len();
    assert_eq!(bytes, 128 + 8 * rows);
    let again = run(&words, "");
    assert_eq!(again.status.code(), Some(1));
    assert!(text(&again.stderr).contains("is not empty"));
}

#[test]
fn wrong_usage_is_named() {
    for (words, expected) in [
        (
            "ludo simulate --games 0",
            "expected a whole number from 1 to 4294967295",
        ),
        (
            "ludo simulate --games 1 --policies best",
            "unknown bot \"best\"",
        ),
        ("ludo simulate --games 1 --seats A", "2"),
        (
            "kuba simulate --games 1 --players engine:time=5",
            "no game can be played again",
        ),
        (
            "kuba simulate --games 1 --limit 0",
            "expected a whole number from 1 to 30000",
        ),
    ] {
        let words: Vec<&str> = words.split(' ').collect();
        let refused = run(&words, "");
        assert_eq!(refused.status.code(), Some(2), "{words:?}");
        let told = text(&refused.stderr);
        assert!(told.contains(expected), "{told}");
    }
}

/// The numbers are those of `python/tests/test_selfplay.py`.
#[test]
fn the_rows_are_those_of_python() {
    let out = concat!(env!("CARGO_TARGET_TMPDIR"), "/selfplay-python");
    let _may_be_new = fs::remove_dir_all(out);
    let words = "ludo selfplay --games 30 --seats C,A --policies priority,random --seed 9 --out";
    let words: Vec<&str> = words.split(' ').chain([out]).collect();
    quiet(&words, "");
    let rolls = fs::read(format!("{out}/roll.npy")).expect("a file");
    assert_eq!(rolls.len(), 128 + 2212);
    assert_eq!(rolls[rolls.len() - 8..], [3, 5, 6, 6, 2, 2, 6, 4]);
}
