//! A game as somebody wants it, and why it cannot be made.

use core::num::NonZeroU32;
use core::time::Duration;

use super::ServiceError;
use parlor_dice::Bytes32;

use crate::rate_limit::RateLimited;
use parlor_table::log::TimeControl;

/// A game that somebody wants to make.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewTable {
    /// Which game: `ludo`.
    pub game: String,
    /// By which rules; the default of the game without a name.
    pub rules: Option<String>,
    /// Who sits where; who is named first begins.
    pub seats: Vec<NewSeat>,
    /// After how many actions that count it ends; the game's own limit without.
    pub limit: Option<NonZeroU32>,
    /// How long a seat may stay away until a bot takes it over.
    pub away_after: Option<Duration>,
    /// How long each person may think in all; for ever without one.
    pub clock: Option<TimeControl>,
    /// Bytes drawn anew for every game that is wanted: the same ones sent twice
    /// by a browser make one game.
    pub nonce: Option<[u8; 16]>,
}

/// A seat of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewSeat {
    /// The letter.
    pub seat: char,
    /// What the player is called; by the seat or the bot without a name.
    pub name: Option<String>,
    /// Who plays.
    pub player: NewPlayer,
}

/// Who plays at a seat of a game that somebody wants to make.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NewPlayer {
    /// Whoever makes the game, or somebody beside them.
    Here(Offer),
    /// Somebody who has the seat's link.
    Elsewhere,
    /// The bot of this name.
    Bot(String),
}

/// What whoever makes a game gives to its dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Offer {
    /// Nothing: the server draws the bytes.
    Nothing,
    /// The SHA-256 of bytes that are revealed later.
    Commitment(Bytes32),
    /// Words or a commitment, once the server's own commitment is known: the
    /// game waits for them.
    Later,
}

/// A part of a [`NewTable`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Field {
    /// Which game it is.
    Game,
    /// By which rules.
    Rules,
    /// Who plays, and who begins.
    Seats,
    /// How long a seat may stay away.
    AwayAfter,
    /// How long each person may think in all.
    Clock,
    /// A part of the seat at this place of the list, from 0.
    Seat(usize, SeatField),
}

/// A part of a [`NewSeat`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SeatField {
    /// Its letter.
    Letter,
    /// What the player is called.
    Name,
    /// Which bot plays.
    Bot,
    /// What the player gives to the dice.
    Offer,
}

/// Why a game was not made.
#[derive(Clone, Debug, thiserror::Error)]
pub enum CreateError {
    /// It cannot be played so.
    #[error("{message}")]
    Wrong {
        /// What of it is wrong.
        field: Field,
        /// The rule that says so, if one does.
        rule: Option<&'static str>,
        /// The reason, and what would be right.
        message: String,
    },
    /// Too many games go on.
    #[error("{0}")]
    TooMany(String),
    /// The client has made many games of late.
    #[error("too many new games; try again in {} s", .0.seconds())]
    TooFast(RateLimited),
    /// The service cannot.
    #[error(transparent)]
    Service(#[from] ServiceError),
}
