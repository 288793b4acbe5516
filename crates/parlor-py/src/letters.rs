//! Letters with a meaning, found in Python strings.

use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyString;

use crate::values;

/// The strings of some letters, recognized by identity.
///
/// Python has one object for each one-letter string that is computed, and one for each that is
/// written in a program; they need not be the same. Nearly every letter is one of the two, and
/// comparing pointers avoids reading the text.
pub(crate) struct Letters<T, const N: usize> {
    letters: [(T, &'static str); N],
    /// The two objects of each letter, made on first use.
    strings: PyOnceLock<[[Py<PyString>; 2]; N]>,
}

impl<T: Copy, const N: usize> Letters<T, N> {
    pub(crate) const fn new(letters: [(T, &'static str); N]) -> Self {
        Self {
            letters,
            strings: PyOnceLock::new(),
        }
    }

    /// The meaning of the value; `None` for any other value.
    pub(crate) fn meaning(&self, value: &Bound<'_, PyAny>) -> Option<T> {
        let py = value.py();
        let strings = self.strings.get_or_init(py, || {
            self.letters.each_ref().map(|(_, letter)| {
                let strings = [PyString::new(py, letter), PyString::intern(py, letter)];
                strings.map(Bound::unbind)
            })
        });
        let is_it = |strings: &[Py<PyString>; 2]| strings.iter().any(|string| string.is(value));
        let place = strings.iter().position(is_it).or_else(|| {
            let text = values::text(value)?;
            self.letters.iter().position(|(_, letter)| *letter == text)
        })?;
        Some(self.letters[place].0)
    }
}
