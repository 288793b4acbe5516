//! The event log of a game, from which all else about the game is derived.
//!
//! A game is its [`GameConfig`] and the entries that follow, numbered from 1 without gaps.
//!
//! The names that serde writes are the format of the store. Where a name here is another, an
//! attribute keeps the stored one.

use core::time::Duration;

use parlor_dice::{Bytes32, Contribution, Salt, Scheme};
use serde::{Deserialize, Serialize};

use crate::id::{GameId, IdempotencyKey};
use crate::timestamp::Timestamp;

/// What is fixed when a game is created.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameConfig {
    /// Which game: `ludo`.
    pub game: String,
    /// By which rules: `classic`.
    pub rules: String,
    /// The seats, in playing order: the first one begins.
    pub seats: Vec<SeatConfig>,
    /// The position that it begins with, as a line; `None` is the usual start.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<String>,
    /// The number of counted actions after which the game ends. Rules: L-31, K-13.
    pub limit: u32,
    /// How long a seat may stay away until a bot takes it over. `None` is for ever.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub away_after: Option<Duration>,
    /// The time control of each person. `None` is no clock.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<TimeControl>,
    /// The version of the dice. Configs up to format 6 have none: all were of version 1.
    #[serde(default = "first_scheme")]
    pub scheme: Scheme,
    /// The SHA-256 of the server's secret, published before anybody joins.
    pub commitment: Bytes32,
}

impl GameConfig {
    /// What everybody may see of it at once: not what is in escrow.
    #[must_use]
    pub fn public(&self) -> Self {
        let mut config = self.clone();
        for seat in &mut config.seats {
            if let PlayerConfig::Person(Some(dice)) = &mut seat.player {
                *dice = dice.public();
            }
        }
        config
    }
}

/// The version of the dice of a config that names none.
const fn first_scheme() -> Scheme {
    Scheme::V1
}

/// A time control: an initial time for the whole game, and an increment with every turn. Bots have
/// no clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TimeControl {
    /// The time on a clock at the start.
    pub initial: Duration,
    /// The time that a clock gains with every turn in which it ran.
    pub increment: Duration,
}

/// The configuration of one seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "StoredSeat")]
pub struct SeatConfig {
    /// The seat's letter: `A`, `W`.
    pub seat: char,
    /// The name of the player; `None` for a person who gave none.
    #[serde(rename = "player_name", skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Who plays.
    pub player: PlayerConfig,
    /// Whether a program plays in place of a person, with a token of its own.
    #[serde(rename = "program", skip_serializing_if = "core::ops::Not::not")]
    pub is_program: bool,
}

/// A seat as any format of the store has it.
#[derive(Deserialize)]
struct StoredSeat {
    seat: char,
    player: PlayerConfig,
    #[serde(default)]
    player_name: Option<String>,
    /// The name up to format 3, which had the default for a person who gave none.
    #[serde(default)]
    name: Option<String>,
    #[serde(default)]
    program: bool,
}

impl From<StoredSeat> for SeatConfig {
    fn from(stored: StoredSeat) -> Self {
        let default = format!("Player {}", stored.seat);
        let is_given =
            |name: &String| matches!(stored.player, PlayerConfig::Bot(_)) || *name != default;
        Self {
            seat: stored.seat,
            name: stored.player_name.or(stored.name.filter(is_given)),
            player: stored.player,
            is_program: stored.program,
        }
    }
}

/// Whether two names are equal, ignoring case.
pub(crate) fn is_same_name(one: &str, other: &str) -> bool {
    one.to_lowercase() == other.to_lowercase()
}

impl SeatConfig {
    /// The name to show: a default where the player gave none.
    pub fn shown_name(&self) -> String {
        let name = self.name.clone();
        name.unwrap_or_else(|| parlor_view::default_name(self.seat))
    }

    /// Whether the player is shown with this name, ignoring case.
    pub fn is_called(&self, name: &str) -> bool {
        is_same_name(&self.shown_name(), name)
    }
}

/// Who plays at a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PlayerConfig {
    /// The bot of this name.
    Bot(String),
    /// A person; with a contribution to the dice, one who has joined already.
    Person(Option<DiceContribution>),
}

/// A person's contribution to the dice: a commitment, and the bytes if the server holds them in
/// escrow. Empty in a game without dice.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct DiceContribution {
    /// The commitment to the bytes and the salt, by [`Scheme::commitment`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub commitment: Option<Bytes32>,
    /// The bytes that the server holds until everybody has joined. Secret until then.
    #[serde(
        default,
        rename = "kept",
        with = "maybe_hex",
        skip_serializing_if = "Option::is_none"
    )]
    pub escrowed: Option<Vec<u8>>,
    /// The salt after these bytes, if they were typed. Secret until then, too.
    #[serde(default, with = "maybe_hex", skip_serializing_if = "Option::is_none")]
    pub salt: Option<Salt>,
    /// Whether the server drew them for the player.
    #[serde(default)]
    pub drawn_by_server: bool,
}

impl DiceContribution {
    /// What everybody may see of it at once: not what is in escrow.
    #[must_use]
    pub fn public(&self) -> Self {
        Self {
            escrowed: None,
            salt: None,
            ..self.clone()
        }
    }

    /// The same with the commitment of a seat of a game to the bytes in escrow, if there are some.
    /// A salt is dropped if the scheme has none.
    #[must_use]
    pub fn committed(mut self, scheme: Scheme, game: &GameId, seat: char) -> Self {
        self.salt = self.salt.filter(|_| scheme.has_salts());
        let given = Contribution {
            entropy: self.escrowed.clone(),
            salt: self.salt,
            ..Contribution::EMPTY
        };
        if let Some(bytes) = given.bytes() {
            self.commitment = Some(scheme.commitment(game.as_str(), seat, &bytes));
        }
        self
    }
}

/// The contribution of a seat, in a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeatContribution {
    /// The seat.
    pub seat: char,
    /// The contribution to the dice.
    #[serde(rename = "part")]
    pub dice: DiceContribution,
}

/// One entry of a game's log.
#[derive(Clone, Debug, PartialEq)]
pub struct LogEntry {
    /// Its number, from 1 without gaps.
    pub version: u64,
    /// When it was written.
    pub at: Timestamp,
    /// The key of its command; `None` if the server wrote the entry on its own.
    pub idempotency_key: Option<IdempotencyKey>,
    /// The event.
    pub event: GameEvent,
    /// The head of the log with it, by [`chain`](crate::chain), as it was stored. `None` in
    /// entries from before format 7 of the store, and in archived ones but the last.
    pub head: Option<Bytes32>,
}

/// An event of a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "happening", rename_all = "snake_case")]
pub enum GameEvent {
    /// The game was created.
    Created,
    /// A player took a seat.
    Joined {
        /// The seat.
        seat: char,
        /// The name of the player; without one, that of the configuration.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        name: Option<String>,
        /// The contribution to the dice.
        #[serde(rename = "part")]
        dice: DiceContribution,
        /// Whether it is a program, with a token of its own.
        #[serde(
            default,
            rename = "program",
            skip_serializing_if = "core::ops::Not::not"
        )]
        is_program: bool,
    },
    /// A player who waits for others gave their name.
    Named {
        /// The seat.
        seat: char,
        /// The name.
        name: String,
    },
    /// The games were restored from a backup. Dice that players have seen would fall again, so
    /// everybody contributes anew before the game goes on: an agreement on the next epoch is under
    /// way. One that was under way before starts over.
    Restored {
        /// The contributions of the seats for which the server draws the bytes, all in escrow.
        dice: Vec<SeatContribution>,
    },
    /// A player committed to new bytes, for the epoch that is agreed on.
    Committed {
        /// The seat.
        seat: char,
        /// The contribution to the dice.
        #[serde(rename = "part")]
        dice: DiceContribution,
    },
    /// A player revealed the bytes that they had committed to.
    Revealed {
        /// The seat.
        seat: char,
        /// The bytes.
        #[serde(with = "hex")]
        entropy: Vec<u8>,
    },
    /// Everybody has committed and revealed: the rolls to come are those of a new epoch, and the
    /// game goes on.
    EpochBegan {
        /// Its number, from 1.
        epoch: u64,
    },
    /// The die was rolled.
    Rolled {
        /// The seat.
        seat: char,
        /// The result, in notation.
        roll: String,
        /// The time that the clock of the seat ran before it, if it ran.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        spent: Option<Duration>,
    },
    /// A player acted.
    Acted {
        /// The seat.
        seat: char,
        /// The action, in notation.
        action: String,
        /// The time that the clock of the seat ran before it, if it ran.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        spent: Option<Duration>,
    },
    /// A player asked the others for something.
    Asked {
        /// The seat.
        seat: char,
        /// The request.
        what: PlayerRequest,
        /// The other seats of the same person, which agree at once.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        with: Vec<char>,
        /// The time that the clock ran that this event stopped, if one ran.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        spent: Option<Duration>,
    },
    /// A player agreed to the request.
    Agreed {
        /// The seat.
        seat: char,
        /// The request.
        to: PlayerRequest,
        /// The time that the clock ran that this event stopped, if one ran.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        spent: Option<Duration>,
    },
    /// A player refused the request, or withdrew their own.
    Declined {
        /// The seat.
        seat: char,
        /// The request.
        what: PlayerRequest,
    },
    /// A player resigned. Of two players, the other wins; of more, a bot takes the seat for
    /// good.
    Resigned {
        /// The seat.
        seat: char,
        /// The bot that takes the seat, if more than two play.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        bot: Option<String>,
        /// The time that the clock ran that this event stopped, if one ran.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        spent: Option<Duration>,
    },
    /// A player's time ran out. Of two players, the other wins; of more, a bot takes the seat
    /// for good.
    OutOfTime {
        /// The seat.
        seat: char,
        /// The bot that takes the seat, if more than two play.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        bot: Option<String>,
    },
    /// A bot took over an absent seat.
    TakenOver {
        /// The seat.
        seat: char,
        /// The bot.
        bot: String,
    },
    /// A player came back to a seat that a bot had taken over.
    Returned {
        /// The seat.
        seat: char,
    },
    /// A hint was found for the seat to act.
    Hinted {
        /// The seat.
        seat: char,
        /// The action, in notation.
        action: String,
        /// The evidence for it.
        #[serde(flatten)]
        reason: HintReason,
    },
    /// A hint was requested, and none was found.
    #[serde(rename = "unhinted")]
    HintFailed {
        /// The seat.
        seat: char,
    },
    /// The game ended without a result.
    Abandoned {
        /// The seat that ended it; `None` if it timed out, or the operator ended it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seat: Option<char>,
        /// Why the operator ended it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        reason: Option<EndReason>,
        /// The time that the clock ran that this event stopped, if one ran.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        spent: Option<Duration>,
    },
    /// A game was created for the same players, with the seats rotated.
    Rematched {
        /// The seat that asked for it.
        seat: char,
        /// The new game.
        game: GameId,
    },
}

impl GameEvent {
    /// What everybody may see of it at once: not what is in escrow.
    #[must_use]
    pub fn public(&self) -> Self {
        let mut event = self.clone();
        for (_, dice) in event.contributions_mut() {
            *dice = dice.public();
        }
        event
    }

    /// The contributions to the dice that it has, with their seats.
    pub(crate) fn contributions(&self) -> Vec<(char, &DiceContribution)> {
        match self {
            Self::Joined { seat, dice, .. } | Self::Committed { seat, dice } => vec![(*seat, dice)],
            Self::Restored { dice } => {
                let drawn = dice.iter();
                drawn.map(|drawn| (drawn.seat, &drawn.dice)).collect()
            }
            _ => Vec::new(),
        }
    }

    /// The same, to be changed.
    pub(crate) fn contributions_mut(&mut self) -> Vec<(char, &mut DiceContribution)> {
        match self {
            Self::Joined { seat, dice, .. } | Self::Committed { seat, dice } => vec![(*seat, dice)],
            Self::Restored { dice } => {
                let drawn = dice.iter_mut();
                drawn.map(|drawn| (drawn.seat, &mut drawn.dice)).collect()
            }
            _ => Vec::new(),
        }
    }
}

/// The evidence for a hint, which front ends put into words.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum HintReason {
    /// Ludo: the mover's chance of finishing next, by what they choose.
    Chances {
        /// The chance with the action of the hint, 0 to 1.
        best: f64,
        /// The next best choice for the roll, if there is another.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        next: Option<NextChoice>,
        /// How the chances were computed.
        basis: ChanceBasis,
    },
    /// Kuba: the principal variations of a search, best first; the action of the hint begins the
    /// first one.
    Lines(Vec<HintLine>),
    /// The sentence that logs up to format 3 of the store have instead.
    Says(String),
}

/// A choice for a roll, and what it is worth.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct NextChoice {
    /// The choice, in notation: `q`.
    pub choice: String,
    /// The mover's chance of finishing next with it, 0 to 1.
    pub chance: f64,
}

/// How chances were computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ChanceBasis {
    /// By exact values.
    Exact,
    /// By estimates, as no exact values are known for so many players.
    Estimate,
    /// By estimates, as the exact values were still being computed.
    Unsolved,
}

/// A principal variation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct HintLine {
    /// The score for the player to move.
    pub score: HintScore,
    /// The actions of both players, in notation.
    pub actions: Vec<String>,
}

/// The score of a principal variation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum HintScore {
    /// Undecided: hundredths of a captured red.
    Reds(i32),
    /// A win after this many pushes of both players.
    Win(u32),
    /// A loss after this many pushes of both players.
    Loss(u32),
}

/// Why the operator of the server ended a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EndReason {
    /// The games were restored from a copy: dice that players have seen since would fall again, and
    /// the game could not go on with others.
    Restored,
    /// The operator asked for it.
    #[serde(rename = "keeper")]
    Operator,
}

impl EndReason {
    /// The word for it.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Restored => "restored",
            Self::Operator => "keeper",
        }
    }
}

/// What a player asks the others for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PlayerRequest {
    /// A draw.
    Draw,
    /// To take the last action back.
    Undo,
    /// A hint for the seat to act.
    Hint,
}

/// For `serde(with)`: hexadecimal digits, or nothing.
pub(crate) mod maybe_hex {
    use core::fmt::Display;

    use hex::FromHex;
    use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error as _};

    #[expect(clippy::ref_option, reason = "serde hands it over so")]
    pub(crate) fn serialize<S: Serializer>(
        bytes: &Option<impl AsRef<[u8]>>,
        to: S,
    ) -> Result<S::Ok, S::Error> {
        bytes.as_ref().map(hex::encode).serialize(to)
    }

    pub(crate) fn deserialize<'a, D: Deserializer<'a>, B: FromHex<Error: Display>>(
        from: D,
    ) -> Result<Option<B>, D::Error> {
        let digits = Option::<String>::deserialize(from)?;
        digits
            .map(|digits| B::from_hex(digits).map_err(D::Error::custom))
            .transpose()
    }
}
