//! The tokens of one `play_game`, shared by its game and its players.

use std::sync::{Mutex, PoisonError};

use ludo_rules::Tokens;
use pyo3::prelude::*;

use crate::errors;
use crate::values::integer;

/// The tokens of one game: a Python object, so that copies and pickles of a game and its players
/// share one again.
#[pyclass(frozen, module = "parlor._native", name = "_Table")]
#[derive(Debug)]
pub(crate) struct SharedTokens(Mutex<Tokens>);

#[pymethods]
impl SharedTokens {
    #[new]
    fn new(bits: &Bound<'_, PyAny>) -> PyResult<Self> {
        let tokens = integer(bits)?.and_then(|bits| Tokens::from_bits(bits).ok());
        tokens.map(Self::of).ok_or_else(|| {
            errors::invalid(bits, |shown| format!("{shown} packs no tokens of a game"))
        })
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> (Bound<'py, PyAny>, (u64,)) {
        let bits = slf.get().tokens().to_bits();
        (slf.get_type().into_any(), (bits,))
    }
}

impl SharedTokens {
    pub(crate) const fn of(tokens: Tokens) -> Self {
        Self(Mutex::new(tokens))
    }

    pub(crate) fn tokens(&self) -> Tokens {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn set(&self, tokens: Tokens) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = tokens;
    }
}
