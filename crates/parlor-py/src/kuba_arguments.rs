//! The arguments of Kuba's classes: players, rule sets, cells and pushes out of any values.

use std::fmt::Display;

use kuba_rules::{Action, Cell, Direction, Move, PlayersError, Rules, Side};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyInt, PyList, PyString, PyTuple};

use crate::errors::{self, raise, showing};
use crate::letters::Letters;
use crate::values::{integer, pair, text};

/// The name and the color of a pair.
pub(crate) fn read_player<'py>(
    player: &Bound<'py, PyAny>,
) -> PyResult<(Bound<'py, PyString>, Bound<'py, PyAny>)> {
    if let Some((name, color)) = pair(player)?
        && let Ok(name) = name.cast_into::<PyString>()
    {
        return Ok((name, color));
    }
    Err(showing(player, |value| {
        refusal(PlayersError::NotAPair { value }, player)
    }))
}

/// The side that a letter names. Rules: K-14.
pub(crate) fn side(value: &Bound<'_, PyAny>) -> Option<Side> {
    static SIDES: Letters<Side, 2> = Letters::new([(Side::White, "W"), (Side::Black, "B")]);
    SIDES.meaning(value)
}

pub(crate) fn read_color(name: &Bound<'_, PyString>, color: &Bound<'_, PyAny>) -> PyResult<Side> {
    side(color).ok_or_else(|| {
        showing(name, |name| {
            showing(color, |value| {
                let message = format!("the color of {name} is {value}; it must be \"W\" or \"B\"");
                refusal(message, color)
            })
        })
    })
}

/// `PlayersError`. Rules: K-14.
pub(crate) fn refusal(message: impl Display, value: &Bound<'_, PyAny>) -> PyErr {
    raise("PlayersError", Some("K-14"), value, message)
}

/// The rule set of this name.
///
/// # Errors
/// `RulesError`, with `rule` as its rule id.
pub(crate) fn read_rules(value: &Bound<'_, PyAny>, rule: Option<&'static str>) -> PyResult<Rules> {
    let rules = text(value).and_then(|rules| rules.parse().ok());
    rules.ok_or_else(|| {
        showing(value, |shown| {
            let message =
                format!("{shown} is no set of kuba rules; they are classroom and tournament");
            raise("RulesError", rule, value, message)
        })
    })
}

/// The side that a value names.
///
/// # Errors
/// `ParlorError` for anything else.
pub(crate) fn read_side(value: &Bound<'_, PyAny>) -> PyResult<Side> {
    side(value).ok_or_else(|| {
        errors::invalid(value, |shown| {
            format!("{shown} is no side; the sides are W and B")
        })
    })
}

/// The cell of coordinates; `None` unless they are a tuple or list of exactly two integers in 0 to 6.
///
/// Rules: K-16.
pub(crate) fn read_cell(coordinates: &Bound<'_, PyAny>) -> PyResult<Option<Cell>> {
    let [row, column] = if let Ok(tuple) = coordinates.cast::<PyTuple>()
        && tuple.len() == 2
    {
        [tuple.get_item(0)?, tuple.get_item(1)?]
    } else if let Ok(list) = coordinates.cast::<PyList>()
        && list.len() == 2
    {
        [list.get_item(0)?, list.get_item(1)?]
    } else {
        return Ok(None);
    };
    let (Some(row), Some(column)) = (small(&row)?, small(&column)?) else {
        return Ok(None);
    };
    Ok(Cell::new(row, column).ok())
}

/// The integer in a value. Python has one object for each small integer, so those of a board are
/// recognized by identity.
fn small(value: &Bound<'_, PyAny>) -> PyResult<Option<i64>> {
    static DIGITS: PyOnceLock<[Py<PyInt>; 7]> = PyOnceLock::new();
    let py = value.py();
    let digits = DIGITS.get_or_init(py, || {
        [0, 1, 2, 3, 4, 5, 6].map(|digit| PyInt::new(py, digit).unbind())
    });
    match (0..).zip(digits).find(|(_, digit)| digit.is(value)) {
        Some((digit, _)) => Ok(Some(digit)),
        None => integer(value),
    }
}

/// The push of coordinates and a direction; `None` if either is invalid.
///
/// Rules: K-2, K-16.
pub(crate) fn read_push(
    coordinates: &Bound<'_, PyAny>,
    direction: &Bound<'_, PyAny>,
) -> PyResult<Option<Move>> {
    static DIRECTIONS: Letters<Direction, 4> = Letters::new([
        (Direction::Left, "L"),
        (Direction::Right, "R"),
        (Direction::Forward, "F"),
        (Direction::Backward, "B"),
    ]);
    let cell = read_cell(coordinates)?;
    let push = cell.zip(DIRECTIONS.meaning(direction));
    Ok(push.map(|(cell, direction)| Move { cell, direction }))
}

/// A push such as `65F`, or `end`. Rules: K-2, K-12.
///
/// # Errors
/// `NotationError` for an invalid text, `ParlorError` for other values.
pub(crate) fn read_action(action: &Bound<'_, PyAny>) -> PyResult<Action> {
    let Ok(string) = action.cast::<PyString>() else {
        return Err(errors::invalid(action, |shown| {
            format!("{shown} is no action; write a push like 65F, or end")
        }));
    };
    string.to_string_lossy().parse().map_err(|error| {
        let kuba_rules::ParseError {
            column, expected, ..
        } = error;
        errors::notation(string, column, expected)
    })
}
