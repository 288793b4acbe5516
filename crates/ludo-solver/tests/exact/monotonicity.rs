//! Monotonicity: what is never worse in any position, and what only seems so.

use ludo_rules::{RollKind, Seat};

use crate::{SEATS, pairs, position, values};

/// The chance of winning of the first of two, who is to roll.
fn to_roll(seats: [Seat; 2], steps: [[i64; 2]; 2], kind: RollKind) -> Option<f64> {
    values(seats).of(&position(seats, steps, kind)?)
}

/// The chance of winning of the first of two while the other is to roll.
fn waiting(seats: [Seat; 2], [own, other]: [[i64; 2]; 2]) -> Option<f64> {
    let turned = to_roll([seats[1], seats[0]], [other, own], RollKind::First)?;
    Some(1.0 - turned)
}

#[test]
fn nobodys_chance_is_below_one_in_a_thousand_before_the_end() {
    for seats in SEATS {
        for own in pairs() {
            for other in pairs() {
                let value = to_roll(seats, [own, other], RollKind::First);
                assert!(value.is_none_or(|value| value > 1e-3 && value < 1.0 - 1e-3));
            }
        }
    }
}

#[test]
fn a_token_that_is_ready_is_never_worse_than_one_in_the_yard() {
    let mut compared = 0;
    for seats in SEATS {
        for rest in -1..=57 {
            for other in pairs() {
                let [yard, ready] = [[-1, rest], [0, rest]].map(|own| {
                    let [first, bonus] = [RollKind::First, RollKind::Bonus]
                        .map(|kind| to_roll(seats, [own, other], kind));
                    [first, bonus, waiting(seats, [own, other])]
                });
                for (yard, ready) in yard.into_iter().zip(ready) {
                    if let (Some(yard), Some(ready)) = (yard, ready) {
                        assert!(yard < ready, "{seats:?} {rest} against {other:?}");
                        compared += 1;
                    }
                }
            }
        }
    }
    assert_eq!(compared, 3 * (2 * 101_775 + 91_456));
}

/// A must break up the pair of tokens that waits just behind C's start.
#[test]
fn having_to_roll_can_be_worse_than_waiting() {
    let seats = [Seat::A, Seat::C];
    let steps = [[28, 28], [0, 57]];
    let bonus = to_roll(seats, steps, RollKind::Bonus).expect("it is possible");
    let waiting = waiting(seats, steps).expect("it is possible");
    assert!(bonus < waiting - 0.1, "{bonus} {waiting}");
}

#[test]
fn being_kicked_can_help() {
    let seats = [Seat::A, Seat::C];
    let before = to_roll(seats, [[1, 1], [25, 25]], RollKind::First);
    let after = to_roll(seats, [[-1, 1], [25, 25]], RollKind::First);
    let [before, after] = [before, after].map(|value| value.expect("it is possible"));
    assert!(after > before + 0.04, "{before} {after}");
}

#[test]
fn a_token_on_the_end_can_be_worth_less_than_one_that_can_still_kick() {
    let seats = [Seat::A, Seat::C];
    let before = to_roll(seats, [[0, 16], [45, 46]], RollKind::First);
    let after = to_roll(seats, [[0, 57], [45, 46]], RollKind::First);
    let [before, after] = [before, after].map(|value| value.expect("it is possible"));
    assert!(after < before - 0.3, "{before} {after}");
}
