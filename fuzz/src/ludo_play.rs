//! A live Ludo game played by bytes: two for the seats, then one for each roll or choice.
//!
//! After every step the position is valid and prints as it parses, exactly the legal choices are
//! accepted, and what is refused changes nothing.

use ludo_rules::{Action, Move, Phase, Position, Roll, Seat, Tokens};

use crate::reading::check_print;

/// Runs the target on one input.
///
/// # Panics
/// When what the module says does not hold.
pub fn check(bytes: &[u8]) {
    let Some((&[order, count], plies)) = bytes.split_first_chunk() else {
        return;
    };
    let mut seats = Seat::ALL;
    seats.rotate_left(usize::from(order % 4));
    if order & 0x80 != 0 {
        seats.reverse();
    }
    let seats = &seats[..2 + usize::from(count % 3)];
    let mut position = Position::new(seats).expect("two to four different seats can play");
    assert_eq!(
        position.to_act(),
        seats.first().copied(),
        "who is named first begins"
    );
    for &byte in plies {
        check_position(&position);
        match position.phase() {
            Phase::ToRoll(_) => {
                let roll = Roll::ALL[usize::from(byte % 6)];
                position.apply_roll(roll).expect("a roll is due");
            }
            Phase::ToChoose(_, _) => {
                let legal = position.legal_moves();
                let choice = legal.as_slice()[usize::from(byte) % legal.len()];
                let before = position;
                let events = position.play_with_events(choice).expect("a legal choice");
                assert!(!events.is_empty(), "whatever is chosen, something happens");
                let mut silent = before;
                silent.play(choice).expect("a legal choice");
                assert_eq!(silent, position, "being watched changes nothing");
            }
            Phase::Over => break,
        }
    }
    check_position(&position);
}

fn check_position(position: &Position) {
    check_print(position);
    assert_eq!(
        Position::try_from(position.setup()),
        Ok(*position),
        "possible as a set-up"
    );
    let tokens = *position.tokens();
    assert_eq!(
        Tokens::from_bits(tokens.to_bits()),
        Ok(tokens),
        "stored and restored"
    );

    let legal = position.legal_moves();
    for choice in Move::ALL {
        let mut tried = *position;
        assert_eq!(
            tried.play(choice).is_ok(),
            legal.contains(choice),
            "{position} {choice}"
        );
        if !legal.contains(choice) {
            assert_eq!(tried, *position, "a refused choice changes nothing");
        }
        for (seat, roll) in Seat::ALL.into_iter().zip(Roll::ALL) {
            let mut tried = *position;
            if tried.play_action(Action { seat, roll, choice }).is_err() {
                assert_eq!(tried, *position, "a refused action changes nothing");
            }
        }
    }
    if !matches!(position.phase(), Phase::ToRoll(_)) {
        let mut tried = *position;
        assert!(
            tried.apply_roll(Roll::SIX).is_err(),
            "no roll is due in {position}"
        );
        assert_eq!(tried, *position, "a refused roll changes nothing");
    }
}
