//! Deadlines of searches.

use std::cell::Cell;
use std::time::{Duration, Instant};

/// The end of a search's time. It is checked before every node, so the clock is
/// read at some of them only.
#[derive(Debug)]
pub(crate) struct Deadline {
    /// `None` for no deadline.
    at: Option<Instant>,
    checks: Cell<u32>,
}

impl Deadline {
    /// The number of checks for each reading of the clock: at millions of nodes a
    /// second still one every few hundredths of a millisecond.
    const CHECKS_PER_READING: u32 = 128;

    /// The deadline after this time; none without a time, or for one beyond the
    /// range of the clock.
    pub(crate) fn after(time: Option<Duration>) -> Self {
        Self {
            at: time.and_then(|time| now().checked_add(time)),
            checks: Cell::new(0),
        }
    }

    /// Whether it is past, as far as the clock has been read.
    pub(crate) fn is_past(&self) -> bool {
        let Some(at) = self.at else {
            return false;
        };
        let checks = self.checks.get() + 1;
        self.checks.set(checks % Self::CHECKS_PER_READING);
        checks == Self::CHECKS_PER_READING && now() >= at
    }
}

#[expect(
    clippy::disallowed_methods,
    reason = "the front end measures the time that the user gives the engine"
)]
pub(crate) fn now() -> Instant {
    Instant::now()
}
