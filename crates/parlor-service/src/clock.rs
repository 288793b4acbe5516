//! The time of day and a steady count, behind a trait so that tests can set them.

use core::fmt::Debug;
use core::time::Duration;
use std::sync::LazyLock;
use std::time::{Instant, SystemTime, UNIX_EPOCH};

use parlor_table::timestamp::{Timestamp, milliseconds};

/// A source of time. Waiting is left to the runtime, whose time a test can stop.
pub trait TimeSource: Debug + Send + Sync + 'static {
    /// The time of day. It may be wrong, and jump when somebody sets it right.
    fn now(&self) -> Timestamp;

    /// How long this clock has run. It never jumps or runs back; it may stop while the machine
    /// sleeps.
    fn steady(&self) -> Duration;
}

/// When the steady clock was first read.
static BEGINNING: LazyLock<Instant> = LazyLock::new(instant);

#[expect(
    clippy::disallowed_methods,
    reason = "a clock that nobody sets shows whether the one that is set can be believed"
)]
fn instant() -> Instant {
    Instant::now()
}

/// The clock of the machine.
#[derive(Clone, Copy, Debug, Default)]
pub struct SystemClock;

impl TimeSource for SystemClock {
    #[expect(
        clippy::disallowed_methods,
        reason = "log entries carry the time, and absent players run out of it"
    )]
    fn now(&self) -> Timestamp {
        let since = SystemTime::now().duration_since(UNIX_EPOCH);
        Timestamp(milliseconds(since.unwrap_or_default()))
    }

    fn steady(&self) -> Duration {
        let beginning = *BEGINNING;
        instant().saturating_duration_since(beginning)
    }
}
