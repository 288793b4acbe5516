//! Why a set-up is impossible.

use core::error::Error;
use core::fmt;

use crate::geometry::{Cell, Coordinates};
use crate::marble::Side;
use crate::moves::Move;

/// One reason why a set-up is impossible.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum SetupError {
    /// More than eight marbles of a side. Rules: K-1.
    TooManyMarbles {
        /// The side.
        side: Side,
        /// Its number.
        count: u8,
    },
    /// More than thirteen reds, on the board and captured. Rules: K-1.
    TooManyReds {
        /// Reds on the board.
        on_board: u8,
        /// Reds captured by both sides.
        captured: u16,
    },
    /// More reds captured than the seven that end the game. Rules: K-8.
    TooManyCaptured {
        /// The side.
        side: Side,
        /// Its number.
        count: u8,
    },
    /// Neither side has a marble. Rules: K-9.
    NoMarbles,
    /// The game would have been won twice over; the first win ended it.
    /// Rules: K-8, K-9.
    WonTwice,
    /// The winner is to move, though the winning push passed the turn.
    /// Rules: K-11.
    WinnerToMove {
        /// The winner.
        side: Side,
    },
    /// The loser is to move, though a push that captures or ejects a marble does
    /// not pass the turn. Rules: K-12.
    LoserToMove {
        /// The loser.
        side: Side,
    },
    /// An open turn, though the game has been won. Rules: K-8, K-9.
    PushAgainAfterWin {
        /// The side to move.
        side: Side,
    },
    /// Neither side may push again in classroom rules. Rules: K-11.
    PushAgainInClassroom,
    /// A side may push again that has never captured or ejected a marble: it has
    /// no red, and the opponent has all eight marbles. Rules: K-12.
    PushAgainTookNothing {
        /// The side.
        side: Side,
    },
    /// A side may push again, but no push can just have captured or ejected a
    /// marble: none of its marbles has an empty cell behind it, an unbroken run
    /// to the edge ahead, and room for the push. Rules: K-12.
    PushAgainWithoutTrace {
        /// The side.
        side: Side,
    },
    /// A ko push in the middle of a turn. Rules: K-7, K-12.
    KoInOpenTurn {
        /// The push.
        push: Move,
    },
    /// A ko push, though the last push won by capture.
    /// Rules: K-7.
    KoAfterWin {
        /// The push.
        push: Move,
    },
    /// The ko push is not one of a marble of the side to move. Rules: K-7.
    KoNotYours {
        /// The push.
        push: Move,
    },
    /// The ko push has no room behind, so it is illegal anyway.
    /// Rules: K-3, K-7.
    KoWithoutRoom {
        /// The push.
        push: Move,
        /// The occupied cell behind.
        behind: Cell,
    },
    /// The ko push undoes nothing: the run that it pushes must end in the
    /// enemy marble that was pushed before, next to the empty cell that it
    /// left, with room behind. Rules: K-3, K-7.
    KoUndoesNothing {
        /// The push.
        push: Move,
    },
}

impl SetupError {
    /// The id of the rule that makes the set-up impossible.
    pub const fn rule(&self) -> &'static str {
        match self {
            Self::TooManyMarbles { .. } | Self::TooManyReds { .. } => "K-1",
            Self::TooManyCaptured { .. } | Self::WonTwice => "K-8",
            Self::NoMarbles => "K-9",
            Self::WinnerToMove { .. } | Self::PushAgainInClassroom => "K-11",
            Self::LoserToMove { .. }
            | Self::PushAgainAfterWin { .. }
            | Self::PushAgainTookNothing { .. }
            | Self::PushAgainWithoutTrace { .. } => "K-12",
            Self::KoInOpenTurn { .. }
            | Self::KoAfterWin { .. }
            | Self::KoNotYours { .. }
            | Self::KoWithoutRoom { .. }
            | Self::KoUndoesNothing { .. } => "K-7",
        }
    }
}

impl fmt::Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::TooManyMarbles { side, count } => {
                write!(f, "{side} has {count} marbles; a side has at most 8")
            }
            Self::TooManyReds { on_board, captured } => write!(
                f,
                "{on_board} reds on the board and {captured} captured are too many; \
                 there are 13 in all"
            ),
            Self::TooManyCaptured { side, count } => write!(
                f,
                "{side} has captured {count} reds; the game ends with the seventh"
            ),
            Self::NoMarbles => {
                f.write_str("neither side has a marble; the game ends when one side has none")
            }
            Self::WonTwice => {
                f.write_str("the game would have been won twice over; the first win ends it")
            }
            Self::WinnerToMove { side } => write!(
                f,
                "{side} has won and is to move; in classroom rules the loser is"
            ),
            Self::LoserToMove { side } => write!(
                f,
                "{side} has lost and is to move; in tournament rules the winner is, \
                 because his push took a marble off"
            ),
            Self::PushAgainAfterWin { side } => {
                write!(f, "{side} may not push again: the game has been won")
            }
            Self::PushAgainInClassroom => {
                f.write_str("nobody may push again in classroom rules; only in tournament rules")
            }
            Self::PushAgainTookNothing { side } => write!(
                f,
                "{side} may push again but has taken nothing off: \
                 it has no red and {} has all 8 marbles",
                side.other()
            ),
            Self::PushAgainWithoutTrace { side } => write!(
                f,
                "{side} may push again, but no push on this board can just have taken a marble \
                 off: that leaves an empty cell behind one of {side}'s marbles, \
                 and an unbroken run from it to the edge"
            ),
            Self::KoInOpenTurn { push } => write!(
                f,
                "{push} cannot be the ko push in the middle of a turn: the last push took a marble off"
            ),
            Self::KoAfterWin { push } => write!(
                f,
                "{push} cannot be the ko push after a win by taking marbles: \
                 the last push took a marble off"
            ),
            Self::KoNotYours { push } => write!(
                f,
                "{push} cannot be the ko push: the side to move has no marble at {}",
                Coordinates(push.cell)
            ),
            Self::KoWithoutRoom { push, behind } => write!(
                f,
                "{push} need not be the ko push: it is illegal anyway, \
                 because the cell behind, {}, holds a marble",
                Coordinates(behind)
            ),
            Self::KoUndoesNothing { push } => write!(
                f,
                "{push} cannot be the ko push: it undoes no push, which takes a run that ends in the \
                 enemy marble pushed before, the empty cell that it left, and room behind that"
            ),
        }
    }
}

impl Error for SetupError {}

/// Every reason why a set-up is impossible; at least one.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct SetupErrors(pub Vec<SetupError>);

impl fmt::Display for SetupErrors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the set-up is impossible")?;
        for (number, error) in self.0.iter().enumerate() {
            f.write_str(if number == 0 { ": " } else { "; " })?;
            write!(f, "{error} ({})", error.rule())?;
        }
        Ok(())
    }
}

impl Error for SetupErrors {}
