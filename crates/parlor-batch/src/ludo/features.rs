//! The observation: the tokens by step, and the turn.

use ludo_rules::{Phase, Position, RollKind, Seat};

/// The bytes of an observation.
pub const OBSERVATION: usize = 256;

/// The step counts −1 to 57, once for each of the four seats.
const STEPS: usize = 59;

/// What each token adds to the byte of its step: an action names one of them.
const P: u8 = 1;
const Q: u8 = 2;

const ROLL: usize = 4 * STEPS;
const BONUS: usize = ROLL + 6;
const SEATED: usize = BONUS + 1;
const FINISHED: usize = SEATED + 4;
const PLACES: usize = FINISHED + 4;
const CHANCE: usize = PLACES + 4;

/// Writes the observation.
#[inline]
pub(super) fn write(position: &Position, observation: &mut [u8]) {
    let observation: &mut [u8; OBSERVATION] = observation
        .try_into()
        .expect("the length of the array has been checked");
    observation.fill(0);
    let tokens = position.tokens();
    let first = viewer(position).index();
    for (seat, steps) in tokens.iter() {
        let slot = (seat.index() + 4 - first) % 4;
        for (step, token) in steps.into_iter().zip([P, Q]) {
            let place = usize::from((step.value() + 1).unsigned_abs());
            observation[slot * STEPS + place] += token;
        }
        observation[SEATED + slot] = 1;
        observation[FINISHED + slot] = tokens.has_finished(seat).into();
    }
    let kind = match position.phase() {
        Phase::ToRoll(kind) => {
            observation[CHANCE] = 1;
            Some(kind)
        }
        Phase::ToChoose(kind, roll) => {
            observation[ROLL + usize::from(roll.value()) - 1] = 1;
            Some(kind)
        }
        Phase::Over => None,
    };
    observation[BONUS] = (kind == Some(RollKind::Bonus)).into();
    observation[PLACES..][..position.finishing_order().len()].fill(1);
}

/// The seat that sees the board in slot 0: the one to act; after the end, the one that moved last,
/// who finished before the seat that was left.
#[inline]
fn viewer(position: &Position) -> Seat {
    position.to_act().unwrap_or_else(|| {
        let order = position.finishing_order();
        let mover = order.iter().rev().nth(1);
        mover.copied().unwrap_or(Seat::A)
    })
}
