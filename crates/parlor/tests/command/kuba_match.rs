//! Matches between bots of Kuba.

use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;

use kuba_rules::Rules;
use parlor_players::kuba::{BotSpec, Opening};
use parlor_sim::{HeadToHead, Match, Pool, Schedule};
use serde_json::Value;

use crate::{quiet, run, text};

/// A match that takes no time, between players whose strength is not asked for.
fn shallow(more: &[&str]) -> String {
    let players = ["kuba", "match", "engine:depth=2", "engine:depth=1"];
    quiet(&[&players, more].concat(), "")
}

fn json(more: &[&str]) -> Value {
    let text = shallow(&[&["--json"], more].concat());
    serde_json::from_str(&text).expect("JSON")
}

#[test]
fn a_match_is_reported_for_each_rule_set() {
    let told = shallow(&["--pairs", "3", "--limit", "60"]);
    assert!(told.starts_with("engine:depth=2 against engine:depth=1, seed 1, fair openings\n"));
    for rules in ["classroom", "tournament"] {
        let heading = format!("\nBy {rules} rules: 6 games in 3 pairs\n");
        assert!(told.contains(&heading), "{told}");
    }
    for line in told.lines() {
        assert!(line.chars().count() <= 80, "{line}");
    }
}

#[test]
fn the_counts_of_a_match_add_up() {
    let answer = json(&["--pairs", "5", "--limit", "100"]);
    for of in answer["matches"].as_array().expect("a list") {
        let count = |key: &str| of[key].as_u64().expect("a count");
        assert_eq!((count("pairs"), count("games")), (5, 10));
        assert_eq!(count("won") + count("drawn") + count("lost"), 10);
        let cells = of["pentanomial"].as_array().expect("five counts");
        let cells: Vec<u64> = cells.iter().filter_map(Value::as_u64).collect();
        assert_eq!(cells.iter().sum::<u64>(), 5);
        let points: u64 = (0..)
            .zip(&cells)
            .map(|(points, pairs)| points * pairs)
            .sum();
        assert_eq!(points, 2 * count("won") + count("drawn"));
        let ended = of["ended_by"].as_object().expect("a map").values();
        assert_eq!(ended.filter_map(Value::as_u64).sum::<u64>(), 10);
        assert_eq!(of["sprt"], Value::Null);
    }
}

#[test]
fn a_match_is_the_same_on_any_number_of_threads() {
    let on = |threads| json(&["--pairs", "6", "--limit", "80", "--threads", threads]);
    assert_eq!(on("1"), on("3"));
    let other = json(&["--pairs", "6", "--limit", "80", "--seed", "2"]);
    assert_ne!(on("1")["matches"], other["matches"]);
}

#[test]
fn one_rule_set_can_be_asked_for() {
    let answer = json(&["--pairs", "1", "--limit", "20", "--rules", "tournament"]);
    let matches = answer["matches"].as_array().expect("a list");
    assert_eq!(matches.len(), 1);
    assert_eq!(matches[0]["rules"], "tournament");
}

#[test]
fn the_levels_of_the_engine_can_play() {
    let words = [
        "kuba", "match", "level-2", "level-1", "--pairs", "1", "--limit", "30",
    ];
    let told = quiet(&words, "");
    assert!(
        told.starts_with("level-2 against level-1, seed 1"),
        "{told}"
    );
}

#[test]
fn a_test_ends_when_it_is_decided() {
    // With such hypotheses hardly a pair can leave any doubt.
    let sprt = ["--sprt", "-800", "800", "--limit", "60", "--pairs", "1000"];
    let answer = json(&[&sprt[..], &["--rules", "classroom"]].concat());
    let of = &answer["matches"][0];
    assert!(of["pairs"].as_u64().expect("a count") < 1_000, "{answer}");
    let test = &of["sprt"];
    let ratio = test["llr"].as_f64().expect("a number");
    let upper = test["upper"].as_f64().expect("a number");
    assert!((upper - 2.944_438_979_166).abs() < 1e-12);
    match test["accepted"].as_u64() {
        Some(0) => assert!(ratio <= -upper),
        Some(1) => assert!(ratio >= upper),
        other => panic!("{other:?}"),
    }
}

#[test]
fn the_engine_plays_by_either_evaluation() {
    let games = |second: &str| {
        let words = ["kuba", "match", "engine:nodes=60", second];
        let more = ["--rules", "classroom", "--pairs", "3", "--json"];
        let told = quiet(&[&words[..], &more].concat(), "");
        let told: Value = serde_json::from_str(&told).expect("JSON");
        told["matches"][0].clone()
    };
    let learned = games("engine:nodes=60,evaluation=learned");
    let handcrafted = games("engine:nodes=60,evaluation=handcrafted");
    // Against itself each pair of games is one game and its mirror image.
    assert_eq!(learned["score"]["value"], 0.5);
    assert_ne!(learned["actions"], handcrafted["actions"]);
}

#[cfg(unix)]
#[test]
fn the_engine_as_an_outside_program_plays_as_it_does_inside() {
    let outside = format!("cmd:'{}' kuba engine", env!("CARGO_BIN_EXE_parlor"));
    let games = |first: &str| {
        let words = ["kuba", "match", first, "level-3", "--program-nodes", "60"];
        let more = ["--pairs", "3", "--json"];
        let told = quiet(&[&words[..], &more].concat(), "");
        let mut told: Value = serde_json::from_str(&told).expect("JSON");
        told["matches"].take()
    };
    assert_eq!(games(&outside), games("engine:nodes=60"));
}

#[cfg(unix)]
#[test]
fn a_program_that_fails_ends_the_match_or_forfeits_its_games() {
    let words = ["kuba", "match", "cmd:false", "level-1", "--pairs", "1"];
    let output = run(&words, "");
    assert_eq!((output.status.code(), text(&output.stdout)), (Some(1), ""));
    let error = text(&output.stderr);
    assert!(
        error.contains("the bot cmd:false failed in game 0, ply 7"),
        "{error}"
    );
    assert!(
        error.contains("it ended (exit status: 1) where keiok was due"),
        "{error}"
    );

    let told = quiet(&[&words[..], &["--forfeit"]].concat(), "");
    assert!(told.contains("cmd:false won 0, drew 0, lost 2"), "{told}");
    assert!(told.contains("ended by   forfeit 2"), "{told}");
}

#[test]
fn who_cannot_play_is_refused() {
    for (words, expected) in [
        (
            &["engine", "clever"][..],
            "unknown bot \"clever\"; expected engine, ",
        ),
        (&["engine", "engine"], "the name engine is taken twice"),
        (
            &["engine:nodes=0", "engine"],
            "invalid bot option \"nodes=0\"; expected a whole number from 1 ",
        ),
        (
            &["engine:nodes=10,nodes=20", "engine"],
            "bot option \"nodes=20\" is given twice",
        ),
        (
            &["engine:evaluation=mine", "engine"],
            "invalid bot option \"evaluation=mine\"; expected learned or handcrafted",
        ),
        (
            &["cmd:", "engine"],
            "\"\" names no program; write one after",
        ),
        (
            &["engine:hats=2", "engine"],
            "unknown bot option \"hats=2\"; expected nodes=N",
        ),
        (
            &["engine", "engine:depth=3", "--sprt", "5", "0"],
            "--sprt: the hypotheses are 5 and 0 points; the first must be lower",
        ),
    ] {
        let output = run(&[&["kuba", "match"], words].concat(), "");
        assert_eq!((output.status.code(), text(&output.stdout)), (Some(2), ""));
        let error = text(&output.stderr);
        assert!(error.contains(expected), "{words:?}: {error}");
    }
}

/// What `parlor.match` of Python plays: the same match of the library. The counts are also those of
/// `test_a_match_is_that_of_the_command` in `python/tests/test_strength.py`.
#[test]
fn games_begin_as_they_are_told_to() {
    let short = ["--pairs", "2", "--limit", "60"];
    assert_eq!(json(&short)["opening"], "fair");
    assert_eq!(
        json(&[&short[..], &["--opening", "fair"]].concat())["opening"],
        "fair"
    );
    assert_eq!(
        json(&[&short[..], &["--opening", "3"]].concat())["opening"],
        3
    );
    let told = shallow(&[&short[..], &["--opening", "1"]].concat());
    assert!(told.contains(", seed 1, openings of 1 push\n"), "{told}");
    for wrong in ["101", "-1", "Fair", "6.5", ""] {
        let words = [
            "kuba",
            "match",
            "random",
            "random",
            &format!("--opening={wrong}"),
        ];
        let refused = run(&words, "");
        assert_eq!(refused.status.code(), Some(2), "{wrong}");
        let said = text(&refused.stderr);
        assert!(
            said.contains("expected fair, or a number of random pushes"),
            "{said}"
        );
    }
}

#[test]
fn a_match_is_that_of_the_library() {
    let words = [
        "kuba",
        "match",
        "level-2",
        "greedy",
        "--rules",
        "tournament",
        "--pairs",
        "6",
        "--seed",
        "7",
        "--limit",
        "120",
        "--json",
    ];
    let answer: Value = serde_json::from_str(&quiet(&words, "")).expect("JSON");
    let of = &answer["matches"][0];

    let deals = Opening::Fair.deals(Rules::Tournament, 7).with_limit(120);
    let entrants = ["level-2", "greedy"].map(|name| {
        let spec: BotSpec = name.parse().expect("a bot");
        spec.entrant().expect("a bot")
    });
    let schedule = Schedule::one_against_a_field(2);
    let of_two = Match::new(entrants.into(), deals, schedule).expect("two play");
    let mut found = HeadToHead::new(&of_two, None).expect("two play");
    let pool = Pool::new(None).expect("threads");
    found
        .play(&of_two, &pool, 6, &AtomicBool::new(false), |_| {})
        .expect("bots do not fail");

    let [won, drawn, lost] = found.won_drawn_lost();
    assert_eq!([&of["won"], &of["drawn"], &of["lost"]], [won, drawn, lost]);
    let cells = found.pairs().expect("two seats").0;
    assert_eq!(of["pentanomial"], serde_json::json!(cells));
    let ended: BTreeMap<_, _> = found.ended_by().iter().collect();
    assert_eq!(of["ended_by"], serde_json::json!(ended));
    assert_eq!(([won, drawn, lost], cells), ([3, 4, 5], [1, 2, 2, 0, 1]));
}
