//! The operator's commands on the games of a data folder or of a database, from outside the servers.
//!
//! Commands that only read open the file, whether a server runs or not. Commands that write are sent
//! to the running server by a socket in its folder, and work on the file only if no server runs: one
//! process writes, always.
//!
//! A database is opened next to the nodes that use it, as they open it next to each other. A command
//! that goes on with a game takes it from the node that owns it, which learns of it as of any other
//! node's.

mod control;
mod copies;
mod keeping;
mod place;
mod rulings;
mod times;
mod transfer;

use core::pin::pin;
use std::io;
use std::path::{Path, PathBuf};

use futures_util::stream::{self, StreamExt as _};
use serde::{Deserialize, Serialize};

use crate::clock::{SystemClock, TimeSource};
use crate::randomness::SystemRandomness;
use crate::service::{Ended, Service, ServiceError, host};
use crate::store::moderation::Moderated;
use crate::store::shared::{Claimed, Epoch};
use crate::store::sqlite::FILE;
use crate::store::sqlite::SqliteStore;
use crate::store::{Append, Appended, ListedGame, Outage, Store, StoreError};
use parlor_table::id::GameId;
use parlor_table::log::{EndReason, GameEvent, LogEntry};
use parlor_table::randomness::{Randomness, RandomnessError};
use parlor_table::table::{AnyTable, Due};
use parlor_table::timestamp::Timestamp;

pub use control::Control;
pub use control::{SOCKET, parse};
pub use copies::{BackedUp, Restored, back_up, restore, restore_database};
pub use keeping::CopiedKeeping;
pub use place::{DatabaseUrl, Place};
pub use rulings::{Ruling, rule};
pub use times::{minute_of, parse_age, parse_date};
pub use transfer::{Copied, copy};

/// The number of games read at a time.
const PAGE: u32 = 1_000;

/// Later than any entry.
const ALWAYS: Timestamp = Timestamp(u64::MAX);

/// The number of games deleted at a time.
const AT_ONCE: usize = 64;

/// How often a game is tried that a node takes or writes at the same time.
const TRIES: u32 = 20;

/// A command that changes games.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum OperatorCommand {
    /// End these games without a result.
    End(Vec<GameId>),
    /// Delete these games.
    Delete(Vec<GameId>),
    /// Delete the finished games without an entry since.
    Prune {
        /// The time.
        before: Timestamp,
        /// Whether to list these games only.
        dry_run: bool,
    },
    /// Decide about a name of the lobby, or about a network.
    Rule(Ruling),
}

/// The outcome of a command.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CommandReport {
    /// The games that were changed.
    pub done: Vec<GameId>,
    /// The games that were not, and why.
    pub left: Vec<(GameId, String)>,
    /// Whether a ruling has changed anything.
    #[serde(default, skip_serializing_if = "core::ops::Not::not")]
    pub has_changed: bool,
}

impl CommandReport {
    /// Adds a game, by what became of it.
    fn add(&mut self, id: GameId, ended: Result<Ended, ServiceError>) {
        let why = match ended {
            Ok(Ended::Done) => return self.done.push(id),
            Ok(Ended::WasOver) => "it is over already".to_owned(),
            Ok(Ended::NoGame) => "there is no such game".to_owned(),
            Err(error) => error.to_string(),
        };
        self.left.push((id, why));
    }
}

/// Why a command was not executed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum OperatorError {
    /// No games are kept there.
    #[error(
        "no games are kept in {}; name the folder that `parlor serve` was given by --data",
        .0.display()
    )]
    NoGames(PathBuf),
    /// The games cannot be read or changed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A file cannot be written.
    #[error(
        "{} cannot be written: {reason}; name a file on a disk with room, in a folder that you may \
         write to",
        .path.display()
    )]
    Unwritten {
        /// Which.
        path: PathBuf,
        /// Why not.
        reason: io::Error,
    },
    /// The folder for the games cannot be made or used.
    #[error("{} cannot be the folder of the games: {reason}; name another by --data", .path.display())]
    Folder {
        /// Which.
        path: PathBuf,
        /// Why not.
        reason: io::Error,
    },
    /// The folder that games are copied to cannot be made or used.
    #[error("{} cannot be the folder of the games: {reason}; name another", .path.display())]
    Target {
        /// Which.
        path: PathBuf,
        /// Why not.
        reason: io::Error,
    },
    /// The games of a backup would come among others.
    #[error(
        "{0} has games already; name a database that has none (after a restore that was interrupted, \
         drop it and create it again), or name no file to renew the dice of one that PostgreSQL's \
         own tools have brought back"
    )]
    HasGames(String),
    /// Games would be copied to where they are.
    #[error("the games are in {0} already; name another place to copy them to")]
    SamePlace(String),
    /// The receipts of the source would no longer verify by the key of the target.
    #[error(
        "the games cannot be copied: both places have signed receipts, each by another key, and \
         those of one would no longer verify; name a place that no server has used yet"
    )]
    OtherReceipts,
    /// What was written is not what is read.
    #[error(
        "game {game} was copied, and is not read back as it was: {what}; delete it there, check \
         the disk, and copy again"
    )]
    WronglyCopied {
        /// The game.
        game: GameId,
        /// What is wrong.
        what: String,
    },
    /// What was written of the lobby is not what is read.
    #[error(
        "{0} was copied, and is not read back as it was; check the disk, and copy again to a new \
         place"
    )]
    WronglyKept(String),
    /// There is no copy to bring back.
    #[error("{} {what}; name a file that `parlor backup` has made", .path.display())]
    NoCopy {
        /// What was named.
        path: PathBuf,
        /// What it is instead.
        what: &'static str,
    },
    /// The server that runs cannot be asked.
    #[error("{} does not answer: {reason}; ask as the user that the server runs as", .path.display())]
    Unanswered {
        /// Where it listens.
        path: PathBuf,
        /// Why not.
        reason: io::Error,
    },
    /// What is there is no file, and is not written over.
    #[error("{} is no file that a copy can take the place of; name another", .0.display())]
    NoFile(PathBuf),
    /// It would be written over.
    #[error("{} is there already; name another file, or say --force", .0.display())]
    Exists(PathBuf),
    /// A copy that has damaged games would take the place of another, which may have them whole.
    #[error(
        "a copy would have {damaged} damaged {}, the first of them {first}; {} is left as it \
         is: name another file, and see what `parlor games check` says",
        if *damaged == 1 { "game" } else { "games" },
        .path.display()
    )]
    DamagedCopy {
        /// The copy that is there.
        path: PathBuf,
        /// How many games are damaged.
        damaged: usize,
        /// One of them.
        first: GameId,
    },
    /// A file that is no whole backup.
    #[error("{} is damaged: {reason}", .path.display())]
    DamagedBackup {
        /// What was named.
        path: PathBuf,
        /// How.
        reason: String,
    },
    /// It is one of the files that the games are kept in.
    #[error("{} is a file of the games themselves; name another for the copy", .0.display())]
    OwnFile(PathBuf),
    /// The server that runs did not do it.
    #[error("the server that runs over {}: {reason}", .folder.display())]
    Refused {
        /// The folder of its games.
        folder: PathBuf,
        /// What it said.
        reason: String,
    },
}

impl OperatorError {
    fn unwritten(path: &Path) -> impl Fn(io::Error) -> Self {
        move |reason| Self::Unwritten {
            path: path.to_owned(),
            reason,
        }
    }
}

/// The file of the games in a folder, which is there.
fn file_in(folder: &Path) -> Result<PathBuf, OperatorError> {
    let file = folder.join(FILE);
    if file.is_file() {
        Ok(file)
    } else {
        Err(OperatorError::NoGames(folder.to_owned()))
    }
}

/// Opens the games of a place for reading; also while servers run.
///
/// # Errors
/// When there are none, or they cannot be read.
pub async fn read(place: &Place) -> Result<Box<dyn Store>, OperatorError> {
    Ok(match place {
        Place::Folder(folder) => Box::new(SqliteStore::open_read_only(&file_in(folder)?).await?),
        Place::Database(url) => url.read().await?,
    })
}

/// All games, in the order of their ids.
///
/// # Errors
/// When the store fails.
pub async fn list(store: &dyn Store) -> Result<Vec<ListedGame>, StoreError> {
    let mut listed: Vec<ListedGame> = Vec::new();
    loop {
        let last = listed.last().map(|game| game.id.clone());
        let page = store.list(last.as_ref(), PAGE).await?;
        if page.is_empty() {
            return Ok(listed);
        }
        listed.extend(page);
    }
}

/// The table of a game; `None` if there is no such game.
///
/// # Errors
/// When it cannot be read.
pub async fn table(
    store: &dyn Store,
    id: &GameId,
) -> Result<Option<Box<dyn AnyTable>>, StoreError> {
    match store.game(id).await? {
        Some(stored) => Ok(Some(host::load(store, id, &stored).await?)),
        None => Ok(None),
    }
}

/// The ids of all games, in their order, and whether each is over; damaged ones, too.
async fn all(store: &dyn Store) -> Result<Vec<(GameId, bool)>, StoreError> {
    let open = store.idle(ALWAYS, u32::MAX).await?;
    let over = store.over(ALWAYS, u32::MAX).await?;
    let open = open.into_iter().map(|id| (id, false));
    let mut all: Vec<_> = open.chain(over.into_iter().map(|id| (id, true))).collect();
    all.sort();
    // One that ended between the two.
    all.dedup_by(|(later, _), (id, _)| later == id);
    Ok(all)
}

/// How a game's log disagrees with what is kept of its end; `None` if it does not.
fn disagreement(table: &dyn AnyTable, is_over: bool) -> Option<String> {
    let but = if is_over { "goes on" } else { "is over" };
    let has_ended = table.abandoned(None).is_none();
    (has_ended != is_over).then(|| format!("its log says that it {but}"))
}

/// Is called with the share of the games that are replayed, 0 to 1.
pub type ReplayProgress<'a> = &'a mut (dyn FnMut(f64) + Send);

/// Reads the whole store and replays every game; returns the number of games, and those that cannot
/// be replayed, with the reason.
///
/// # Errors
/// When the store is damaged, or cannot be read.
pub async fn check(
    store: &dyn Store,
    progress: ReplayProgress<'_>,
) -> Result<(usize, Vec<(GameId, String)>), StoreError> {
    store.check_all().await?;
    let games = all(store).await?;
    let mut damaged = Vec::new();
    let mut ended = Vec::new();
    for (number, (id, is_over)) in games.iter().enumerate() {
        match table(store, id).await {
            Ok(Some(table)) => match disagreement(&*table, *is_over) {
                Some(why) if !is_over => ended.push((id.clone(), why)),
                why => damaged.extend(why.map(|why| (id.clone(), why))),
            },
            Ok(None) => {}
            Err(StoreError::Damaged { reason, .. }) => damaged.push((id.clone(), reason)),
            Err(error) => return Err(error),
        }
        progress((number + 1) as f64 / games.len() as f64);
    }
    if !ended.is_empty() {
        // Those that have ended since they were listed are in order.
        let open = store.idle(ALWAYS, u32::MAX).await?;
        ended.retain(|(id, _)| open.contains(id));
        damaged.append(&mut ended);
    }
    damaged.sort();
    Ok((games.len(), damaged))
}

/// Executes a command: in the server that runs on this folder, or here if none does. In a database it
/// is executed here, next to the nodes that use it.
///
/// # Errors
/// When it cannot be done at all.
pub async fn change(
    place: &Place,
    wanted: &OperatorCommand,
) -> Result<CommandReport, OperatorError> {
    let store: Box<dyn Store> = match place {
        Place::Folder(folder) => {
            let file = file_in(folder)?;
            if let Some(outcome) = control::ask(folder, wanted).await? {
                return Ok(outcome);
            }
            Box::new(SqliteStore::open(&file).await?)
        }
        Place::Database(url) => url.visit().await?,
    };
    let executor = Executor::Store(&*store, &SystemClock);
    let outcome = executor.execute(wanted).await;
    store.close().await?;
    Ok(outcome?)
}

/// What executes a command: a running service, or the store alone.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Executor<'a> {
    Service(&'a Service),
    Store(&'a dyn Store, &'a dyn TimeSource),
}

impl Executor<'_> {
    pub(crate) async fn execute(
        self,
        wanted: &OperatorCommand,
    ) -> Result<CommandReport, StoreError> {
        let mut outcome = CommandReport::default();
        match wanted {
            OperatorCommand::End(games) => {
                for id in games {
                    let ended = self.end(id, EndReason::Operator).await;
                    outcome.add(id.clone(), ended);
                }
            }
            OperatorCommand::Delete(games) => self.delete(games.clone(), &mut outcome).await,
            OperatorCommand::Prune { before, dry_run } => {
                let old = self.store().over(*before, u32::MAX).await?;
                if *dry_run {
                    outcome.done = old;
                } else {
                    self.delete(old, &mut outcome).await;
                }
            }
            OperatorCommand::Rule(ruling) => {
                let write = ruling.clone().into();
                let done = match self {
                    Self::Service(service) => service.moderate(write).await?,
                    Self::Store(store, _) => store.moderation().moderate(write).await?,
                };
                outcome.has_changed = done == Moderated::Done;
            }
        }
        Ok(outcome)
    }

    fn store(&self) -> &dyn Store {
        match self {
            Self::Service(service) => service.store(),
            Self::Store(store, _) => *store,
        }
    }

    async fn end(self, id: &GameId, reason: EndReason) -> Result<Ended, ServiceError> {
        match self {
            Self::Service(service) => service.end(id, reason).await,
            Self::Store(store, clock) => Ok(end_stored(store, clock, id, reason).await?),
        }
    }

    /// Deletes games, many at a time, since the store writes them together.
    async fn delete(self, games: Vec<GameId>, outcome: &mut CommandReport) {
        let deleted = stream::iter(games).map(async |id| {
            let deleted = match self {
                Self::Service(service) => service.delete(&id).await,
                Self::Store(store, _) => store.delete(&id).await.map_err(ServiceError::from),
            };
            let ended = deleted.map(|found| if found { Ended::Done } else { Ended::NoGame });
            (id, ended)
        });
        let mut deleted = pin!(deleted.buffered(AT_ONCE));
        while let Some((id, deleted)) = deleted.next().await {
            outcome.add(id, deleted);
        }
    }
}

/// Ends a game in the store, and takes it before from the node that owns it.
async fn end_stored(
    store: &dyn Store,
    clock: &dyn TimeSource,
    id: &GameId,
    reason: EndReason,
) -> Result<Ended, StoreError> {
    let Some(mut table) = table(store, id).await? else {
        return Ok(Ended::NoGame);
    };
    for _ in 0..TRIES {
        if table.abandoned(Some(reason)).is_none() {
            return Ok(Ended::WasOver);
        }
        let Some(epoch) = take(store, id).await? else {
            return Ok(Ended::NoGame);
        };
        // Only what is new is read now, as a node that is asked to play takes the game back at once.
        for entry in store.entries(id, table.version()).await? {
            apply(&mut *table, id, entry)?;
        }
        let Some(event) = table.abandoned(Some(reason)) else {
            return Ok(Ended::WasOver);
        };
        let append = Append {
            game: id.clone(),
            entry: sealed(&*table, clock, event),
            ends: true,
            epoch,
        };
        if store.append(append).await? == Appended::Done {
            return Ok(Ended::Done);
        }
        if store.shared().is_none() {
            break;
        }
    }
    Err(contested(id))
}

/// Takes a game from the node that owns it, if nodes share the store; returns the epoch by which
/// entries can be appended here, and `None` if there is no such game.
async fn take(store: &dyn Store, id: &GameId) -> Result<Option<Epoch>, StoreError> {
    let Some(shared) = store.shared() else {
        return Ok(Some(Epoch::default()));
    };
    let mut over = None;
    for _ in 0..TRIES {
        match shared.claim(id, over).await? {
            Claimed::Own(epoch) => return Ok(Some(epoch)),
            Claimed::Other(_, epoch) => over = Some(epoch),
            Claimed::NoGame => return Ok(None),
        }
    }
    Err(contested(id))
}

/// Has a table follow its log.
fn apply(table: &mut dyn AnyTable, id: &GameId, entry: LogEntry) -> Result<(), StoreError> {
    let applied = table.apply(entry);
    applied.map_err(|error| StoreError::Damaged {
        store: format!("game {id}"),
        reason: error.to_string(),
    })
}

/// That others write a game again and again.
fn contested(id: &GameId) -> StoreError {
    StoreError::Unavailable {
        store: format!("game {id}"),
        outage: Outage::Locked,
        reason: "another server writes it; stop that one, or try again".to_owned(),
    }
}

/// Has a game in the store go on with new dice, for those seats with bytes that are drawn here;
/// returns whether it can.
async fn renew_stored(
    store: &dyn Store,
    clock: &dyn TimeSource,
    id: &GameId,
) -> Result<bool, StoreError> {
    let Some(mut table) = table(store, id).await? else {
        return Ok(false);
    };
    let Some(seats) = table.redrawn() else {
        return Ok(false);
    };
    let Some(epoch) = take(store, id).await? else {
        return Ok(false);
    };
    let randomness: &dyn Randomness = &SystemRandomness;
    let drawn = seats.into_iter().map(|seat| {
        let bytes: [u8; 32] = randomness.bytes()?;
        Ok((seat, bytes.to_vec()))
    });
    let drawn = drawn.collect::<Result<Vec<_>, RandomnessError>>();
    let drawn = drawn.map_err(|error| StoreError::Unavailable {
        store: format!("game {id}"),
        outage: Outage::Unknown,
        reason: error.to_string(),
    })?;
    let mut next = Some(table.restored(drawn));
    while let Some(event) = next.take() {
        let append = Append {
            game: id.clone(),
            entry: sealed(&*table, clock, event),
            ends: false,
            epoch,
        };
        // Nobody else writes it.
        if store.append(append.clone()).await? != Appended::Done {
            return Err(contested(id));
        }
        apply(&mut *table, id, append.entry)?;
        // Where nobody has to contribute anything, the epoch begins at once.
        next = match table.due() {
            Due::Write(event @ GameEvent::EpochBegan { .. }) => Some(event),
            _ => None,
        };
    }
    Ok(true)
}

/// The next entry of a game's log, which nobody has asked for.
fn sealed(table: &dyn AnyTable, clock: &dyn TimeSource, event: GameEvent) -> LogEntry {
    table.sealed(LogEntry {
        version: table.version() + 1,
        at: clock.now().max(table.touched()),
        idempotency_key: None,
        event,
        head: None,
    })
}
