//! A store in a file of SQLite, for as long as it is wanted.
//!
//! One connection writes, and commits in groups; a few others read beside it.
//! The log of SQLite is synchronised with the disk at every commit, so what was
//! answered for survives the power.

mod failure;
mod files;
mod lobby;
mod moderation;
mod open;
mod reading;
mod soundness;
mod writer;

#[cfg(test)]
mod tests;

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use parlor_dice::Bytes32;

use sqlx::query;
use sqlx::sqlite::{SqlitePool, SqlitePoolOptions};
use tokio::sync::Mutex as AsyncMutex;
use tokio::task::JoinHandle;

use self::open::OpenFile;
pub(crate) use self::open::{Lock, beside, open_private};
use self::soundness::Soundness;
use self::writer::Writer;
use super::archiving::{Archives, archive_all};
use super::jobs::{Found, Promise, Queue, WriteJob, counted};
use super::lobby::{Challenge, LobbyStore, LobbyWrite, Terms, Unplayed};
use super::moderation::{
    Moderated, ModerationStore, ModerationWrite, ReportedName, Rulings, WatchedName,
};
use super::rows::{self, ArchivedRow, RowError};
use super::{
    Append, Appended, Created, Holding, Invite, ListedGame, NewGame, OpenGameCounts, Operation,
    OverGames, Store, StoreError, StoreFuture, StoredGame, validate,
};
use parlor_table::id::GameId;
use parlor_table::key::KeyHash;
use parlor_table::log::LogEntry;
use parlor_table::timestamp::Timestamp;

/// How many read at a time.
const READERS: u32 = 4;

/// The file that games are kept in, in the server's folder.
pub const FILE: &str = "games.sqlite";

/// How long to wait for one of them.
const ACQUIRE_TIMEOUT: Duration = Duration::from_secs(5);

/// Games in a file of SQLite.
///
/// Beside the file there is another whose name ends in `.lock`: it keeps a
/// second server out, and may stay.
#[derive(Debug)]
pub struct SqliteStore {
    name: String,
    readers: SqlitePool,
    jobs: Queue,
    /// None once it has been waited for.
    writer: AsyncMutex<Option<JoinHandle<Result<(), StoreError>>>>,
    soundness: Arc<Soundness>,
    /// Reads the whole file, if it was not closed in order. None once it has been
    /// waited for.
    reading: AsyncMutex<Option<JoinHandle<()>>>,
}

impl SqliteStore {
    /// Opens the file, and makes it if there is none.
    ///
    /// # Errors
    /// [`StoreError::CannotOpen`] if it cannot be used, or another server uses
    /// it, or it is another program's or a newer version's;
    /// [`StoreError::Damaged`] if that is seen at once. What is only seen by reading
    /// all of it, [`Store::damage`] reports.
    pub async fn open(path: &Path) -> Result<Self, StoreError> {
        Self::open_within(path, None).await
    }

    /// Opens the file of a server that may run, to read it and nothing else: what is
    /// to be written is answered as by a store that is closed.
    ///
    /// # Errors
    /// [`StoreError::CannotOpen`] if it is not there, cannot be read, or is another
    /// program's or a newer version's.
    pub async fn open_read_only(path: &Path) -> Result<Self, StoreError> {
        let (options, format) = open::for_reading_only(path).await?;
        let pool = open::with_what_is_newer(pool(), format);
        Ok(Self {
            name: path.display().to_string(),
            readers: pool.connect_lazy_with(options),
            jobs: Queue::closed(),
            writer: AsyncMutex::new(None),
            soundness: Soundness::after(true),
            reading: AsyncMutex::new(None),
        })
    }

    /// Writes a whole copy into a file that is empty, and reads that: the games as
    /// they are at one moment, in a file that was closed in order.
    pub(crate) async fn copy_into(&self, empty: &Path) -> Result<(), StoreError> {
        let connection = self.readers.acquire().await;
        let mut connection = connection.map_err(|error| self.failed(&error))?;
        let absolute = std::path::absolute(empty).unwrap_or_else(|_| empty.to_owned());
        query("VACUUM INTO ?")
            .bind(absolute.to_string_lossy().into_owned())
            .execute(&mut *connection)
            .await
            .map_err(|error| self.failed(&error))?;
        open::close_copy(empty).await
    }

    /// Opens the file, which may have so many pages at most.
    async fn open_within(path: &Path, most_pages: Option<u32>) -> Result<Self, StoreError> {
        let place = OpenFile::take(path, most_pages)?;
        let name = place.name.clone();
        let (connection, closed_in_order) = place.connect_first().await?;
        let soundness = Soundness::after(closed_in_order);
        let find_out = Arc::clone(&soundness).find_out(name.clone(), place.for_reading());
        let reading = tokio::spawn(find_out);
        let readers = pool().connect_lazy_with(place.for_reading());
        let (jobs, queue) = Queue::new();
        let writer = Writer::new(place, connection, Arc::clone(&soundness));
        let writer = tokio::spawn(writer.work(queue));
        Ok(Self {
            name,
            readers,
            jobs,
            writer: AsyncMutex::new(Some(writer)),
            soundness,
            reading: AsyncMutex::new(Some(reading)),
        })
    }

    /// Has something written, and waits until it is.
    async fn write<T>(&self, job: impl FnOnce(Promise<T>) -> WriteJob) -> Result<T, StoreError> {
        let written = self.jobs.write(job).await;
        counted(
            Operation::Write,
            written.unwrap_or_else(|| Err(self.closed())),
        )
    }

    /// Reads something, and explains an error.
    fn read<'a, T: 'a>(
        &'a self,
        read: impl Future<Output = Result<T, RowError>> + Send + 'a,
    ) -> StoreFuture<'a, T> {
        Box::pin(async move {
            let read = read.await.map_err(|error| match error {
                RowError::Sql(error) => self.failed(&error),
                RowError::Damaged(what) => failure::damaged(&self.name, &what),
            });
            counted(Operation::Read, read)
        })
    }

    fn closed(&self) -> StoreError {
        StoreError::Closed {
            store: self.name.clone(),
        }
    }

    fn unkeepable(&self, reason: String) -> StoreError {
        StoreError::InvalidEntry {
            store: self.name.clone(),
            reason,
        }
    }

    fn failed(&self, error: &sqlx::Error) -> StoreError {
        failure::in_use(&self.name, error)
    }
}

/// Connections to read by.
fn pool() -> SqlitePoolOptions {
    SqlitePoolOptions::new()
        .max_connections(READERS)
        .acquire_timeout(ACQUIRE_TIMEOUT)
        // They are of this process: they do not break down while they rest.
        .test_before_acquire(false)
}

impl Archives for SqliteStore {
    fn name(&self) -> &str {
        &self.name
    }

    fn unarchived<'a>(
        &'a self,
        since: Timestamp,
        after: Option<&'a GameId>,
        most: u32,
    ) -> StoreFuture<'a, Vec<GameId>> {
        self.read(self.read_unarchived(since, after, most))
    }

    fn put_away(&self, games: Vec<ArchivedRow>) -> StoreFuture<'_, u64> {
        Box::pin(self.write(|promise| WriteJob::Archive(games, promise)))
    }
}

impl Store for SqliteStore {
    fn create(&self, game: NewGame) -> StoreFuture<'_, Created> {
        Box::pin(async move {
            validate::check_game(&game).map_err(|reason| self.unkeepable(reason))?;
            self.write(|promise| WriteJob::Create(Box::new(game), promise))
                .await
        })
    }

    fn append(&self, append: Append) -> StoreFuture<'_, Appended> {
        Box::pin(async move {
            let checked = validate::check_time(append.entry.at);
            checked.map_err(|reason| self.unkeepable(reason))?;
            self.write(|promise| WriteJob::Append(append, promise))
                .await
        })
    }

    fn game<'a>(&'a self, id: &'a GameId) -> StoreFuture<'a, Option<StoredGame>> {
        self.read(self.read_game(id))
    }

    fn entries<'a>(&'a self, id: &'a GameId, after: u64) -> StoreFuture<'a, Vec<LogEntry>> {
        self.read(self.read_entries(id, after))
    }

    fn invite(&self, code: KeyHash) -> StoreFuture<'_, Option<Invite>> {
        self.read(self.read_invite(code))
    }

    fn invitation_to<'a>(
        &'a self,
        id: &'a GameId,
    ) -> StoreFuture<'a, Option<(KeyHash, Vec<char>)>> {
        self.read(self.read_invitation_to(id))
    }

    fn hold(&self, holding: Holding) -> StoreFuture<'_, ()> {
        Box::pin(async move {
            let checked = validate::check_time(holding.since);
            checked.map_err(|reason| self.unkeepable(reason))?;
            let no_game = validate::no_game(&holding);
            match self
                .write(|promise| WriteJob::Hold(holding, promise))
                .await?
            {
                Found::Yes => Ok(()),
                Found::No => Err(self.unkeepable(no_game)),
            }
        })
    }

    fn held(&self, browser: KeyHash, most: u32) -> StoreFuture<'_, Vec<Holding>> {
        self.read(self.read_held(browser, most))
    }

    fn holdings_of<'a>(&'a self, id: &'a GameId) -> StoreFuture<'a, Vec<Holding>> {
        self.read(self.read_holdings_of(id))
    }

    fn count_open(&self, browser: Option<KeyHash>) -> StoreFuture<'_, OpenGameCounts> {
        self.read(self.read_open(browser))
    }

    fn idle(&self, since: Timestamp, most: u32) -> StoreFuture<'_, Vec<GameId>> {
        self.read(self.read_idle(since, most))
    }

    fn archive(&self, since: Timestamp) -> StoreFuture<'_, u64> {
        Box::pin(archive_all(self, since))
    }

    fn over(&self, since: Timestamp, most: u32) -> StoreFuture<'_, Vec<GameId>> {
        self.read(self.read_over(since, most))
    }

    fn count_over(&self) -> StoreFuture<'_, Option<OverGames>> {
        self.read(self.read_count_over())
    }

    fn list<'a>(
        &'a self,
        after: Option<&'a GameId>,
        most: u32,
    ) -> StoreFuture<'a, Vec<ListedGame>> {
        self.read(self.read_list(after, most))
    }

    fn delete<'a>(&'a self, id: &'a GameId) -> StoreFuture<'a, bool> {
        Box::pin(async move {
            let found = self.write(|promise| WriteJob::Delete(id.clone(), promise));
            let found = found.await?;
            Ok(found == Found::Yes)
        })
    }

    fn latest(&self) -> StoreFuture<'_, Option<Timestamp>> {
        self.read(self.read_latest())
    }

    fn secret_of_receipts(&self, fresh: Bytes32) -> StoreFuture<'_, Bytes32> {
        Box::pin(async move {
            let keep = |promise| WriteJob::SecretOfReceipts(fresh, promise);
            self.write(keep).await?;
            self.read(async {
                let stored = self.read_secret_of_receipts().await?;
                Ok(stored.ok_or_else(rows::no_secret_of_receipts)?)
            })
            .await
        })
    }

    fn stored_secret_of_receipts(&self) -> StoreFuture<'_, Option<Bytes32>> {
        self.read(self.read_secret_of_receipts())
    }

    fn check(&self) -> StoreFuture<'_, ()> {
        Box::pin(async move {
            // First what knows whether the files are still there.
            self.write(WriteJob::Check).await?;
            self.count_open(None).await.map(drop)
        })
    }

    fn check_all(&self) -> StoreFuture<'_, ()> {
        Box::pin(async move {
            let connection = self.readers.acquire().await;
            let mut connection = connection.map_err(|error| self.failed(&error))?;
            soundness::whole(&self.name, "PRAGMA integrity_check", &mut connection).await
        })
    }

    fn damage(&self) -> Option<StoreError> {
        let reason = self.soundness.fault()?;
        let store = self.name.clone();
        Some(StoreError::Damaged { store, reason })
    }

    fn lobby(&self) -> &dyn LobbyStore {
        self
    }

    fn moderation(&self) -> &dyn ModerationStore {
        self
    }

    fn close(&self) -> StoreFuture<'_, ()> {
        Box::pin(async move {
            self.soundness.stop();
            if let Some(reading) = self.reading.lock().await.take() {
                // Whatever became of it, nobody reads any more.
                let _ = reading.await;
            }
            let mut writer = self.writer.lock().await;
            self.jobs.close();
            // First the readers, as SQLite's log can be emptied once nobody reads it.
            self.readers.close().await;
            match writer.take() {
                Some(writer) => writer.await.unwrap_or_else(|_| Err(self.closed())),
                None => Ok(()),
            }
        })
    }
}

impl LobbyStore for SqliteStore {
    fn write_lobby(&self, write: LobbyWrite) -> StoreFuture<'_, u64> {
        Box::pin(self.write(|promise| WriteJob::Lobby(write, promise)))
    }

    fn waiting(&self) -> StoreFuture<'_, Vec<Challenge>> {
        self.read(self.read_waiting())
    }

    fn waiting_of(&self, browser: KeyHash) -> StoreFuture<'_, Vec<GameId>> {
        self.read(self.read_waiting_of(browser))
    }

    fn challenge<'a>(&'a self, id: &'a GameId) -> StoreFuture<'a, Option<Challenge>> {
        self.read(self.read_challenge(id))
    }

    fn waits<'a>(&'a self, terms: &'a Terms, most: u32) -> StoreFuture<'a, Vec<Duration>> {
        self.read(self.read_waits(terms, most))
    }

    fn unplayed(&self, browser: KeyHash) -> StoreFuture<'_, Vec<Unplayed>> {
        self.read(self.read_unplayed(browser))
    }

    fn watchable(&self, most: u32) -> StoreFuture<'_, Vec<GameId>> {
        self.read(self.read_watchable(most))
    }
}

impl ModerationStore for SqliteStore {
    fn moderate(&self, write: ModerationWrite) -> StoreFuture<'_, Moderated> {
        Box::pin(self.write(|promise| WriteJob::Moderation(write, promise)))
    }

    fn reported_names(&self) -> StoreFuture<'_, Vec<ReportedName>> {
        self.read(self.read_reported_names())
    }

    fn watched_names(&self) -> StoreFuture<'_, Vec<WatchedName>> {
        self.read(self.read_watched_names())
    }

    fn rulings(&self) -> StoreFuture<'_, Rulings> {
        self.read(self.read_rulings())
    }
}
