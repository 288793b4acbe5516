//! The arguments of Ludo's classes: seats, rule sets and actions out of any values.

use std::fmt::Display;

use ludo_rules::{Action, Move, ParseError, Phase, Position, Roll, Rules, Seat};
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::errors::{self, raise, showing};
use crate::letters::Letters;
use crate::values::{integer, is_integer, text};

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
    seat(value).ok_or_else(|| {
        seat_error(value, |shown| {
            format!("{shown} is no seat; the seats are A, B, C and D")
        })
    })
}

/// `SeatError`, with a message that shows the value.
pub(crate) fn seat_error(
    value: &Bound<'_, PyAny>,
    message: impl FnOnce(String) -> String,
) -> PyErr {
    showing(value, |shown| {
        raise("SeatError", Some("L-1"), value, message(shown))
    })
}

/// The rule set of this name.
///
/// # Errors
/// `RulesError` for anything else.
pub(crate) fn read_rules(value: &Bound<'_, PyAny>) -> PyResult<Rules> {
    let rules = text(value).and_then(|rules| rules.parse().ok());
    rules.ok_or_else(|| {
        showing(value, |shown| {
            let message = format!("{shown} is no set of ludo rules; there is classic");
            raise("RulesError", None, value, message)
        })
    })
}

/// An action in a live game, whole or in part.
#[derive(Clone, Copy, Debug)]
pub(crate) enum ActArgument {
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
pub(crate) fn read_action(action: &Bound<'_, PyAny>) -> PyResult<ActArgument> {
    if let Ok(string) = action.cast::<PyString>() {
        let written = string.to_string_lossy();
        if let Ok(choice) = written.parse::<Move>() {
            return Ok(ActArgument::Choice(choice));
        }
        return written.parse().map(ActArgument::Action).map_err(|error| {
            let ParseError {
                column, expected, ..
            } = error;
            showing(action, |shown| {
                let message = format!(
                    "{shown} is no action; write a choice (p, q, pq or -) or seat, roll and choice \
                     like A6p; a bare roll is an integer like 6"
                );
                errors::notation_with(action, message, column, expected)
            })
        });
    }
    match integer(action)?.map(Roll::new) {
        Some(Ok(roll)) => Ok(ActArgument::Roll(roll)),
        Some(Err(error)) => Err(refusal(error.rule(), error, action)),
        None if is_integer(action) => Err(showing(action, |shown| {
            let message = format!("{shown} is no roll; a die shows 1 to 6");
            refusal("L-5", message, action)
        })),
        None => Err(errors::invalid(action, |shown| {
            format!("{shown} is no action; give a roll from 1 to 6, or a text like p or A6p")
        })),
    }
}

/// Reads what is played next in a position: while a choice is due and after the end, an integer is a
/// choice's number. Rules: L-5, L-27, L-29.
///
/// # Errors
/// Those of [`read_action`].
pub(crate) fn read_in(position: &Position, action: &Bound<'_, PyAny>) -> PyResult<ActArgument> {
    let is_number = !matches!(position.phase(), Phase::ToRoll(_))
        // Most are texts, and a look is faster than a failed conversion.
        && !action.is_instance_of::<PyString>();
    let numbered = if is_number { integer(action)? } else { None };
    // Other integers are rolls, which nobody may apply now.
    match numbered.and_then(parlor_batch::ludo::choice) {
        Some(choice) => Ok(ActArgument::Choice(choice)),
        None => read_action(action),
    }
}

/// Reads a choice.
///
/// # Errors
/// `NotationError` for another text, `ParlorError` for other values.
pub(crate) fn read_choice(choice: &Bound<'_, PyAny>) -> PyResult<Move> {
    let Ok(string) = choice.cast::<PyString>() else {
        return Err(errors::invalid(choice, |shown| {
            format!("{shown} is no choice; write p, q, pq or -")
        }));
    };
    string
        .to_string_lossy()
        .parse()
        .map_err(|error: ParseError| errors::notation(string, error.column, error.expected))
}

/// `PlayError` for an action that a rule forbids.
pub(crate) fn refusal(
    rule: &'static str,
    message: impl Display,
    action: &Bound<'_, PyAny>,
) -> PyErr {
    raise("PlayError", Some(rule), action, message)
}
