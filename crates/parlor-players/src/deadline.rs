//! Deadlines of searches.
//!
//! Who plays by the clock has asked for it.

use std::cell::Cell;
use std::time::{Duration, Instant};

/// The end of a search's time. It is checked before every node, so the clock is
/// read at some of them only.
#[derive(Debug)]
pub struct Deadline {
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
    pub fn after(time: Option<Duration>) -> Self {
        Self {
            at: time.and_then(|time| now().checked_add(time)),
            checks: Cell::new(0),
        }
    }

    /// Whether it is past, as far as the clock has been read.
    pub fn is_past(&self) -> bool {
        let Some(at) = self.at else {
            return false;
        };
        let checks = self.checks.get() + 1;
        self.checks.set(checks % Self::CHECKS_PER_READING);
        checks == Self::CHECKS_PER_READING && now() >= at
    }
}

/// The time by the clock.
#[expect(
    clippy::disallowed_methods,
    reason = "the user gives a player time, and it is measured here"
)]
pub fn now() -> Instant {
    Instant::now()
}
