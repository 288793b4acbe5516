//! The arguments of `KubaGame`: players, cells and directions out of any values.

use std::fmt::Display;

use kuba_rules::{Cell, Direction, PlayersError, Side};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyInt, PyList, PyString, PyTuple};

use crate::errors::Raise;
use crate::letters::Letters;
use crate::values::{integer, pair, shown};

/// The name and the color of a pair.
pub(crate) fn read_player<'py>(
    player: &Bound<'py, PyAny>,
) -> PyResult<(Bound<'py, PyString>, Bound<'py, PyAny>)> {
    if let Some((name, color)) = pair(player)?
        && let Ok(name) = name.cast_into::<PyString>()
    {
        return Ok((name, color));
    }
    let value = shown(player)?;
    Err(refusal(PlayersError::NotAPair { value }, player))
}

pub(crate) fn read_color(name: &Bound<'_, PyString>, color: &Bound<'_, PyAny>) -> PyResult<Side> {
    static COLORS: PyOnceLock<Letters<Side, 2>> = PyOnceLock::new();
    let py = color.py();
    let letters = [(Side::White, "W"), (Side::Black, "B")];
    let colors = COLORS.get_or_init(py, || Letters::new(py, letters));
    if let Some(side) = colors.meaning(color) {
        return Ok(side);
    }
    let (name, value) = (shown(name)?, shown(color)?);
    let message = format!("the color of {name} is {value}; it must be \"W\" or \"B\"");
    Err(refusal(message, color))
}

/// Why these players cannot play, in words. Rules: K-14.
pub(crate) fn refusal(message: impl Display, value: &Bound<'_, PyAny>) -> PyErr {
    Raise {
        class: "PlayersError",
        rule: Some("K-14"),
        value,
    }
    .says(message)
}

/// The cell of coordinates; none unless they are a tuple or list of exactly two integers in 0 to 6.
///
/// Rules: K-16.
pub(crate) fn read_cell(coordinates: &Bound<'_, PyAny>) -> PyResult<Option<Cell>> {
    let two = if let Ok(tuple) = coordinates.cast::<PyTuple>() {
        if tuple.len() != 2 {
            return Ok(None);
        }
        [tuple.get_item(0)?, tuple.get_item(1)?]
    } else if let Ok(list) = coordinates.cast::<PyList>() {
        if list.len() != 2 {
            return Ok(None);
        }
        [list.get_item(0)?, list.get_item(1)?]
    } else {
        return Ok(None);
    };
    let [row, column] = two;
    let (Some(row), Some(column)) = (small(&row)?, small(&column)?) else {
        return Ok(None);
    };
    Ok(Cell::new(row, column).ok())
}

/// The integer in a value. Python keeps one object for each small integer, so that those of a board
/// are known by identity.
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

/// The direction of exactly one of the four letters. Rules: K-2, K-16.
pub(crate) fn read_direction(value: &Bound<'_, PyAny>) -> Option<Direction> {
    static DIRECTIONS: PyOnceLock<Letters<Direction, 4>> = PyOnceLock::new();
    let py = value.py();
    let letters = [
        (Direction::Left, "L"),
        (Direction::Right, "R"),
        (Direction::Forward, "F"),
        (Direction::Backward, "B"),
    ];
    DIRECTIONS
        .get_or_init(py, || Letters::new(py, letters))
        .meaning(value)
}
