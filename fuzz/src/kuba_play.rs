//! A Kuba game played by bytes: one for the rules and who begins, then one for each action.
//!
//! After every action the position is valid and prints as it parses, the list of legal pushes is
//! exactly what the check of single pushes allows, no marble comes from nowhere, and what is
//! refused changes nothing.

use kuba_rules::{
    Cell, Direction, GameState, Marble, Move, PlayError, Position, Repetitions, Rules, Side,
};

use crate::reading::check_print;

/// Ends the turn where it can be ended; otherwise a push like the others.
const END: u8 = 0xff;

/// Runs the target on one input.
///
/// # Panics
/// When what the module says does not hold.
pub fn check(bytes: &[u8]) {
    let Some((&start, actions)) = bytes.split_first() else {
        return;
    };
    let rules = Rules::ALL[usize::from(start & 1)];
    let mut position = match start & 2 {
        0 => Position::start(rules),
        _ => Position::starting_with(Rules::Classroom, Side::Black),
    };
    let mut repetitions = Repetitions::new(&position);
    for &byte in actions {
        check_position(&position);
        let before = position;
        if byte == END && position.may_push_again() {
            position.end_turn().expect("the turn can be ended");
        } else {
            let legal = position.legal_moves();
            let count = legal.len();
            if count == 0 {
                assert!(position.is_over(), "who is to move without a push has lost");
                break;
            }
            let push = legal
                .iter()
                .nth(usize::from(byte) % count)
                .expect("one of the list");
            let events = position.play_with_events(push).expect("a legal push");
            assert!(!events.is_empty(), "a push is an event");
            let mut silent = before;
            silent.play(push).expect("a legal push");
            assert_eq!(silent, position, "being watched changes nothing");
        }
        conserved(&before, &position);
        repetitions.turn_began(&position);
        if repetitions.is_draw() {
            break;
        }
    }
    check_position(&position);
    let counts: Repetitions = repetitions.iter().collect();
    assert_eq!(counts, repetitions, "a counter is its counts");
    let game = GameState::resume(position, counts).expect("a game that was played");
    assert_eq!(game.is_draw(), repetitions.is_draw());
}

fn check_position(position: &Position) {
    check_print(position);
    assert_eq!(
        Position::try_from(position.setup()),
        Ok(*position),
        "possible as a set-up"
    );
    let legal = position.legal_moves();
    let mut allowed = 0;
    for cell in Cell::ALL {
        for direction in Direction::ALL {
            let push = Move { cell, direction };
            let verdict = position.check(push);
            assert_eq!(verdict.is_ok(), legal.contains(push), "{position}: {push}");
            let mut tried = *position;
            assert_eq!(tried.play(push), verdict, "playing and checking agree");
            match verdict {
                Ok(()) => allowed += 1,
                Err(_) => assert_eq!(tried, *position, "a refused push changes nothing"),
            }
        }
    }
    assert_eq!(legal.len(), allowed, "the list holds every legal push once");
    assert!(
        !position.is_over() || allowed == 0,
        "nothing is legal after the end"
    );
    // A game can be over because the only push left is forbidden by ko.
    if let Some(ko) = position.ko().filter(|_| !position.is_over()) {
        assert_eq!(position.check(ko), Err(PlayError::Ko { push: ko }));
    }
    if !position.may_push_again() {
        let mut tried = *position;
        assert!(tried.end_turn().is_err(), "the turn cannot be ended");
        assert_eq!(tried, *position, "a refused end changes nothing");
    }
}

/// At most one marble leaves the board, a red one into a tray, and never an own one.
fn conserved(before: &Position, after: &Position) {
    let lost = |marble: Marble| before.count(marble) - after.count(marble);
    let captured = |position: &Position| Side::ALL.map(|side| position.captured(side));
    let mover = before.to_move();
    assert_eq!(lost(Marble::from(mover)), 0, "own marbles stay");
    assert!(
        lost(Marble::from(mover.other())) + lost(Marble::Red) <= 1,
        "one marble at a time"
    );
    let mut expected = captured(before);
    expected[mover.index()] += lost(Marble::Red);
    assert_eq!(
        captured(after),
        expected,
        "a red that leaves is the pusher's"
    );
}
