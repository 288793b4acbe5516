//! The one who writes: everything that waits goes into one transaction, and
//! everybody is answered once that is on disk.
//!
//! So a lone move costs one write to the disk, and a crowd of moves hardly more.

use std::sync::Arc;

use sqlx::sqlite::{SqliteConnection, SqliteQueryResult};
use sqlx::{Connection as _, query, query_scalar, raw_sql};
use tokio::sync::{mpsc, oneshot};

use super::archive::Archived;
use super::columns::unsigned;
use super::failure;
use super::open::Place;
use super::rows::{ArchivedRow, EntryRow, GameRow, HoldingRow};
use super::soundness::Soundness;
use crate::store::{Appended, Created, StoreError};

/// How many may wait; who comes later waits to wait.
pub(super) const QUEUE: usize = 1024;

/// How many are written in one transaction at most.
const GROUP: usize = 256;

/// Something to be written.
#[derive(Debug)]
pub(super) enum Job {
    /// A new game.
    Create(Box<GameRow>, Promise<Created>),
    /// An entry, and whether the game is over with it.
    Append(EntryRow, Promise<Appended>),
    /// A seat held; whether there is such a game.
    Hold(HoldingRow, Promise<Found>),
    /// A game to be deleted, by its name.
    Delete(String, Promise<Found>),
    /// Games to be archived; how many were.
    Archive(Vec<ArchivedRow>, Promise<u64>),
    /// Nothing, to see whether it could be kept.
    Check(Promise<()>),
}

/// Whether there was what something was asked about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Found {
    /// There was.
    Yes,
    /// There was not.
    No,
}

/// An answer that is owed, and given only after the commit.
#[derive(Debug)]
pub(super) struct Promise<T> {
    outcome: Option<T>,
    caller: oneshot::Sender<Result<T, StoreError>>,
}

impl<T> Promise<T> {
    /// A promise, and where it will be kept.
    pub(super) fn new() -> (Self, oneshot::Receiver<Result<T, StoreError>>) {
        let (caller, answer) = oneshot::channel();
        let outcome = None;
        (Self { outcome, caller }, answer)
    }

    fn keep(self, committed: Result<(), StoreError>) {
        // Whoever has gone away meanwhile needs no answer; and if there were
        // none to give, the caller would see the promise dropped.
        let _ = match (committed, self.outcome) {
            (Ok(()), Some(outcome)) => self.caller.send(Ok(outcome)),
            (Err(error), _) => self.caller.send(Err(error)),
            (Ok(()), None) => return,
        };
    }
}

impl Job {
    async fn carry_out(&mut self, connection: &mut SqliteConnection) -> Result<(), sqlx::Error> {
        match self {
            Self::Create(game, promise) => {
                promise.outcome = Some(create(connection, game).await?);
            }
            Self::Append(entry, promise) => {
                promise.outcome = Some(append(connection, entry).await?);
            }
            Self::Hold(holding, promise) => {
                promise.outcome = Some(hold(connection, holding).await?);
            }
            Self::Delete(game, promise) => {
                promise.outcome = Some(delete(connection, game).await?);
            }
            Self::Archive(games, promise) => {
                promise.outcome = Some(archive(connection, games).await?);
            }
            Self::Check(promise) => promise.outcome = Some(()),
        }
        Ok(())
    }

    fn answer(self, committed: Result<(), StoreError>) {
        match self {
            Self::Create(_, promise) => promise.keep(committed),
            Self::Append(_, promise) => promise.keep(committed),
            Self::Hold(_, promise) | Self::Delete(_, promise) => promise.keep(committed),
            Self::Archive(_, promise) => promise.keep(committed),
            Self::Check(promise) => promise.keep(committed),
        }
    }
}

/// The one who writes.
#[derive(Debug)]
pub(super) struct Writer {
    place: Place,
    /// None after it has failed, until it is made anew.
    connection: Option<SqliteConnection>,
    soundness: Arc<Soundness>,
}

impl Writer {
    /// One who writes there, by this connection.
    pub(super) const fn new(
        place: Place,
        connection: SqliteConnection,
        soundness: Arc<Soundness>,
    ) -> Self {
        Self {
            place,
            connection: Some(connection),
            soundness,
        }
    }

    /// Writes until nobody can ask any more, and puts everything in order.
    pub(super) async fn work(mut self, mut jobs: mpsc::Receiver<Job>) -> Result<(), StoreError> {
        let mut group = Vec::with_capacity(GROUP);
        while jobs.recv_many(&mut group, GROUP).await > 0 {
            // What is only tried may fail where what is wanted does not.
            let is_check = |job: &mut Job| matches!(job, Job::Check(_));
            let mut checks: Vec<Job> = group.extract_if(.., is_check).collect();
            let written = match &group[..] {
                [] => Ok(()),
                _ => self.write(&mut group).await,
            };
            for job in group.drain(..) {
                job.answer(written.clone());
            }
            if !checks.is_empty() {
                let could_write = self.try_to_write(&mut checks).await;
                for job in checks {
                    job.answer(could_write.clone());
                }
            }
        }
        let finished = self.finish().await;
        finished.map_err(|error| failure::in_use(&self.place.name, &error))
    }

    /// All of the group, or nothing.
    async fn write(&mut self, group: &mut [Job]) -> Result<(), StoreError> {
        let mut connection = self.begin().await?;
        let written = write_all(&mut connection, group).await;
        if written.is_err() {
            // Some errors have ended the transaction already. If this fails for
            // another reason, the next one cannot begin.
            let _ = run(&mut connection, "ROLLBACK").await;
        }
        self.connection = Some(connection);
        written.map_err(|error| failure::in_use(&self.place.name, &error))
    }

    /// Writes more than a group of moves has, to see whether there is room, and
    /// takes it back.
    async fn try_to_write(&mut self, checks: &mut [Job]) -> Result<(), StoreError> {
        let mut connection = self.begin().await?;
        let mut tried = fill(&mut connection).await;
        for check in checks {
            if tried.is_ok() {
                tried = check.carry_out(&mut connection).await;
            }
        }
        // A full disk has ended the transaction already.
        let _ = run(&mut connection, "ROLLBACK").await;
        let unfilled = run(&mut connection, USUAL_CACHE).await;
        if unfilled.is_ok() {
            self.connection = Some(connection);
        }
        tried.map_err(|error| failure::in_use(&self.place.name, &error))
    }

    /// Begins to write to the file that was opened, and to no other.
    async fn begin(&mut self) -> Result<SqliteConnection, StoreError> {
        self.place.check()?;
        let failed = |error| failure::in_use(&self.place.name, &error);
        let mut connection = match self.connection.take() {
            Some(connection) => connection,
            None => self.place.connect().await.map_err(failed)?,
        };
        // A connection that cannot even begin is given up: what may be wrong
        // with it is over with it.
        if let Err(error) = run(&mut connection, "BEGIN IMMEDIATE").await {
            let error = failed(error);
            self.place.forget_log();
            return Err(error);
        }
        self.place.note_log();
        Ok(connection)
    }

    /// Writes SQLite's log back into the file, so that the file alone has all.
    async fn finish(&mut self) -> Result<(), sqlx::Error> {
        let Some(mut connection) = self.connection.take() else {
            return Ok(());
        };
        // A file that is not known to be sound says so to whoever opens it next; so
        // does one that this cannot be written to.
        if self.soundness.is_sound() {
            let _ = run(&mut connection, "DELETE FROM state WHERE name = 'open'").await;
        }
        // What cannot be written back stays safe in the log. Without this it
        // would be left to the last connection to go, and a reader that lingers
        // cannot write.
        let _ = run(&mut connection, "PRAGMA wal_checkpoint(TRUNCATE)").await;
        connection.close().await
    }
}

/// So many bytes are tried to be written; the last few may stay in memory.
const TRIED: i64 = 80 * 1024;

/// What SQLite keeps in memory before it writes: by default, and so little that
/// what is tried goes to the file before it is committed.
const USUAL_CACHE: &str = "PRAGMA cache_size = -2000";
const SMALL_CACHE: &str = "PRAGMA cache_size = 2";

/// Fills SQLite's log by a row that is not to stay.
async fn fill(connection: &mut SqliteConnection) -> Result<(), sqlx::Error> {
    run(connection, SMALL_CACHE).await?;
    query("INSERT INTO game (id, plan, secret, keys) VALUES ('', '', zeroblob(?), '')")
        .bind(TRIED)
        .execute(connection)
        .await?;
    Ok(())
}

async fn write_all(
    connection: &mut SqliteConnection,
    group: &mut [Job],
) -> Result<(), sqlx::Error> {
    for job in group {
        job.carry_out(connection).await?;
    }
    run(connection, "COMMIT").await?;
    Ok(())
}

// Not by sqlx's own transactions, which keep count of what SQLite may have
// ended by itself.
async fn run(
    connection: &mut SqliteConnection,
    sql: &'static str,
) -> Result<SqliteQueryResult, sqlx::Error> {
    raw_sql(sql).execute(connection).await
}

async fn create(connection: &mut SqliteConnection, game: &GameRow) -> Result<Created, sqlx::Error> {
    if exists(connection, &game.id).await? == Found::Yes {
        return Ok(Created::Exists);
    }
    // First what may be refused, so that nothing need be undone.
    if let Some(entry) = &game.follows
        && append(connection, entry).await? != Appended::Done
    {
        return Ok(Created::Stale);
    }
    insert(connection, game).await?;
    for holding in &game.holdings {
        hold(connection, holding).await?;
    }
    Ok(Created::Done)
}

/// A game as it is played, and its entries.
async fn insert(connection: &mut SqliteConnection, game: &GameRow) -> Result<(), sqlx::Error> {
    query("INSERT INTO game (id, plan, secret, keys) VALUES (?, ?, ?, ?)")
        .bind(&game.id)
        .bind(&game.config)
        .bind(&game.secret)
        .bind(&game.keys)
        .execute(&mut *connection)
        .await?;
    for entry in &game.entries {
        query("INSERT INTO entry (game, version, at, action_id, happening) VALUES (?, ?, ?, ?, ?)")
            .bind(&entry.game)
            .bind(entry.version)
            .bind(entry.at)
            .bind(&entry.action_id)
            .bind(&entry.event)
            .execute(&mut *connection)
            .await?;
    }
    Ok(())
}

async fn append(
    connection: &mut SqliteConnection,
    entry: &EntryRow,
) -> Result<Appended, sqlx::Error> {
    if !insert_next(connection, entry).await? {
        let Some(game) = archived(connection, &entry.game).await? else {
            return refusal(connection, entry).await;
        };
        if let Some(refused) = game.refusal(entry) {
            return Ok(refused);
        }
        unarchive(connection, &game).await?;
        insert_next(connection, entry).await?;
    }
    if entry.ends_game {
        query("UPDATE game SET is_over = 1 WHERE id = ?")
            .bind(&entry.game)
            .execute(connection)
            .await?;
    }
    Ok(Appended::Done)
}

/// Adds an entry if it is the next one; whether it was.
async fn insert_next(
    connection: &mut SqliteConnection,
    entry: &EntryRow,
) -> Result<bool, sqlx::Error> {
    let inserted = query(
        "INSERT INTO entry (game, version, at, action_id, happening)
         SELECT ?1, ?2, ?3, ?4, ?5
         WHERE (SELECT max(version) FROM entry WHERE game = ?1) = ?2 - 1
         ON CONFLICT DO NOTHING",
    )
    .bind(&entry.game)
    .bind(entry.version)
    .bind(entry.at)
    .bind(&entry.action_id)
    .bind(&entry.event)
    .execute(connection)
    .await?;
    Ok(inserted.rows_affected() > 0)
}

/// Puts games into one piece each that are over, and have not gone on since that was made.
async fn archive(
    connection: &mut SqliteConnection,
    games: &[ArchivedRow],
) -> Result<u64, sqlx::Error> {
    let mut archived = 0;
    for game in games {
        let inserted = query(
            "INSERT INTO archived (id, touched, packed) SELECT ?1, ?2, ?3
             WHERE (SELECT is_over FROM game WHERE id = ?1) = 1
             AND (SELECT max(version) FROM entry WHERE game = ?1) = ?4",
        )
        .bind(&game.id)
        .bind(game.touched)
        .bind(&game.packed)
        .bind(game.version)
        .execute(&mut *connection)
        .await?;
        if inserted.rows_affected() > 0 {
            delete_rows(connection, &game.id).await?;
            archived += 1;
        }
    }
    Ok(archived)
}

/// The rows of an archived game; none if there is no such game.
async fn archived(
    connection: &mut SqliteConnection,
    id: &str,
) -> Result<Option<GameRow>, sqlx::Error> {
    let packed: Option<Vec<u8>> = query_scalar("SELECT packed FROM archived WHERE id = ?")
        .bind(id)
        .fetch_optional(connection)
        .await?;
    let Some(packed) = packed else {
        return Ok(None);
    };
    let game = Archived::unpack(&packed).and_then(|game| GameRow::of_archived(id, game));
    // Whoever reads it is told; whoever writes beside it is not to suffer.
    let told = game.inspect_err(|error| tracing::error!(game = id, error, "damaged"));
    Ok(told.ok())
}

/// Makes an archived game one again that can go on.
async fn unarchive(connection: &mut SqliteConnection, game: &GameRow) -> Result<(), sqlx::Error> {
    query("DELETE FROM archived WHERE id = ?")
        .bind(&game.id)
        .execute(&mut *connection)
        .await?;
    insert(connection, game).await?;
    query("UPDATE game SET is_over = 1 WHERE id = ?")
        .bind(&game.id)
        .execute(connection)
        .await?;
    Ok(())
}

async fn refusal(
    connection: &mut SqliteConnection,
    entry: &EntryRow,
) -> Result<Appended, sqlx::Error> {
    let same = "SELECT version FROM entry WHERE game = ? AND action_id = ?";
    let same: Option<i64> = query_scalar(same)
        .bind(&entry.game)
        .bind(&entry.action_id)
        .fetch_optional(&mut *connection)
        .await?;
    if let Some(version) = same {
        return Ok(Appended::Duplicate(unsigned(version)));
    }
    let last = "SELECT coalesce(max(version), 0) FROM entry WHERE game = ?";
    let last: i64 = query_scalar(last)
        .bind(&entry.game)
        .fetch_one(connection)
        .await?;
    Ok(Appended::Stale(unsigned(last)))
}

async fn hold(
    connection: &mut SqliteConnection,
    holding: &HoldingRow,
) -> Result<Found, sqlx::Error> {
    if exists(connection, &holding.game).await? == Found::No {
        return Ok(Found::No);
    }
    query("INSERT OR IGNORE INTO holding (game, seat, browser, since) VALUES (?, ?, ?, ?)")
        .bind(&holding.game)
        .bind(&holding.seat)
        .bind(&holding.browser)
        .bind(holding.since)
        .execute(connection)
        .await?;
    Ok(Found::Yes)
}

async fn delete(connection: &mut SqliteConnection, game: &str) -> Result<Found, sqlx::Error> {
    let found = exists(connection, game).await?;
    let others = [
        "DELETE FROM holding WHERE game = ?",
        "DELETE FROM archived WHERE id = ?",
    ];
    for sql in others {
        query(sql).bind(game).execute(&mut *connection).await?;
    }
    delete_rows(connection, game).await?;
    Ok(found)
}

/// Deletes what there is of a game that is played, and of no other.
async fn delete_rows(connection: &mut SqliteConnection, game: &str) -> Result<(), sqlx::Error> {
    let both = [
        "DELETE FROM entry WHERE game = ?",
        "DELETE FROM game WHERE id = ?",
    ];
    for sql in both {
        query(sql).bind(game).execute(&mut *connection).await?;
    }
    Ok(())
}

async fn exists(connection: &mut SqliteConnection, game: &str) -> Result<Found, sqlx::Error> {
    let one = "SELECT 1 FROM game WHERE id = ?1 UNION ALL SELECT 1 FROM archived WHERE id = ?1";
    let one: Option<i64> = query_scalar(one)
        .bind(game)
        .fetch_optional(connection)
        .await?;
    Ok(if one.is_some() { Found::Yes } else { Found::No })
}
