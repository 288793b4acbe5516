//! Why something was refused. Every error names the rule that refuses it.

use std::error::Error;
use std::fmt;

use crate::geometry::{Cell, Direction};
use crate::marble::Marble;
use crate::moves::Move;
use crate::setup_error::SetupErrors;

/// Shows a cell the way the texts write coordinates.
pub(crate) struct Coordinates(pub(crate) Cell);

impl fmt::Display for Coordinates {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({}, {})", self.0.row(), self.0.column())
    }
}

/// Why an action was refused; the position stays as it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum PlayError {
    /// The game has been won. Rules: K-16.
    GameOver,
    /// There is no marble to push. Rules: K-3.
    EmptyCell {
        /// The empty cell.
        cell: Cell,
    },
    /// The marble is not one of the mover's. Rules: K-3.
    NotYourMarble {
        /// Where it lies.
        cell: Cell,
        /// What it is.
        marble: Marble,
    },
    /// The cell behind the marble is taken. Rules: K-3.
    NoRoomBehind {
        /// The marble's cell.
        cell: Cell,
        /// Where it was to be pushed to.
        direction: Direction,
        /// The cell behind it, which holds a marble.
        behind: Cell,
    },
    /// The push would take one of the mover's own marbles off. Rules: K-5.
    OwnMarbleOff {
        /// The cell of the marble to be pushed.
        cell: Cell,
        /// Where it was to be pushed to.
        direction: Direction,
    },
    /// The push would undo the opponent's last push. Rules: K-7.
    Undoes {
        /// The barred push.
        push: Move,
    },
    /// The turn cannot be ended: nothing has been taken off in it, or the
    /// rules know no ending of turns. Rules: K-12.
    CannotEndTurn,
}

impl PlayError {
    /// The id of the rule that refuses the action.
    pub const fn rule(&self) -> &'static str {
        match self {
            Self::GameOver => "K-16",
            Self::EmptyCell { .. } | Self::NotYourMarble { .. } | Self::NoRoomBehind { .. } => {
                "K-3"
            }
            Self::OwnMarbleOff { .. } => "K-5",
            Self::Undoes { .. } => "K-7",
            Self::CannotEndTurn => "K-12",
        }
    }
}

impl fmt::Display for PlayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::GameOver => f.write_str("the game is over; no action is left"),
            Self::EmptyCell { cell } => write!(
                f,
                "the cell {} is empty; name the cell of one of your own marbles",
                Coordinates(cell)
            ),
            Self::NotYourMarble { cell, marble } => write!(
                f,
                "the marble at {} is {marble}; only your own marbles can be pushed",
                Coordinates(cell)
            ),
            Self::NoRoomBehind {
                cell,
                direction,
                behind,
            } => write!(
                f,
                "the marble at {} cannot be pushed {direction}: the cell behind it, {}, \
                 holds a marble and must be empty or off the board",
                Coordinates(cell),
                Coordinates(behind)
            ),
            Self::OwnMarbleOff { cell, direction } => write!(
                f,
                "pushing {} {direction} would take your own marble off the board; \
                 only red and enemy marbles may be pushed off",
                Coordinates(cell)
            ),
            Self::Undoes { push } => write!(
                f,
                "pushing {push} would undo the opponent's last push; another push must come between"
            ),
            Self::CannotEndTurn => f.write_str(
                "the turn cannot be ended; in tournament rules it can \
                 once a push of it has taken a marble off",
            ),
        }
    }
}

impl Error for PlayError {}

/// A row and a column that name no cell. Rules: K-1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CellError {
    /// The row asked for.
    pub row: i64,
    /// The column asked for.
    pub column: i64,
}

impl CellError {
    /// The id of the rule that refuses the cell.
    pub const fn rule(&self) -> &'static str {
        "K-1"
    }
}

impl fmt::Display for CellError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "there is no cell ({}, {}); row and column go from 0 to 6",
            self.row, self.column
        )
    }
}

impl Error for CellError {}

/// A name that is no rule set's. Rules: K-14.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct RulesError {
    /// The name given.
    pub value: String,
}

impl RulesError {
    /// The id of the rule that refuses the name.
    pub const fn rule(&self) -> &'static str {
        "K-14"
    }
}

impl fmt::Display for RulesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "there are no rules named {:?}; they are classroom or tournament",
            self.value
        )
    }
}

impl Error for RulesError {}

/// Text that is not what it should be, and where.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ParseError {
    /// The whole text.
    pub input: String,
    /// The first character that does not fit, counted from 1; one more than
    /// the text has where it ends too early.
    pub column: usize,
    /// What would have fitted there.
    pub expected: &'static str,
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "column {} of {:?}: ", self.column, self.input)?;
        match self.input.chars().nth(self.column.saturating_sub(1)) {
            Some(found) => write!(f, "found {found:?}, expected {}", self.expected),
            None => write!(f, "the text ends, expected {}", self.expected),
        }
    }
}

impl Error for ParseError {}

/// Why a line is no position.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum PositionError {
    /// The line does not follow the notation.
    Notation(ParseError),
    /// It does, but the position is impossible.
    Setup(SetupErrors),
}

impl fmt::Display for PositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Notation(error) => error.fmt(f),
            Self::Setup(errors) => errors.fmt(f),
        }
    }
}

impl Error for PositionError {}

impl From<ParseError> for PositionError {
    fn from(error: ParseError) -> Self {
        Self::Notation(error)
    }
}

impl From<SetupErrors> for PositionError {
    fn from(errors: SetupErrors) -> Self {
        Self::Setup(errors)
    }
}
