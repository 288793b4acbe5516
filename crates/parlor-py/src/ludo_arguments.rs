//! The arguments of Ludo's classes: seats, rule sets and actions out of any values.

use ludo_rules::{Action, Move, ParseError, Roll, Rules, Seat};
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::errors::{self, Raise};
use crate::letters::Letters;
use crate::values::{integer, is_integer, shown, text};

/// The seat that a value names. Rules: L-1.
pub(crate) fn seat(value: &Bound<'_, PyAny>) -> Option<Seat> {
    static SEATS: Letters<Seat, 4> = Letters::new([
        (Seat::A, "A"),
        (Seat::B, "B"),
        (Seat::C, "C"),
        (Seat::D, "D"),
    ]);
    SEATS.meaning(value)
}

/// The seat that a value names.
///
/// Rules: L-1.
///
/// # Errors
/// `SeatError` for anything else.
pub(crate) fn read_seat(value: &Bound<'_, PyAny>) -> PyResult<Seat> {
    if let Some(seat) = seat(value) {
        return Ok(seat);
    }
    let message = format!("{} is no seat; the seats are A, B, C and D", shown(value)?);
    Err(seat_error(value, message))
}

/// `SeatError`.
pub(crate) fn seat_error(value: &Bound<'_, PyAny>, message: String) -> PyErr {
    Raise {
        class: "SeatError",
        rule: Some("L-1"),
        value,
    }
    .message(message)
}

/// The rule set of this name.
///
/// # Errors
/// `RulesError` for anything else.
pub(crate) fn read_rules(value: &Bound<'_, PyAny>) -> PyResult<Rules> {
    match text(value).and_then(|rules| rules.parse().ok()) {
        Some(rules) => Ok(rules),
        None => Err(Raise {
            class: "RulesError",
            rule: None,
            value,
        }
        .message(format!(
            "{} is no set of ludo rules; there is classic",
            shown(value)?
        ))),
    }
}

/// An action in a live game, whole or in part.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Act {
    /// A roll: `6`.
    Roll(Roll),
    /// A choice for the roll in hand: `p`.
    Choice(Move),
    /// A roll with its choice: `A6p`.
    Action(Action),
}

/// Reads a roll, a choice, or both. Rules: L-5, L-27.
///
/// # Errors
/// `NotationError` for an invalid text, `PlayError` for an integer that is not a roll, `ParlorError`
/// for other values.
pub(crate) fn read_action(action: &Bound<'_, PyAny>) -> PyResult<Act> {
    if let Ok(string) = action.cast::<PyString>() {
        let written = string.to_string_lossy();
        if let Ok(choice) = written.parse::<Move>() {
            return Ok(Act::Choice(choice));
        }
        return match written.parse::<Action>() {
            Ok(action) => Ok(Act::Action(action)),
            Err(error) => {
                let message = format!(
                    "{} is no action; write a choice (p, q, pq or -) or seat, roll and choice \
                     like A6p; a bare roll is an integer like 6",
                    shown(action)?
                );
                let ParseError {
                    column, expected, ..
                } = error;
                Err(errors::notation_saying(action, message, column, expected))
            }
        };
    }
    match integer(action)?.map(Roll::new) {
        Some(Ok(roll)) => Ok(Act::Roll(roll)),
        Some(Err(error)) => Err(refusal(error.rule(), error.to_string(), action)),
        None if is_integer(action) => {
            let message = format!("{} is no roll; a die shows 1 to 6", shown(action)?);
            Err(refusal("L-5", message, action))
        }
        None => {
            let message = format!(
                "{} is no action; give a roll from 1 to 6, or a text like p or A6p",
                shown(action)?
            );
            Err(errors::value(action, message))
        }
    }
}

/// `PlayError` for an action that a rule forbids.
pub(crate) fn refusal(rule: &'static str, message: String, action: &Bound<'_, PyAny>) -> PyErr {
    Raise {
        class: "PlayError",
        rule: Some(rule),
        value: action,
    }
    .message(message)
}
