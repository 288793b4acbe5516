//! L-19 to L-23: the scripted game.

use crate::support::{roll, tell};
use ludo_rules::{
    Decision, Move, Players, Reason, Roll, Script, ScriptError, ScriptTurn, Seat, TurnOutcome,
};

/// States what a script reports.
fn check_script(script: &str, spaces: &[&str]) {
    let script: Script = script.parse().unwrap();
    assert_eq!(script.report(&script.run()), spaces, "{script}");
}

#[test]
fn the_golden_game() {
    check_script(
        "A,B: A6 A4 A5 A4 B6 B4 B1 B2 A6 A4 A6 A3 A5 A1 A5 A4",
        &["28", "28", "21", "H"],
    );
}

#[test]
fn l_19_the_list_is_the_truth() {
    // Neither turn order nor bonus rolls are asked about.
    check_script("A,B: B6 B1 B1 B1 A1", &["H", "H", "17", "H"]);
    check_script("A,B: A6 A6 A6 A6", &["6", "6", "H", "H"]);
    check_script("A,B:", &["H", "H", "H", "H"]);
}

#[test]
fn l_19_every_turn_is_played_by_the_priority_policy() {
    let script: Script = "A,C: A6 A2 A6 A6 A3".parse().unwrap();
    let mut tokens = script.start();
    let mut events = Vec::new();
    let outcomes: Vec<TurnOutcome> = script
        .turns()
        .iter()
        .map(|&turn| tokens.play_turn(turn, &mut events))
        .collect();
    let played = |choice, reason| TurnOutcome::Played(Decision { choice, reason });
    assert_eq!(
        outcomes,
        [
            played(Move::P, Reason::LeaveYard),
            played(Move::P, Reason::OnlyOne),
            played(Move::Q, Reason::LeaveYard),
            played(Move::Q, Reason::Furthest),
            played(Move::P, Reason::Furthest),
        ]
    );
    let told: Vec<String> = events.into_iter().map(tell).collect();
    assert_eq!(
        told,
        [
            "Ap leaves",
            "Ap 0>2: 1 2",
            "Aq leaves",
            "Aq 0>6: 1 2 3 4 5 6",
            "Ap 2>5: 3 4 5",
        ]
    );
    assert_eq!(tokens, script.run());
}

#[test]
fn l_20_a_seat_that_does_not_play_is_skipped() {
    check_script("A,B: C6 D6 A6 C1 A2", &["2", "H", "H", "H"]);
    let script: Script = "A,B: C6".parse().unwrap();
    let outcome = script.start().play_turn(script.turns()[0], &mut Vec::new());
    assert_eq!(outcome, TurnOutcome::NotPlaying);
}

/// Brings A home: both tokens out, then together round the board.
const A_HOME: &str = "A6 A6 A1 A1 A6 A6 A6 A6 A6 A6 A6 A6 A6 A2";

#[test]
fn l_20_who_has_finished_is_skipped() {
    check_script(&format!("A,B: {A_HOME}"), &["E", "E", "H", "H"]);
    let script: Script = format!("A,B: {A_HOME} A6").parse().unwrap();
    assert_eq!(script.report(&script.run()), ["E", "E", "H", "H"]);
    let mut tokens = script.run();
    let mut events = Vec::new();
    let turn = ScriptTurn {
        seat: Seat::A,
        roll: Roll::SIX,
    };
    let outcome = tokens.play_turn(turn, &mut events);
    assert_eq!(outcome, TurnOutcome::AlreadyFinished);
    assert_eq!(events, []);
}

#[test]
fn l_20_turns_count_after_only_one_player_is_left() {
    check_script(&format!("A,B: {A_HOME} B6 B3"), &["E", "E", "17", "H"]);
}

#[test]
fn l_21_spaces_in_the_order_of_the_players() {
    check_script("B,A: A6 A1 B6 B2", &["16", "H", "1", "H"]);
    check_script("D,B,C: B6", &["H", "H", "R", "H", "H", "H"]);
}

#[test]
fn l_23_bad_players_are_refused() {
    let refused = |players: &[&str]| Script::parse(players, []).unwrap_err();
    for players in [&[][..], &["A"]] {
        let count = players.len();
        assert_eq!(refused(players), ScriptError::PlayerCount { count });
    }
    for (players, entry, value) in [
        (["A", "E"], 1, "\"E\""),
        (["a", "B"], 0, "\"a\""),
        (["A", ""], 1, "\"\""),
        (["A", "BC"], 1, "\"BC\""),
        (["A", " B"], 1, "\" B\""),
    ] {
        let value = value.to_owned();
        assert_eq!(
            refused(&players),
            ScriptError::UnknownPlayer { entry, value }
        );
    }
    assert_eq!(
        refused(&["A", "B", "A"]),
        ScriptError::RepeatedPlayer {
            entry: 2,
            seat: Seat::A
        }
    );
    assert_eq!(
        Players::check([Ok(Seat::C), Ok(Seat::C)]),
        Err(ScriptError::RepeatedPlayer {
            entry: 1,
            seat: Seat::C
        })
    );
    assert_eq!(
        Players::check([Ok(Seat::C)]),
        Err(ScriptError::PlayerCount { count: 1 })
    );
}

#[test]
fn l_23_bad_turns_are_refused() {
    let refused =
        |turns: &[(&str, i64)]| Script::parse(&["A", "B"], turns.iter().copied()).unwrap_err();
    assert_eq!(
        refused(&[("A", 6), ("b", 6)]),
        ScriptError::UnknownSeat {
            entry: 1,
            value: "\"b\"".to_owned()
        }
    );
    for value in [0, 7, -1, 60] {
        let turns = [("A", 6), ("B", 1), ("B", value)];
        let value = value.to_string();
        assert_eq!(refused(&turns), ScriptError::BadRoll { entry: 2, value });
    }
}

#[test]
fn l_23_entries_that_would_be_skipped_are_checked_too() {
    let turns = [("A", 6), ("C", 7)];
    let error = Script::parse(&["A", "B"], turns).unwrap_err();
    assert_eq!((error.entry(), error.value()), (Some(1), "7".to_owned()));
    assert!(Script::parse(&["A", "B"], [("C", 6), ("D", 1)]).is_ok());
}

#[test]
fn l_23_an_empty_turns_list_is_fine() {
    let script = Script::parse(&["C", "A"], []).unwrap();
    assert_eq!(script.turns(), []);
    assert_eq!(script.report(&script.run()), ["H"; 4]);
}

#[test]
fn scripts_print_as_they_are_read() {
    for text in ["A,B: A6 A4", "D,A,C: B1", "A,C:", "A,B,C,D: D6 D6"] {
        assert_eq!(text.parse::<Script>().unwrap().to_string(), text);
    }
    let spaced: Script = " C , A :\n A6\tC4 \n".parse().unwrap();
    assert_eq!(spaced.to_string(), "C,A: A6 C4");
    assert_eq!(
        spaced.turns()[1],
        ScriptTurn {
            seat: Seat::C,
            roll: roll(4)
        }
    );
}

#[test]
fn l_23_texts_that_are_no_scripts() {
    let text = |value: &str| value.to_owned();
    for (script, expected) in [
        ("", ScriptError::NoPlayers { value: text("") }),
        (
            "A,B A6",
            ScriptError::NoPlayers {
                value: text("A,B A6"),
            },
        ),
        (": A6", ScriptError::PlayerCount { count: 0 }),
        ("A: A6", ScriptError::PlayerCount { count: 1 }),
        (
            "A,B,C,D,A:",
            ScriptError::RepeatedPlayer {
                entry: 4,
                seat: Seat::A,
            },
        ),
        (
            "A,A,X:",
            ScriptError::RepeatedPlayer {
                entry: 1,
                seat: Seat::A,
            },
        ),
        (
            "X:",
            ScriptError::UnknownPlayer {
                entry: 0,
                value: text("X"),
            },
        ),
        (
            "A,:",
            ScriptError::UnknownPlayer {
                entry: 1,
                value: text(""),
            },
        ),
        (
            "A,b:",
            ScriptError::UnknownPlayer {
                entry: 1,
                value: text("b"),
            },
        ),
        (
            "A B,C:",
            ScriptError::UnknownPlayer {
                entry: 0,
                value: text("A B"),
            },
        ),
        (
            "B,B:",
            ScriptError::RepeatedPlayer {
                entry: 1,
                seat: Seat::B,
            },
        ),
        (
            "A,B: A",
            ScriptError::NotAPair {
                entry: 0,
                value: text("A"),
            },
        ),
        (
            "A,B: A6 66",
            ScriptError::NotAPair {
                entry: 1,
                value: text("66"),
            },
        ),
        (
            "A,B: A6 -1",
            ScriptError::NotAPair {
                entry: 1,
                value: text("-1"),
            },
        ),
        (
            "A,B: A6,B4",
            ScriptError::BadRoll {
                entry: 0,
                value: text("6,B4"),
            },
        ),
        (
            "A,B: A6 E4",
            ScriptError::UnknownSeat {
                entry: 1,
                value: text("E"),
            },
        ),
        (
            "A,B: a6",
            ScriptError::UnknownSeat {
                entry: 0,
                value: text("a"),
            },
        ),
        (
            "A,B: É6",
            ScriptError::UnknownSeat {
                entry: 0,
                value: text("É"),
            },
        ),
        (
            "A,B: A6 A0",
            ScriptError::BadRoll {
                entry: 1,
                value: text("0"),
            },
        ),
        (
            "A,B: A7",
            ScriptError::BadRoll {
                entry: 0,
                value: text("7"),
            },
        ),
        (
            "A,B: A66",
            ScriptError::BadRoll {
                entry: 0,
                value: text("66"),
            },
        ),
        (
            "A,B: A+6",
            ScriptError::BadRoll {
                entry: 0,
                value: text("+6"),
            },
        ),
        (
            "A,B: A６",
            ScriptError::BadRoll {
                entry: 0,
                value: text("６"),
            },
        ),
        (
            "A,B: AB6",
            ScriptError::BadRoll {
                entry: 0,
                value: text("B6"),
            },
        ),
        (
            "A,B: A6: B6",
            ScriptError::BadRoll {
                entry: 0,
                value: text("6:"),
            },
        ),
    ] {
        assert_eq!(script.parse::<Script>(), Err(expected), "{script}");
    }
}
