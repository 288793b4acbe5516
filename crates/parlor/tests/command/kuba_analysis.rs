//! Games of Kuba analysed, and hints.

use insta::assert_snapshot;
use serde_json::Value;

use crate::{quiet, run, text};

/// White's seventh red stands at the edge.
const WIN_IN_ONE: &str = "7/7/7/5wr/7/7/b6 w6b0 w - c";
/// The one red left is the seventh for both.
const SEVENTH: &str = "7/7/7/7/7/6b/5wr w6b6 w - c";

/// A game in which White gives the win away.
const GIVEN_AWAY: &str = "\
parlor-record 1
game: kuba
seats: W, B
W: Ann
start: 7/7/7/7/7/6b/5wr w6b6 w - c

  1. 65F 56B
";

fn json(words: &[&str], input: &str) -> Value {
    let text = quiet(&[words, &["--json"]].concat(), input);
    assert_eq!(text.lines().count(), 1);
    serde_json::from_str(&text).expect("JSON")
}

fn refused(words: &[&str], input: &str) -> String {
    let output = run(words, input);
    assert_eq!(output.status.code(), Some(1), "{}", text(&output.stdout));
    format!("{}{}", text(&output.stdout), text(&output.stderr))
}

#[test]
fn k_8_a_hint_shows_the_win_and_why_it_is_one() {
    let told = quiet(&["kuba", "hint", WIN_IN_ONE, "--lines", "1"], "");
    let expected = "\n 35R     win 1    Captures a red and wins by seven reds (K-8).\n";
    assert!(
        told.starts_with("White is to move.\nLooked ") && told.ends_with(expected),
        "{told}"
    );
    let hint = json(&["kuba", "hint", WIN_IN_ONE, "--lines", "1"], "");
    let choice = &hint["choices"][0];
    assert_eq!(choice["action"], "35R");
    assert_eq!(choice["score"]["win"], 1);
    assert_eq!(choice["line"], serde_json::json!(["35R"]));
    let capture = serde_json::json!({"number": 1, "side": "W", "marble": "R"});
    assert_eq!(choice["captures"], serde_json::json!([capture]));
}

#[test]
fn a_hint_shows_what_the_other_side_threatens() {
    let told = quiet(&["kuba", "hint", SEVENTH, "--nodes", "1000"], "");
    assert!(told.contains("\nBlack threatens a red by 56B.\n"), "{told}");
    let hint = json(&["kuba", "hint", SEVENTH, "--nodes", "1000"], "");
    let threat = serde_json::json!({"push": "56B", "marble": "R"});
    assert_eq!(hint["threatened"], serde_json::json!([threat]));
}

#[test]
fn as_many_actions_are_reported_as_asked_for() {
    let start = "ww3bb/ww1r1bb/2rrr2/1rrrrr1/2rrr2/bb1r1ww/bb3ww w0b0 w - c";
    let hint = json(
        &["kuba", "hint", start, "--nodes", "2000", "--lines", "33"],
        "",
    );
    assert_eq!(hint["choices"].as_array().map(Vec::len), Some(8));
    let again = json(
        &["kuba", "hint", start, "--nodes", "2000", "--lines", "33"],
        "",
    );
    assert_eq!(hint, again);
}

#[test]
fn what_lost_a_game_is_found() {
    let words = ["kuba", "analyse", "-", "--nodes", "2000"];
    let told = quiet(&words, GIVEN_AWAY);
    // As it reads, however it is broken into lines.
    let read: Vec<&str> = told.split_whitespace().collect();
    for expected in [
        "1 Ann played 65F: a blunder (??) of 14.00 reds, B in 2 (counts as -7.00) instead of W in 1 (counts as +7.00). \
         Better: 65R. Captures a red and wins by seven reds (K-8).",
        "2 B 56B B in 1 0.00 best",
    ] {
        assert!(read.join(" ").contains(expected), "{told}");
    }
    let analysis = json(&words, GIVEN_AWAY);
    let first = &analysis["plies"][0];
    assert_eq!(
        (first["label"].as_str(), first["loss"].as_f64()),
        (Some("blunder"), Some(14.0))
    );
    assert_eq!(first["best"]["line"], serde_json::json!(["65R"]));
    assert_eq!(first["score"]["loss"], 2);
    assert_eq!(analysis["end"]["loss"], 0);
    let heard = quiet(&["kuba", "analyse", "-", "--alt-text"], GIVEN_AWAY);
    assert!(
        heard.contains("\nPly 1: Ann played 65F: a blunder"),
        "{heard}"
    );
}

/// The tests of the Python package compare theirs with the third.
#[test]
fn a_game_is_analysed() {
    let words = ["kuba", "analyse", "-", "--nodes", "1000"];
    assert_snapshot!(quiet(&words, GIVEN_AWAY));
    for form in ["--alt-text", "--json"] {
        assert_snapshot!(quiet(&[&words[..], &[form]].concat(), GIVEN_AWAY));
    }
}

#[test]
fn a_graph_of_the_scores_is_drawn() {
    let svg = quiet(
        &["kuba", "analyse", "-", "--svg", "--nodes", "500"],
        GIVEN_AWAY,
    );
    for part in ["id=\"score\"", "id=\"loss-1\"", "Ann (W) against Black (B)"] {
        assert!(svg.contains(part), "{part}: {svg}");
    }
}

#[test]
fn a_position_is_analysed_as_it_is_hinted_at() {
    let told = quiet(&["kuba", "analyse", WIN_IN_ONE, "--nodes", "500"], "");
    assert!(
        told.contains(" 3 │ . . . . . W R │ 3") && told.contains("\n 35R     win 1 "),
        "{told}"
    );
    assert_eq!(
        quiet(&["kuba", "analyse", "-", "--nodes", "500"], WIN_IN_ONE),
        told
    );
    let hint = json(&["kuba", "analyse", WIN_IN_ONE, "--nodes", "500"], "");
    assert_eq!(hint["choices"][0]["action"], "35R");
}

#[test]
fn every_line_of_an_analysis_fits_a_terminal() {
    for words in [
        &["kuba", "analyse", "-", "--nodes", "500"][..],
        &["kuba", "hint", SEVENTH, "--nodes", "500"],
    ] {
        for line in quiet(words, GIVEN_AWAY).lines() {
            assert!(line.chars().count() <= 80, "{words:?}: {line}");
        }
    }
}

#[test]
fn what_cannot_be_analysed_says_why() {
    let ludo = "parlor-record 1\ngame: ludo\nseats: A, C\n\n  1. A6p\n";
    let empty = "parlor-record 1\ngame: kuba\nseats: W, B\n";
    let illegal = "parlor-record 1\ngame: kuba\nseats: W, B\n\n  1. 65F 65F\n";
    for (words, input, expected) in [
        (
            &["analyse", "-"][..],
            ludo,
            "is a game of Ludo; use `parlor ludo analyse`",
        ),
        (&["analyse", "-"], empty, "no ply has been played yet"),
        (&["analyse", "-"], illegal, "(K-3)"),
        (
            &["analyse", "-"],
            "",
            "must hold one position or one record",
        ),
        (
            &["analyse", "nowhere"],
            "",
            "nowhere is neither a position line",
        ),
        (
            &["analyse", WIN_IN_ONE, "--svg"],
            "",
            "`parlor show` draws a position",
        ),
        (
            &["hint", "A20.H/C26.R A 6 -"],
            "",
            "this is a Ludo position; use `parlor ludo hint`",
        ),
        (&["hint", "7/7 w - c"], "", "not a Kuba position: column "),
        (
            &["hint", "7/7/7/5w1/7/7/b6 w7b0 b - c"],
            "",
            "the game is over",
        ),
    ] {
        let told = refused(&[&["kuba"], words].concat(), input);
        assert!(told.contains(expected), "{words:?}: {told}");
    }
}

#[test]
fn programs_are_shown_what_cannot_be_analysed() {
    let ludo = "parlor-record 1\ngame: ludo\nseats: A, C\n\n  1. A6p\n";
    let empty = "parlor-record 1\ngame: kuba\nseats: W, B\n";
    let nothing_ludo = "parlor-record 1\ngame: ludo\nseats: A, C\n";
    let over = "7/7/7/5w1/7/7/b6 w7b0 b - c";
    for (words, input, rule, value) in [
        (&["kuba", "analyse", "-"][..], ludo, None, "standard input"),
        (&["kuba", "analyse", "-"], empty, None, "standard input"),
        (&["kuba", "analyse", over], "", Some("K-8"), over),
        (&["kuba", "hint", over], "", Some("K-8"), over),
        (&["kuba", "hint", "7/7 w - c"], "", None, "7/7 w - c"),
        (
            &["kuba", "hint", "A20.H/C26.R A 6 -"],
            "",
            None,
            "A20.H/C26.R A 6 -",
        ),
        (&["ludo", "hint", over], "", None, over),
        (&["ludo", "analyse", "-"], empty, None, "standard input"),
        (
            &["ludo", "analyse", "-"],
            nothing_ludo,
            None,
            "standard input",
        ),
        (&["show", "7/7 w - c"], "", None, "7/7 w - c"),
    ] {
        let output = run(&[words, &["--json"]].concat(), input);
        assert_eq!(output.status.code(), Some(1), "{words:?}");
        assert_eq!(text(&output.stderr), "", "{words:?}");
        let answer: Value = serde_json::from_str(text(&output.stdout)).expect("JSON");
        assert_eq!(answer["line"], 1, "{words:?}");
        let error = &answer["error"];
        assert_eq!(error["rule"].as_str(), rule, "{words:?}: {error}");
        assert_eq!(error["value"], value, "{words:?}: {error}");
        assert!(error["message"].is_string(), "{words:?}: {error}");
    }
}
