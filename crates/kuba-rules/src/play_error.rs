//! Why an action is refused, with the rule and the cells.

use core::error::Error;
use core::fmt;

use crate::geometry::{Cell, Coordinates, Direction};
use crate::marble::Marble;
use crate::moves::Move;

/// Why an action was refused; the position stays as it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum PlayError {
    /// The game has been won. Rules: K-16.
    GameOver,
    /// The cell is empty. Rules: K-3.
    EmptyCell {
        /// The empty cell.
        cell: Cell,
    },
    /// The marble is not one of the mover's. Rules: K-3.
    NotYourMarble {
        /// Its cell.
        cell: Cell,
        /// Its kind.
        marble: Marble,
    },
    /// The cell behind the marble is taken. Rules: K-3.
    NoRoomBehind {
        /// The marble's cell.
        cell: Cell,
        /// The direction of the push.
        direction: Direction,
        /// The occupied cell behind it.
        behind: Cell,
    },
    /// The push would eject one of the mover's own marbles. Rules: K-5.
    OwnMarbleOff {
        /// The cell of the pushed marble.
        cell: Cell,
        /// The direction of the push.
        direction: Direction,
    },
    /// Ko: the push would undo the opponent's last one. Rules: K-7.
    Ko {
        /// The ko push.
        push: Move,
    },
    /// The turn cannot be ended: no push of it has captured or ejected a marble,
    /// or the rules have no ending of turns. Rules: K-12.
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
            Self::Ko { .. } => "K-7",
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
            Self::Ko { push } => write!(
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
