//! Games in bulk.

use std::fs;
#[cfg(unix)]
use std::process::{Command, Stdio};
#[cfg(unix)]
use std::thread;
#[cfg(unix)]
use std::time::Duration;

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
    let places = answer["places"].as_object().expect("by seat");
    for place in 0..3 {
        let games = places.values().map(|seat| seat[place]["games"].as_u64());
        assert_eq!(games.sum::<Option<u64>>(), Some(300));
    }
    assert_eq!(places["C"][0]["share"], *share);
    assert_eq!(answer["length"]["value"], answer["mean_rolls"]);
    assert_eq!(answer["ended_by"]["L-30"], 300);
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
            "expected a whole number from 1 to 1000000000000",
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

fn kuba(out: &str) -> [&str; 7] {
    ["kuba", "selfplay", "--games", "2", "--out", out, "--json"]
}

#[test]
fn the_folder_is_named_and_a_link_stands_for_its_folder() {
    for (out, expected) in [
        (".", "has no name that the finished folder could take"),
        ("..", "has no name that the finished folder could take"),
        ("/", "has no name that the finished folder could take"),
    ] {
        let refused = run(&kuba(out), "");
        assert_eq!(refused.status.code(), Some(1), "{out}");
        assert!(
            text(&refused.stderr).contains(expected),
            "{}",
            text(&refused.stderr)
        );
    }
    let working = std::env::current_dir().expect("a folder");
    let refused = run(&kuba(working.to_str().expect("text")), "");
    assert!(text(&refused.stderr).contains("is the working folder"));
}

#[cfg(unix)]
#[test]
fn a_link_to_a_folder_is_followed() {
    let base = concat!(env!("CARGO_TARGET_TMPDIR"), "/selfplay-links");
    let _may_be_new = fs::remove_dir_all(base);
    fs::create_dir_all(format!("{base}/real")).expect("a folder");
    std::os::unix::fs::symlink("real", format!("{base}/link")).expect("a link");
    quiet(&kuba(&format!("{base}/link")), "");
    assert!(fs::exists(format!("{base}/real/meta.json")).expect("a folder"));
    let link = fs::symlink_metadata(format!("{base}/link")).expect("a link");
    assert!(link.is_symlink());
    std::os::unix::fs::symlink("nowhere", format!("{base}/dangling")).expect("a link");
    let refused = run(&kuba(&format!("{base}/dangling")), "");
    assert!(text(&refused.stderr).contains("is a link to nowhere, which does not exist"));
}

/// Ended by SIGTERM, it has the games that are complete, and no other folder.
#[cfg(unix)]
#[test]
fn what_is_there_after_a_signal_is_whole() {
    let base = concat!(env!("CARGO_TARGET_TMPDIR"), "/selfplay-signal");
    let _may_be_new = fs::remove_dir_all(base);
    fs::create_dir_all(base).expect("a folder");
    let out = format!("{base}/games");
    let names = || {
        let entries = fs::read_dir(base).expect("a folder");
        let names = entries.map(|entry| entry.expect("an entry").file_name());
        names.collect::<Vec<_>>()
    };
    let words = ["kuba", "selfplay", "--games", "4000000000", "--out", &out];
    let mut process = Command::new(env!("CARGO_BIN_EXE_parlor"))
        .args(words)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("it starts");
    let grown = |path: &std::path::Path| fs::metadata(path).is_ok_and(|file| file.len() > 10_000);
    while !names()
        .iter()
        .any(|name| grown(&std::path::Path::new(base).join(name).join("white.npy")))
    {
        thread::sleep(Duration::from_millis(20));
    }
    let sent = Command::new("kill")
        .args(["-TERM", &process.id().to_string()])
        .status();
    assert!(sent.expect("kill is there").success());
    assert!(process.wait().expect("it ends").success());
    assert_eq!(names(), ["games"]);
    let meta = fs::read_to_string(format!("{out}/meta.json")).expect("a file");
    let meta: Value = serde_json::from_str(&meta).expect("JSON");
    assert_eq!(meta["stopped"], true);
    let rows = meta["rows"].as_u64().expect("a number");
    let bytes = fs::metadata(format!("{out}/white.npy"))
        .expect("a file")
        .len();
    assert_eq!(bytes, 128 + 8 * rows);
}

#[test]
fn more_games_than_columns_can_number_are_refused_before_there_is_a_folder() {
    let out = concat!(env!("CARGO_TARGET_TMPDIR"), "/too-many");
    let words = "ludo selfplay --games 4294967296 --out";
    let words: Vec<&str> = words.split(' ').chain([out]).collect();
    let refused = run(&words, "");
    assert_eq!(refused.status.code(), Some(1));
    assert!(text(&refused.stderr).contains("write at most 4294967295 at once"));
    assert!(!fs::exists(out).expect("it can be looked for"));
}
