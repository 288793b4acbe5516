//! The clock, by which a face ends what would go on for ever.

use std::cell::Cell;
use std::time::{Duration, Instant};

/// A moment that a search asks about before every node: so the clock is read
/// at some of them only.
#[derive(Debug)]
pub(crate) struct Deadline {
    /// When; never without one.
    at: Option<Instant>,
    asked: Cell<u32>,
}

impl Deadline {
    /// How often it is asked for one look at the clock: at millions of nodes a
    /// second still every few hundredths of a millisecond.
    const ASKED: u32 = 128;

    /// So much later than now; never without it, and where there is no such
    /// moment.
    pub(crate) fn after(time: Option<Duration>) -> Self {
        Self {
            at: time.and_then(|time| now().checked_add(time)),
            asked: Cell::new(0),
        }
    }

    /// Whether it is past, as far as the clock has been read.
    pub(crate) fn is_past(&self) -> bool {
        let Some(at) = self.at else {
            return false;
        };
        let asked = self.asked.get() + 1;
        self.asked.set(asked % Self::ASKED);
        asked == Self::ASKED && now() >= at
    }
}

#[expect(
    clippy::disallowed_methods,
    reason = "the time that a person gives the engine is the face's to measure"
)]
pub(crate) fn now() -> Instant {
    Instant::now()
}
