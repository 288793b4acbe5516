//! A store in a file of SQLite, for as long as it is wanted.
//!
//! One connection writes, and commits in groups; a few others read beside it.
//! The log of SQLite is synchronised with the disk at every commit, so what was
//! answered for survives the power.

mod failure;
mod files;
mod open;
mod rows;
mod soundness;
mod writer;

#[cfg(test)]
mod tests;

use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use parlor_record::record::Bytes32;
use sqlx::sqlite::{SqliteConnectOptions, SqlitePool, SqlitePoolOptions};
use sqlx::{query, query_as, query_scalar};
use tokio::sync::{Mutex as AsyncMutex, mpsc};
use tokio::task::JoinHandle;

pub(crate) use self::open::Lock;
use self::open::Place;
use self::rows::{EntryRow, GameRow, HoldingRow, signed, unsigned};
use self::soundness::Soundness;
use self::writer::{Found, Job, Promise, Writer};
use super::{
    Answer, Append, Appended, Created, Holding, ListedGame, NewGame, OpenGames, Store, StoreError,
    StoredGame, keepable,
};
use crate::clock::Moment;
use crate::id::GameId;
use crate::key::KeyHash;
use crate::log::Entry;

/// How many read at a time.
const READERS: u32 = 4;

/// How long to wait for one of them.
const PATIENCE: Duration = Duration::from_secs(5);

/// Games in a file of SQLite.
///
/// Beside the file there is another whose name ends in `.lock`: it keeps a
/// second server out, and may stay.
#[derive(Debug)]
pub struct SqliteStore {
    name: String,
    readers: SqlitePool,
    /// None once it is closed.
    jobs: Mutex<Option<mpsc::Sender<Job>>>,
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
    /// all of it, [`Store::damage`] tells.
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
        let options = open::for_reading_only(path).await?;
        Ok(Self {
            name: path.display().to_string(),
            readers: pool(options),
            jobs: Mutex::new(None),
            writer: AsyncMutex::new(None),
            soundness: Soundness::after(true),
            reading: AsyncMutex::new(None),
        })
    }

    /// Reads all of the file, and looks whether it agrees with itself.
    ///
    /// # Errors
    /// [`StoreError::Damaged`] if it does not.
    pub async fn check_wholly(&self) -> Result<(), StoreError> {
        let connection = self.readers.acquire().await;
        let mut connection = connection.map_err(|error| self.failed(&error))?;
        soundness::whole(&self.name, "PRAGMA integrity_check", &mut connection).await
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
        let place = Place::take(path, most_pages)?;
        let name = place.name.clone();
        let (connection, closed_in_order) = place.connect_first().await?;
        let soundness = Soundness::after(closed_in_order);
        let find_out = Arc::clone(&soundness).find_out(name.clone(), place.for_reading());
        let reading = tokio::spawn(find_out);
        let readers = pool(place.for_reading());
        let (jobs, queue) = mpsc::channel(writer::QUEUE);
        let writer = Writer::new(place, connection, Arc::clone(&soundness));
        let writer = tokio::spawn(writer.work(queue));
        Ok(Self {
            name,
            readers,
            jobs: Mutex::new(Some(jobs)),
            writer: AsyncMutex::new(Some(writer)),
            soundness,
            reading: AsyncMutex::new(Some(reading)),
        })
    }

    /// Has something written, and waits until it is.
    async fn write<T>(&self, job: impl FnOnce(Promise<T>) -> Job) -> Result<T, StoreError> {
        let (promise, answer) = Promise::new();
        let jobs = self.jobs.lock();
        let jobs = jobs.unwrap_or_else(PoisonError::into_inner).clone();
        let jobs = jobs.ok_or_else(|| self.closed())?;
        let sent = jobs.send(job(promise)).await;
        sent.map_err(|_| self.closed())?;
        answer.await.map_err(|_| self.closed())?
    }

    fn closed(&self) -> StoreError {
        StoreError::Closed {
            store: self.name.clone(),
        }
    }

    fn unkeepable(&self, reason: String) -> StoreError {
        StoreError::Unkeepable {
            store: self.name.clone(),
            reason,
        }
    }

    fn failed(&self, error: &sqlx::Error) -> StoreError {
        failure::in_use(&self.name, error)
    }

    async fn read_game(&self, id: &GameId) -> Result<Option<StoredGame>, StoreError> {
        let game = "SELECT plan, secret, keys FROM game WHERE id = ?";
        let game: Option<(String, Vec<u8>, String)> = query_as(game)
            .bind(id.as_str())
            .fetch_optional(&self.readers)
            .await
            .map_err(|error| self.failed(&error))?;
        let Some((plan, secret, keys)) = game else {
            return Ok(None);
        };
        let holders = "SELECT browser, seat FROM holding WHERE game = ? ORDER BY seat, browser";
        let holders: Vec<(Vec<u8>, String)> = query_as(holders)
            .bind(id.as_str())
            .fetch_all(&self.readers)
            .await
            .map_err(|error| self.failed(&error))?;
        let broken = |what: String| failure::damaged(&self.name, &format!("game {id}: {what}"));
        let holders = holders.iter().map(rows::holder);
        Ok(Some(StoredGame {
            plan: rows::from_json(&plan).map_err(|_| broken("a broken plan".to_owned()))?,
            secret: Bytes32(rows::bytes(&secret).map_err(broken)?),
            keys: rows::from_json(&keys).map_err(|_| broken("broken keys".to_owned()))?,
            holders: holders.collect::<Result<_, _>>().map_err(broken)?,
        }))
    }

    async fn read_entries(&self, id: &GameId, after: u64) -> Result<Vec<Entry>, StoreError> {
        let entries: Vec<_> = query_as(
            "SELECT version, at, action_id, happening FROM entry
             WHERE game = ? AND version > ? ORDER BY version",
        )
        .bind(id.as_str())
        .bind(signed(after))
        .fetch_all(&self.readers)
        .await
        .map_err(|error| self.failed(&error))?;
        let entries: Result<_, _> = entries.iter().map(rows::entry).collect();
        entries.map_err(|what| failure::damaged(&self.name, &format!("game {id}: {what}")))
    }

    async fn read_held(&self, browser: KeyHash, most: u32) -> Result<Vec<Holding>, StoreError> {
        let held: Vec<(String, String, i64)> = query_as(
            "SELECT game, seat, since FROM holding JOIN game ON game.id = holding.game
             WHERE browser = ? ORDER BY is_over, since DESC, game, seat LIMIT ?",
        )
        .bind(&browser.as_bytes()[..])
        .bind(most)
        .fetch_all(&self.readers)
        .await
        .map_err(|error| self.failed(&error))?;
        let held = held.iter().map(|(game, seat, since)| {
            let broken = || format!("seat {seat:?} of game {game:?} cannot be held");
            let seat = seat.parse().map_err(|_| broken())?;
            Ok(Holding {
                browser,
                game: game.parse().map_err(|_| broken())?,
                seat,
                since: Moment(unsigned(*since)),
            })
        });
        let held: Result<_, String> = held.collect();
        held.map_err(|what| failure::damaged(&self.name, &what))
    }

    async fn read_open(&self, browser: Option<KeyHash>) -> Result<OpenGames, StoreError> {
        let browser = browser.as_ref().map(|browser| &browser.as_bytes()[..]);
        let (all, held): (i64, i64) = query_as(
            "SELECT (SELECT count(*) FROM game WHERE is_over = 0),
                    (SELECT count(DISTINCT game) FROM holding JOIN game ON id = game
                     WHERE browser = ? AND is_over = 0)",
        )
        .bind(browser)
        .fetch_one(&self.readers)
        .await
        .map_err(|error| self.failed(&error))?;
        Ok(OpenGames {
            all: unsigned(all),
            held: unsigned(held),
        })
    }

    async fn read_list(
        &self,
        after: Option<&GameId>,
        most: u32,
    ) -> Result<Vec<ListedGame>, StoreError> {
        let listed: Vec<rows::ListedRow> = query_as(
            "SELECT id, plan, is_over, made.at, last.at, last.version FROM game
             JOIN entry AS made ON made.game = id AND made.version = 1
             JOIN entry AS last ON last.game = id AND last.version =
                 (SELECT max(version) FROM entry WHERE game = id)
             WHERE id > ? ORDER BY id LIMIT ?",
        )
        .bind(after.map_or("", GameId::as_str))
        .bind(most)
        .fetch_all(&self.readers)
        .await
        .map_err(|error| self.failed(&error))?;
        let listed: Result<_, _> = listed.iter().map(rows::listed).collect();
        listed.map_err(|what| failure::damaged(&self.name, &what))
    }

    async fn read_latest(&self) -> Result<Option<Moment>, StoreError> {
        let latest: Option<i64> = query_scalar(
            "SELECT max((SELECT at FROM entry WHERE game = id ORDER BY version DESC LIMIT 1))
             FROM game WHERE is_over = 0",
        )
        .fetch_one(&self.readers)
        .await
        .map_err(|error| self.failed(&error))?;
        Ok(latest.map(|at| Moment(unsigned(at))))
    }

    async fn read_idle(&self, since: Moment, most: u32) -> Result<Vec<GameId>, StoreError> {
        let idle: Vec<String> = query_scalar(
            "SELECT id FROM (
                 SELECT id, (SELECT at FROM entry WHERE game = id
                             ORDER BY version DESC LIMIT 1) AS last
                 FROM game WHERE is_over = 0)
             WHERE last < ? ORDER BY last, id LIMIT ?",
        )
        .bind(signed(since.0))
        .bind(most)
        .fetch_all(&self.readers)
        .await
        .map_err(|error| self.failed(&error))?;
        let parse = |id: &String| {
            let broken = |_| failure::damaged(&self.name, &format!("{id:?} names no game"));
            id.parse().map_err(broken)
        };
        idle.iter().map(parse).collect()
    }
}

/// Connections to read by.
fn pool(options: SqliteConnectOptions) -> SqlitePool {
    SqlitePoolOptions::new()
        .max_connections(READERS)
        .acquire_timeout(PATIENCE)
        // They are of this process: they do not break down while they rest.
        .test_before_acquire(false)
        .connect_lazy_with(options)
}

impl Store for SqliteStore {
    fn create(&self, game: NewGame) -> Answer<'_, Created> {
        Box::pin(async move {
            let row = keepable::check_game(&game).and_then(|()| GameRow::of(&game));
            let row = row.map_err(|reason| self.unkeepable(reason))?;
            self.write(|promise| Job::Create(Box::new(row), promise))
                .await
        })
    }

    fn append(&self, append: Append) -> Answer<'_, Appended> {
        Box::pin(async move {
            let row = keepable::check_append(&append).and_then(|()| EntryRow::of_append(&append));
            let row = row.map_err(|reason| self.unkeepable(reason))?;
            self.write(|promise| Job::Append(row, promise)).await
        })
    }

    fn game<'a>(&'a self, id: &'a GameId) -> Answer<'a, Option<StoredGame>> {
        Box::pin(self.read_game(id))
    }

    fn entries<'a>(&'a self, id: &'a GameId, after: u64) -> Answer<'a, Vec<Entry>> {
        Box::pin(self.read_entries(id, after))
    }

    fn hold(&self, holding: Holding) -> Answer<'_, ()> {
        Box::pin(async move {
            keepable::check_holding(&holding).map_err(|reason| self.unkeepable(reason))?;
            let row = HoldingRow::of(&holding);
            match self.write(|promise| Job::Hold(row, promise)).await? {
                Found::Yes => Ok(()),
                Found::No => Err(self.unkeepable(keepable::no_game(&holding))),
            }
        })
    }

    fn held(&self, browser: KeyHash, most: u32) -> Answer<'_, Vec<Holding>> {
        Box::pin(self.read_held(browser, most))
    }

    fn count_open(&self, browser: Option<KeyHash>) -> Answer<'_, OpenGames> {
        Box::pin(self.read_open(browser))
    }

    fn idle(&self, since: Moment, most: u32) -> Answer<'_, Vec<GameId>> {
        Box::pin(self.read_idle(since, most))
    }

    fn list<'a>(&'a self, after: Option<&'a GameId>, most: u32) -> Answer<'a, Vec<ListedGame>> {
        Box::pin(self.read_list(after, most))
    }

    fn delete<'a>(&'a self, id: &'a GameId) -> Answer<'a, bool> {
        Box::pin(async move {
            let game = id.to_string();
            let found = self.write(|promise| Job::Delete(game, promise)).await?;
            Ok(found == Found::Yes)
        })
    }

    fn latest(&self) -> Answer<'_, Option<Moment>> {
        Box::pin(self.read_latest())
    }

    fn check(&self) -> Answer<'_, ()> {
        Box::pin(async move {
            // First what knows whether the files are still there.
            self.write(Job::Check).await?;
            self.read_open(None).await.map(drop)
        })
    }

    fn damage(&self) -> Option<StoreError> {
        let reason = self.soundness.fault()?;
        let store = self.name.clone();
        Some(StoreError::Damaged { store, reason })
    }

    fn close(&self) -> Answer<'_, ()> {
        Box::pin(async move {
            self.soundness.stop();
            if let Some(reading) = self.reading.lock().await.take() {
                // Whatever became of it, nobody reads any more.
                let _ = reading.await;
            }
            let mut writer = self.writer.lock().await;
            let jobs = self
                .jobs
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
                .take();
            drop(jobs);
            // First the readers, as SQLite's log can be emptied once nobody reads it.
            self.readers.close().await;
            match writer.take() {
                Some(writer) => writer.await.unwrap_or_else(|_| Err(self.closed())),
                None => Ok(()),
            }
        })
    }
}
