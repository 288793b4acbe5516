//! What nodes over one store tell and ask each other.
//!
//! Nothing that is told here is the truth, which is in the store alone: without it, moves are still
//! stored, and pages find out by looking. So whatever is lost, doubled or late does no harm.

mod lateness;
pub mod nats;

use core::fmt::Debug;
use core::future::Future;
use core::pin::Pin;
use core::time::Duration;

use serde::{Deserialize, Serialize};

use crate::client_net::ClientNet;
use crate::store::shared::{Epoch, Session};
use crate::usage::Told;
use parlor_table::command::Command;
use parlor_table::id::GameId;
use parlor_table::timestamp::milliseconds;

/// The result of a question.
pub type Answer<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

/// The way to the other nodes.
pub trait Bus: Debug + Send + Sync + 'static {
    /// Tells all others, of whom some may not hear it.
    fn tell(&self, news: News);

    /// Asks a node; `None` if no answer comes in time.
    fn ask(&self, node: Session, question: Question) -> Answer<'_, Option<Reply>>;

    /// Tells the others that this node has ended, and waits a moment until that is on its way.
    fn leave(&self) -> Answer<'_, ()>;

    /// Whether others can be reached, as far as this node knows.
    fn is_connected(&self) -> bool;
}

/// Something that has happened at a node.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum News {
    /// A game has come to a version.
    Version {
        /// The game.
        game: GameId,
        /// The number of its entries.
        version: u64,
        /// The epoch in which the node owns it.
        epoch: Epoch,
    },
    /// The node has ended in order: its games are free, and their clocks run on.
    Left,
    /// Something else of a game has changed in the store: it was deleted, or somebody holds a seat.
    Changed(GameId),
    /// A seat has said something.
    Said {
        /// The game.
        game: GameId,
        /// The seat.
        seat: char,
        /// The word of the phrase.
        phrase: String,
    },
    /// Something has happened in the lobby.
    Lobby,
    /// What clients take of the node.
    Usage(Told),
    /// These seats are connected at the node, once for each connection.
    Present {
        /// The game.
        game: GameId,
        /// The seats.
        seats: Vec<char>,
        /// A player who was there just now, and from where.
        visitor: Option<ClientNet>,
    },
}

/// A question to the node that owns a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Question {
    /// Whether the node is there.
    Ping,
    /// Carry out a command.
    Execute {
        /// The game.
        game: GameId,
        /// The command.
        command: Box<Command>,
        /// How long it has been under way, in milliseconds: the sender's clock is not charged for that.
        waited_ms: u64,
        /// Where the sender is.
        client: ClientNet,
    },
    /// The imported record of this name.
    Record(String),
    /// What only the owner knows of a game: for one that is shown here for the first time.
    Watch(GameId),
}

impl Question {
    /// The question as it is after so long a way: what a player has done is not charged for that.
    #[must_use]
    pub fn after(mut self, way: Duration) -> Self {
        if let Self::Execute { waited_ms, .. } = &mut self {
            *waited_ms = waited_ms.saturating_add(milliseconds(way));
        }
        self
    }
}

/// The answer to a question.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reply {
    /// The node is there.
    Pong,
    /// The command is carried out and durable, as this version.
    Committed(u64),
    /// It was carried out before, as this version.
    Duplicate(u64),
    /// The game has advanced to this version since the sender saw it.
    Stale(u64),
    /// The table has refused it.
    Refused,
    /// The node does not own the game, or cannot carry it out.
    NotMine,
    /// The record, in text; `None` if it is not here.
    Record(Option<String>),
    /// What the owner knows.
    Watched {
        /// The number of entries.
        version: u64,
        /// How long the clock of the seat to act has run, in milliseconds.
        spent_ms: u64,
        /// The seats that are connected there.
        present: Vec<char>,
        /// The phrases that were said lately, and by which seats, the latest last.
        said: Vec<(char, String)>,
    },
}
