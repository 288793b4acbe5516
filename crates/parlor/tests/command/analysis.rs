//! Recorded games analysed, and hints.

use std::sync::Once;

use insta::assert_snapshot;
use serde_json::Value;

use crate::{quiet, run, text};

/// A short game under way, with a roll that nobody has answered.
const UNDER_WAY: &str = "\
parlor-record 1
game: ludo
seats: A, C
A: Ann
C: Cleo
C.bot: priority
start: A40.48/C50.44 A - -

  1. A6q A4q C3p A1p C6q C5p A6
";

/// The end of a game of three, of which one race is estimated and one exact.
const OF_THREE: &str = "\
parlor-record 1
game: ludo
seats: B, C, D
start: BE.52/C50.E/D54.56 B - -

  1. B2q C5p D3p B3q C4p D3q C5p D2q
";

/// Solves before the first test that needs the values, so that not each of
/// them does; they are kept for the next run.
fn solved() {
    static SOLVED: Once = Once::new();
    SOLVED.call_once(|| {
        for seats in ["AH.H/CH.H A - -", "AH.H/BH.H A - -"] {
            quiet(&["ludo", "hint", seats], "");
        }
    });
}

fn told(words: &[&str], input: &str) -> String {
    solved();
    quiet(words, input)
}

fn refused(words: &[&str], input: &str) -> String {
    let output = run(words, input);
    assert_eq!(output.status.code(), Some(1), "{}", text(&output.stdout));
    format!("{}{}", text(&output.stdout), text(&output.stderr))
}

/// The tests of the Python package compare theirs with the third.
#[test]
fn a_game_is_analysed() {
    assert_snapshot!(told(&["ludo", "analyse", "-"], UNDER_WAY));
    assert_snapshot!(told(&["ludo", "analyse", "-", "--alt-text"], UNDER_WAY));
    assert_snapshot!(told(&["ludo", "analyse", "-", "--json"], UNDER_WAY));
}

#[test]
fn every_line_fits_a_terminal() {
    for (words, input) in [
        (&["ludo", "analyse", "-"][..], UNDER_WAY),
        (&["ludo", "analyse", "-"], OF_THREE),
        (&["ludo", "hint", "A50.30/C41.44 A 5 -"], ""),
        (&["ludo", "hint", "A50.30/C41.44 A - -"], ""),
    ] {
        for line in told(words, input).lines() {
            assert!(line.chars().count() <= 80, "{words:?}: {line}");
        }
    }
}

#[test]
fn l_30_the_chances_change_their_meaning_with_the_place() {
    assert_snapshot!(told(&["ludo", "analyse", "-"], OF_THREE));
    let json = told(&["ludo", "analyse", "-", "--json"], OF_THREE);
    let json: Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!(json["races"][0]["exact"], false);
    assert_eq!(json["races"][1]["exact"], true);
    assert_eq!(json["plies"][0]["error"], 0.019);
}

#[test]
fn a_graph_is_drawn() {
    let svg = told(&["ludo", "analyse", "-", "--svg"], UNDER_WAY);
    for id in ["chance-A-1", "chance-C-1", "luck-1", "loss-1"] {
        assert!(svg.contains(&format!("id=\"{id}\"")), "{id}");
    }
    assert!(svg.contains("Chances along a game of Ludo: Ann (A), Cleo (C)"));
}

#[test]
fn probabilities_are_plain_decimals_that_add_up() {
    let json = told(&["ludo", "analyse", "-", "--json"], UNDER_WAY);
    let plain = json
        .split(&[':', ',', '}'][..])
        .filter(|word| word.contains('.'));
    for word in plain.filter(|word| word.bytes().all(|byte| b"-.0123456789e".contains(&byte))) {
        let digits = word.split('.').nth(1).expect("a point");
        assert!(digits.len() == 12 && !digits.contains('e'), "{word}");
    }
    let json: Value = serde_json::from_str(&json).expect("JSON");
    for account in json["races"][0]["accounts"].as_array().expect("a list") {
        let part = |key: &str| account[key].as_f64().expect("a number");
        let parts = [
            "start",
            "own_rolls",
            "other_rolls",
            "own_choices",
            "other_choices",
        ];
        let sum: f64 = parts.map(part).iter().sum();
        assert!((sum - part("end")).abs() < 1e-11, "{account}");
    }
}

#[test]
fn hints_show_the_choices_for_a_roll() {
    assert_snapshot!(told(&["ludo", "hint", "A17.30/C42.R A 3 -"], ""));
    assert_snapshot!(told(&["ludo", "hint", "A17.30/C42.R A - -"], ""));
    assert_snapshot!(told(
        &["ludo", "hint", "A17.30/C42.R A - -", "--roll", "6"],
        ""
    ));
    assert_snapshot!(told(&["ludo", "hint", "A17.30/C42.R/DH.H A 3b -"], ""));
    assert_snapshot!(told(&["ludo", "hint", "A17.30/C42.R A 3 -", "--json"], ""));
}

#[test]
fn a_hint_for_a_roll_is_the_same_before_it() {
    let in_hand = told(&["ludo", "hint", "A20.H/C26.R A 6 -"], "");
    let before = told(&["ludo", "hint", "A20.H/C26.R A - -", "--roll", "6"], "");
    let choices = |words: &str| words.split("loss\n").nth(1).map(str::to_owned);
    assert_eq!(choices(&in_hand), choices(&before));
    // The roll in hand may be named.
    let named = told(&["ludo", "hint", "A20.H/C26.R A 6 -", "--roll", "6"], "");
    assert_eq!(named, in_hand);
}

#[test]
fn what_cannot_be_analysed_is_said() {
    let script = quiet(&["ludo", "script", "--record"], "A,B: A6 A4");
    assert_snapshot!(refused(&["ludo", "analyse", "-"], &script));
    let kuba = "parlor-record 1\ngame: kuba\nseats: W, B\n\n  1. 65F\n";
    assert_snapshot!(refused(&["ludo", "analyse", "-"], kuba));
    let empty = "parlor-record 1\ngame: ludo\nseats: A, C\n";
    assert_snapshot!(refused(&["ludo", "analyse", "-"], empty));
    let illegal = "parlor-record 1\ngame: ludo\nseats: A, C\n\n  1. A5p\n";
    assert_snapshot!(refused(&["ludo", "analyse", "-"], illegal));
    assert_snapshot!(refused(&["ludo", "analyse", "-", "--json"], illegal));
    assert_snapshot!(refused(&["ludo", "analyse", "no such file"], ""));
}

#[test]
fn where_there_is_no_hint_is_said() {
    let kuba = "ww3bb/ww1r1bb/2rrr2/1rrrrr1/2rrr2/bb1r1ww/bb3ww w0b0 w - c";
    assert_snapshot!(refused(&["ludo", "hint", kuba], ""));
    assert_snapshot!(refused(&["ludo", "hint", "AE.E/CE.56 - - AC"], ""));
    assert_snapshot!(refused(
        &["ludo", "hint", "A17.30/C42.R A 3 -", "--roll", "4"],
        ""
    ));
    assert_snapshot!(refused(&["ludo", "hint", "A58.30/C42.R A 3 -"], ""));
    assert_snapshot!(refused(
        &["ludo", "hint", "A58.30/C42.R A 3 -", "--json"],
        ""
    ));
    let output = run(&["ludo", "hint", "A17.30/C42.R A - -", "--roll", "7"], "");
    assert_eq!(output.status.code(), Some(2));
    assert_snapshot!(text(&output.stderr));
}
