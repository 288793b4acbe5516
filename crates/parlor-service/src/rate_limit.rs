//! Rate limits.

use core::cmp::Reverse;
use core::hash::Hash;
use core::num::NonZeroU32;
use core::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use core::time::Duration;
use std::collections::HashMap;

use parking_lot::Mutex;

use crate::client_net::{ClientNet, Prefix};
use governor::clock::{Clock as _, DefaultClock};
use governor::state::{InMemoryState, NotKeyed};
use governor::{DefaultKeyedRateLimiter, NotUntil, Quota, RateLimiter};

/// The number of steps after which idle keys are forgotten.
const TIDY_AFTER: u32 = 1024;

/// How many clients other nodes are told of, those that took most.
const MOST_TAKEN: usize = 300;

/// A sustained rate with a burst.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rate {
    /// The time for one step, in the long run.
    period: Duration,
    at_once: NonZeroU32,
}

impl Rate {
    /// `a_second` steps a second and `at_once` in a burst; at least one of each.
    pub fn new(a_second: u32, at_once: u32) -> Self {
        Self::every(Duration::from_secs(1) / a_second.max(1), at_once)
    }

    /// One step every `period` and `at_once` in a burst, at least one.
    pub fn every(period: Duration, at_once: u32) -> Self {
        Self {
            period: period.max(Duration::from_nanos(1)),
            at_once: NonZeroU32::new(at_once).unwrap_or(NonZeroU32::MIN),
        }
    }

    /// The rate of `factor` that each have this one.
    fn times(self, factor: u32) -> Self {
        let at_once = self.at_once.get().saturating_mul(factor);
        Self::every(self.period / factor.max(1), at_once)
    }

    fn quota(self) -> Quota {
        let quota = Quota::with_period(self.period).expect("a rate has a period");
        quota.allow_burst(self.at_once)
    }
}

/// The rate limit is reached; the next step is allowed after this time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RateLimited(pub Duration);

impl RateLimited {
    fn of<P: governor::clock::Reference>(until: &NotUntil<P>) -> Self
    where
        DefaultClock: governor::clock::Clock<Instant = P>,
    {
        Self(until.wait_time_from(DefaultClock::default().now()))
    }

    /// The whole seconds to wait.
    pub fn seconds(self) -> u64 {
        self.0.as_secs() + 1
    }
}

/// A rate limit.
#[derive(Debug)]
pub struct Limiter(RateLimiter<NotKeyed, InMemoryState, DefaultClock>);

impl Limiter {
    /// A limit of this rate.
    pub fn one(rate: Rate) -> Self {
        Self(RateLimiter::direct(rate.quota()))
    }

    /// Takes a step.
    ///
    /// # Errors
    /// The time to wait, if the limit is reached.
    pub fn step(&self) -> Result<(), RateLimited> {
        self.0.check().map_err(|until| RateLimited::of(&until))
    }
}

/// A rate limit for each key. Idle keys are forgotten.
#[derive(Debug)]
pub struct Limiters<K: Hash + Eq + Clone> {
    of_keys: DefaultKeyedRateLimiter<K>,
    steps: AtomicU32,
}

impl<K: Hash + Eq + Clone> Limiters<K> {
    /// Limits that allow each key this rate.
    pub fn new(rate: Rate) -> Self {
        Self {
            of_keys: RateLimiter::keyed(rate.quota()),
            steps: AtomicU32::new(0),
        }
    }

    /// Takes a step of this key.
    ///
    /// # Errors
    /// The time to wait, if the limit is reached.
    pub fn step(&self, key: &K) -> Result<(), RateLimited> {
        let steps = self.steps.fetch_add(1, Ordering::Relaxed);
        if steps.is_multiple_of(TIDY_AFTER) {
            self.of_keys.retain_recent();
            self.of_keys.shrink_to_fit();
        }
        self.of_keys
            .check_key(key)
            .map_err(|until| RateLimited::of(&until))
    }
}

/// A rate limit for each client and each wider network that it is in: a wider one may take more than
/// a client, and less than all clients in it.
#[derive(Debug)]
pub struct NetLimiters {
    levels: [Limiters<Prefix>; ClientNet::LEVELS],
    taken: Taken,
}

impl NetLimiters {
    /// Each client has this rate.
    pub fn new(rate: Rate) -> Self {
        Self {
            levels: ClientNet::FACTORS.map(|factor| Limiters::new(rate.times(factor))),
            taken: Taken::default(),
        }
    }

    /// Takes a step of this client. A step that its own network may not take is not charged to wider
    /// ones.
    ///
    /// # Errors
    /// The time to wait, if the limit is reached.
    pub fn step(&self, client: ClientNet) -> Result<(), RateLimited> {
        self.try_step(client)?;
        self.taken.note(client);
        Ok(())
    }

    fn try_step(&self, client: ClientNet) -> Result<(), RateLimited> {
        let mut levels = self.levels.iter().zip(client.prefixes());
        levels.try_for_each(|(limiters, prefix)| limiters.step(&prefix))
    }

    /// The steps that clients have taken since this was asked last.
    pub(crate) fn taken(&self) -> Vec<(ClientNet, u32)> {
        self.taken.take()
    }

    /// Takes steps that a client has taken at another node.
    pub(crate) fn charge(&self, client: ClientNet, steps: u32) {
        let mut steps = (0..steps).map(|_| self.try_step(client));
        // Once the limit is reached, more makes no difference.
        let _ = steps.find(Result::is_err);
    }
}

/// The steps of clients that other nodes do not know of yet.
#[derive(Debug, Default)]
struct Taken {
    /// Whether there are other nodes.
    is_asked: AtomicBool,
    of_clients: Mutex<HashMap<ClientNet, u32>>,
}

impl Taken {
    /// Notes a step, if anybody wants to know.
    fn note(&self, client: ClientNet) {
        if self.is_asked.load(Ordering::Relaxed) {
            *self.of_clients.lock().entry(client).or_default() += 1;
        }
    }

    /// The steps since this was asked last, of the clients that took most.
    fn take(&self) -> Vec<(ClientNet, u32)> {
        self.is_asked.store(true, Ordering::Relaxed);
        let taken = core::mem::take(&mut *self.of_clients.lock());
        let mut taken: Vec<_> = taken.into_iter().collect();
        taken.sort_unstable_by_key(|(_, steps)| Reverse(*steps));
        taken.truncate(MOST_TAKEN);
        taken
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn client(number: u8) -> ClientNet {
        ClientNet::of(Some([192, 0, 2, number].into()))
    }

    #[test]
    fn many_clients_of_one_network_may_not_take_what_each_may_alone() {
        let limiters = NetLimiters::new(Rate::every(Duration::from_hours(1), 10));
        let taken = |number| {
            let steps = (0..100).take_while(|_| limiters.step(client(number)).is_ok());
            steps.count()
        };
        let of_each: Vec<usize> = (0..6).map(taken).collect();
        assert_eq!(of_each, [10, 10, 10, 10, 0, 0], "40 of a /24");
        let elsewhere = ClientNet::of(Some([198, 51, 100, 7].into()));
        assert_eq!(limiters.step(elsewhere), Ok(()));
    }

    #[test]
    fn who_is_refused_takes_nothing_from_others() {
        let limiters = NetLimiters::new(Rate::every(Duration::from_hours(1), 1));
        for _ in 0..100 {
            let _ = limiters.step(client(1));
        }
        assert_eq!(limiters.step(client(2)), Ok(()));
    }
}
