//! The clocks of a game that is played: when one runs, stands, and falls.
//!
//! The log says what every clock has spent before each action; since when the one
//! of the seat to act runs stands here.

use core::time::Duration;

use super::GameActor;
use super::GameHandle;
use parlor_table::log::GameEvent;
use parlor_table::table::GameView;

/// The run of a clock, by the time in which the server is awake.
///
/// It begins when everybody can know of the turn, which is later than the turn
/// was written down, and after a restart it begins anew: what the server needs
/// is nobody's time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::service) struct Turn {
    since: Duration,
    /// Since when it stands, because nothing can be written down.
    stands_since: Option<Duration>,
}

impl Turn {
    /// A clock that begins to run now.
    pub(in crate::service) const fn beginning(now: Duration) -> Self {
        Self {
            since: now,
            stands_since: None,
        }
    }

    /// How long it has run.
    pub(in crate::service) fn spent(&self, now: Duration) -> Duration {
        let now = self.stands_since.map_or(now, |stood| stood.min(now));
        now.saturating_sub(self.since)
    }

    /// Stops it, unless it stands already.
    pub(in crate::service) fn stand(&mut self, now: Duration) {
        self.stands_since.get_or_insert(now);
    }

    /// Whether it stands.
    pub(in crate::service) const fn stands(&self) -> bool {
        self.stands_since.is_some()
    }

    /// Lets it run on, if it stands.
    pub(in crate::service) fn go_on(&mut self, now: Duration) {
        if self.stands() {
            *self = Self::beginning(now.saturating_sub(self.spent(now)));
        }
    }
}

impl GameHandle {
    /// After how long somebody's time is over, and what is to be written down
    /// then; none if no clock runs.
    pub(in crate::service) fn flag(&self) -> Option<(Duration, GameEvent)> {
        let running = self.table().running()?;
        let turn = self.turn.lock();
        let left = running.left.saturating_sub(turn.spent(self.uptime.now()));
        (!turn.stands()).then_some((left, running.falls))
    }

    /// Stops the clock that runs, if one does.
    pub(in crate::service) fn stand_still(&self, now: Duration) {
        if self.table().running().is_some() {
            self.turn.lock().stand(now);
        }
    }

    /// Takes off what the clock that runs has spent since its turn began.
    pub(in crate::service) fn charge_view(&self, view: &mut GameView) {
        let running = view.running;
        let mut seats = view.seats.iter_mut();
        if let Some(seat_state) = seats.find(|seat_state| running == Some(seat_state.seat)) {
            let spent = self.turn.lock().spent(self.uptime.now());
            seat_state.left = seat_state.left.map(|left| left.saturating_sub(spent));
        }
    }
}

impl GameActor {
    /// Charges the time until somebody's action came to the clock that it stops, if
    /// it stops one; what is to be written down instead if it came too late.
    pub(in crate::service) fn charge(
        &self,
        event: &mut GameEvent,
        arrived: Duration,
    ) -> Option<GameEvent> {
        let running = {
            let table = self.handle.table();
            table.running().filter(|_| table.stops_clock(event))?
        };
        let spent = self.handle.turn.lock().spent(arrived);
        *event.spent_mut()? = Some(spent);
        (running.left <= spent).then_some(running.falls)
    }

    /// Lets a clock run again that stood because nothing could be written down,
    /// if that has changed; whether one stood.
    pub(in crate::service) async fn let_run_again(&self) -> bool {
        let stood = self.handle.turn.lock().stands();
        if stood && self.service.inner.store.check().await.is_ok() {
            let now = self.handle.uptime.now();
            self.handle.turn.lock().go_on(now);
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
