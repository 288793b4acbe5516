//! Playing the live game: rolls, legal choices, and what a choice does.

use crate::event::{Event, EventSink, NoEvents};
use crate::geometry::Roll;
use crate::moves::{Action, Move, Moves};
use crate::play_error::PlayError;
use crate::position::{Phase, Position, RollKind};
use crate::seat::Seat;

impl Position {
    /// The choices for the roll in hand; empty while a roll is due and after the end.
    ///
    /// Rules: L-27 (the choices), L-29 (only while a choice is due).
    pub fn legal_moves(&self) -> Moves {
        match (self.to_act(), self.phase()) {
            (Some(seat), Phase::ToChoose(_, roll)) => self.tokens().legal_moves(seat, roll),
            _ => Moves::NONE,
        }
    }

    /// Gives the roll to the seat to act.
    ///
    /// Rules: L-29.
    ///
    /// # Errors
    /// [`PlayError::NoRollDue`] while a choice is due, [`PlayError::GameOver`]
    /// after the end; the position is unchanged.
    pub const fn apply_roll(&mut self, roll: Roll) -> Result<(), PlayError> {
        match self.phase {
            Phase::ToRoll(kind) => {
                self.phase = Phase::ToChoose(kind, roll);
                Ok(())
            }
            Phase::ToChoose(_, in_hand) => Err(PlayError::NoRollDue { roll, in_hand }),
            Phase::Over => Err(PlayError::GameOver),
        }
    }

    /// Plays a choice for the roll in hand.
    ///
    /// Rules: L-27, L-28, L-29, L-30.
    ///
    /// # Errors
    /// The [`PlayError`] of the rule that forbids it; the position is unchanged.
    pub fn play(&mut self, choice: Move) -> Result<(), PlayError> {
        self.play_into(choice, &mut NoEvents)
    }

    /// As [`play`](Self::play), and returns what happened, in order.
    ///
    /// # Errors
    /// As [`Position::play`].
    pub fn play_with_events(&mut self, choice: Move) -> Result<Vec<Event>, PlayError> {
        let mut events = Vec::new();
        self.play_into(choice, &mut events)?;
        Ok(events)
    }

    /// As [`play`](Self::play), and passes the events to the sink.
    ///
    /// Rules: L-13 (the bonus roll), L-27, L-28, L-29, L-30.
    ///
    /// # Errors
    /// As [`Position::play`]; the sink has got nothing.
    pub fn play_into(
        &mut self,
        choice: Move,
        events: &mut impl EventSink,
    ) -> Result<(), PlayError> {
        let (seat, kind, roll) = match (self.to_act(), self.phase()) {
            (Some(seat), Phase::ToChoose(kind, roll)) => (seat, kind, roll),
            (Some(_), Phase::ToRoll(_)) => return Err(PlayError::RollDue),
            _ => return Err(PlayError::GameOver),
        };
        self.tokens.advance(seat, choice, roll, events)?;

        // Rules: L-13. A seat that finishes gets no bonus roll, 6 or not.
        if self.tokens.has_finished(seat) {
            self.give_place(seat, events);
            let mut playing = self.playing();
            if let (Some(last), None) = (playing.next(), playing.next()) {
                // Rules: L-30. No opponent is left.
                self.give_place(last, events);
                self.to_act = None;
                self.phase = Phase::Over;
                return Ok(());
            }
        } else if roll.is_six() && kind == RollKind::First {
            self.phase = Phase::ToRoll(RollKind::Bonus);
            return Ok(());
        }
        self.to_act = self.seat_after(seat);
        self.phase = Phase::ToRoll(RollKind::First);
        Ok(())
    }

    /// Applies the roll and plays the choice: both happen, or neither.
    ///
    /// # Errors
    /// [`PlayError::WrongSeat`] if another seat is to act, otherwise as
    /// [`Position::apply_roll`] and [`Position::play`]; the position is unchanged.
    pub fn play_action(&mut self, action: Action) -> Result<(), PlayError> {
        self.play_action_into(action, &mut NoEvents)
    }

    /// As [`play_action`](Self::play_action), and passes the events to the sink.
    ///
    /// # Errors
    /// As [`Position::play_action`]; the sink has got nothing.
    pub fn play_action_into(
        &mut self,
        action: Action,
        events: &mut impl EventSink,
    ) -> Result<(), PlayError> {
        let to_act = self.to_act().ok_or(PlayError::GameOver)?;
        // Rules: L-28.
        if action.seat != to_act {
            return Err(PlayError::WrongSeat {
                seat: action.seat,
                to_act,
            });
        }
        let mut next = *self;
        next.apply_roll(action.roll)?;
        next.play_into(action.choice, events)?;
        *self = next;
        Ok(())
    }

    /// Gives the seat the next place. Rules: L-30.
    fn give_place(&mut self, seat: Seat, events: &mut impl EventSink) {
        self.finished.push(seat);
        events.event(Event::Placed {
            seat,
            place: self.finished.last_place(),
        });
    }

    /// The seats that have no place yet, clockwise from A.
    fn playing(&self) -> impl Iterator<Item = Seat> + use<> {
        let (tokens, finished) = (self.tokens, self.finished);
        tokens
            .seats()
            .iter()
            .filter(move |seat| !finished.contains(seat))
    }

    /// The seat that rolls next. Rules: L-28 (clockwise, the finished are skipped).
    fn seat_after(&self, seat: Seat) -> Option<Seat> {
        let plays = |seat: &Seat| self.tokens.is_seated(*seat) && !self.tokens.has_finished(*seat);
        let (next, opposite) = (seat.next(), seat.next().next());
        [next, opposite, opposite.next()].into_iter().find(plays)
    }
}
