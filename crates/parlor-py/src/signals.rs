//! Ctrl-C in work that runs without the GIL.

use std::cell::{Cell, RefCell};

use parlor_study::Watch;
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

    /// The exception, if there is one.
    ///
    /// # Errors
    /// That exception.
    pub(crate) fn result(self) -> PyResult<()> {
        self.raised.into_inner().map_or(Ok(()), Err)
    }
}

impl Watch for Signals {
    fn is_stopped(&self) -> bool {
        self.have_raised()
    }
}

/// What a pending signal raises.
pub(crate) fn check_signals() -> PyResult<()> {
    Python::attach(|py| {
        py.check_signals()?;
        Ok(())
    })
}
