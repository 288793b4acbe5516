//! Tournaments between bots.

use crate::{quiet, run, text};

/// Of these two bots alone, so that no other changes what is shown.
const TWO: [&str; 4] = ["ludo", "match", "--bots", "random,priority"];

fn two(more: &[&str]) -> String {
    quiet(&[&TWO, more].concat(), "")
}

#[test]
fn a_tournament_at_two_seats() {
    insta::assert_snapshot!(two(&["--deals", "200"]));
}

#[test]
fn a_tournament_at_four_seats() {
    insta::assert_snapshot!(two(&["--seats", "4", "--deals", "20", "--seed", "7"]));
}

#[test]
fn a_tournament_as_json() {
    insta::assert_snapshot!(two(&["--seats", "B,A", "--deals", "50", "--json"]));
}

#[test]
fn a_tournament_of_one_deal_claims_nothing_that_it_cannot_know() {
    insta::assert_snapshot!(two(&["--deals", "1"]));
    insta::assert_snapshot!(two(&["--deals", "1", "--json"]));
}

#[test]
fn a_tournament_is_the_same_on_any_number_of_threads() {
    let on = |threads| two(&["--seats", "3", "--deals", "40", "--threads", threads]);
    assert_eq!(on("1"), on("3"));
}

#[test]
fn everybody_takes_part_unless_bots_are_named() {
    let table = quiet(&["ludo", "match", "--deals", "1"], "");
    for bot in ["random", "priority"] {
        assert!(table.contains(&format!("\n{bot} ")), "{table}");
    }
}

#[test]
fn an_unknown_bot_is_refused_with_those_that_there_are() {
    let output = run(&["ludo", "match", "--bots", "random,clever"], "");
    assert_eq!((output.status.code(), text(&output.stdout)), (Some(2), ""));
    let expected = "error: --bots: unknown bot \"clever\"; expected random, priority";
    assert!(text(&output.stderr).starts_with(expected), "{output:?}");
}

#[test]
fn what_no_tournament_can_be_played_with_says_why() {
    for words in [
        &["--bots", "random"][..],
        &["--bots", "random,random"],
        &["--bots", "random,priority@50"],
        &["--seats", "5"],
        &["--seats", "A,A"],
        &["--deals", "0"],
        &["--threads", "0"],
    ] {
        let output = run(&[&["ludo", "match"], words].concat(), "");
        assert_eq!(output.status.code(), Some(2), "{words:?}");
        assert_eq!(text(&output.stdout), "");
        insta::assert_snapshot!(text(&output.stderr));
    }
}
