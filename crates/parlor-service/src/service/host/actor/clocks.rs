//! The run of the clock of the seat to act.
//!
//! The log has the time that every clock spent before each action. The start of the present run is
//! only here.

use core::time::Duration;

use super::GameActor;
use super::GameHandle;
use parlor_table::log::GameEvent;
use parlor_table::table::GameView;

/// The run of a clock, measured by the server's uptime.
///
/// It starts when all players can know of the turn, which is after the entry was written, and starts
/// again after a restart: server-side delays are never charged to a player's clock.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::service) struct ClockRun {
    since: Duration,
    /// The start of a pause, during which the store cannot be written.
    paused_since: Option<Duration>,
}

impl ClockRun {
    /// A clock that starts now.
    pub(in crate::service) const fn starting_at(now: Duration) -> Self {
        Self {
            since: now,
            paused_since: None,
        }
    }

    /// The time that it has run.
    pub(in crate::service) fn spent(&self, now: Duration) -> Duration {
        let now = self.paused_since.map_or(now, |paused| paused.min(now));
        now.saturating_sub(self.since)
    }

    /// Pauses it, unless it is paused.
    pub(in crate::service) fn pause(&mut self, now: Duration) {
        self.paused_since.get_or_insert(now);
    }

    pub(in crate::service) const fn is_paused(&self) -> bool {
        self.paused_since.is_some()
    }

    /// Resumes it, if it is paused.
    pub(in crate::service) fn resume(&mut self, now: Duration) {
        if self.is_paused() {
            *self = Self::starting_at(now.saturating_sub(self.spent(now)));
        }
    }
}

impl GameHandle {
    /// The time until the flag falls, and the event to write then; `None` if no clock runs.
    pub(in crate::service) fn flag(&self) -> Option<(Duration, GameEvent)> {
        let running = self.table().running()?;
        let clock_run = self.clock_run.lock();
        let left = running
            .time_left
            .saturating_sub(clock_run.spent(self.uptime.now()));
        (!clock_run.is_paused()).then_some((left, running.flag_fall))
    }

    /// Pauses the running clock, if there is one.
    pub(in crate::service) fn pause_clock(&self, now: Duration) {
        if self.table().running().is_some() {
            self.clock_run.lock().pause(now);
        }
    }

    /// Subtracts the time that the running clock has spent in this turn.
    pub(in crate::service) fn charge_view(&self, view: &mut GameView) {
        let running = view.running;
        let mut seats = view.seats.iter_mut();
        if let Some(seat_state) = seats.find(|seat_state| running == Some(seat_state.seat)) {
            let spent = self.clock_run.lock().spent(self.uptime.now());
            seat_state.time_left = seat_state.time_left.map(|left| left.saturating_sub(spent));
        }
    }
}

impl GameActor {
    /// Charges the time until an action arrived to the clock that it stops, if it stops one; returns
    /// the event to write instead if the action arrived too late.
    pub(in crate::service) fn charge(
        &self,
        event: &mut GameEvent,
        arrived: Duration,
    ) -> Option<GameEvent> {
        let running = {
            let table = self.handle.table();
            table.running().filter(|_| table.stops_clock(event))?
        };
        let spent = self.handle.clock_run.lock().spent(arrived);
        *event.spent_mut()? = Some(spent);
        (running.time_left <= spent).then_some(running.flag_fall)
    }

    /// Resumes a paused clock if the store can be written again; returns whether it was paused.
    pub(in crate::service) async fn resume_clock(&self) -> bool {
        let paused = self.handle.clock_run.lock().is_paused();
        if paused && self.service.inner.store.check().await.is_ok() {
            let now = self.handle.uptime.now();
            self.handle.clock_run.lock().resume(now);
        }
        paused
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_that_stood_goes_on_with_what_it_had() {
        let seconds = Duration::from_secs;
        let mut clock_run = ClockRun::starting_at(seconds(10));
        assert_eq!(clock_run.spent(seconds(13)), seconds(3));
        clock_run.pause(seconds(13));
        clock_run.pause(seconds(14));
        assert_eq!(clock_run.spent(seconds(50)), seconds(3));
        // What was sent before it stood is charged as it came.
        assert_eq!(clock_run.spent(seconds(12)), seconds(2));
        clock_run.resume(seconds(60));
        assert!(!clock_run.is_paused());
        assert_eq!(clock_run.spent(seconds(61)), seconds(4));
        clock_run.resume(seconds(62));
        assert_eq!(clock_run.spent(seconds(62)), seconds(5));
    }
}
