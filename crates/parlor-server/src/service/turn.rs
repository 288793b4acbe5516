//! Since when the clock of the seat to act runs.

use core::time::Duration;

/// The run of a clock, by the time in which the server is awake.
///
/// It begins when everybody can know of the turn, which is later than the turn
/// was written down, and after a restart it begins anew: what the server needs
/// is nobody's time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Turn {
    since: Duration,
    /// Since when it stands, because nothing can be written down.
    stands_since: Option<Duration>,
}

impl Turn {
    /// A clock that begins to run now.
    pub(super) const fn beginning(now: Duration) -> Self {
        Self {
            since: now,
            stands_since: None,
        }
    }

    /// How long it has run.
    pub(super) fn spent(&self, now: Duration) -> Duration {
        let now = self.stands_since.map_or(now, |stood| stood.min(now));
        now.saturating_sub(self.since)
    }

    /// Stops it, unless it stands already.
    pub(super) fn stand(&mut self, now: Duration) {
        self.stands_since.get_or_insert(now);
    }

    /// Whether it stands.
    pub(super) const fn stands(&self) -> bool {
        self.stands_since.is_some()
    }

    /// Lets it run on, if it stands.
    pub(super) fn go_on(&mut self, now: Duration) {
        if self.stands() {
            *self = Self::beginning(now.saturating_sub(self.spent(now)));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_that_stood_goes_on_with_what_it_had() {
        let seconds = Duration::from_secs;
        let mut turn = Turn::beginning(seconds(10));
        assert_eq!(turn.spent(seconds(13)), seconds(3));
        turn.stand(seconds(13));
        turn.stand(seconds(14));
        assert_eq!(turn.spent(seconds(50)), seconds(3));
        // What was sent before it stood is charged as it came.
        assert_eq!(turn.spent(seconds(12)), seconds(2));
        turn.go_on(seconds(60));
        assert!(!turn.stands());
        assert_eq!(turn.spent(seconds(61)), seconds(4));
        turn.go_on(seconds(62));
        assert_eq!(turn.spent(seconds(62)), seconds(5));
    }
}
