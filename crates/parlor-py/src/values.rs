//! Reading Python's values: anything but an integer, text or pair is reported, never guessed.

use std::borrow::Cow;

use pyo3::exceptions::{PyException, PyTypeError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBool, PyFrozenSet, PyInt, PyIterator, PySet, PyString, PyTuple};

/// The integer in a value: anything with `__index__` but a boolean; `None` for other values and
/// integers out of range.
///
/// # Errors
/// Only what ends a program, such as an interrupt; a value whose `__index__` fails is not an integer.
pub(crate) fn integer<'py, T: for<'a> FromPyObject<'a, 'py, Error = PyErr>>(
    value: &Bound<'py, PyAny>,
) -> PyResult<Option<T>> {
    if !value.is_exact_instance_of::<PyInt>() && value.is_instance_of::<PyBool>() {
        return Ok(None);
    }
    unless_stopped(value.py(), value.extract())
}

/// Whether the value is an integer of any size.
pub(crate) fn is_integer(value: &Bound<'_, PyAny>) -> bool {
    if value.is_exact_instance_of::<PyInt>() {
        return true;
    }
    !value.is_instance_of::<PyBool>() && value.get_type().hasattr("__index__").unwrap_or(false)
}

/// The result, or `None` after an ordinary exception.
///
/// # Errors
/// What ends a program, such as an interrupt.
pub(crate) fn unless_stopped<T>(py: Python<'_>, result: PyResult<T>) -> PyResult<Option<T>> {
    match result {
        Ok(value) => Ok(Some(value)),
        Err(error) if error.is_instance_of::<PyException>(py) => Ok(None),
        Err(error) => Err(error),
    }
}

/// The value for a message: its `repr`, shortened.
///
/// # Errors
/// Only what ends a program; a `repr` that fails is replaced by the type's name.
pub(crate) fn shown(value: &Bound<'_, PyAny>) -> PyResult<String> {
    static SHORT: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    let py = value.py();
    let short = SHORT.get_or_try_init(py, || {
        let repr = py.import("reprlib")?.getattr("Repr")?.call0()?;
        for limit in ["maxstring", "maxother", "maxlong"] {
            repr.setattr(limit, 80)?;
        }
        PyResult::Ok(repr.unbind())
    })?;
    let words = short.bind(py).call_method1("repr", (value,));
    if let Some(words) = unless_stopped(py, words.and_then(|words| words.str()))? {
        return Ok(words.to_string_lossy().into_owned());
    }
    let class = unless_stopped(py, value.get_type().name())?;
    Ok(class.map_or_else(
        || "<an object that cannot be shown>".to_owned(),
        |class| format!("<{} object>", class.to_string_lossy()),
    ))
}

/// The text of a string or of a subclass; `None` for other values and for lone surrogates.
pub(crate) fn text<'a>(value: &'a Bound<'_, PyAny>) -> Option<Cow<'a, str>> {
    value.cast::<PyString>().ok()?.to_cow().ok()
}

/// The string as a plain `str`, whatever a subclass's `__str__` returns.
///
/// # Errors
/// When memory runs out.
pub(crate) fn exact<'py>(value: &Bound<'py, PyString>) -> PyResult<Bound<'py, PyString>> {
    if value.is_exact_instance_of::<PyString>() {
        return Ok(value.clone());
    }
    let str = value.py().get_type::<PyString>();
    Ok(str.call_method1("__str__", (value,))?.cast_into()?)
}

/// Iterates over any iterable but a string or a set, whose order is arbitrary; `None` for other
/// values.
///
/// # Errors
/// What its `__iter__` raises.
pub(crate) fn items<'py>(value: &Bound<'py, PyAny>) -> PyResult<Option<Bound<'py, PyIterator>>> {
    let is_set = value.is_instance_of::<PySet>() || value.is_instance_of::<PyFrozenSet>();
    if is_set || value.is_instance_of::<PyString>() {
        return Ok(None);
    }
    match value.try_iter() {
        Ok(items) => Ok(Some(items)),
        // Python's own error for what is not iterable; an error from an `__iter__` has a traceback.
        Err(error) if is_own_type_error(value.py(), &error) => Ok(None),
        Err(error) => Err(error),
    }
}

/// As [`items`], but a text has its letters: what names seats may be `"AC"`.
///
/// # Errors
/// As [`items`].
pub(crate) fn letters<'py>(value: &Bound<'py, PyAny>) -> PyResult<Option<Bound<'py, PyIterator>>> {
    if value.is_instance_of::<PyString>() {
        return value.try_iter().map(Some);
    }
    items(value)
}

fn is_own_type_error(py: Python<'_>, error: &PyErr) -> bool {
    error.is_instance_of::<PyTypeError>(py) && error.traceback(py).is_none()
}

/// The two items of any iterable of two but a string or a set; `None` for other values. At most
/// three items are read.
///
/// # Errors
/// What the iterable raises.
pub(crate) fn pair<'py>(
    value: &Bound<'py, PyAny>,
) -> PyResult<Option<(Bound<'py, PyAny>, Bound<'py, PyAny>)>> {
    items(value)?.map_or(Ok(None), two)
}

/// The two items, if there are two.
///
/// # Errors
/// What the iterator raises.
pub(crate) fn two(
    mut items: Bound<'_, PyIterator>,
) -> PyResult<Option<(Bound<'_, PyAny>, Bound<'_, PyAny>)>> {
    let (first, second, third) = (
        items.next().transpose()?,
        items.next().transpose()?,
        items.next().transpose()?,
    );
    Ok(match (first, second, third) {
        (Some(first), Some(second), None) => Some((first, second)),
        _ => None,
    })
}

/// A tuple of the items' texts.
pub(crate) fn texts<T: ToString>(
    py: Python<'_>,
    items: impl Iterator<Item = T>,
) -> PyResult<Bound<'_, PyTuple>> {
    tuple(py, items.map(|item| Ok(item.to_string())))
}

/// A tuple of the items, all of which are made first.
///
/// # Errors
/// That of the first item that cannot be made.
pub(crate) fn tuple<'py, T: IntoPyObject<'py>>(
    py: Python<'py>,
    items: impl Iterator<Item = PyResult<T>>,
) -> PyResult<Bound<'py, PyTuple>> {
    PyTuple::new(py, items.collect::<PyResult<Vec<_>>>()?)
}

/// A keyword argument that may be left out, which is not the same as None.
#[derive(Debug)]
pub(crate) enum Keyword<'py> {
    /// It was left out.
    Absent,
    /// It was given.
    Given(Bound<'py, PyAny>),
}

impl<'py> Keyword<'py> {
    /// What `read` returns for it, or the default.
    ///
    /// # Errors
    /// That of `read`.
    pub(crate) fn or<T>(
        self,
        default: T,
        read: impl FnOnce(&Bound<'py, PyAny>) -> PyResult<T>,
    ) -> PyResult<T> {
        match self {
            Self::Absent => Ok(default),
            Self::Given(value) => read(&value),
        }
    }
}

impl<'py> FromPyObject<'_, 'py> for Keyword<'py> {
    type Error = PyErr;

    fn extract(value: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        Ok(Self::Given(value.to_owned()))
    }
}
