//! How fast one visitor may go.

use core::hash::Hash;
use core::num::NonZeroU32;
use core::sync::atomic::{AtomicU32, Ordering};
use core::time::Duration;

use governor::clock::{Clock as _, DefaultClock};
use governor::state::{InMemoryState, NotKeyed};
use governor::{DefaultKeyedRateLimiter, NotUntil, Quota, RateLimiter};

/// After how many steps those who rest are forgotten.
const TIDY_AFTER: u32 = 1024;

/// So many in the long run, and so many at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rate {
    /// After how long there may be one more, in the long run.
    period: Duration,
    at_once: NonZeroU32,
}

impl Rate {
    /// So many a second, and so many at once; none of both is one.
    pub fn new(a_second: u32, at_once: u32) -> Self {
        Self::every(Duration::from_secs(1) / a_second.max(1), at_once)
    }

    /// One every so often in the long run, and so many at once, at least one.
    pub fn every(period: Duration, at_once: u32) -> Self {
        Self {
            period: period.max(Duration::from_nanos(1)),
            at_once: NonZeroU32::new(at_once).unwrap_or(NonZeroU32::MIN),
        }
    }

    fn quota(self) -> Quota {
        let quota = Quota::with_period(self.period).expect("a rate has a period");
        quota.allow_burst(self.at_once)
    }
}

/// Somebody is too fast, and is to wait so long.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TooFast(pub(crate) Duration);

impl TooFast {
    fn of<P: governor::clock::Reference>(until: &NotUntil<P>) -> Self
    where
        DefaultClock: governor::clock::Clock<Instant = P>,
    {
        Self(until.wait_time_from(DefaultClock::default().now()))
    }

    /// The whole seconds to wait.
    pub(crate) fn seconds(self) -> u64 {
        self.0.as_secs() + 1
    }
}

/// The pace of one.
#[derive(Debug)]
pub(crate) struct Pace(RateLimiter<NotKeyed, InMemoryState, DefaultClock>);

impl Pace {
    pub(crate) fn of_one(rate: Rate) -> Self {
        Self(RateLimiter::direct(rate.quota()))
    }

    /// One more step.
    pub(crate) fn step(&self) -> Result<(), TooFast> {
        self.0.check().map_err(|until| TooFast::of(&until))
    }
}

/// The paces of many. Who has rested long enough is forgotten, so that only
/// those are remembered who came of late.
#[derive(Debug)]
pub(crate) struct Paces<K: Hash + Eq + Clone> {
    paces: DefaultKeyedRateLimiter<K>,
    steps: AtomicU32,
}

impl<K: Hash + Eq + Clone> Paces<K> {
    pub(crate) fn new(rate: Rate) -> Self {
        Self {
            paces: RateLimiter::keyed(rate.quota()),
            steps: AtomicU32::new(0),
        }
    }

    /// One more step of this one.
    pub(crate) fn step(&self, key: &K) -> Result<(), TooFast> {
        let steps = self.steps.fetch_add(1, Ordering::Relaxed);
        if steps.is_multiple_of(TIDY_AFTER) {
            self.paces.retain_recent();
            self.paces.shrink_to_fit();
        }
        self.paces
            .check_key(key)
            .map_err(|until| TooFast::of(&until))
    }
}
