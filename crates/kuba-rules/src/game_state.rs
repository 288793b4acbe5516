//! A game under way between two sides: position, history, and which side may
//! act.

use core::error::Error;
use core::fmt;

use crate::event::EventSink;
use crate::marble::Side;
use crate::moves::Move;
use crate::play_error::PlayError;
use crate::position::Position;
use crate::repetition::Repetitions;
use crate::rules::Rules;

/// A game under way between two sides, as [`KubaGame`](crate::KubaGame) plays
/// it for two names.
///
/// It adds to a [`Position`] what no position shows: that neither side is to
/// move before the first push in classroom rules, and how often each position
/// has begun a turn. It has no push limit (K-13).
///
/// Rules: K-11, K-12, K-15, K-16, K-18.
///
/// ```
/// use kuba_rules::{GameState, NoEvents, Rules, Side};
///
/// let mut game = GameState::new(Rules::Classroom);
/// assert_eq!(game.turn(), None);
/// game.push(Side::Black, "05B".parse()?, &mut NoEvents)?;
/// assert_eq!(game.turn(), Some(Side::White));
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameState {
    position: Position,
    repetitions: Repetitions,
    /// K-15: in classroom rules neither side is to move before the first push.
    begun: bool,
}

impl GameState {
    /// A game from the start. Rules: K-11, K-12.
    pub fn new(rules: Rules) -> Self {
        let position = Position::start(rules);
        Self {
            position,
            repetitions: Repetitions::new(&position),
            begun: rules == Rules::Tournament,
        }
    }

    /// A game that goes on from a position and the positions counted so far.
    ///
    /// Rules: K-12 (the count belongs to the game), K-18.
    ///
    /// # Errors
    /// [`ResumeError`] if no game can have both.
    pub fn resume(position: Position, repetitions: Repetitions) -> Result<Self, ResumeError> {
        let is_won = position.is_over();
        if position.rules() == Rules::Classroom && repetitions.iter().next().is_some() {
            return Err(ResumeError::CountedInClassroom);
        }
        if is_won && repetitions.is_draw() {
            return Err(ResumeError::WonAndDrawn);
        }
        let begins_a_turn =
            position.rules() == Rules::Tournament && !position.may_push_again() && !is_won;
        if begins_a_turn && repetitions.count_of(&position) == 0 {
            return Err(ResumeError::NeverCounted);
        }
        Ok(Self {
            position,
            repetitions,
            begun: true,
        })
    }

    /// The side to move; `None` before the first push in classroom rules; after
    /// the end, the side that would have been next. Rules: K-15.
    pub fn turn(&self) -> Option<Side> {
        self.begun.then(|| self.position.to_move())
    }

    /// Checks whether a side may act now.
    ///
    /// Rules: K-11 (either may begin), K-16.
    ///
    /// # Errors
    /// [`TurnError::GameOver`], [`TurnError::NotYourTurn`].
    pub fn may_act(&self, side: Side) -> Result<(), TurnError> {
        self.has_turn(side)?;
        if self.position.is_over() {
            return Err(TurnError::GameOver);
        }
        Ok(())
    }

    /// As [`may_act`](Self::may_act), but looks for a win only to explain why it
    /// is not this side's turn: playing looks for one anyway, and looking is a
    /// good part of what a push costs.
    fn has_turn(&self, side: Side) -> Result<(), TurnError> {
        if self.is_draw() {
            return Err(TurnError::GameOver);
        }
        match self.turn() {
            Some(turn) if turn != side => Err(if self.position.is_over() {
                TurnError::GameOver
            } else {
                TurnError::NotYourTurn { turn }
            }),
            _ => Ok(()),
        }
    }

    /// Pushes for a side, and passes the events to the sink.
    ///
    /// Rules: K-3 to K-12, K-16.
    ///
    /// # Errors
    /// As [`may_act`](Self::may_act); [`TurnError::Play`]. Nothing has changed
    /// and the sink has got nothing.
    pub fn push(
        &mut self,
        side: Side,
        push: Move,
        events: &mut impl EventSink,
    ) -> Result<(), TurnError> {
        self.has_turn(side)?;
        // K-11: the first push settles which side began.
        let mut position = if self.begun {
            self.position
        } else {
            Position::starting_with(self.position.rules(), side)
        };
        position.play_into(push, events)?;
        self.advance_to(position);
        Ok(())
    }

    /// Ends a side's open turn, and passes the events to the sink.
    ///
    /// Rules: K-12, K-18.
    ///
    /// # Errors
    /// As [`push`](Self::push).
    pub fn end_turn(&mut self, side: Side, events: &mut impl EventSink) -> Result<(), TurnError> {
        self.has_turn(side)?;
        let mut position = self.position;
        position.end_turn_into(events)?;
        self.advance_to(position);
        Ok(())
    }

    fn advance_to(&mut self, position: Position) {
        self.position = position;
        self.begun = true;
        self.repetitions.turn_began(&position);
    }

    /// The side that has won. Rules: K-8, K-9, K-10.
    pub fn winner(&self) -> Option<Side> {
        self.position.outcome()?.winner()
    }

    /// Whether the game is drawn. Rules: K-12, K-18.
    pub const fn is_draw(&self) -> bool {
        self.repetitions.is_draw()
    }

    /// The position; `None` while neither side is to move yet. Rules: K-15.
    pub fn position(&self) -> Option<&Position> {
        self.begun.then_some(&self.position)
    }

    /// The cells and trays, also while neither side is to move yet; the side to
    /// move in it then means nothing.
    pub const fn board(&self) -> &Position {
        &self.position
    }

    /// How often each position has begun a turn. Rules: K-12.
    pub const fn repetitions(&self) -> &Repetitions {
        &self.repetitions
    }
}

/// Why a side may not act as it tried; nothing has changed. Rules: K-16, K-18.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum TurnError {
    /// The game is won or drawn.
    GameOver,
    /// The opponent is to move.
    NotYourTurn {
        /// Whose turn it is.
        turn: Side,
    },
    /// The position does not allow it.
    Play(PlayError),
}

impl TurnError {
    /// The id of the rule that refuses it.
    pub const fn rule(&self) -> &'static str {
        match self {
            Self::GameOver | Self::NotYourTurn { .. } => "K-16",
            Self::Play(error) => error.rule(),
        }
    }
}

impl fmt::Display for TurnError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::GameOver => f.write_str("the game is over; no action is left"),
            Self::NotYourTurn { turn } => {
                write!(f, "{turn} is to move, not {}", turn.other())
            }
            Self::Play(error) => error.fmt(f),
        }
    }
}

impl Error for TurnError {}

impl From<PlayError> for TurnError {
    fn from(error: PlayError) -> Self {
        match error {
            PlayError::GameOver => Self::GameOver,
            error => Self::Play(error),
        }
    }
}

/// Why a position and a counter cannot belong to one game. Rules: K-12, K-18.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ResumeError {
    /// Nothing is counted in classroom rules.
    CountedInClassroom,
    /// The game is won, and some position was counted for the third time.
    WonAndDrawn,
    /// The position begins a turn, but was never counted.
    NeverCounted,
}

impl ResumeError {
    /// The id of the rule that it breaks.
    pub const fn rule(&self) -> &'static str {
        match self {
            Self::CountedInClassroom | Self::NeverCounted => "K-12",
            Self::WonAndDrawn => "K-18",
        }
    }
}

impl fmt::Display for ResumeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::CountedInClassroom => {
                "positions were counted, but a game in classroom rules counts none"
            }
            Self::WonAndDrawn => {
                "the game is won, so no position can have been counted three times"
            }
            Self::NeverCounted => "the position begins a turn, so it must have been counted",
        })
    }
}

impl Error for ResumeError {}
