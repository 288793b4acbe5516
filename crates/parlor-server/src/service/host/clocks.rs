//! The clocks of a game that is played: when one runs, stands, and falls.
//!
//! The log says what every clock has spent before each action; since when the one
//! of the seat to act runs stands here.

use core::time::Duration;
use std::sync::{MutexGuard, PoisonError};

use super::Hosted;
use super::owner::Owner;
use crate::log::Happening;
use crate::table::Seen;

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

impl Hosted {
    pub(super) fn turn(&self) -> MutexGuard<'_, Turn> {
        self.turn.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// After how long somebody's time is over, and what is to be written down
    /// then; none if no clock runs.
    pub(super) fn flag(&self) -> Option<(Duration, Happening)> {
        let running = self.table().running()?;
        let turn = self.turn();
        let left = running.left.saturating_sub(turn.spent(self.waking.now()));
        (!turn.stands()).then_some((left, running.falls))
    }

    /// Stops the clock that runs, if one does.
    pub(super) fn stand_still(&self, now: Duration) {
        if self.table().running().is_some() {
            self.turn().stand(now);
        }
    }

    /// Takes off what the clock that runs has spent since its turn began.
    pub(super) fn charge_seen(&self, seen: &mut Seen) {
        let running = seen.running;
        let mut seats = seen.seats.iter_mut();
        if let Some(chair) = seats.find(|chair| running == Some(chair.seat)) {
            let spent = self.turn().spent(self.waking.now());
            chair.left = chair.left.map(|left| left.saturating_sub(spent));
        }
    }
}

impl Owner {
    /// Charges the time until somebody's action came to the clock that it stops, if
    /// it stops one; what is to be written down instead if it came too late.
    pub(super) fn charge(&self, happening: &mut Happening, arrived: Duration) -> Option<Happening> {
        let running = {
            let table = self.hosted.table();
            table.running().filter(|_| table.stops_clock(happening))?
        };
        let spent = self.hosted.turn().spent(arrived);
        *happening.spent_mut()? = Some(spent);
        (running.left <= spent).then_some(running.falls)
    }

    /// Lets a clock run again that stood because nothing could be written down,
    /// if that has changed; whether one stood.
    pub(super) async fn let_run_again(&self) -> bool {
        let stood = self.hosted.turn().stands();
        if stood && self.service.inner.store.check().await.is_ok() {
            let now = self.hosted.waking.now();
            self.hosted.turn().go_on(now);
        }
        stood
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
