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

/// So many a second in the long run, and so many at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rate {
    /// How many a second.
    pub a_second: NonZeroU32,
    /// How many at once.
    pub at_once: NonZeroU32,
}

impl Rate {
    /// So many a second, and so many at once; none of both is one.
    pub const fn new(a_second: u32, at_once: u32) -> Self {
        const fn at_least_one(number: u32) -> NonZeroU32 {
            match NonZeroU32::new(number) {
                Some(number) => number,
                None => NonZeroU32::MIN,
            }
        }
        Self {
            a_second: at_least_one(a_second),
            at_once: at_least_one(at_once),
        }
    }

    const fn quota(self) -> Quota {
        Quota::per_second(self.a_second).allow_burst(self.at_once)
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
pub(super) struct Paces<K: Hash + Eq + Clone> {
    paces: DefaultKeyedRateLimiter<K>,
    steps: AtomicU32,
}

impl<K: Hash + Eq + Clone> Paces<K> {
    pub(super) fn new(rate: Rate) -> Self {
        Self {
            paces: RateLimiter::keyed(rate.quota()),
            steps: AtomicU32::new(0),
        }
    }

    /// One more step of this one.
    pub(super) fn step(&self, key: &K) -> Result<(), TooFast> {
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
