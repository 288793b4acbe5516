//! Errors of the rules crates as the exceptions of `parlor.errors`.

use std::fmt::Display;

use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyString, PyTuple};

use crate::values;

/// The exception of this class in `parlor.errors`, with the rule broken, if any, and the value that
/// was given.
pub(crate) fn raise(
    class: &str,
    rule: Option<&str>,
    value: &Bound<'_, PyAny>,
    message: impl Display,
) -> PyErr {
    raise_with(class, rule, value, message, &[])
}

/// As [`raise`], with further fields.
pub(crate) fn raise_with<'py>(
    class: &str,
    rule: Option<&str>,
    value: &Bound<'py, PyAny>,
    message: impl Display,
    fields: &[(&str, Bound<'py, PyAny>)],
) -> PyErr {
    static ERRORS: PyOnceLock<Py<PyModule>> = PyOnceLock::new();
    let py = value.py();
    let exception = || {
        let errors =
            ERRORS.get_or_try_init(py, || py.import("parlor.errors").map(Bound::unbind))?;
        let exception = errors
            .bind(py)
            .getattr(class)?
            .call1((message.to_string(),))?;
        exception.setattr("rule", rule)?;
        exception.setattr("value", value)?;
        for (name, field) in fields {
            exception.setattr(*name, field)?;
        }
        Ok(exception)
    };
    exception().map_or_else(|error| error, PyErr::from_value)
}

/// The exception that `error` makes of the value as messages show it.
pub(crate) fn showing(value: &Bound<'_, PyAny>, error: impl FnOnce(String) -> PyErr) -> PyErr {
    values::shown(value).map_or_else(|error| error, error)
}

/// `ParlorError` for a value of a wrong type or range, with a message that shows the value.
pub(crate) fn invalid(value: &Bound<'_, PyAny>, message: impl FnOnce(String) -> String) -> PyErr {
    showing(value, |shown| self::value(value, message(shown)))
}

/// `ParlorError` for a value of a wrong type or range.
pub(crate) fn value(value: &Bound<'_, PyAny>, message: impl Display) -> PyErr {
    raise("ParlorError", None, value, message)
}

/// `NotationError` at a column, counted from 1.
pub(crate) fn notation(text: &Bound<'_, PyString>, column: usize, expected: &str) -> PyErr {
    let found = match text.to_string_lossy().chars().nth(column.saturating_sub(1)) {
        Some(found) => format!("found {found:?}"),
        None => "the text ends".to_owned(),
    };
    showing(text, |shown| {
        let message = format!("column {column} of {shown}: {found}, expected {expected}");
        notation_with(text, message, column, expected)
    })
}

/// As [`notation`], with another message.
pub(crate) fn notation_with(
    text: &Bound<'_, PyAny>,
    message: impl Display,
    column: usize,
    expected: &str,
) -> PyErr {
    let py = text.py();
    let Ok(column) = column.into_pyobject(py);
    let expected = PyString::new(py, expected).into_any();
    let fields = [("column", column.into_any()), ("expected", expected)];
    raise_with("NotationError", None, text, message, &fields)
}

/// `SetupError` with every reason.
pub(crate) fn setup(
    value: &Bound<'_, PyAny>,
    rule: Option<&'static str>,
    reasons: impl ExactSizeIterator<Item = String>,
) -> PyErr {
    let reasons: Vec<String> = reasons.collect();
    setup_with(value, rule, &reasons, &reasons.join("; "), &[])
}

/// As [`setup`], with another message and further fields.
pub(crate) fn setup_with<'py>(
    value: &Bound<'py, PyAny>,
    rule: Option<&'static str>,
    reasons: &[String],
    message: &str,
    fields: &[(&str, Bound<'py, PyAny>)],
) -> PyErr {
    match PyTuple::new(value.py(), reasons) {
        Ok(reasons) => {
            let mut all = vec![("reasons", reasons.into_any())];
            all.extend_from_slice(fields);
            raise_with("SetupError", rule, value, message, &all)
        }
        Err(error) => error,
    }
}
