//! Errors of the rules crates as the exceptions of `parlor.errors`.

use std::fmt::Display;

use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyString, PyTuple};

use crate::values::shown;

/// An exception to raise.
pub(crate) struct Raise<'a, 'py> {
    /// The name of a class in `parlor.errors`.
    pub(crate) class: &'static str,
    /// The rule broken, if any.
    pub(crate) rule: Option<&'static str>,
    /// The value that was given.
    pub(crate) value: &'a Bound<'py, PyAny>,
}

impl<'py> Raise<'_, 'py> {
    /// The exception with this message.
    pub(crate) fn message(&self, message: impl Display) -> PyErr {
        self.message_with(message, &[])
    }

    /// The exception with this message and further fields.
    pub(crate) fn message_with(
        &self,
        message: impl Display,
        fields: &[(&str, Bound<'py, PyAny>)],
    ) -> PyErr {
        self.exception(&message.to_string(), fields)
            .map_or_else(|error| error, PyErr::from_value)
    }

    fn exception(
        &self,
        message: &str,
        fields: &[(&str, Bound<'py, PyAny>)],
    ) -> PyResult<Bound<'py, PyAny>> {
        static ERRORS: PyOnceLock<Py<PyModule>> = PyOnceLock::new();
        let py = self.value.py();
        let errors =
            ERRORS.get_or_try_init(py, || py.import("parlor.errors").map(Bound::unbind))?;
        let exception = errors.bind(py).getattr(self.class)?.call1((message,))?;
        exception.setattr("rule", self.rule)?;
        exception.setattr("value", self.value)?;
        for (name, field) in fields {
            exception.setattr(*name, field)?;
        }
        Ok(exception)
    }
}

/// `NotationError` at a column, counted from 1.
pub(crate) fn notation(text: &Bound<'_, PyString>, column: usize, expected: &str) -> PyErr {
    let found = match text.to_string_lossy().chars().nth(column.saturating_sub(1)) {
        Some(found) => format!("found {found:?}"),
        None => "the text ends".to_owned(),
    };
    shown(text).map_or_else(
        |error| error,
        |shown| {
            let message = format!("column {column} of {shown}: {found}, expected {expected}");
            notation_saying(text, message, column, expected)
        },
    )
}

/// As [`notation`], with another message.
pub(crate) fn notation_saying(
    text: &Bound<'_, PyAny>,
    message: impl Display,
    column: usize,
    expected: &str,
) -> PyErr {
    let py = text.py();
    let refusal = Raise {
        class: "NotationError",
        rule: None,
        value: text,
    };
    let Ok(column) = column.into_pyobject(py);
    let expected = PyString::new(py, expected).into_any();
    refusal.message_with(
        message,
        &[("column", column.into_any()), ("expected", expected)],
    )
}

/// `SetupError` with every reason.
pub(crate) fn setup(
    value: &Bound<'_, PyAny>,
    rule: Option<&'static str>,
    reasons: impl ExactSizeIterator<Item = String>,
) -> PyErr {
    let reasons: Vec<String> = reasons.collect();
    let refusal = Raise {
        class: "SetupError",
        rule,
        value,
    };
    match PyTuple::new(value.py(), &reasons) {
        Ok(fields) => refusal.message_with(reasons.join("; "), &[("reasons", fields.into_any())]),
        Err(error) => error,
    }
}

/// `ParlorError` for a value of a wrong type or range.
pub(crate) fn value(value: &Bound<'_, PyAny>, message: impl Display) -> PyErr {
    Raise {
        class: "ParlorError",
        rule: None,
        value,
    }
    .message(message)
}
