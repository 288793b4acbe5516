//! Reading records from texts.

use parlor_record::record::{AnyRecord, RecordError};
use pyo3::exceptions::PyUnicodeError;
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::errors::{self, Raise};
use crate::values::{self, shown};

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
    let Ok(string) = value.cast::<PyString>() else {
        let message = format!("a record is read from a string, not from {}", shown(value)?);
        return Err(errors::value(value, message));
    };
    let (line, column) = half_character(string)?;
    let half = "half a character (a lone surrogate)";
    Err(ErrorPlace {
        line,
        column,
        ply: None,
    }
    .raised(
        value,
        None,
        &format!("line {line}, column {column}: {half} is no text; read the file as UTF-8"),
    ))
}

/// The line and the column of the first lone surrogate.
fn half_character(string: &Bound<'_, PyString>) -> PyResult<(usize, usize)> {
    let py = string.py();
    let string = values::exact(string)?;
    let Err(error) = string.call_method1("encode", ("utf-8",)) else {
        return Ok((1, 1));
    };
    if !error.is_instance_of::<PyUnicodeError>(py) {
        return Err(error);
    }
    let start: usize = error.value(py).getattr("start")?.extract()?;
    // Up to there, each character is one of Python's.
    let lossy = string.to_string_lossy();
    let before = lossy.chars().take(start);
    Ok(
        before.fold((1, 1), |(line, column), character| match character {
            '\n' => (line + 1, 1),
            _ => (line, column + 1),
        }),
    )
}

/// `RecordError` with the place and the value.
fn refusal(py: Python<'_>, error: &RecordError) -> PyErr {
    let place = ErrorPlace {
        line: error.place().line,
        column: error.place().column,
        ply: error.ply(),
    };
    let value = match error.kind().value() {
        Some(value) => PyString::new(py, value).into_any(),
        None => py.None().into_bound(py),
    };
    let ply = place.ply.map(|ply| format!("ply {ply}: "));
    let message = format!(
        "line {}, column {}: {}{}",
        place.line,
        place.column,
        ply.unwrap_or_default(),
        error.kind()
    );
    place.raised(
        &value,
        error.kind().rule(),
        &parlor_view::printable(&message),
    )
}

/// The place of an error.
struct ErrorPlace {
    line: usize,
    column: usize,
    ply: Option<usize>,
}

impl ErrorPlace {
    fn raised(&self, value: &Bound<'_, PyAny>, rule: Option<&'static str>, message: &str) -> PyErr {
        let raise = || -> PyResult<PyErr> {
            let py = value.py();
            let fields = [
                ("line", self.line.into_pyobject(py)?.into_any()),
                ("column", self.column.into_pyobject(py)?.into_any()),
                ("ply", self.ply.into_pyobject(py)?),
            ];
            let refusal = Raise {
                class: "RecordError",
                rule,
                value,
            };
            Ok(refusal.message_with(message, &fields))
        };
        raise().unwrap_or_else(|error| error)
    }
}
