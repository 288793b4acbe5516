//! The stores of games.
//!
//! Guarantees: the entries of a game are numbered without gaps; versions and idempotency keys are
//! unique per game; an acknowledged write is durable. The store checks the next number itself, so two
//! servers over one store cannot contradict each other.

pub mod archive;
pub mod lobby;
#[cfg(any(test, feature = "testing"))]
pub mod memory;
pub mod moderation;
pub mod postgres;
pub mod shared;
pub mod sqlite;

mod archiving;
mod columns;
mod jobs;
mod rows;
mod validate;

use core::fmt::Debug;
use core::future::Future;
use core::pin::Pin;

use parlor_dice::Bytes32;

use self::lobby::{LobbyStore, Seated};
use self::moderation::ModerationStore;
use self::shared::{Epoch, SharedStore};
use parlor_table::id::GameId;
use parlor_table::key::KeyHash;
use parlor_table::log::{GameConfig, LogEntry};
use parlor_table::timestamp::Timestamp;

/// The result of a store operation.
pub type StoreFuture<'a, T> = Pin<Box<dyn Future<Output = Result<T, StoreError>> + Send + 'a>>;

/// A store of games.
pub trait Store: Debug + Send + Sync + 'static {
    /// Stores a new game with its first entries and, for a rematch, the last entry of the game before
    /// it, or that some no longer wait in the lobby, in one transaction.
    fn create(&self, game: NewGame) -> StoreFuture<'_, Created>;

    /// Appends an entry to a game's log.
    fn append(&self, append: Append) -> StoreFuture<'_, Appended>;

    /// A game without its log; `None` if there is no such game.
    fn game<'a>(&'a self, id: &'a GameId) -> StoreFuture<'a, Option<StoredGame>>;

    /// The entries of a game's log after a version, in order.
    fn entries<'a>(&'a self, id: &'a GameId, after: u64) -> StoreFuture<'a, Vec<LogEntry>>;

    /// The invitation of the code with this hash; `None` if there is none.
    fn invite(&self, code: KeyHash) -> StoreFuture<'_, Option<Invite>>;

    /// The invitation to a game: the hash of its code, and the seats that it gives; `None` if there is
    /// none.
    fn invitation_to<'a>(&'a self, id: &'a GameId)
    -> StoreFuture<'a, Option<(KeyHash, Vec<char>)>>;

    /// Stores that a browser holds a seat; idempotent.
    fn hold(&self, holding: Holding) -> StoreFuture<'_, ()>;

    /// Up to `most` seats that a browser holds: those of games in play first, then the latest first.
    fn held(&self, browser: KeyHash, most: u32) -> StoreFuture<'_, Vec<Holding>>;

    /// Who holds the seats of a game since when, in the order of seats and browsers.
    fn holdings_of<'a>(&'a self, id: &'a GameId) -> StoreFuture<'a, Vec<Holding>>;

    /// The number of games in play, and of those in which this browser holds a seat.
    fn count_open(&self, browser: Option<KeyHash>) -> StoreFuture<'_, OpenGameCounts>;

    /// Up to `most` games in play without an entry since, the oldest first.
    fn idle(&self, since: Timestamp, most: u32) -> StoreFuture<'_, Vec<GameId>>;

    /// Up to `most` games in the order of their ids, after one.
    fn list<'a>(&'a self, after: Option<&'a GameId>, most: u32)
    -> StoreFuture<'a, Vec<ListedGame>>;

    /// Deletes a game, its log, its holdings and its invitation in one transaction; returns whether there was one.
    fn delete<'a>(&'a self, id: &'a GameId) -> StoreFuture<'a, bool>;

    /// Archives the finished games without an entry since; returns their number. Only idempotency
    /// keys may change, into keys made from the numbers of the entries: `archived-17`. A game that
    /// cannot be archived stays as it is.
    fn archive(&self, since: Timestamp) -> StoreFuture<'_, u64>;

    /// Up to `most` finished games without an entry since, the oldest first.
    fn over(&self, since: Timestamp, most: u32) -> StoreFuture<'_, Vec<GameId>>;

    /// The number of finished games and the time of their last entry; `None` if there are none.
    fn count_over(&self) -> StoreFuture<'_, Option<OverGames>>;

    /// The time of the last entry of the games in play; `None` if there are none.
    fn latest(&self) -> StoreFuture<'_, Option<Timestamp>>;

    /// The secret by which the store signs receipts. If there is none yet, this becomes it; so it is
    /// one for ever, whichever server asks.
    fn secret_of_receipts(&self, fresh: Bytes32) -> StoreFuture<'_, Bytes32>;

    /// The secret by which the store signs receipts; `None` if there is none yet.
    fn stored_secret_of_receipts(&self) -> StoreFuture<'_, Option<Bytes32>>;

    /// Checks that the store can be read and written now.
    fn check(&self) -> StoreFuture<'_, ()>;

    /// Reads all that is stored, where the store can see by itself whether it agrees with itself.
    fn check_all(&self) -> StoreFuture<'_, ()> {
        Box::pin(core::future::ready(Ok(())))
    }

    /// The damage found by the check that runs in the background after the start. The store can still
    /// be used in part.
    fn damage(&self) -> Option<StoreError> {
        None
    }

    /// Who waits for somebody to play with.
    fn lobby(&self) -> &dyn LobbyStore;

    /// Which names were reported, and which networks are blocked.
    fn moderation(&self) -> &dyn ModerationStore;

    /// What it has beside, if several nodes share it.
    fn shared(&self) -> Option<&dyn SharedStore> {
        None
    }

    /// Finishes what was begun, and accepts nothing more.
    fn close(&self) -> StoreFuture<'_, ()>;
}

/// A game to store.
#[derive(Clone, Debug)]
pub struct NewGame {
    /// Its id.
    pub id: GameId,
    /// Its configuration.
    pub config: GameConfig,
    /// The server's secret for its dice.
    pub secret: Bytes32,
    /// The hashes of the seats' keys.
    pub keys: Vec<(char, KeyHash)>,
    /// Its first entries, numbered from 1.
    pub entries: Vec<LogEntry>,
    /// The browsers that hold its seats.
    pub holders: Vec<(KeyHash, char)>,
    /// The hash of the code that leads to seats of it, and these seats.
    pub invite: Option<(KeyHash, Vec<char>)>,
    /// The entry of another game that leads to this one.
    pub follows: Option<Append>,
    /// Those whose waiting in the lobby it ends.
    pub pairs: Vec<Seated>,
}

/// An entry to append.
#[derive(Clone, Debug)]
pub struct Append {
    /// The game.
    pub game: GameId,
    /// The entry.
    pub entry: LogEntry,
    /// Whether the entry ends the game.
    pub ends: bool,
    /// The epoch in which the game is this node's.
    pub epoch: Epoch,
}

/// A stored game without its log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredGame {
    /// Its configuration.
    pub config: GameConfig,
    /// The server's secret for its dice.
    pub secret: Bytes32,
    /// The hashes of the seats' keys.
    pub keys: Vec<(char, KeyHash)>,
    /// The browsers that hold its seats.
    pub holders: Vec<(KeyHash, char)>,
}

/// What a code leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Invite {
    /// The game.
    pub game: GameId,
    /// The seats that it gives, in playing order, to those who come one after the other.
    pub seats: Vec<char>,
}

/// A game in a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedGame {
    /// Its id.
    pub id: GameId,
    /// Its configuration.
    pub config: GameConfig,
    /// Whether it is over.
    pub is_over: bool,
    /// When it was created.
    pub made: Timestamp,
    /// The time of its last entry.
    pub touched: Timestamp,
    /// The number of its entries.
    pub version: u64,
}

/// A seat that a browser holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Holding {
    /// The browser.
    pub browser: KeyHash,
    /// The game.
    pub game: GameId,
    /// The seat.
    pub seat: char,
    /// Since when.
    pub since: Timestamp,
}

/// The outcome of [`Store::create`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Created {
    /// The game is stored.
    Done,
    /// A game with this id exists; nothing has changed.
    Exists,
    /// The code that leads to it leads to another game; nothing has changed.
    CodeTaken,
    /// The game that it follows has advanced, or one of those whom it pairs no longer waits; nothing has
    /// changed.
    Stale,
}

/// The outcome of [`Store::append`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Appended {
    /// The entry is stored.
    Done,
    /// An entry with this idempotency key exists, with this version.
    Duplicate(u64),
    /// The entry is not the next one: the log ends with this version, which is zero if there is no
    /// such game.
    Stale(u64),
    /// Another node has taken the game, by this epoch.
    Fenced(Epoch),
}

/// The number of games in play.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OpenGameCounts {
    /// In all.
    pub all: u64,
    /// Those in which the browser holds a seat.
    pub held: u64,
}

/// The number of finished games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OverGames {
    /// In all, at least one.
    pub all: u64,
    /// The time of the last entry of all.
    pub latest: Timestamp,
}

/// What a store is asked to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operation {
    /// To read something.
    Read,
    /// To write something, or to try whether it could.
    Write,
}

impl Operation {
    /// All of them.
    pub const ALL: [Self; 2] = [Self::Read, Self::Write];

    /// Its name among the figures.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Read => "read",
            Self::Write => "write",
        }
    }
}

/// Why a store is unavailable, in words for players: they name no path.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Outage {
    /// There is no room.
    #[error("the server's disk is full")]
    DiskFull,
    /// The disk does not read or write.
    #[error("the server's disk fails")]
    DiskFails,
    /// The file may not be written.
    #[error("the server may not write its games")]
    ReadOnly,
    /// The file is not where it was.
    #[error("the server's games were deleted, replaced or moved")]
    Moved,
    /// Another program or another server holds the file.
    #[error("another program holds the server's games")]
    Locked,
    /// Too many ask at once, or the answer takes too long.
    #[error("the server's games are asked for more than the server can answer")]
    Busy,
    /// What is written is not confirmed in time.
    #[error("the server's database confirms no move now; its second copy may be missing")]
    Unconfirmed,
    /// Anything else.
    #[error("the server does not reach its games")]
    Unknown,
}

/// Why a store operation failed.
#[derive(Clone, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StoreError {
    /// The store is unavailable: the disk is full, or another program has locked the file. Nothing was
    /// stored, and a retry may succeed.
    #[error("{store} cannot be written or read now: {reason}")]
    Unavailable {
        /// The file.
        store: String,
        /// The reason for players.
        outage: Outage,
        /// The reason for the operator.
        reason: String,
    },
    /// The stored data is damaged.
    #[error("{store} is damaged: {reason}")]
    Damaged {
        /// Which store.
        store: String,
        /// What is wrong where.
        reason: String,
    },
    /// The entry can never be stored.
    #[error("{store} cannot keep this: {reason}")]
    InvalidEntry {
        /// Which store.
        store: String,
        /// What is wrong, and what would be right.
        reason: String,
    },
    /// It cannot be opened.
    #[error("{store} cannot be opened: {reason}")]
    CannotOpen {
        /// Which store.
        store: String,
        /// The reason, and what to do about it.
        reason: String,
    },
    /// It was closed.
    #[error("{store} is closed; nothing is taken any more")]
    Closed {
        /// Which store.
        store: String,
    },
}
