//! A request for a new game, and why it is refused.

use core::num::NonZeroU32;
use core::ops::RangeInclusive;
use core::time::Duration;

use super::ServiceError;
use super::player_name::NameError;

use crate::client_net::Prefix;
use crate::rate_limit::RateLimited;
use crate::store::moderation::Block;
use parlor_table::log::TimeControl;

/// A request for a new game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewTable {
    /// Which game: `ludo`.
    pub game: String,
    /// The rules; `None` is those of the position, or the default of the game.
    pub rules: Option<String>,
    /// The seats; the first one begins.
    pub seats: Vec<NewSeat>,
    /// The position that it begins with, as a line; `None` is the usual start.
    pub position: Option<String>,
    /// The number of counted actions after which it ends; `None` is the game's own limit.
    pub limit: Option<NonZeroU32>,
    /// How long a seat may stay away until a bot takes it over.
    pub away_after: Option<Duration>,
    /// The time control; `None` is no clock.
    pub clock: Option<TimeControl>,
    /// A nonce: a request sent twice by a browser creates one game.
    pub nonce: Option<[u8; 16]>,
}

/// A seat of a [`NewTable`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewSeat {
    /// The letter.
    pub seat: char,
    /// The player's name; `None` is the default of the seat or the bot.
    pub name: Option<String>,
    /// Who plays.
    pub player: NewPlayer,
}

impl NewSeat {
    /// Whether the player was given a name; a blank one is none.
    pub(super) fn is_named(&self) -> bool {
        self.name
            .as_deref()
            .is_some_and(|name| !name.trim().is_empty())
    }
}

/// Who plays at a seat of a [`NewTable`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NewPlayer {
    /// The person who creates the game, or one at the same screen.
    Here(Offer),
    /// Somebody who has the seat's link.
    Elsewhere,
    /// The bot of this name.
    Bot(String),
}

/// The contribution of a person here to the dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Offer {
    /// Nothing: the server draws the bytes.
    Nothing,
    /// Words or a commitment, once the game and the server's own commitment are
    /// known: the game waits for them.
    Later,
}

/// A part of a [`NewTable`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TableField {
    /// Which game it is.
    Game,
    /// By which rules.
    Rules,
    /// Who plays, and who begins.
    Seats,
    /// With which position it begins.
    Position,
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

/// What is wrong with a [`NewTable`]. Front ends put it into words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NewTableError {
    /// There is no game of this name.
    UnknownGame {
        /// The name.
        game: String,
    },
    /// The game has no such rules.
    UnknownRules {
        /// The reason that the game gives.
        reason: String,
    },
    /// The line is no position of the game.
    Position {
        /// The rule that makes it impossible, if one does.
        rule: Option<&'static str>,
        /// The reason that the game gives.
        reason: String,
    },
    /// In the position the game is over.
    PositionOver {
        /// The rule that has ended it.
        rule: &'static str,
    },
    /// The position is one of other rules.
    OtherRules {
        /// Its rules.
        position: String,
    },
    /// The game does not begin with these seats.
    Start {
        /// The rule that forbids it, if one does.
        rule: Option<&'static str>,
        /// The reason that the game gives.
        reason: String,
    },
    /// No seat is a person's.
    OnlyBots,
    /// A seat may not stay away for so short or so long.
    AwayAfter,
    /// The clock begins with, or gains, too little or too much.
    Clock,
    /// Something is wrong with one seat.
    Seat {
        /// Its index in the list.
        place: usize,
        /// What is wrong.
        error: NewSeatError,
    },
}

/// What is wrong with a [`NewSeat`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NewSeatError {
    /// The game has no such seat.
    Unknown {
        /// The letter.
        seat: char,
        /// The letters of the game's seats.
        known: Vec<char>,
    },
    /// The text cannot be a name.
    Name(NameError),
    /// Another seat is shown with the name.
    NameTaken {
        /// The name.
        name: String,
    },
    /// The game has no such bot.
    UnknownBot {
        /// The name.
        bot: String,
        /// The game.
        game: &'static str,
        /// The names of the game's bots.
        known: Vec<String>,
    },
    /// The bot does not play in a game of so many seats.
    BotElsewhere {
        /// The bot.
        bot: String,
        /// The numbers of seats with which it plays.
        players: RangeInclusive<usize>,
        /// The number of seats.
        seats: usize,
    },
    /// The player contributes to the dice of a game that has none.
    NoDice {
        /// The game.
        game: &'static str,
    },
}

impl NewTableError {
    /// The part that is wrong.
    pub const fn field(&self) -> TableField {
        match self {
            Self::UnknownGame { .. } => TableField::Game,
            Self::UnknownRules { .. } | Self::OtherRules { .. } => TableField::Rules,
            Self::Position { .. } | Self::PositionOver { .. } => TableField::Position,
            Self::Start { .. } | Self::OnlyBots => TableField::Seats,
            Self::AwayAfter => TableField::AwayAfter,
            Self::Clock => TableField::Clock,
            Self::Seat { place, error } => TableField::Seat(*place, error.field()),
        }
    }

    /// The rule that forbids it, if one does.
    pub const fn rule(&self) -> Option<&'static str> {
        match self {
            Self::Start { rule, .. } | Self::Position { rule, .. } => *rule,
            Self::PositionOver { rule } => Some(rule),
            _ => None,
        }
    }
}

impl NewSeatError {
    const fn field(&self) -> SeatField {
        match self {
            Self::Unknown { .. } => SeatField::Letter,
            Self::Name(_) | Self::NameTaken { .. } => SeatField::Name,
            Self::UnknownBot { .. } | Self::BotElsewhere { .. } => SeatField::Bot,
            Self::NoDice { .. } => SeatField::Offer,
        }
    }
}

/// Why a game was not created. Front ends put it into words.
#[derive(Clone, Debug)]
pub enum CreateError {
    /// The table is wrong.
    Wrong(NewTableError),
    /// Too many games are in play.
    TooMany(TooManyGames),
    /// The client has created many games in a short time.
    RateLimited(RateLimited),
    /// The client's network is blocked.
    Blocked(Block),
    /// The service is unavailable.
    Service(ServiceError),
}

impl<E: Into<ServiceError>> From<E> for CreateError {
    fn from(error: E) -> Self {
        Self::Service(error.into())
    }
}

/// Whose games in play are too many for another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TooManyGames {
    /// Those in which the browser holds a seat.
    OfBrowser {
        /// Their number.
        open: u64,
    },
    /// Those that clients of one network have created.
    OfNetwork {
        /// The network.
        network: Prefix,
        /// Their number.
        open: usize,
    },
    /// All games of the server, with somebody in each.
    OfServer {
        /// Their number.
        open: u64,
    },
}
