//! Letters that mean something, found in Python strings.

use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::values;

/// The strings of some letters, to be recognised by identity.
///
/// Python keeps one object for each one-letter string that is computed, and one for each that is
/// written in a program; they need not be the same. Nearly every letter is one of the two, and
/// comparing pointers spares reading the text.
#[derive(Debug)]
pub(crate) struct Letters<T, const N: usize>([(T, &'static str, [Py<PyString>; 2]); N]);

impl<T: Copy, const N: usize> Letters<T, N> {
    pub(crate) fn new(py: Python<'_>, letters: [(T, &'static str); N]) -> Self {
        Self(letters.map(|(meaning, letter)| {
            let strings = [PyString::new(py, letter), PyString::intern(py, letter)];
            (meaning, letter, strings.map(Bound::unbind))
        }))
    }

    /// What the value means; none if it is no string, or another one.
    pub(crate) fn meaning(&self, value: &Bound<'_, PyAny>) -> Option<T> {
        let by_identity = self
            .0
            .iter()
            .find(|(_, _, strings)| strings.iter().any(|string| string.is(value)));
        let (meaning, ..) = by_identity.or_else(|| {
            let text = values::text(value)?;
            self.0.iter().find(|(_, letter, _)| *letter == text)
        })?;
        Some(*meaning)
    }
}
