//! A failure that repeats is logged at once, then rarely, and when it is over: an outage of the database
//! would otherwise fill the log with a line of each game, second and client.

use core::fmt::Display;
use core::time::Duration;

use parking_lot::Mutex;
use tokio::time::Instant;

/// How often a failure is logged that goes on.
const EVERY: Duration = Duration::from_secs(30);

/// How many different reasons are logged in that time.
const MOST_REASONS: usize = 4;

/// A kind of failure, as a `static` next to its line in the log.
#[derive(Debug)]
pub struct Repeated(Mutex<Option<Run>>);

/// Failures of which none is longer than [`EVERY`] after the one before.
#[derive(Debug)]
struct Run {
    /// Those of which a line was logged since `logged`.
    reasons: Vec<String>,
    logged: Instant,
    latest: Instant,
    /// How many were not logged since the last line.
    unlogged: u64,
    /// How many there were since it worked last, and whether one of them was logged.
    all: u64,
    is_logged: bool,
}

impl Repeated {
    /// A failure that has not happened yet.
    #[expect(clippy::new_without_default, reason = "it is made in a constant")]
    pub const fn new() -> Self {
        Self(Mutex::new(None))
    }

    /// Notes a failure. `Some` if it is to be logged, with how many there were since the last line, this
    /// one among them.
    pub fn failed(&self, reason: &dyn Display) -> Option<u64> {
        self.failed_at(&reason.to_string(), Instant::now())
    }

    /// Notes that it works. `Some` if that is to be logged, as a failure was, with how often it has failed.
    ///
    /// The next failure for the same reason is logged no sooner for it: what works now and then would
    /// fill the log as well.
    pub fn works(&self) -> Option<u64> {
        let mut run = self.0.lock();
        let run = run.as_mut()?;
        let all = core::mem::take(&mut run.all);
        core::mem::take(&mut run.is_logged).then_some(all)
    }

    fn failed_at(&self, reason: &str, now: Instant) -> Option<u64> {
        let mut run = self.0.lock();
        let is_over = |run: &Run| now.saturating_duration_since(run.latest) > EVERY;
        if run.as_ref().is_none_or(is_over) {
            *run = Some(Run {
                reasons: Vec::new(),
                logged: now,
                latest: now,
                unlogged: 0,
                all: 0,
                is_logged: false,
            });
        }
        let run = run.as_mut()?;
        run.latest = now;
        run.unlogged += 1;
        run.all += 1;
        if now.saturating_duration_since(run.logged) >= EVERY {
            run.reasons.clear();
            run.logged = now;
        }
        let is_known = run.reasons.iter().any(|known| known == reason);
        if is_known || run.reasons.len() >= MOST_REASONS {
            return None;
        }
        run.reasons.push(reason.to_owned());
        run.is_logged = true;
        Some(core::mem::take(&mut run.unlogged))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A failure a second, for this many seconds; the seconds and numbers of those that are logged.
    fn logged(repeated: &Repeated, start: Instant, seconds: u64) -> Vec<(u64, u64)> {
        let each = (0..seconds).filter_map(|second| {
            let now = start + Duration::from_secs(second);
            Some((second, repeated.failed_at("no answer", now)?))
        });
        each.collect()
    }

    #[test]
    fn what_goes_on_failing_is_logged_at_first_and_then_rarely_with_its_number() {
        let repeated = Repeated::new();
        let start = Instant::now();
        let lines = logged(&repeated, start, 100);
        assert_eq!(lines, [(0, 1), (30, 30), (60, 30), (90, 30)]);
        assert_eq!(repeated.works(), Some(100));
        assert_eq!(repeated.works(), None);
    }

    #[test]
    fn what_works_now_and_then_is_logged_as_rarely() {
        let repeated = Repeated::new();
        let start = Instant::now();
        let mut works = Vec::new();
        for second in 0..60 {
            let now = start + Duration::from_secs(second);
            let failed = repeated.failed_at("no answer", now);
            assert_eq!(failed.is_some(), second % 30 == 0, "{second}");
            works.extend(repeated.works());
        }
        assert_eq!(works, [1, 1]);
    }

    #[test]
    fn another_reason_is_logged_at_once_but_not_any_number_of_them() {
        let repeated = Repeated::new();
        let now = Instant::now();
        let lines = (0..100).filter_map(|number| repeated.failed_at(&format!("{number}"), now));
        assert_eq!(lines.count(), MOST_REASONS);
        assert_eq!(repeated.failed_at("0", now), None);
    }

    #[test]
    fn after_a_long_time_without_failures_the_next_is_the_first_again() {
        let repeated = Repeated::new();
        let now = Instant::now();
        assert_eq!(repeated.failed_at("no answer", now), Some(1));
        assert_eq!(repeated.failed_at("no answer", now), None);
        let later = now + EVERY + Duration::from_secs(1);
        assert_eq!(repeated.failed_at("no answer", later), Some(1));
    }
}
