//! Everything that can be wrong, each with the rule it breaks and the offending value.

use core::error::Error;
use core::fmt;

use crate::geometry::{Roll, Step, Token};
use crate::seat::Seat;
use crate::setup_error::SetupErrors;

/// A name that is no set of rules.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct RulesError {
    /// What was given.
    pub value: String,
}

impl fmt::Display for RulesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { value } = self;
        write!(
            f,
            "{value:?} is no set of ludo rules; the one there is is \"classic\""
        )
    }
}

impl Error for RulesError {}

/// A text that is no seat. Rules: L-1.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct SeatError {
    /// What was given.
    pub value: String,
}

impl SeatError {
    /// The rule broken.
    pub const fn rule(&self) -> &'static str {
        "L-1"
    }
}

impl fmt::Display for SeatError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { value } = self;
        write!(f, "{value:?} is no seat; the seats are A, B, C and D")
    }
}

impl Error for SeatError {}

/// A number that no die shows. Rules: L-5.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RollError {
    /// What was given.
    pub value: i64,
}

impl RollError {
    /// The rule broken.
    pub const fn rule(&self) -> &'static str {
        "L-5"
    }
}

impl fmt::Display for RollError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { value } = self;
        write!(f, "{value} is no roll; a die shows 1 to 6")
    }
}

impl Error for RollError {}

/// A number that no token's step count can be. Rules: L-3.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct StepError {
    /// What was given.
    pub value: i64,
}

impl StepError {
    /// The rule broken.
    pub const fn rule(&self) -> &'static str {
        "L-3"
    }
}

impl fmt::Display for StepError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { value } = self;
        write!(
            f,
            "{value} is no step count; it is -1 (home yard) to 57 (the end)"
        )
    }
}

impl Error for StepError {}

/// Bits that pack no tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BitsError {
    /// What was given.
    pub bits: u64,
}

impl fmt::Display for BitsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { bits } = self;
        write!(f, "{bits:#x} packs no tokens that could stand on a board")
    }
}

impl Error for BitsError {}

/// A text that does not follow a notation.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ParseError {
    /// The whole text.
    pub input: String,
    /// Where it goes wrong, in characters from 1; one past the last character
    /// if the text stops too early.
    pub column: usize,
    /// What would be right there.
    pub expected: &'static str,
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            input,
            column,
            expected,
        } = self;
        write!(f, "column {column} of {input:?}: expected {expected}")
    }
}

impl Error for ParseError {}

/// Why a roll or a choice is refused. The position is then unchanged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum PlayError {
    /// Every place is taken. Rules: L-30.
    GameOver,
    /// A choice was given while the die is to be rolled. Rules: L-29.
    RollDue,
    /// A roll was given while one is to be answered. Rules: L-29.
    NoRollDue {
        /// The roll given.
        roll: Roll,
        /// The roll that is to be answered.
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
