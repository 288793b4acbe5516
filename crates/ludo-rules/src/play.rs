//! What a player may choose, and how a choice is carried out in the live game.

use core::fmt;

use crate::error::PlayError;
use crate::event::{Event, EventSink, NoEvents};
use crate::geometry::{Roll, Token};
use crate::position::{Phase, Position, RollKind};
use crate::seat::Seat;

/// The answer to a roll. Rules: L-27.
///
/// It prints as `p`, `q`, `pq` or `-`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Move {
    /// Move token `p`.
    P,
    /// Move token `q`.
    Q,
    /// Move both tokens, which stand together, as one.
    Stack,
    /// Move nothing, because nothing can move.
    Pass,
}

impl Move {
    /// Every answer there is.
    pub const ALL: [Self; 4] = [Self::P, Self::Q, Self::Stack, Self::Pass];

    /// The tokens that the choice moves, `p` first.
    pub const fn tokens(self) -> &'static [Token] {
        match self {
            Self::P => &[Token::P],
            Self::Q => &[Token::Q],
            Self::Stack => &[Token::P, Token::Q],
            Self::Pass => &[],
        }
    }
}

impl From<Token> for Move {
    fn from(token: Token) -> Self {
        match token {
            Token::P => Self::P,
            Token::Q => Self::Q,
        }
    }
}

/// One roll and its answer by one seat, as records write it: `A6p`, `C3pq`, `D2-`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Action {
    /// Who rolls.
    pub seat: Seat,
    /// What the die shows.
    pub roll: Roll,
    /// What is done with it.
    pub choice: Move,
}

/// The choices for one roll, in the order `p`, `q`. Rules: L-27.
///
/// At most two: `p` and `q`, or the stack alone, or the pass alone.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Moves {
    /// There are only six different lists, so a borrowed one costs nothing.
    list: &'static [Move],
}

impl Moves {
    pub(crate) const NONE: Self = Self { list: &[] };
    pub(crate) const PASS: Self = Self {
        list: &[Move::Pass],
    };
    pub(crate) const STACK: Self = Self {
        list: &[Move::Stack],
    };
    pub(crate) const P: Self = Self { list: &[Move::P] };
    pub(crate) const Q: Self = Self { list: &[Move::Q] };
    pub(crate) const P_AND_Q: Self = Self {
        list: &[Move::P, Move::Q],
    };

    /// How many choices there are, 0 to 2.
    pub const fn len(self) -> usize {
        self.list.len()
    }

    /// Whether there is no choice: a roll is due, or the game is over.
    pub const fn is_empty(self) -> bool {
        self.list.is_empty()
    }

    /// Whether this answer is allowed.
    pub fn contains(self, choice: Move) -> bool {
        self.list.contains(&choice)
    }

    /// The choices as a slice.
    pub const fn as_slice(self) -> &'static [Move] {
        self.list
    }

    /// The choices one by one.
    pub fn iter(self) -> core::iter::Copied<core::slice::Iter<'static, Move>> {
        self.list.iter().copied()
    }
}

impl IntoIterator for Moves {
    type Item = Move;
    type IntoIter = core::iter::Copied<core::slice::Iter<'static, Move>>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl fmt::Debug for Moves {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.list.fmt(f)
    }
}

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

    /// Takes the die into the hand of the seat to act.
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

    /// Answers the roll in hand, without reporting what happens.
    ///
    /// Rules: L-27, L-28, L-29, L-30.
    ///
    /// # Errors
    /// The [`PlayError`] of the rule that forbids it; the position is unchanged.
    pub fn play(&mut self, choice: Move) -> Result<(), PlayError> {
        self.play_into(choice, &mut NoEvents)
    }

    /// Answers the roll in hand and returns what happened, in order.
    ///
    /// # Errors
    /// As [`Position::play`].
    pub fn play_with_events(&mut self, choice: Move) -> Result<Vec<Event>, PlayError> {
        let mut events = Vec::new();
        self.play_into(choice, &mut events)?;
        Ok(events)
    }

    /// Answers the roll in hand and tells the sink what happens.
    ///
    /// Rules: L-13 (the bonus roll), L-27, L-28, L-29, L-30.
    ///
    /// # Errors
    /// As [`Position::play`]; the sink has heard nothing.
    pub fn play_into(&mut self, choice: Move, sink: &mut impl EventSink) -> Result<(), PlayError> {
        let (seat, kind, roll) = match (self.to_act(), self.phase()) {
            (Some(seat), Phase::ToChoose(kind, roll)) => (seat, kind, roll),
            (Some(_), Phase::ToRoll(_)) => return Err(PlayError::RollDue),
            _ => return Err(PlayError::GameOver),
        };
        self.tokens.advance(seat, choice, roll, sink)?;

        // Rules: L-13. Who finishes is done at once, 6 or not.
        if self.tokens.has_finished(seat) {
            self.give_place(seat, sink);
            let mut playing = self.playing();
            if let (Some(last), None) = (playing.next(), playing.next()) {
                // Rules: L-30. Nobody is left to play against.
                self.give_place(last, sink);
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

    /// Rolls and answers in one: both happen, or neither.
    ///
    /// # Errors
    /// [`PlayError::WrongSeat`] if another seat is to act, otherwise as
    /// [`Position::apply_roll`] and [`Position::play`]; the position is unchanged.
    pub fn play_action(&mut self, action: Action) -> Result<(), PlayError> {
        self.play_action_into(action, &mut NoEvents)
    }

    /// Rolls and answers in one, and tells the sink what happens.
    ///
    /// # Errors
    /// As [`Position::play_action`]; the sink has heard nothing.
    pub fn play_action_into(
        &mut self,
        action: Action,
        sink: &mut impl EventSink,
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
        next.play_into(action.choice, sink)?;
        *self = next;
        Ok(())
    }

    /// Gives the seat the next place. Rules: L-30.
    fn give_place(&mut self, seat: Seat, sink: &mut impl EventSink) {
        self.finished.push(seat);
        sink.event(Event::Placed {
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

    /// Who rolls after this seat. Rules: L-28 (clockwise, the finished are skipped).
    fn seat_after(&self, seat: Seat) -> Option<Seat> {
        let plays = |seat: &Seat| self.tokens.is_seated(*seat) && !self.tokens.has_finished(*seat);
        let (next, opposite) = (seat.next(), seat.next().next());
        [next, opposite, opposite.next()].into_iter().find(plays)
    }
}
