//! The operator's commands on the games of a data folder, from outside the server.
//!
//! Commands that only read open the file, whether a server runs or not. Commands that write are sent
//! to the running server by a socket in its folder, and work on the file only if no server runs: one
//! process writes, always.

mod control;
mod copies;
mod times;

use core::pin::pin;
use std::io;
use std::path::{Path, PathBuf};

use futures_util::stream::{self, StreamExt as _};
use serde::{Deserialize, Serialize};

use crate::clock::{SystemClock, TimeSource};
use crate::randomness::SystemRandomness;
use crate::service::{Ended, Service, ServiceError, host};
use crate::store::shared::Epoch;
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
pub use copies::{BackedUp, Restored, back_up, restore};
pub use times::{minute_of, parse_age, parse_date};

/// The number of games read at a time.
const PAGE: u32 = 1_000;

/// The number of games deleted at a time.
const AT_ONCE: usize = 64;

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
}

/// The outcome of a command.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CommandReport {
    /// The games that were changed.
    pub done: Vec<GameId>,
    /// The games that were not, and why.
    pub left: Vec<(GameId, String)>,
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

/// Opens the games of a folder for reading; also while a server runs.
///
/// # Errors
/// When there are none, or they cannot be read.
pub async fn read(folder: &Path) -> Result<SqliteStore, OperatorError> {
    Ok(SqliteStore::open_read_only(&file_in(folder)?).await?)
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

/// Is called with the share of the games that are replayed, 0 to 1.
pub type ReplayProgress<'a> = &'a mut (dyn FnMut(f64) + Send);

/// Reads the whole file and replays every game; returns the number of games, and those that cannot
/// be replayed, with the reason.
///
/// # Errors
/// When the file is damaged, or cannot be read.
pub async fn check(
    store: &SqliteStore,
    progress: ReplayProgress<'_>,
) -> Result<(usize, Vec<(GameId, String)>), StoreError> {
    store.check_wholly().await?;
    let games = list(store).await?;
    let mut damaged = Vec::new();
    for (number, ListedGame { id, is_over, .. }) in games.iter().enumerate() {
        match table(store, id).await {
            Ok(Some(table)) if table.abandoned(None).is_none() != *is_over => {
                let but = if *is_over { "goes on" } else { "is over" };
                damaged.push((id.clone(), format!("its log says that it {but}")));
            }
            Ok(_) => {}
            Err(StoreError::Damaged { reason, .. }) => damaged.push((id.clone(), reason)),
            Err(error) => return Err(error),
        }
        progress((number + 1) as f64 / games.len() as f64);
    }
    Ok((games.len(), damaged))
}

/// Executes a command: in the server that runs on this folder, or here if none does.
///
/// # Errors
/// When it cannot be done at all.
pub async fn change(
    folder: &Path,
    wanted: &OperatorCommand,
) -> Result<CommandReport, OperatorError> {
    let file = file_in(folder)?;
    if let Some(outcome) = control::ask(folder, wanted).await? {
        return Ok(outcome);
    }
    let store = SqliteStore::open(&file).await?;
    let executor = Executor::Store(&store, &SystemClock);
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

/// Ends a game in the store.
async fn end_stored(
    store: &dyn Store,
    clock: &dyn TimeSource,
    id: &GameId,
    reason: EndReason,
) -> Result<Ended, StoreError> {
    let Some(table) = table(store, id).await? else {
        return Ok(Ended::NoGame);
    };
    let Some(event) = table.abandoned(Some(reason)) else {
        return Ok(Ended::WasOver);
    };
    let append = Append {
        game: id.clone(),
        entry: sealed(&*table, clock, event),
        ends: true,
        epoch: Epoch::default(),
    };
    append_alone(store, append).await?;
    Ok(Ended::Done)
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
            epoch: Epoch::default(),
        };
        append_alone(store, append.clone()).await?;
        let applied = table.apply(append.entry);
        applied.map_err(|error| StoreError::Damaged {
            store: format!("game {id}"),
            reason: error.to_string(),
        })?;
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

/// Appends to the log of a game that nobody else writes.
async fn append_alone(store: &dyn Store, append: Append) -> Result<(), StoreError> {
    let id = append.game.clone();
    match store.append(append).await? {
        Appended::Done => Ok(()),
        Appended::Duplicate(_) | Appended::Stale(_) | Appended::Fenced(_) => {
            Err(StoreError::Unavailable {
                store: format!("game {id}"),
                outage: Outage::Locked,
                reason: "another server writes it; stop that one".to_owned(),
            })
        }
    }
}
