//! How long the server has been awake: the time that players' clocks are
//! charged for.
//!
//! While the process was stopped, the machine slept, or so much was to do that
//! nobody was answered, no player could play. So no clock of a player follows
//! the clock of the machine; all follow this one, which passes over such gaps.

use core::time::Duration;
use std::sync::Arc;

use parking_lot::Mutex;

use crate::clock::TimeSource;
use parlor_table::timestamp::Timestamp;

/// How often the clock is to be looked at.
pub const HEARTBEAT: Duration = Duration::from_millis(250);

/// The longest time between two looks that counts; a longer one was a pause.
const LONGEST: Duration = Duration::from_secs(1);

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
}

impl UptimeClock {
    /// Counts by this clock, from now on.
    pub fn by(clock: Arc<dyn TimeSource>) -> Self {
        let counted = Uptime {
            last: clock.now(),
            awake: Duration::ZERO,
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
        }
        counted.awake
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
}
