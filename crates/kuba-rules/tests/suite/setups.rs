//! Set-ups: every reason why one is impossible, alone and together, and those
//! that look odd and are possible.

use kuba_rules::{Cell, Position, PositionError, Setup, SetupError, Side};

use crate::common::position;

#[track_caller]
fn errors(line: &str) -> Vec<SetupError> {
    let setup: Setup = line.parse().unwrap();
    assert_eq!(setup.to_string(), line);
    let errors = Position::try_from(setup).unwrap_err();
    assert!(errors.to_string().starts_with("the set-up is impossible: "));
    assert_eq!(
        line.parse::<Position>(),
        Err(PositionError::Setup(errors.clone()))
    );
    errors.0
}

#[track_caller]
fn expect(line: &str, expected: &[(&str, &str)]) {
    let found = errors(line);
    let found: Vec<_> = found
        .iter()
        .map(|error| (error.rule(), error.to_string()))
        .collect();
    let found: Vec<_> = found
        .iter()
        .map(|(rule, words)| (*rule, words.as_str()))
        .collect();
    assert_eq!(found, expected, "{line}");
}

#[test]
fn k_1_too_many_marbles() {
    expect(
        "wwwwwww/ww5/7/7/7/7/6b w0b0 w - c",
        &[("K-1", "White has 9 marbles; a side has at most 8")],
    );
    expect(
        "bbbbbbb/bbb4/7/7/7/7/6w w0b0 w - c",
        &[("K-1", "Black has 10 marbles; a side has at most 8")],
    );
    expect(
        "rrrrrrr/rrrrrrr/7/7/7/7/w5b w0b0 w - c",
        &[(
            "K-1",
            "14 reds on the board and 0 captured are too many; there are 13 in all",
        )],
    );
    expect(
        "rrrrrrr/rrr4/7/7/7/7/w5b w2b2 w - c",
        &[(
            "K-1",
            "10 reds on the board and 4 captured are too many; there are 13 in all",
        )],
    );
}

#[test]
fn k_8_too_many_captured() {
    expect(
        "7/7/7/7/7/7/w5b w8b0 b - c",
        &[(
            "K-8",
            "White has captured 8 reds; the game ends with the seventh",
        )],
    );
    assert_eq!(
        errors("7/7/7/7/7/7/w5b w0b255 w - c"),
        [
            SetupError::TooManyReds {
                on_board: 0,
                captured: 255
            },
            SetupError::TooManyCaptured {
                side: Side::Black,
                count: 255
            },
        ]
    );
    assert_eq!(
        errors("7/7/7/7/7/7/w5b w255b255 w - c"),
        [
            SetupError::TooManyReds {
                on_board: 0,
                captured: 510
            },
            SetupError::TooManyCaptured {
                side: Side::White,
                count: 255
            },
            SetupError::TooManyCaptured {
                side: Side::Black,
                count: 255
            },
            SetupError::WonTwice,
        ]
    );
}

#[test]
fn k_8_k_9_a_game_is_won_once_by_one() {
    let twice = (
        "K-8",
        "the game would have been won twice over; the first win ends it",
    );
    expect("7/7/7/7/7/7/w6 w7b0 b - c", &[twice]);
    expect("7/7/7/7/7/7/b6 w7b0 b - c", &[twice]);
    expect("7/7/7/7/7/7/w6 w0b7 b - c", &[twice]);
    expect(
        "7/7/7/3r3/7/7/7 w0b0 w - c",
        &[(
            "K-9",
            "neither side has a marble; the game ends when one side has none",
        )],
    );
}

#[test]
fn k_11_the_loser_is_to_move_in_classroom_rules() {
    let words = "White has won and is to move; in classroom rules the loser is";
    expect("7/7/7/7/7/7/w5b w7b0 w - c", &[("K-11", words)]);
    expect("7/7/7/7/7/7/w6 w0b0 w - c", &[("K-11", words)]);
    assert_eq!(
        errors("7/7/7/7/7/7/b5w w0b7 b - c"),
        [SetupError::WinnerToMove { side: Side::Black }]
    );
}

#[test]
fn k_12_the_winner_is_to_move_in_tournament_rules() {
    expect(
        "7/7/7/7/7/7/w5b w7b0 b - t",
        &[(
            "K-12",
            "Black has lost and is to move; in tournament rules the winner is, \
             because his push took a marble off",
        )],
    );
    expect(
        "7/7/7/7/7/7/w6 w0b0 w+ - t",
        &[("K-12", "White may not push again: the game has been won")],
    );
    position("7/7/7/7/7/7/w5b w7b0 w - t");
    position("7/7/7/7/7/7/w6 w0b0 w - t");
}

#[test]
fn k_11_nobody_may_push_again_in_classroom_rules() {
    expect(
        "7/7/7/5wr/7/7/b6 w1b0 w+ - c",
        &[(
            "K-11",
            "nobody may push again in classroom rules; only in tournament rules",
        )],
    );
}

#[test]
fn k_12_an_open_turn_has_taken_something() {
    expect(
        "bbbbbbb/6b/7/5wr/7/7/7 w0b3 w+ - t",
        &[(
            "K-12",
            "White may push again but has taken nothing off: \
             it has no red and Black has all 8 marbles",
        )],
    );
    position("bbbbbbb/6b/7/5wr/7/7/7 w1b3 w+ - t");
    position("bbbbbbb/7/7/5wr/7/7/7 w0b3 w+ - t");
}

#[test]
fn k_12_an_open_turn_leaves_its_trace() {
    for line in [
        // No run to an edge; no empty cell behind; no room for the push
        // behind that; the marble that would have pushed is red.
        "7/7/7/3w3/7/7/b6 w1b0 w+ - t",
        "7/7/7/4rwr/7/7/b6 w1b0 w+ - t",
        "7/7/7/3r1wr/7/7/b6 w1b0 w+ - t",
        "7/7/7/1w3rr/7/7/b6 w1b0 w+ - t",
        "7/1w5/7/5br/7/7/7 w1b0 w+ - t",
        "7/7/7/wrrrrrr/7/7/b6 w1b0 w+ - t",
    ] {
        expect(
            line,
            &[(
                "K-12",
                "White may push again, but no push on this board can just have taken a marble \
                 off: that leaves an empty cell behind one of White's marbles, \
                 and an unbroken run from it to the edge",
            )],
        );
    }
    position("7/7/7/5wr/7/7/b6 w1b0 w+ - t");
    position("7/7/7/1wrrrrr/7/7/b6 w1b0 w+ - t");
    position("7/7/7/rw5/7/7/b6 w1b0 w+ - t");
    position("3r3/3w3/7/7/7/7/b6 w1b0 w+ - t");
    position("b6/7/7/7/7/3w3/3r3 w1b0 w+ - t");
    position("7/7/7/6w/7/7/b6 w1b0 w+ - t");
}

#[test]
fn k_7_a_ko_push_undoes_the_last_one() {
    let nothing = |push: &str| {
        format!(
            "{push} cannot be the ko push: it undoes no push, which takes a run that ends in the \
             enemy marble pushed before, the empty cell that it left, and room behind that"
        )
    };
    for (line, push) in [
        ("7/7/7/2wrb2/7/7/7 w0b0 b 34R c", "34R"), // own marble off the run's end
        ("7/7/7/2rrb2/w6/7/7 w0b0 b 34L c", "34L"), // ends in a red
        ("7/7/7/2brb2/w6/7/7 w0b0 b 34L c", "34L"), // ends in an own marble
        ("7/7/7/wrb4/7/7/7 w0b0 b 32L c", "32L"),  // ends at the edge
        ("7/7/7/w1wrb2/7/7/7 w0b0 b 34L c", "34L"), // no room behind the enemy's push
        ("7/7/7/3b3/7/7/6w w0b0 b 33L c", "33L"),  // nothing pushed at all
    ] {
        let found = errors(line);
        assert!(
            found
                .iter()
                .any(|error| ("K-7", nothing(push)) == (error.rule(), error.to_string())),
            "{line}: {found:?}"
        );
    }
    expect(
        "7/7/7/2rrb2/w6/7/7 w0b0 b 34L c",
        &[("K-7", &nothing("34L"))],
    );
    expect(
        "7/7/7/w1wrb2/7/7/7 w0b0 b 34L c",
        &[("K-7", &nothing("34L"))],
    );
    for line in [
        "7/7/7/2wrb2/7/7/7 w0b0 b 34L c",
        "7/7/7/1wrb3/7/7/7 w0b0 b 33L c",
        "7/7/7/1wrrrrb/7/7/7 w0b0 b 36L c",
        "7/7/7/r1wb3/7/7/7 w0b0 w 32R c",
        "7/7/3w3/3b3/7/7/7 w0b0 b 33F t",
        "7/7/3w3/3b3/7/7/7 w0b0 w 23B t",
    ] {
        position(line);
    }
}

#[test]
fn k_7_a_ko_push_is_otherwise_legal() {
    expect(
        "7/7/7/2wrb2/7/7/7 w0b0 w 34L c",
        &[
            (
                "K-7",
                "34L cannot be the ko push: the side to move has no marble at (3, 4)",
            ),
            (
                "K-7",
                "34L cannot be the ko push: it undoes no push, which takes a run that ends in the \
                 enemy marble pushed before, the empty cell that it left, and room behind that",
            ),
        ],
    );
    expect(
        "7/7/7/2wrb2/7/7/7 w0b0 b 00L c",
        &[(
            "K-7",
            "00L cannot be the ko push: the side to move has no marble at (0, 0)",
        )],
    );
    expect(
        "7/7/7/2wrbr1/7/7/7 w0b0 b 34L c",
        &[(
            "K-7",
            "34L need not be the ko push: it is illegal anyway, \
             because the cell behind, (3, 5), holds a marble",
        )],
    );
}

#[test]
fn k_7_nothing_is_ko_after_taking() {
    expect(
        "7/7/7/2bw2w/7/7/7 w0b1 b+ 32R t",
        &[
            ("K-12", OPEN_BLACK),
            (
                "K-7",
                "32R cannot be the ko push in the middle of a turn: the last push took a marble off",
            ),
        ],
    );
    expect(
        "7/7/7/2wb3/7/7/7 w7b0 b 33L c",
        &[(
            "K-7",
            "33L cannot be the ko push after a win by taking marbles: \
             the last push took a marble off",
        )],
    );
}

const OPEN_BLACK: &str = "Black may push again, but no push on this board can just have taken a \
    marble off: that leaves an empty cell behind one of Black's marbles, and an unbroken run from \
    it to the edge";

#[test]
fn every_reason_is_listed() {
    assert_eq!(
        errors("wwwwwww/ww5/bbbbbbb/bb5/rrrrrrr/rrrrrrr/7 w9b3 w+ 66L c"),
        [
            SetupError::TooManyMarbles {
                side: Side::White,
                count: 9
            },
            SetupError::TooManyMarbles {
                side: Side::Black,
                count: 9
            },
            SetupError::TooManyReds {
                on_board: 14,
                captured: 12
            },
            SetupError::TooManyCaptured {
                side: Side::White,
                count: 9
            },
            SetupError::WinnerToMove { side: Side::White },
            SetupError::PushAgainInClassroom,
            SetupError::PushAgainAfterWin { side: Side::White },
            SetupError::KoInOpenTurn {
                push: "66L".parse().unwrap()
            },
            SetupError::KoAfterWin {
                push: "66L".parse().unwrap()
            },
            SetupError::KoNotYours {
                push: "66L".parse().unwrap()
            },
        ]
    );
}

#[test]
fn no_reason_hides_another() {
    let (white, black) = (Side::White, Side::Black);
    assert_eq!(
        errors("7/7/3w3/7/bbbb3/bbbb3/7 w0b0 w+ - t"),
        [
            SetupError::PushAgainTookNothing { side: white },
            SetupError::PushAgainWithoutTrace { side: white },
        ]
    );
    let push = "22L".parse().unwrap();
    assert_eq!(
        errors("7/7/2rrw2/7/7/7/7 w9b9 b+ 22L c"),
        [
            SetupError::TooManyReds {
                on_board: 2,
                captured: 18
            },
            SetupError::TooManyCaptured {
                side: white,
                count: 9
            },
            SetupError::TooManyCaptured {
                side: black,
                count: 9
            },
            SetupError::WonTwice,
            SetupError::PushAgainInClassroom,
            SetupError::PushAgainAfterWin { side: black },
            SetupError::PushAgainWithoutTrace { side: black },
            SetupError::KoInOpenTurn { push },
            SetupError::KoAfterWin { push },
            SetupError::KoNotYours { push },
            SetupError::KoWithoutRoom {
                push,
                behind: Cell::new(2, 3).unwrap()
            },
            SetupError::KoUndoesNothing { push },
        ]
    );
    // An empty board can have been won by reds all the same.
    assert_eq!(
        errors("7/7/7/7/7/7/7 w0b7 b - c"),
        [
            SetupError::NoMarbles,
            SetupError::WinnerToMove { side: black },
        ]
    );
    assert_eq!(
        errors("7/7/7/7/7/7/7 w7b7 b - c"),
        [
            SetupError::TooManyReds {
                on_board: 0,
                captured: 14
            },
            SetupError::NoMarbles,
            SetupError::WonTwice,
        ]
    );
    // One side has won in both ways, so the side to move can still be wrong.
    assert_eq!(
        errors("7/7/7/7/7/7/w6 w7b0 w - c"),
        [
            SetupError::WonTwice,
            SetupError::WinnerToMove { side: white },
        ]
    );
}

#[test]
fn odd_set_ups_that_are_possible() {
    for line in [
        "7/7/7/3w3/7/7/6b w0b0 w - c",
        "7/7/7/3w3/7/7/6b w6b6 b - t",
        "wwwwwww/w6/7/bbbbbbb/b6/rrrrrrr/rrrrrr1 w0b0 w - c",
        "7/7/3r3/2rbr2/3r3/7/6w w0b0 b - c",
        "7/7/7/6w/7/7/7 w0b0 b - c",
        "7/7/7/b6/7/7/7 w6b6 w - c",
    ] {
        position(line);
    }
}
