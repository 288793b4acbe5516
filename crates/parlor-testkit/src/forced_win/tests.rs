//! Wins that can be counted by hand, and the same with one thing wrong.

use kuba_rules::{Action, Position};

use super::{Flaw, check};

fn checked(position: &str, win: u8, line: &str) -> Result<(), Flaw> {
    let position: Position = position.parse().expect("a position");
    let actions = line.split_whitespace();
    let actions: Vec<Action> = actions
        .map(|action| action.parse().expect("an action"))
        .collect();
    check(&position, win, &actions).map(|_positions| ())
}

fn action(text: &str) -> Action {
    text.parse().expect("an action")
}

/// White pushes its seventh red to the right, off the board with the third push; Black, far away, can only go
/// where the marble at the bottom pushes it off at once.
const FIVE: &str = "7/7/7/3wr2/7/b6/1w5 w6b0 w - c";

#[test]
fn a_right_line_is_right() {
    assert_eq!(checked(FIVE, 5, "33R 50F 34R 40F 35R"), Ok(()));
}

#[test]
fn another_number_of_pushes_is_found() {
    let line = "33R 50F 34R 40F 35R";
    assert_eq!(checked(FIVE, 7, line), Err(Flaw::OtherLength(Some(5))));
    assert_eq!(checked(FIVE, 3, line), Err(Flaw::OtherLength(None)));
}

#[test]
fn a_reply_that_does_not_hold_out_longest_is_found() {
    // Into the corner, where the marble beside it pushes Black's last one off (K-9).
    let flaw = checked(FIVE, 5, "33R 50B 61L");
    assert!(matches!(flaw, Err(Flaw::LongerReply(1, _))), "{flaw:?}");
}

#[test]
fn a_second_way_to_win_in_time_is_found() {
    let twice = "7/7/4wr1/7/4wr1/7/b6 w6b0 w - c";
    let flaw = checked(twice, 3, "24R 60F 25R");
    assert_eq!(flaw, Err(Flaw::SecondWay(0, action("44R"))));
}

#[test]
fn several_pushes_that_win_at_once_are_no_second_way() {
    assert_eq!(checked("7/7/5wr/7/5wr/7/b6 w6b0 w - c", 1, "25R"), Ok(()));
}

#[test]
fn an_action_that_does_not_win_in_time_is_found() {
    assert_eq!(checked(FIVE, 5, "61R 50F 33R"), Err(Flaw::TooSlow(0)));
}

#[test]
fn a_line_that_is_not_legal_or_not_whole_is_found() {
    assert_eq!(checked(FIVE, 5, "33R 50L"), Err(Flaw::Illegal(1)));
    assert_eq!(checked(FIVE, 5, "33R 50F 34R 40F"), Err(Flaw::NoEnd));
    let longer = "33R 50F 34R 40F 35R 30F";
    assert_eq!(checked(FIVE, 5, longer), Err(Flaw::Illegal(5)));
}

#[test]
fn ending_a_turn_costs_nothing() {
    // By tournament rules: White captures, may push again, and ends the turn. Black is left without a push.
    let line = "41F end 43F 44L";
    let position = "1w2b1b/rrbb3/rrrr3/1rrrrr1/1brwb2/6b/b6 w0b1 b 13B t";
    assert_eq!(checked(position, 3, line), Ok(()));
}
