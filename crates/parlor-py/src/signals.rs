//! Ctrl-C in work that runs without the GIL.

use std::cell::{Cell, RefCell};

use pyo3::prelude::*;

/// Looks for signals now and then: each look may have to wait for the GIL.
#[derive(Debug)]
pub(crate) struct Signals {
    /// The number of calls for each look.
    every: u32,
    asked: Cell<u32>,
    raised: RefCell<Option<PyErr>>,
}

impl Signals {
    /// Looks at each so-manieth call.
    pub(crate) const fn every(calls: u32) -> Self {
        Self {
            every: calls,
            asked: Cell::new(0),
            raised: RefCell::new(None),
        }
    }

    /// Whether a signal has raised an exception.
    pub(crate) fn have_raised(&self) -> bool {
        let asked = self.asked.get().wrapping_add(1);
        self.asked.set(asked);
        if asked.is_multiple_of(self.every)
            && let Err(error) = check_signals()
        {
            self.raised.replace(Some(error));
        }
        self.raised.borrow().is_some()
    }

    /// Stops as well for an exception of a callback, unless a signal came first.
    pub(crate) fn raise(&self, error: PyErr) {
        self.raised.borrow_mut().get_or_insert(error);
    }

    /// The exception, if there is one.
    ///
    /// # Errors
    /// That exception.
    pub(crate) fn result(self) -> PyResult<()> {
        self.raised.into_inner().map_or(Ok(()), Err)
    }
}

/// What a pending signal raises.
pub(crate) fn check_signals() -> PyResult<()> {
    Python::attach(|py| {
        py.check_signals()?;
        Ok(())
    })
}
