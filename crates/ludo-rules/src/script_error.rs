//! Why a script is refused.

use core::error::Error;
use core::fmt;

use crate::seat::Seat;

/// Why a script is refused; then nothing of it is played.
///
/// Rules: L-23. Entries count from 0 in their list. Values are ready to print: a
/// front end that reads JSON or Python quotes them its own way.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ScriptError {
    /// The text has no colon between players and turns.
    NoPlayers {
        /// The whole text.
        value: String,
    },
    /// The players are not a list of seats.
    PlayersNotAList {
        /// The value given.
        value: String,
    },
    /// The turns are not a list.
    TurnsNotAList {
        /// The value given.
        value: String,
    },
    /// Fewer than two players, or more than four.
    PlayerCount {
        /// The number of entries.
        count: usize,
    },
    /// An entry of the players list is no seat.
    UnknownPlayer {
        /// The entry of the players list.
        entry: usize,
        /// Its value.
        value: String,
    },
    /// A seat is twice in the players list.
    RepeatedPlayer {
        /// The later entry of the players list.
        entry: usize,
        /// The seat.
        seat: Seat,
    },
    /// A turn is not a pair of a seat and a roll.
    NotAPair {
        /// The entry of the turns list.
        entry: usize,
        /// Its value.
        value: String,
    },
    /// A turn's seat is not one of A to D.
    UnknownSeat {
        /// The entry of the turns list.
        entry: usize,
        /// Its seat.
        value: String,
    },
    /// A turn's roll is not an integer from 1 to 6.
    BadRoll {
        /// The entry of the turns list.
        entry: usize,
        /// Its roll.
        value: String,
    },
}

impl ScriptError {
    /// The rule broken.
    pub const fn rule(&self) -> &'static str {
        "L-23"
    }

    /// The entry that is wrong, from 0 in its list; `None` if it is the list itself.
    pub const fn entry(&self) -> Option<usize> {
        match self {
            Self::NoPlayers { .. }
            | Self::PlayersNotAList { .. }
            | Self::TurnsNotAList { .. }
            | Self::PlayerCount { .. } => None,
            Self::UnknownPlayer { entry, .. }
            | Self::RepeatedPlayer { entry, .. }
            | Self::NotAPair { entry, .. }
            | Self::UnknownSeat { entry, .. }
            | Self::BadRoll { entry, .. } => Some(*entry),
        }
    }

    /// The offending value, ready to print.
    pub fn value(&self) -> String {
        match self {
            Self::PlayerCount { count } => count.to_string(),
            Self::RepeatedPlayer { seat, .. } => seat.to_string(),
            Self::NoPlayers { value }
            | Self::PlayersNotAList { value }
            | Self::TurnsNotAList { value }
            | Self::UnknownPlayer { value, .. }
            | Self::NotAPair { value, .. }
            | Self::UnknownSeat { value, .. }
            | Self::BadRoll { value, .. } => value.clone(),
        }
    }
}

impl fmt::Display for ScriptError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoPlayers { value } => write!(
                f,
                "{value:?} has no colon between players and turns; write a script like A,B: A6 A4"
            ),
            Self::PlayersNotAList { value } => {
                write!(f, "the players are {value}; they must be a list of seats")
            }
            Self::TurnsNotAList { value } => write!(
                f,
                "the turns are {value}; they must be a list of pairs of seat and roll"
            ),
            Self::PlayerCount { count } => {
                write!(f, "the number of players is {count}; a game takes 2 to 4")
            }
            Self::UnknownPlayer { entry, value } => write!(
                f,
                "entry {entry} of the players is {value}; the seats are A, B, C and D"
            ),
            Self::RepeatedPlayer { entry, seat } => write!(
                f,
                "entry {entry} of the players is {seat} again; each seat is named once"
            ),
            Self::NotAPair { entry, value } => write!(
                f,
                "entry {entry} of the turns is {value}; it must be a pair of seat and roll"
            ),
            Self::UnknownSeat { entry, value } => write!(
                f,
                "entry {entry} of the turns has seat {value}; the seats are A, B, C and D"
            ),
            Self::BadRoll { entry, value } => write!(
                f,
                "entry {entry} of the turns has roll {value}; a roll is an integer from 1 to 6"
            ),
        }
    }
}

impl Error for ScriptError {}
