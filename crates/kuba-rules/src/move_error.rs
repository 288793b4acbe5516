//! Why the class of the assignment refuses something.

use core::error::Error;
use core::fmt;

use crate::marble::Side;
use crate::play_error::PlayError;

/// Why two players cannot play a game. Rules: K-14.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum PlayersError {
    /// Not a pair of a name and a color; only callers that take values of any
    /// kind return it.
    NotAPair {
        /// The value, as the caller shows it.
        value: String,
    },
    /// A color that is not `W` or `B`.
    UnknownColor {
        /// The player's name.
        name: String,
        /// The color given.
        value: String,
    },
    /// Both players have one name.
    SameNames {
        /// The name.
        name: String,
    },
    /// Both players have one color.
    SameColors {
        /// The side of both.
        side: Side,
    },
    /// A rule set that is not `classroom` or `tournament`.
    UnknownRules {
        /// The value given, ready to print: text in quotes.
        value: String,
    },
}

impl PlayersError {
    /// The id of the rule that refuses the players.
    pub const fn rule(&self) -> &'static str {
        "K-14"
    }
}

impl fmt::Display for PlayersError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotAPair { value } => {
                write!(f, "a player is a pair of a name and a color, not {value}")
            }
            Self::UnknownColor { name, value } => {
                write!(
                    f,
                    "the color of {name:?} is {value:?}; it must be \"W\" or \"B\""
                )
            }
            Self::SameNames { name } => {
                write!(f, "both players are named {name:?}; the names must differ")
            }
            Self::SameColors { side } => write!(
                f,
                "both players have the color \"{}\"; one must be \"W\", the other \"B\"",
                side.letter()
            ),
            Self::UnknownRules { value } => write!(
                f,
                "the rules cannot be {value}; they are classroom or tournament"
            ),
        }
    }
}

impl Error for PlayersError {}

/// A name that is neither player's. Rules: K-17.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct UnknownPlayer {
    /// The name given.
    pub name: String,
}

impl UnknownPlayer {
    /// The id of the rule that refuses the name.
    pub const fn rule(&self) -> &'static str {
        "K-17"
    }
}

impl fmt::Display for UnknownPlayer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "nobody named {:?} plays in this game", self.name)
    }
}

impl Error for UnknownPlayer {}

/// Why the game refused an action; nothing has changed. Rules: K-16, K-18.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum MoveError {
    /// No player has this name.
    UnknownPlayer {
        /// The name given.
        name: String,
    },
    /// The game is won or drawn.
    GameOver,
    /// The opponent is to move.
    NotYourTurn {
        /// The player who tried.
        name: String,
        /// The player to move.
        turn: String,
    },
    /// Not a cell of the board, or not a pair of integers.
    BadCoordinates {
        /// The value given.
        value: String,
    },
    /// Not one of the four directions.
    BadDirection {
        /// The value given, text in quotes.
        value: String,
    },
    /// The push is illegal.
    Push(PlayError),
    /// The turn cannot be ended.
    EndTurn(PlayError),
}

impl MoveError {
    /// The id of the rule that refuses the action.
    pub const fn rule(&self) -> &'static str {
        match self {
            Self::UnknownPlayer { .. }
            | Self::GameOver
            | Self::NotYourTurn { .. }
            | Self::BadCoordinates { .. }
            | Self::BadDirection { .. } => "K-16",
            Self::Push(error) => error.rule(),
            Self::EndTurn(_) => "K-18",
        }
    }
}

impl fmt::Display for MoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownPlayer { name } => {
                write!(f, "nobody named {name:?} plays in this game")
            }
            Self::GameOver => f.write_str("the game is over; no action is left"),
            Self::NotYourTurn { name, turn } => {
                write!(f, "{turn:?} is to move, not {name:?}")
            }
            Self::BadCoordinates { value } => write!(
                f,
                "{value} is no cell; coordinates are (row, column), both integers from 0 to 6"
            ),
            Self::BadDirection { value } => write!(
                f,
                "{value} is no direction; it must be exactly L, R, F or B"
            ),
            Self::Push(error) | Self::EndTurn(error) => error.fmt(f),
        }
    }
}

impl Error for MoveError {}
