//! The clocks of the players, as far as the log tells of them.
//!
//! The log says how long a clock ran before each action, by the server's own
//! count and less what the server itself needed; so a table that is read again
//! has the same clocks, and since when one runs is for the owner to know.

use core::time::Duration;

use parlor_record::record::Clock;

use super::{Playable, Table};
use crate::log::GameEvent;
use crate::timestamp::milliseconds;

/// A clock that runs.
#[derive(Clone, Debug, PartialEq)]
pub struct Running {
    /// Whose it is.
    pub seat: char,
    /// What was left on it when it began to run.
    pub left: Duration,
    /// What is to be written down when nothing is left.
    pub falls: GameEvent,
}

impl GameEvent {
    /// Where it says how long the clock ran that it stopped; nowhere if it stops
    /// none.
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

impl<G: Playable> Table<G> {
    /// The clock of a person who is to act runs once every person has acted, and
    /// so has shown to be there; before that nobody's does.
    pub(super) fn running(&self) -> Option<Running> {
        let seat = self.to_act()?;
        let seat_state = self
            .seat_state(seat)
            .filter(|seat_state| seat_state.is_present())?;
        let left = seat_state.left?;
        let is_there = |seat_state: &super::SeatState| seat_state.has_acted;
        self.persons().all(is_there).then(|| Running {
            seat,
            left,
            falls: GameEvent::OutOfTime {
                seat,
                bot: self.successor(),
            },
        })
    }

    /// Whether what happens stops the clock that runs: it is by whose clock that is,
    /// or ends the game.
    pub(super) fn stops_clock(&self, event: &GameEvent) -> bool {
        let Some(running) = self.running() else {
            return false;
        };
        match event {
            GameEvent::Rolled { seat, .. } | GameEvent::Acted { seat, .. } => *seat == running.seat,
            GameEvent::Resigned { seat, .. } if *seat == running.seat => true,
            other => self.ends_with(other),
        }
    }

    /// Takes off the clock that runs what it has spent until it was stopped, by
    /// something else than an action.
    pub(super) fn stop_clock(&mut self, spent: Option<Duration>) {
        if let Some(running) = self.running() {
            self.spend(running.seat, spent);
        }
    }

    /// Takes what a seat has spent off its clock.
    pub(super) fn spend(&mut self, seat: char, spent: Option<Duration>) {
        let seat_state = self.seat_state_mut(seat);
        if let (Some(left), Some(spent)) = (
            seat_state.and_then(|seat_state| seat_state.left.as_mut()),
            spent,
        ) {
            *left = left.saturating_sub(spent);
        }
    }

    /// Notes that a seat has acted. Its clock gains something if it ran and the
    /// turn is over; what is left on it stands in the record.
    pub(super) fn note_clock(&mut self, seat: char, spent: Option<Duration>) {
        let increment = self.config.clock.map(|clock| clock.increment);
        let gained = increment.filter(|_| spent.is_some() && self.to_act() != Some(seat));
        let Some(seat_state) = self
            .seat_state_mut(seat)
            .filter(|seat_state| seat_state.is_present())
        else {
            return;
        };
        seat_state.has_acted = true;
        let Some(left) = &mut seat_state.left else {
            return;
        };
        *left += gained.unwrap_or_default();
        let clock = Clock::from_milliseconds(milliseconds(*left));
        if let Some(notes) = self.record.last_notes_mut() {
            notes.clock = clock;
        }
    }
}
