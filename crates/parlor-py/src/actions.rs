//! Actions by their numbers: the texts of all, made once, and what a position says of those that are legal.

use parlor_batch::{kuba, ludo};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBytes, PyString, PyTuple};

use crate::errors;
use crate::values::{integer, is_integer};

/// The actions of a game.
pub(crate) struct Actions {
    texts: PyOnceLock<Py<PyTuple>>,
    count: usize,
    text: fn(i64) -> Option<String>,
}

/// The choices in Ludo.
pub(crate) static LUDO: Actions = Actions {
    texts: PyOnceLock::new(),
    count: ludo::ACTIONS,
    text: |number| Some(ludo::choice(number)?.to_string()),
};

/// The pushes in Kuba, and `end`.
pub(crate) static KUBA: Actions = Actions {
    texts: PyOnceLock::new(),
    count: kuba::ACTIONS,
    text: |number| Some(kuba::action(number)?.to_string()),
};

impl Actions {
    /// The texts of all, by number.
    pub(crate) fn texts<'py>(&self, py: Python<'py>) -> PyResult<&Bound<'py, PyTuple>> {
        let texts = self.texts.get_or_try_init(py, || {
            let texts = (0..).map_while(self.text);
            let texts: Vec<_> = texts.map(|text| PyString::intern(py, &text)).collect();
            PyResult::Ok(PyTuple::new(py, texts)?.unbind())
        });
        Ok(texts?.bind(py))
    }

    /// The texts of these.
    pub(crate) fn texts_of<'py>(
        &self,
        py: Python<'py>,
        numbers: impl Iterator<Item = usize>,
    ) -> PyResult<Bound<'py, PyTuple>> {
        let texts = self.texts(py)?;
        let texts: PyResult<Vec<_>> = numbers
            .map(|number| texts.get_borrowed_item(number))
            .collect();
        PyTuple::new(py, texts?)
    }

    /// A byte for each action: 1 for these, 0 for the others.
    pub(crate) fn mask<'py>(
        &self,
        py: Python<'py>,
        numbers: impl Iterator<Item = usize>,
    ) -> Bound<'py, PyBytes> {
        let mut mask = vec![0; self.count];
        for number in numbers {
            mask[number] = 1;
        }
        PyBytes::new(py, &mask)
    }

    /// The text of the action with a number.
    ///
    /// # Errors
    /// `ParlorError` for anything but a number of an action.
    pub(crate) fn text_of<'py>(&self, number: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let place = self.number(number)?;
        let place = place.ok_or_else(|| self.no_number(number))?;
        self.texts(number.py())?.get_item(place)
    }

    /// The number in a value; `None` if it is no integer.
    ///
    /// # Errors
    /// `ParlorError` for an integer that is no action's number.
    pub(crate) fn number(&self, value: &Bound<'_, PyAny>) -> PyResult<Option<usize>> {
        if !is_integer(value) {
            return Ok(None);
        }
        let number = integer::<usize>(value)?.filter(|number| *number < self.count);
        number.map(Some).ok_or_else(|| self.no_number(value))
    }

    fn no_number(&self, value: &Bound<'_, PyAny>) -> PyErr {
        let last = self.count - 1;
        errors::invalid(value, |shown| {
            format!("{shown} is no number of an action; the numbers are 0 to {last}, as in ACTIONS")
        })
    }
}
