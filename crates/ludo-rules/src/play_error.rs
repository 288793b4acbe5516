//! Why a roll or a choice is refused, with the rule and the value.

use core::error::Error;
use core::fmt;

use crate::geometry::{Roll, Step, Token};
use crate::seat::Seat;

/// Why a roll or a choice is refused. The position is then unchanged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum PlayError {
    /// Every place is taken. Rules: L-30.
    GameOver,
    /// A choice was given while a roll is due. Rules: L-29.
    RollDue,
    /// A roll was given while a choice is due. Rules: L-29.
    NoRollDue {
        /// The roll given.
        roll: Roll,
        /// The roll in hand.
        in_hand: Roll,
    },
    /// Another seat is to act. Rules: L-28.
    WrongSeat {
        /// The seat given.
        seat: Seat,
        /// The seat to act.
        to_act: Seat,
    },
    /// The seat is not playing. Rules: L-1.
    NotSeated {
        /// The seat given.
        seat: Seat,
    },
    /// The token is in the yard. Rules: L-5.
    NeedsSix {
        /// The token given.
        token: Token,
        /// The roll that is no 6.
        roll: Roll,
    },
    /// The token is on the end. Rules: L-8.
    Finished {
        /// The token given.
        token: Token,
    },
    /// The token is one of a stack. Rules: L-27.
    SplitsStack {
        /// The token given.
        token: Token,
    },
    /// The tokens are no stack. Rules: L-27.
    NotAStack {
        /// Where `p` and `q` are.
        steps: [Step; 2],
    },
    /// A pass was given while something can move. Rules: L-14.
    MustMove {
        /// The roll that moves something.
        roll: Roll,
    },
}

impl PlayError {
    /// The rule broken.
    pub const fn rule(&self) -> &'static str {
        match self {
            Self::NotSeated { .. } => "L-1",
            Self::NeedsSix { .. } => "L-5",
            Self::Finished { .. } => "L-8",
            Self::MustMove { .. } => "L-14",
            Self::SplitsStack { .. } | Self::NotAStack { .. } => "L-27",
            Self::WrongSeat { .. } => "L-28",
            Self::RollDue | Self::NoRollDue { .. } => "L-29",
            Self::GameOver => "L-30",
        }
    }
}

impl fmt::Display for PlayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::GameOver => f.write_str("the game is over; nothing more can be played"),
            Self::RollDue => f.write_str("the die is to be rolled before anything moves"),
            Self::NoRollDue { roll, in_hand } => write!(
                f,
                "no roll is due, so {roll} cannot be taken; answer the {in_hand} in hand first"
            ),
            Self::WrongSeat { seat, to_act } => {
                write!(f, "it is not {seat}'s turn; {to_act} is to act")
            }
            Self::NotSeated { seat } => write!(f, "nobody plays at seat {seat}"),
            Self::NeedsSix { token, roll } => write!(
                f,
                "token {token} is in the home yard and leaves it only on a 6, not on a {roll}"
            ),
            Self::Finished { token } => {
                write!(f, "token {token} is on the end and never moves again")
            }
            Self::SplitsStack { token } => write!(
                f,
                "token {token} is part of a stack, which moves as one; choose pq"
            ),
            Self::NotAStack { steps: [p, q] } => write!(
                f,
                "p (step {p}) and q (step {q}) are no stack, so they do not move as one; choose one of them"
            ),
            Self::MustMove { roll } => write!(
                f,
                "a token can move {roll}, so passing is not allowed; choose what moves"
            ),
        }
    }
}

impl Error for PlayError {}
