//! Why the classes of the assignment refuse something.

use core::error::Error;
use core::fmt;

use crate::seat::Seat;

/// No player has the position asked for. Rules: L-24.
///
/// It prints the words of the assignment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PlayerNotFound;

impl PlayerNotFound {
    /// The rule broken.
    pub const fn rule(&self) -> &'static str {
        "L-24"
    }
}

impl fmt::Display for PlayerNotFound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Player not found!")
    }
}

impl Error for PlayerNotFound {}

/// Why `move_token` is refused; then nothing moves. Rules: L-25.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum MoveTokenError {
    /// The name is neither `p` nor `q`.
    UnknownToken {
        /// The value given, ready to print.
        value: String,
    },
    /// The steps are not an integer from 1 to 6.
    BadSteps {
        /// The value given, ready to print.
        value: String,
    },
    /// The player belongs to another game, or to an earlier one of this object.
    ForeignPlayer {
        /// The player's seat.
        seat: Seat,
    },
}

impl MoveTokenError {
    /// The rule broken.
    pub const fn rule(&self) -> &'static str {
        "L-25"
    }
}

impl fmt::Display for MoveTokenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownToken { value } => {
                write!(f, "{value} is no token; the tokens are \"p\" and \"q\"")
            }
            Self::BadSteps { value } => {
                write!(
                    f,
                    "{value} steps cannot be moved; give an integer from 1 to 6"
                )
            }
            Self::ForeignPlayer { seat } => write!(
                f,
                "player {seat} belongs to another game; ask this game for its player after play_game"
            ),
        }
    }
}

impl Error for MoveTokenError {}
