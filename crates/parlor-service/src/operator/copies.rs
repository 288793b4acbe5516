//! Backups: made also while the server runs, restored while none does.
//!
//! A backup lacks what has happened since it was made, but players have seen it, and the dice of a
//! game are fixed before they are rolled. So a game of Ludo that is in play in the backup goes on once
//! its players have contributed to the dice anew. Restoring ends the games for which that is not
//! possible, because their dice have no epochs or because they have not begun, and reveals their
//! secrets.

use std::fs::{self, File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};
use std::process;

use time::macros::format_description;

use super::control::SOCKET;
use super::place::DatabaseUrl;
use super::times::{TimeFormat, formatted};
use super::{
    OperatorError, ReplayProgress, all, check, end_stored, file_in, renew_stored, transfer,
};
use crate::clock::{SystemClock, TimeSource};
use crate::service::Ended;
use crate::store::postgres::WhenEmpty;
use crate::store::sqlite::FILE;
use crate::store::sqlite::{Lock, SqliteStore, beside, open_private};
use crate::store::{Outage, Store, StoreError};
use parlor_table::id::GameId;
use parlor_table::log::EndReason;
use parlor_table::playable;

/// The end of the name of a file that was replaced, in UTC: `20261123T113000Z`.
const STAMP: TimeFormat = format_description!("[year][month][day]T[hour][minute][second]Z");

/// The outcome of [`restore`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Restored {
    /// The number of games.
    pub games: usize,
    /// The games of Ludo that were ended.
    pub ended: Vec<GameId>,
    /// The games of Ludo that go on with new dice.
    pub renewed: Vec<GameId>,
    /// The games that cannot be replayed, and why: they are as they were in the backup. A database has
    /// none of those that are in a file.
    pub damaged: Vec<(GameId, String)>,
    /// The names and networks of the lobby of which a database had something else, and what. It has it
    /// still.
    pub differing: Vec<String>,
    /// The new name of the file that was there before.
    pub replaced: Option<PathBuf>,
}

/// The outcome of [`back_up`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BackedUp {
    /// The size of the backup in bytes.
    pub bytes: u64,
    /// The games that cannot be replayed, and why: as they are in the backup, so they are where it
    /// was made.
    pub damaged: Vec<(GameId, String)>,
}

/// Copies the games of a folder into a new file that only this user may read, and replays every
/// game in it; `progress` gets the share that is replayed. The server may run.
///
/// # Errors
/// When it cannot be made, would be written over another without `force`, or with damaged games
/// over any, or over a file that the games are kept in.
pub async fn back_up(
    folder: &Path,
    to: &Path,
    force: bool,
    progress: ReplayProgress<'_>,
) -> Result<BackedUp, OperatorError> {
    let from = file_in(folder)?;
    if is_of_games(folder, to) {
        return Err(OperatorError::OwnFile(to.to_owned()));
    }
    match to.symlink_metadata() {
        // A device or a folder would be gone.
        Ok(there) if !there.is_file() && !there.is_symlink() => {
            return Err(OperatorError::NoFile(to.to_owned()));
        }
        Ok(_) if !force => return Err(OperatorError::Exists(to.to_owned())),
        _ => {}
    }
    // Another copy to the same file may be under way.
    let part = beside(to, &format!(".part-{}", process::id()));
    let placed = copy_to(&from, &part, to, force, progress).await;
    if placed.is_err() {
        let _ = fs::remove_file(&part);
    }
    let damaged = placed?;
    let bytes = fs::metadata(to)
        .map_err(OperatorError::unwritten(to))?
        .len();
    Ok(BackedUp { bytes, damaged })
}

/// Makes a backup next to its place and moves it there; returns the damaged games in it.
async fn copy_to(
    from: &Path,
    part: &Path,
    to: &Path,
    force: bool,
    progress: ReplayProgress<'_>,
) -> Result<Vec<(GameId, String)>, OperatorError> {
    copy(from, part, to).await?;
    let copied = SqliteStore::open_read_only(part).await?;
    let checked = check(&copied, progress).await;
    copied.close().await?;
    let (_, damaged) = checked?;
    if let Some((first, _)) = damaged.first()
        && to.symlink_metadata().is_ok()
    {
        return Err(OperatorError::DamagedCopy {
            path: to.to_owned(),
            damaged: damaged.len(),
            first: first.clone(),
        });
    }
    place(part, to, force)?;
    Ok(damaged)
}

/// Whether a file is one of those that the games in a folder are kept in.
fn is_of_games(folder: &Path, file: &Path) -> bool {
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    let end = name.strip_prefix(FILE);
    let is_named = end.is_some_and(|end| ["", "-wal", "-shm", "-journal", ".lock"].contains(&end));
    let real = |path: &Path| fs::canonicalize(path).ok();
    (is_named || name == SOCKET) && real(parent(file)).is_some_and(|at| real(folder) == Some(at))
}

/// The folder that a file is in.
fn parent(file: &Path) -> &Path {
    let folder = file.parent();
    let folder = folder.filter(|folder| !folder.as_os_str().is_empty());
    folder.unwrap_or(Path::new("."))
}

/// Puts a file in its place, for good.
fn place(part: &Path, to: &Path, force: bool) -> Result<(), OperatorError> {
    let failed = OperatorError::unwritten(to);
    let placed = File::open(part).and_then(|part| part.sync_all());
    let placed = placed.and_then(|()| {
        if force {
            return fs::rename(part, to);
        }
        // Unlike a rename, a link never takes another file's place.
        match fs::hard_link(part, to) {
            Ok(()) => fs::remove_file(part),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Err(error),
            // Where there are no links, as on many sticks.
            Err(_) if to.symlink_metadata().is_err() => fs::rename(part, to),
            Err(_) => Err(io::ErrorKind::AlreadyExists.into()),
        }
    });
    match placed {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            return Err(OperatorError::Exists(to.to_owned()));
        }
        placed => placed.map_err(failed)?,
    }
    sync_folder(to)
}

/// Has the folder of a file know of it after the power was cut.
fn sync_folder(of: &Path) -> Result<(), OperatorError> {
    let folder = parent(of);
    if cfg!(unix) {
        let synced = File::open(folder).and_then(|folder| folder.sync_all());
        synced.map_err(OperatorError::unwritten(of))?;
    }
    Ok(())
}

/// A whole copy of a file of games, which may be in use, and is not closed by it. It is written to
/// `part`, which is to become the file `to`: so that is the file that an error names.
async fn copy(from: &Path, part: &Path, to: &Path) -> Result<(), OperatorError> {
    match fs::remove_file(part) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => {
            return Err(OperatorError::unwritten(to)(error));
        }
        _ => {}
    }
    let created = open_private(part, OpenOptions::new().write(true).create_new(true));
    created.map_err(OperatorError::unwritten(to))?;
    let store = SqliteStore::open_read_only(from).await?;
    let copied = store.copy_into(part).await;
    store.close().await?;
    copied.map_err(|error| match error {
        // The store names the file that it reads, whose disk this is not.
        StoreError::Unavailable {
            outage: Outage::DiskFull,
            ..
        } => OperatorError::unwritten(to)(io::ErrorKind::StorageFull.into()),
        error => error.into(),
    })
}

/// Brings the games of a backup back into a folder, over which no server runs, and
/// keeps the file that was there. Every game is replayed; `progress` gets the share that is.
///
/// # Errors
/// When a server runs, or the file is damaged or no backup; then nothing has changed.
pub async fn restore(
    folder: &Path,
    copied: &Path,
    progress: ReplayProgress<'_>,
) -> Result<Restored, OperatorError> {
    check_is_copy(copied)?;
    fs::create_dir_all(folder).map_err(|reason| OperatorError::Folder {
        path: folder.to_owned(),
        reason,
    })?;
    let file = folder.join(FILE);
    let _lock = Lock::take(&file)?;
    let part = folder.join(format!("{FILE}.restoring"));
    let prepared = prepare(copied, &part, &file, progress).await;
    for end in [".lock", "-wal", "-shm"] {
        let _ = fs::remove_file(beside(&part, end));
    }
    let placed = prepared.and_then(|prepared| {
        let replaced = set_aside(&file)?;
        fs::rename(&part, &file).map_err(OperatorError::unwritten(&file))?;
        sync_folder(&file)?;
        Ok(Restored {
            replaced,
            ..prepared
        })
    });
    if placed.is_err() {
        let _ = fs::remove_file(&part);
    }
    placed
}

/// The name of this command among the nodes of a database.
const NODE: &str = "parlor-restore";

/// Brings the games of a backup into a database that has none, over which no server runs; without one,
/// takes the database for one that the tools of PostgreSQL have brought back. Either way games of Ludo
/// in play get new dice. Every game is replayed; `progress` gets the share that is.
///
/// # Errors
/// When a server runs, the file is no whole backup, or the database has games though there is a file, or
/// no tables though there is none.
pub async fn restore_database(
    database: &DatabaseUrl,
    copied: Option<&Path>,
    progress: ReplayProgress<'_>,
) -> Result<Restored, OperatorError> {
    let Some(copied) = copied else {
        let store = database.occupy(NODE, WhenEmpty::Refuse).await?;
        let renewed = renew_dice(&store, progress).await;
        store.close().await?;
        return Ok(renewed?);
    };
    check_is_copy(copied)?;
    let source = SqliteStore::open_read_only(copied).await?;
    let store = database.occupy(NODE, WhenEmpty::MakeTables).await?;
    let restored = fill(database, &source, &store, progress).await;
    let closed = store.close().await;
    source.close().await?;
    let restored = restored?;
    closed?;
    Ok(restored)
}

/// Copies the games of a backup into a store that has none, and renews their dice there.
async fn fill(
    database: &DatabaseUrl,
    backup: &SqliteStore,
    store: &dyn Store,
    progress: ReplayProgress<'_>,
) -> Result<Restored, OperatorError> {
    if !all(store).await?.is_empty() {
        return Err(OperatorError::HasGames(database.to_string()));
    }
    backup.check_all().await?;
    let copied = transfer::copy_all(backup, store, &mut |share| progress(share / 2.0)).await?;
    let restored = renew_dice(store, &mut |share| progress(0.5 + share / 2.0)).await?;
    Ok(Restored {
        damaged: copied.damaged,
        differing: copied.keeping.differing,
        ..restored
    })
}

/// Checks that there is a file that may be a backup.
fn check_is_copy(copied: &Path) -> Result<(), OperatorError> {
    let no_copy = |what| OperatorError::NoCopy {
        path: copied.to_owned(),
        what,
    };
    match fs::metadata(copied) {
        Err(_) => Err(no_copy("is not there")),
        Ok(found) if !found.is_file() => Err(no_copy("is no file")),
        Ok(found) if found.len() == 0 => Err(no_copy("is empty")),
        Ok(_) => Ok(()),
    }
}

/// A copy of the backup that can take the place of the games: whole, of this format, and without a
/// game of Ludo that goes on with the dice that it had.
async fn prepare(
    copied: &Path,
    part: &Path,
    file: &Path,
    progress: ReplayProgress<'_>,
) -> Result<Restored, OperatorError> {
    // The store names `part`, which nobody has seen.
    let of_backup = |error| match error {
        StoreError::Damaged { reason, .. } => OperatorError::DamagedBackup {
            path: copied.to_owned(),
            reason,
        },
        error => error.into(),
    };
    copy(copied, part, file).await?;
    let store = SqliteStore::open(part).await.map_err(of_backup)?;
    let prepared = renew_dice(&store, progress).await;
    store.close().await?;
    let prepared = prepared.map_err(of_backup)?;
    File::open(part)
        .and_then(|part| part.sync_all())
        .map_err(OperatorError::unwritten(file))?;
    Ok(prepared)
}

/// Has the games of Ludo go on with new dice, or ends them.
async fn renew_dice(
    store: &dyn Store,
    progress: ReplayProgress<'_>,
) -> Result<Restored, StoreError> {
    let (games, damaged) = check(store, progress).await?;
    let mut ended = Vec::new();
    let mut renewed = Vec::new();
    // Those that wait for players are ended: who joins again with the same bytes would
    // get the same dice.
    for (id, is_over) in all(store).await? {
        let is_damaged = damaged.iter().any(|(known, _)| *known == id);
        if is_over && !is_damaged {
            continue;
        }
        match store.game(&id).await {
            Ok(Some(game)) if playable::has_dice(&game.config.game) => {}
            Ok(_) => continue,
            // No server can go on with it either.
            Err(StoreError::Damaged { .. }) if is_damaged => continue,
            Err(error) => return Err(error),
        }
        if !is_damaged && renew_stored(store, &SystemClock, &id).await? {
            renewed.push(id);
            continue;
        }
        match end_stored(store, &SystemClock, &id, EndReason::Restored).await {
            Ok(Ended::Done) => ended.push(id),
            Ok(_) => {}
            Err(StoreError::Damaged { .. }) if is_damaged => {}
            Err(error) => return Err(error),
        }
    }
    Ok(Restored {
        games,
        ended,
        renewed,
        damaged,
        differing: Vec::new(),
        replaced: None,
    })
}

/// Keeps the file of games that is there under another name; it stays in its place
/// until another takes that.
fn set_aside(file: &Path) -> Result<Option<PathBuf>, OperatorError> {
    if !file.exists() {
        return Ok(None);
    }
    let now = SystemClock.now();
    let stamp = formatted(now, STAMP).unwrap_or_else(|| now.0.to_string());
    let aside = unused(&beside(file, &format!(".replaced-{stamp}")));
    let failed = OperatorError::unwritten(&aside);
    // Where there are no links, there is no file for a moment.
    let linked = fs::hard_link(file, &aside).or_else(|_| fs::rename(file, &aside));
    linked.map_err(failed)?;
    // What a server that was killed had not yet written into the file itself.
    for end in ["-wal", "-shm"] {
        let from = beside(file, end);
        if from.exists() {
            let to = beside(&aside, end);
            fs::rename(&from, &to).map_err(OperatorError::unwritten(&to))?;
        }
    }
    Ok(Some(aside))
}

/// The file, or if there is one the first of this name and a number that is not there.
fn unused(file: &Path) -> PathBuf {
    let others = (2..).map(|number: u64| beside(file, &format!("-{number}")));
    let mut names = core::iter::once(file.to_owned()).chain(others);
    let free = names.find(|name| name.symlink_metadata().is_err());
    free.expect("the names are endless")
}
