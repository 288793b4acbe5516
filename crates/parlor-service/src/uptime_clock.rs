//! How long the server has been awake: the time that players' clocks are
//! charged for.
//!
//! While the process was stopped, the machine slept, or so much was to do that
//! nobody was answered, no player could play. So no clock of a player follows
//! the clock of the machine; all follow this one, which passes over such gaps.

use core::time::Duration;
use std::collections::VecDeque;
use std::sync::Arc;

use parking_lot::Mutex;

use crate::clock::TimeSource;
use parlor_table::timestamp::Timestamp;

/// How often the clock is to be looked at.
pub const HEARTBEAT: Duration = Duration::from_millis(250);

/// The longest time between two looks that counts; a longer one was a pause.
const LONGEST: Duration = Duration::from_secs(1);

/// What arrives so soon after a pause may have stood in a socket while it lasted.
const WAKING: Duration = Duration::from_secs(1);

/// The most pauses that are remembered.
const MOST_PAUSES: usize = 8;

/// Counts the time in which the server is awake.
#[derive(Debug)]
pub struct UptimeClock {
    clock: Arc<dyn TimeSource>,
    counted: Mutex<Uptime>,
}

#[derive(Debug)]
struct Uptime {
    /// When the clock was last looked at.
    last: Timestamp,
    awake: Duration,
    /// The latest pauses: after how much time awake each was, and how long.
    pauses: VecDeque<(Duration, Duration)>,
}

impl UptimeClock {
    /// Counts by this clock, from now on.
    pub fn by(clock: Arc<dyn TimeSource>) -> Self {
        let counted = Uptime {
            last: clock.now(),
            awake: Duration::ZERO,
            pauses: VecDeque::new(),
        };
        let counted = Mutex::new(counted);
        Self { clock, counted }
    }

    /// How long it has been awake up to now. Who does not ask for this every
    /// [`HEARTBEAT`], and at least once a second, counts as asleep.
    pub fn now(&self) -> Duration {
        let mut counted = self.counted.lock();
        let now = self.clock.now();
        let gap = now.since(counted.last);
        counted.last = now;
        if gap <= LONGEST {
            counted.awake += gap;
        } else {
            let awake = counted.awake;
            counted.pauses.push_back((awake, gap));
            if counted.pauses.len() > MOST_PAUSES {
                counted.pauses.pop_front();
            }
        }
        counted.awake
    }

    /// How long it has paused while something was under way that has arrived at this time: also just before, as it
    /// may have stood in a socket then. Other servers were awake meanwhile.
    pub fn paused_since(&self, arrived: Duration) -> Duration {
        let counted = self.counted.lock();
        let pauses = counted.pauses.iter();
        let later = pauses.filter(|(awake, _)| *awake + WAKING >= arrived);
        later.map(|(_, pause)| *pause).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::StillClock;

    #[test]
    fn a_pause_of_the_server_does_not_count_and_what_is_shorter_does() {
        let clock = Arc::new(StillClock::default());
        let uptime = UptimeClock::by(Arc::clone(&clock) as Arc<dyn TimeSource>);
        for _ in 0..8 {
            clock.pass(HEARTBEAT);
            uptime.now();
        }
        assert_eq!(uptime.now(), 8 * HEARTBEAT);
        clock.pass(LONGEST);
        assert_eq!(uptime.now(), 8 * HEARTBEAT + LONGEST);
        clock.pass(LONGEST + Duration::from_millis(1));
        assert_eq!(uptime.now(), 8 * HEARTBEAT + LONGEST, "the server slept");
        clock.pass(HEARTBEAT);
        assert_eq!(uptime.now(), 9 * HEARTBEAT + LONGEST);
    }

    #[test]
    fn what_has_arrived_before_a_pause_or_just_after_it_was_held_up_by_it() {
        let clock = Arc::new(StillClock::default());
        let uptime = UptimeClock::by(Arc::clone(&clock) as Arc<dyn TimeSource>);
        let awake = |seconds: u64| {
            for _ in 0..4 * seconds {
                clock.pass(HEARTBEAT);
                uptime.now();
            }
            uptime.now()
        };
        let long_before = awake(5);
        assert_eq!(uptime.paused_since(long_before), Duration::ZERO);
        clock.pass(Duration::from_secs(7));
        let just_after = uptime.now();
        for arrived in [long_before, just_after, awake(1)] {
            assert_eq!(uptime.paused_since(arrived), Duration::from_secs(7));
        }
        let later = awake(1);
        assert_eq!(uptime.paused_since(later), Duration::ZERO);
        clock.pass(Duration::from_secs(3));
        uptime.now();
        assert_eq!(uptime.paused_since(later), Duration::from_secs(3));
        assert_eq!(uptime.paused_since(long_before), Duration::from_secs(10));
    }
}
