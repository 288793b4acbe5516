//! Reading records from texts.

use parlor_record::LineColumn;
use parlor_record::record::{AnyRecord, RecordError};
use pyo3::exceptions::PyUnicodeError;
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::errors::{self, raise_with};
use crate::values;

/// The one record of a text. Other threads run meanwhile.
///
/// # Errors
/// `RecordError` with the place of the first error, `ParlorError` for anything but a string.
pub(super) fn one(value: &Bound<'_, PyAny>) -> PyResult<AnyRecord> {
    let text = text(value)?;
    let read = value.py().detach(|| AnyRecord::read(&text));
    read.map_err(|error| refusal(value.py(), &error))
}

/// Every record of a text. Other threads run meanwhile.
///
/// # Errors
/// As [`one`].
pub(super) fn every(value: &Bound<'_, PyAny>) -> PyResult<Vec<AnyRecord>> {
    let text = text(value)?;
    let read = value
        .py()
        .detach(|| AnyRecord::read_all(&text).collect::<Result<_, _>>());
    read.map_err(|error| refusal(value.py(), &error))
}

/// The text of a string.
fn text(value: &Bound<'_, PyAny>) -> PyResult<String> {
    if let Some(text) = values::text(value) {
        return Ok(text.into_owned());
    }
    let string = value.cast::<PyString>().map_err(|_| {
        errors::invalid(value, |shown| {
            format!("a record is read from a string, not from {shown}")
        })
    })?;
    let place = half_character(string)?;
    let half = "half a character (a lone surrogate) is no text; read the file as UTF-8";
    Err(raised(place, None, value, None, half))
}

/// The line and the column of the first lone surrogate.
fn half_character(string: &Bound<'_, PyString>) -> PyResult<LineColumn> {
    let py = string.py();
    let string = values::exact(string)?;
    let mut place = LineColumn { line: 1, column: 1 };
    let Err(error) = string.call_method1("encode", ("utf-8",)) else {
        return Ok(place);
    };
    if !error.is_instance_of::<PyUnicodeError>(py) {
        return Err(error);
    }
    let start: usize = error.value(py).getattr("start")?.extract()?;
    // Up to there, each character is one of Python's.
    for character in string.to_string_lossy().chars().take(start) {
        place.column += 1;
        if character == '\n' {
            place = LineColumn {
                line: place.line + 1,
                column: 1,
            };
        }
    }
    Ok(place)
}

/// `RecordError` with the place and the value.
fn refusal(py: Python<'_>, error: &RecordError) -> PyErr {
    let kind = error.kind();
    let value = match kind.value() {
        Some(value) => PyString::new(py, value).into_any(),
        None => py.None().into_bound(py),
    };
    let ply = error.ply().map(|ply| format!("ply {ply}: "));
    let problem = format!("{}{kind}", ply.unwrap_or_default());
    raised(error.place(), error.ply(), &value, kind.rule(), &problem)
}

fn raised(
    place: LineColumn,
    ply: Option<usize>,
    value: &Bound<'_, PyAny>,
    rule: Option<&'static str>,
    problem: &str,
) -> PyErr {
    let raise = || -> PyResult<PyErr> {
        let py = value.py();
        let LineColumn { line, column } = place;
        let fields = [
            ("line", line.into_pyobject(py)?.into_any()),
            ("column", column.into_pyobject(py)?.into_any()),
            ("ply", ply.into_pyobject(py)?),
        ];
        let message = format!("line {line}, column {column}: {problem}");
        let message = parlor_view::printable(&message);
        Ok(raise_with("RecordError", rule, value, message, &fields))
    };
    raise().unwrap_or_else(|error| error)
}
