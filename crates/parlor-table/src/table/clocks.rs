//! The clocks of the players, as derived from the log.
//!
//! Each event that stops a clock is logged with the time elapsed on it, measured on the server's
//! uptime clock up to the arrival of the command. So a table that is loaded again has the same
//! clocks. Only the running interval is lost: its start is held in memory, by the game's actor.

use core::time::Duration;

use parlor_record::record::Clock;

use super::{Playable, Table, View};
use crate::log::GameEvent;
use crate::timestamp::milliseconds;

/// The running clock.
#[derive(Clone, Debug, PartialEq)]
pub struct Running {
    /// The seat whose clock it is.
    pub seat: char,
    /// The time left on it at the start of the current run.
    pub time_left: Duration,
    /// The event to log when no time is left.
    pub flag_fall: GameEvent,
}

impl GameEvent {
    /// The field for the time elapsed on the clock that the event stops, if its kind has one.
    /// `OutOfTime` needs none: it sets the clock to zero.
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
    /// The running clock, if one runs: that of the seat to act, held by a person, once every
    /// person has acted for the first time.
    fn running(&self) -> Option<Running>;

    /// Whether the event stops the running clock: a roll, an action or a resignation of that
    /// clock's seat, or whatever ends the game.
    fn stops_clock(&self, event: &GameEvent) -> bool;
}

impl<G: Playable> Clocks for Table<G> {
    fn running(&self) -> Option<Running> {
        let seat = self.to_act()?;
        let state = self.seat_state(seat).filter(|state| state.is_persons())?;
        let time_left = state.time_left?;
        let has_acted = |state: &super::SeatState| state.has_acted;
        self.persons().all(has_acted).then(|| Running {
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
    /// Deducts `spent` from the running clock, for events other than rolls and actions.
    pub(super) fn charge_clock(&mut self, spent: Option<Duration>) {
        if let Some(running) = self.running() {
            self.spend(running.seat, spent);
        }
    }

    /// Deducts elapsed time from a seat's clock.
    pub(super) fn spend(&mut self, seat: char, spent: Option<Duration>) {
        let state = self.seat_state_mut(seat);
        if let (Some(time_left), Some(spent)) =
            (state.and_then(|state| state.time_left.as_mut()), spent)
        {
            *time_left = time_left.saturating_sub(spent);
        }
    }

    /// Notes that a seat has acted. Adds the increment if its clock ran and the seat is no longer
    /// to act, also when the game has ended, and writes the time left to the record.
    pub(super) fn record_clock(&mut self, seat: char, spent: Option<Duration>) {
        let increment = self.config.clock.map(|clock| clock.increment);
        let gained = increment.filter(|_| spent.is_some() && self.to_act() != Some(seat));
        let Some(state) = self.seat_state_mut(seat).filter(|state| state.is_persons()) else {
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
