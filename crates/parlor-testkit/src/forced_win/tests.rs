//! Wins whose lines are known, and the same with one thing wrong.

use kuba_rules::{Action, Position};

use super::{Flaw, check};

fn position(line: &str) -> Position {
    line.parse().expect("a position")
}

fn actions(line: &str) -> Vec<Action> {
    let actions = line.split_whitespace();
    actions
        .map(|action| action.parse().expect("an action"))
        .collect()
}

/// A win in three of Black by classroom rules: Black threatens twice.
const THREE: &str = "7/5wr/3w1b1/4w2/2bw3/1r5/7 w5b6 b - c";

#[test]
fn a_right_line_is_found_right() {
    assert!(check(&position(THREE), 3, &actions("25F 05L 15R")).is_ok());
}

#[test]
fn a_wrong_number_of_pushes_is_found() {
    let line = actions("25F 05L 15R");
    assert_eq!(
        check(&position(THREE), 5, &line),
        Err(Flaw::OtherLength(Some(3)))
    );
    assert_eq!(
        check(&position(THREE), 1, &line),
        Err(Flaw::OtherLength(None))
    );
}
