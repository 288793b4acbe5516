//! The clocks of the players, as the log has them.
//!
//! Each action is logged with the time for which the clock ran before it, on the server's own clock
//! and without the server's own delays. So a table that is loaded again has the same clocks; when
//! the current run began is known to the game's actor alone.

use core::time::Duration;

use parlor_record::record::Clock;

use super::{Playable, Table, View};
use crate::log::GameEvent;
use crate::timestamp::milliseconds;

/// A clock that runs.
#[derive(Clone, Debug, PartialEq)]
pub struct Running {
    /// The seat.
    pub seat: char,
    /// The time left on it when it began to run.
    pub time_left: Duration,
    /// The event to log when no time is left.
    pub flag_fall: GameEvent,
}

impl GameEvent {
    /// The field for the time of the clock that the event stopped; `None` if events of this kind
    /// stop none.
    pub const fn spent_mut(&mut self) -> Option<&mut Option<Duration>> {
        match self {
            Self::Rolled { spent, .. }
            | Self::Acted { spent, .. }
            | Self::Asked { spent, .. }
            | Self::Agreed { spent, .. }
            | Self::Resigned { spent, .. }
            | Self::Abandoned { spent, .. } => Some(spent),
            _ => None,
        }
    }
}

/// The clocks of the players.
pub trait Clocks {
    /// The clock that runs, if one does.
    fn running(&self) -> Option<Running>;

    /// Whether the event stops the clock that runs: it is by the seat of that clock, or ends the
    /// game.
    fn stops_clock(&self, event: &GameEvent) -> bool;
}

impl<G: Playable> Clocks for Table<G> {
    fn running(&self) -> Option<Running> {
        let seat = self.to_act()?;
        let state = self.seat_state(seat).filter(|state| state.is_present())?;
        let time_left = state.time_left?;
        let is_there = |state: &super::SeatState| state.has_acted;
        self.persons().all(is_there).then(|| Running {
            seat,
            time_left,
            flag_fall: GameEvent::OutOfTime {
                seat,
                bot: self.successor(),
            },
        })
    }

    fn stops_clock(&self, event: &GameEvent) -> bool {
        let Some(running) = self.running() else {
            return false;
        };
        match event {
            GameEvent::Rolled { seat, .. } | GameEvent::Acted { seat, .. } => *seat == running.seat,
            GameEvent::Resigned { seat, .. } if *seat == running.seat => true,
            other => self.would_end(other),
        }
    }
}

impl<G: Playable> Table<G> {
    /// Takes off the clock that runs what it has spent until it was stopped, by
    /// something else than an action.
    pub(super) fn stop_clock(&mut self, spent: Option<Duration>) {
        if let Some(running) = self.running() {
            self.spend(running.seat, spent);
        }
    }

    /// Takes what a seat has spent off its clock.
    pub(super) fn spend(&mut self, seat: char, spent: Option<Duration>) {
        let state = self.seat_state_mut(seat);
        if let (Some(time_left), Some(spent)) =
            (state.and_then(|state| state.time_left.as_mut()), spent)
        {
            *time_left = time_left.saturating_sub(spent);
        }
    }

    /// Notes that a seat has acted. Its clock gains something if it ran and the
    /// turn is over; what is left on it stands in the record.
    pub(super) fn record_clock(&mut self, seat: char, spent: Option<Duration>) {
        let increment = self.config.clock.map(|clock| clock.increment);
        let gained = increment.filter(|_| spent.is_some() && self.to_act() != Some(seat));
        let Some(state) = self.seat_state_mut(seat).filter(|state| state.is_present()) else {
            return;
        };
        state.has_acted = true;
        let Some(time_left) = &mut state.time_left else {
            return;
        };
        *time_left += gained.unwrap_or_default();
        let clock = Clock::from_milliseconds(milliseconds(*time_left));
        if let Some(notes) = self.record.last_notes_mut() {
            notes.clock = clock;
        }
    }
}
