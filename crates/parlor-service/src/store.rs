//! Where games are kept.
//!
//! A store promises little, and that wholly: entries of a game are numbered
//! without a gap, each number and each action's name is given once, and what
//! it has answered for is on disk. Which number comes next is for it to decide,
//! not for whoever asks; so two servers over one store could not contradict
//! each other either.

#[cfg(any(test, feature = "testing"))]
pub mod memory;
pub mod sqlite;

mod validate;

use core::fmt::Debug;
use core::future::Future;
use core::pin::Pin;

use parlor_dice::Bytes32;

use parlor_table::id::GameId;
use parlor_table::key::KeyHash;
use parlor_table::log::{Entry, GameConfig};
use parlor_table::timestamp::Timestamp;

/// What a store answers, in time.
pub type StoreFuture<'a, T> = Pin<Box<dyn Future<Output = Result<T, StoreError>> + Send + 'a>>;

/// A place to keep games.
pub trait Store: Debug + Send + Sync + 'static {
    /// Keeps a new game with its first entries; and the last entry of the game
    /// that it follows, if it follows one. All of it, or nothing.
    fn create(&self, game: NewGame) -> StoreFuture<'_, Created>;

    /// Adds an entry to a game's log.
    fn append(&self, append: Append) -> StoreFuture<'_, Appended>;

    /// What is kept of a game beside its log; none if there is no such game.
    fn game<'a>(&'a self, id: &'a GameId) -> StoreFuture<'a, Option<StoredGame>>;

    /// The entries of a game's log after a version, in order.
    fn entries<'a>(&'a self, id: &'a GameId, after: u64) -> StoreFuture<'a, Vec<Entry>>;

    /// Notes that a browser holds a seat; once is enough.
    fn hold(&self, holding: Holding) -> StoreFuture<'_, ()>;

    /// The seats that a browser holds, those of games that go on before the
    /// others and the latest first, at most so many.
    fn held(&self, browser: KeyHash, most: u32) -> StoreFuture<'_, Vec<Holding>>;

    /// How many games go on, and how many of these this browser holds a seat in.
    fn count_open(&self, browser: Option<KeyHash>) -> StoreFuture<'_, OpenGames>;

    /// The games that go on and in which nothing has happened since, the oldest
    /// first, at most so many.
    fn idle(&self, since: Timestamp, most: u32) -> StoreFuture<'_, Vec<GameId>>;

    /// The games by their names after one, in order, at most so many.
    fn list<'a>(&'a self, after: Option<&'a GameId>, most: u32)
    -> StoreFuture<'a, Vec<ListedGame>>;

    /// Deletes a game, its log, and who holds its seats; whether there was one. All
    /// of it, or nothing.
    fn delete<'a>(&'a self, id: &'a GameId) -> StoreFuture<'a, bool>;

    /// Makes the games smaller that are over and in which nothing has happened since;
    /// how many. All that may change is that the actions in them are called by the numbers of
    /// their entries instead of by their own names: `archived-17`. A game that cannot be made
    /// smaller stays as it is, and hinders no other.
    fn archive(&self, since: Timestamp) -> StoreFuture<'_, u64>;

    /// The games that are over and in which nothing has happened since, the oldest first,
    /// at most so many.
    fn over(&self, since: Timestamp, most: u32) -> StoreFuture<'_, Vec<GameId>>;

    /// How many games are over, and when something last happened in one of them; none if none is.
    fn count_over(&self) -> StoreFuture<'_, Option<OverGames>>;

    /// When something last happened in a game that goes on; none if none does.
    fn latest(&self) -> StoreFuture<'_, Option<Timestamp>>;

    /// Whether it can be read and written now.
    fn check(&self) -> StoreFuture<'_, ()>;

    /// What is known to be wrong with what it keeps, though it can still be used in
    /// part. It is found out in the background, after a start.
    fn damage(&self) -> Option<StoreError> {
        None
    }

    /// Finishes what was begun; afterwards nothing is taken any more.
    fn close(&self) -> StoreFuture<'_, ()>;
}

/// A game to be kept.
#[derive(Clone, Debug)]
pub struct NewGame {
    /// Its name.
    pub id: GameId,
    /// What was settled.
    pub config: GameConfig,
    /// The server's secret for its dice.
    pub secret: Bytes32,
    /// The hashes of the seats' keys.
    pub keys: Vec<(char, KeyHash)>,
    /// Its first entries, numbered from 1.
    pub entries: Vec<Entry>,
    /// The browsers that hold its seats.
    pub holders: Vec<(KeyHash, char)>,
    /// The entry of another game that leads to this one.
    pub follows: Option<(GameId, Entry)>,
}

/// An entry to be added.
#[derive(Clone, Debug)]
pub struct Append {
    /// To which game.
    pub game: GameId,
    /// What.
    pub entry: Entry,
    /// Whether the game is over with it.
    pub ends: bool,
}

/// What a store keeps of a game beside its log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredGame {
    /// What was settled.
    pub config: GameConfig,
    /// The server's secret for its dice.
    pub secret: Bytes32,
    /// The hashes of the seats' keys.
    pub keys: Vec<(char, KeyHash)>,
    /// The browsers that hold its seats.
    pub holders: Vec<(KeyHash, char)>,
}

/// A game in a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedGame {
    /// Its name.
    pub id: GameId,
    /// What was settled.
    pub config: GameConfig,
    /// Whether it is over.
    pub is_over: bool,
    /// When it was made.
    pub made: Timestamp,
    /// When something last happened in it.
    pub touched: Timestamp,
    /// How many entries its log has.
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

/// What became of a new game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Created {
    /// It is kept.
    Done,
    /// A game of this name is kept already, and nothing has changed.
    Exists,
    /// The game that it follows has gone on meanwhile, and nothing has changed.
    Stale,
}

/// What became of an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Appended {
    /// It is kept.
    Done,
    /// An action of this name is kept already, under this version.
    Duplicate(u64),
    /// Its number is not the next one: the log ends with this version. Zero if
    /// there is no such game.
    Stale(u64),
}

/// How many games go on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OpenGames {
    /// In all.
    pub all: u64,
    /// Those in which the browser holds a seat.
    pub held: u64,
}

/// How many games are over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OverGames {
    /// In all; not none.
    pub all: u64,
    /// When something last happened in one of them.
    pub latest: Timestamp,
}

/// Why a store cannot be used at present, in words for anybody: they name no place.
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
    /// Anything else.
    #[error("the server does not reach its games")]
    Unknown,
}

/// Why a store could not do what it was asked to.
#[derive(Clone, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StoreError {
    /// It cannot be used at present: the disk is full, or another program
    /// holds the file. Nothing was kept; it may be tried again.
    #[error("{store} cannot be written or read now: {reason}")]
    Unavailable {
        /// Which store, as a person knows it: the file.
        store: String,
        /// Why, for those who play.
        outage: Outage,
        /// The reason, for those who keep the server.
        reason: String,
    },
    /// What it keeps is damaged.
    #[error("{store} is damaged: {reason}")]
    Damaged {
        /// Which store.
        store: String,
        /// What is wrong where.
        reason: String,
    },
    /// It was asked for what it never does, whenever it is tried.
    #[error("{store} cannot keep this: {reason}")]
    InvalidEntry {
        /// Which store.
        store: String,
        /// What cannot be kept, and what could.
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
