//! What happens in a game, as it is written down: the one truth about it.
//!
//! A game is its [`Plan`] and the entries that follow, numbered from 1 without
//! a gap. Everything that anybody is ever shown is made from these.

use core::time::Duration;

use parlor_record::record::Bytes32;
use serde::{Deserialize, Serialize};

use crate::clock::Moment;
use crate::hex;
use crate::id::{ActionId, GameId};

/// What is settled when a game is made, and never changes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Plan {
    /// Which game: `ludo`.
    pub game: String,
    /// By which rules: `classic`.
    pub rules: String,
    /// Who sits where; who is named first begins.
    pub seats: Vec<SeatPlan>,
    /// After how many actions that count the game ends. Rules: L-31, K-13.
    pub limit: u32,
    /// How long a seat may stay away until a bot takes it over; for ever
    /// without one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub away_after: Option<Duration>,
    /// How long each person may think in all; for ever without one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<TimeControl>,
    /// The SHA-256 of the server's secret, published before anybody joins.
    #[serde(with = "hex::bytes_32")]
    pub commitment: Bytes32,
}

/// How long each person may think: a time for the whole game, and some more for
/// every turn. Bots have no clock: what they take is the server's time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TimeControl {
    /// What a clock begins with.
    pub initial: Duration,
    /// What it gains with every turn that it ran in.
    pub increment: Duration,
}

/// One seat as it is planned.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeatPlan {
    /// The seat's letter: `A`, `W`.
    pub seat: char,
    /// What the player is called.
    pub name: String,
    /// Who plays.
    pub player: Player,
}

/// Whether two names are the same to people, who do not tell capitals apart.
pub(crate) fn is_same_name(one: &str, other: &str) -> bool {
    one.to_lowercase() == other.to_lowercase()
}

impl SeatPlan {
    /// Whether the player is called so.
    pub(crate) fn is_called(&self, name: &str) -> bool {
        is_same_name(&self.name, name)
    }

    /// What a person is called at a seat who gave no name.
    pub(crate) fn usual_name(seat: char) -> String {
        format!("Player {seat}")
    }
}

/// Who plays at a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Player {
    /// The bot of this name.
    Bot(String),
    /// A person, who has joined already if there is a part in the dice.
    Person(Option<Part>),
}

/// A person's part in the dice: a commitment, and the bytes if the server has
/// them in keeping. In a game without dice nothing is said.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Part {
    /// The SHA-256 of the bytes.
    #[serde(
        default,
        with = "hex::maybe_bytes_32",
        skip_serializing_if = "Option::is_none"
    )]
    pub commitment: Option<Bytes32>,
    /// The bytes, kept by the server until everybody is in. Secret until then.
    #[serde(
        default,
        with = "hex::maybe_bytes",
        skip_serializing_if = "Option::is_none"
    )]
    pub kept: Option<Vec<u8>>,
    /// Whether the server drew them, because the player left it to it.
    #[serde(default)]
    pub drawn_by_server: bool,
}

/// One entry of a game's log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Its number, from 1 without a gap.
    pub version: u64,
    /// When it was written.
    pub at: Moment,
    /// What its sender calls it; nothing if the server wrote it.
    pub action_id: Option<ActionId>,
    /// What happened.
    pub happening: Happening,
}

/// Something that happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "happening", rename_all = "snake_case")]
pub enum Happening {
    /// The game was made.
    Created,
    /// Somebody took a seat.
    Joined {
        /// Which.
        seat: char,
        /// What they are called; as planned if they do not say.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        name: Option<String>,
        /// Their part in the dice.
        part: Part,
    },
    /// Somebody revealed the bytes that they had committed to.
    Revealed {
        /// Whose.
        seat: char,
        /// The bytes.
        #[serde(with = "hex::bytes")]
        entropy: Vec<u8>,
    },
    /// The die was rolled.
    Rolled {
        /// For whom.
        seat: char,
        /// What it shows, in notation.
        roll: String,
        /// How long their clock ran before it, if it did.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        spent: Option<Duration>,
    },
    /// Somebody acted.
    Acted {
        /// Who.
        seat: char,
        /// What, in notation.
        action: String,
        /// How long their clock ran before it, if it did.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        spent: Option<Duration>,
    },
    /// Somebody asked the others for something.
    Asked {
        /// Who.
        seat: char,
        /// For what.
        what: Request,
        /// Other seats that agree at once, as they are the same person's.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        with: Vec<char>,
        /// How long the clock ran that it stopped, if one ran.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        spent: Option<Duration>,
    },
    /// Somebody agreed to what was asked.
    Agreed {
        /// Who.
        seat: char,
        /// To what.
        to: Request,
        /// How long the clock ran that it stopped, if one ran.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        spent: Option<Duration>,
    },
    /// Somebody refused what was asked, or took the request back.
    Declined {
        /// Who.
        seat: char,
        /// What.
        what: Request,
    },
    /// Somebody gave the game up: between two, the other wins; among more, a
    /// bot takes the seat for good.
    Resigned {
        /// Who.
        seat: char,
        /// The bot that takes the seat, where more than two play.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        bot: Option<String>,
        /// How long the clock ran that it stopped, if one ran.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        spent: Option<Duration>,
    },
    /// Somebody's time was over: between two, the other wins; among more, a bot
    /// takes the seat for good.
    OutOfTime {
        /// Whose.
        seat: char,
        /// The bot that takes the seat, where more than two play.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        bot: Option<String>,
    },
    /// A bot took over a seat that stayed away.
    TakenOver {
        /// Which.
        seat: char,
        /// The bot.
        bot: String,
    },
    /// Somebody came back to a seat that a bot had taken over.
    Returned {
        /// Who.
        seat: char,
    },
    /// A hint was found for somebody who is to act, as all had agreed.
    Hinted {
        /// Who.
        seat: char,
        /// The action, in notation.
        action: String,
        /// What is said for it.
        says: String,
    },
    /// No hint was found for somebody who is to act, though all had agreed.
    Unhinted {
        /// Who.
        seat: char,
    },
    /// Nobody went on.
    Abandoned {
        /// Who said so; nobody if it was left too long, or the keeper ended it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seat: Option<char>,
        /// Why the keeper ended it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        reason: Option<EndReason>,
        /// How long the clock ran that it stopped, if one ran.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        spent: Option<Duration>,
    },
    /// A game was made of the same players with seats rotated.
    Rematched {
        /// Who wanted it.
        seat: char,
        /// The new game.
        game: GameId,
    },
}

/// Why whoever keeps the server running ended a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EndReason {
    /// The games were brought back from a copy: dice that somebody has seen since
    /// would fall again.
    Restored,
    /// They wanted it.
    Keeper,
}

impl EndReason {
    /// The word for it.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Restored => "restored",
            Self::Keeper => "keeper",
        }
    }
}

/// What the others are asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Request {
    /// That the game is drawn.
    Draw,
    /// That the last action is taken back.
    Undo,
    /// That who is to act is told what is best.
    Hint,
}
