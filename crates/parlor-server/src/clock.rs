//! What time it is, asked in one place so that tests can decide it.

use core::fmt::Debug;
use core::time::Duration;
use std::sync::LazyLock;
use std::time::{Instant, SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};

/// A moment: milliseconds since the beginning of 1970, UTC.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct Timestamp(pub u64);

impl Timestamp {
    /// The moment so much later.
    #[must_use]
    pub fn after(self, duration: Duration) -> Self {
        Self(self.0.saturating_add(milliseconds(duration)))
    }

    /// The moment so much earlier.
    #[must_use]
    pub fn before(self, duration: Duration) -> Self {
        Self(self.0.saturating_sub(milliseconds(duration)))
    }

    /// How long it is from `earlier` to this; nothing if that comes later.
    pub const fn since(self, earlier: Self) -> Duration {
        Duration::from_millis(self.0.saturating_sub(earlier.0))
    }
}

/// The whole milliseconds of a time.
pub(crate) fn milliseconds(duration: Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)
}

/// Tells the time. Waiting is the runtime's, whose time a test can stop.
pub trait Clock: Debug + Send + Sync + 'static {
    /// The present moment. It may be wrong, and jump when somebody sets it right.
    fn now(&self) -> Timestamp;

    /// How long this clock has run. That never jumps, nor runs back; it may stand
    /// while the machine sleeps.
    fn steady(&self) -> Duration;
}

/// When the steady clock of the machine was first asked for.
static BEGINNING: LazyLock<Instant> = LazyLock::new(instant);

#[expect(
    clippy::disallowed_methods,
    reason = "a clock that nobody sets tells whether the one that is set can be believed"
)]
fn instant() -> Instant {
    Instant::now()
}

/// The clock of the machine.
#[derive(Clone, Copy, Debug, Default)]
pub struct SystemClock;

impl Clock for SystemClock {
    #[expect(
        clippy::disallowed_methods,
        reason = "the log says when things happened, and absent players run out of time"
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
