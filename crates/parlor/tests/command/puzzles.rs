//! Puzzles found from the command line.

use serde_json::Value;

use crate::{run, text};

/// The lines that are printed, and the note below them.
fn found(words: &str) -> (Vec<String>, String) {
    let words: Vec<&str> = words.split(' ').collect();
    let output = run(&words, "");
    assert!(output.status.success(), "{}", text(&output.stderr));
    let lines = text(&output.stdout).lines().map(str::to_owned).collect();
    (lines, text(&output.stderr).to_owned())
}

#[test]
fn puzzles_of_ludo_are_the_same_on_any_number_of_threads() {
    let words = "ludo puzzles --games 400 --seed 3 --seats A,C --threads";
    let (lines, note) = found(&format!("{words} 1"));
    assert_eq!(found(&format!("{words} 3")), (lines.clone(), note.clone()));
    assert_eq!(note, format!("{} puzzles in 400 games\n", lines.len()));
    assert!(lines.len() > 20, "{}", lines.len());
    for line in &lines {
        let puzzle: Value = serde_json::from_str(line).expect("a line is JSON");
        assert!(puzzle["id"].as_str().is_some_and(|id| id.starts_with("l-")));
        assert_eq!(puzzle["choices"].as_array().map(Vec::len), Some(2));
    }
}

#[test]
fn puzzles_of_ludo_are_of_two_seats_and_some_games() {
    for (words, reason) in [
        ("ludo puzzles --games 1 --seats A", "1 seat named"),
        ("ludo puzzles --games 1 --seats A,B,C", "3 seats named"),
        ("ludo puzzles --games 1 --seats A,A", "A is named twice"),
        ("ludo puzzles --games 0", "0"),
        ("ludo puzzles", "--games"),
    ] {
        let words: Vec<&str> = words.split(' ').collect();
        let output = run(&words, "");
        assert_eq!(output.status.code(), Some(2), "{words:?}");
        assert!(text(&output.stderr).contains(reason), "{words:?}");
        assert_eq!(text(&output.stdout), "");
    }
}

#[test]
fn puzzles_of_kuba_are_the_same_on_any_number_of_threads() {
    let words = "kuba puzzles --games 6 --seed 3 --each 2 --threads";
    let (lines, note) = found(&format!("{words} 1"));
    assert_eq!(found(&format!("{words} 3")), (lines.clone(), note.clone()));
    assert!(note.ends_with(" in 6 games\n"), "{note}");
    assert!(!lines.is_empty());
    for line in &lines {
        let puzzle: Value = serde_json::from_str(line).expect("a line is JSON");
        assert!(puzzle["id"].as_str().is_some_and(|id| id.starts_with("k-")));
    }
}
