//! The one who writes: everything that waits goes into one transaction, and
//! everybody is answered once that is on disk.
//!
//! So a lone move costs one write to the disk, and a crowd of moves hardly more.

use std::sync::Arc;

use parlor_dice::Bytes32;
use sqlx::sqlite::{SqliteConnection, SqliteQueryResult};
use sqlx::{Connection as _, query, query_scalar, raw_sql};
use tokio::sync::mpsc;
use tokio::time::Instant;
use tracing::Instrument as _;

use super::open::OpenFile;
use super::soundness::Soundness;
use super::{failure, lobby, moderation};
use crate::store::archive::Archived;
use crate::store::columns::{json, signed, unsigned};
use crate::store::jobs::{Found, GROUP, WriteJob, commit_span, note_commit};
use crate::store::rows::ArchivedRow;
use crate::store::{Append, Appended, Created, Holding, NewGame, StoreError, validate};
use parlor_table::id::{GameId, IdempotencyKey};
use parlor_table::log::LogEntry;

/// Does what is wanted, and notes the answer.
async fn run_job(job: &mut WriteJob, connection: &mut SqliteConnection) -> Result<(), sqlx::Error> {
    match job {
        WriteJob::Create(game, promise) => {
            promise.outcome = Some(create(connection, game).await?);
        }
        WriteJob::Append(entry, promise) => {
            promise.outcome = Some(append(connection, entry).await?);
        }
        WriteJob::Hold(holding, promise) => {
            promise.outcome = Some(hold(connection, holding).await?);
        }
        WriteJob::Delete(game, promise) => {
            promise.outcome = Some(delete(connection, game).await?);
        }
        WriteJob::Archive(games, promise) => {
            promise.outcome = Some(archive(connection, games).await?);
        }
        WriteJob::SecretOfReceipts(fresh, promise) => {
            promise.outcome = Some(keep_secret(connection, fresh).await?);
        }
        WriteJob::Lobby(wanted, promise) => {
            promise.outcome = Some(lobby::write(connection, wanted).await?);
        }
        WriteJob::Moderation(wanted, promise) => {
            promise.outcome = Some(moderation::write(connection, wanted).await?);
        }
        WriteJob::Check(promise) => promise.outcome = Some(()),
    }
    Ok(())
}

/// The one who writes.
#[derive(Debug)]
pub(super) struct Writer {
    place: OpenFile,
    /// None after it has failed, until it is made anew.
    connection: Option<SqliteConnection>,
    soundness: Arc<Soundness>,
}

impl Writer {
    /// One who writes there, by this connection.
    pub(super) const fn new(
        place: OpenFile,
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
    pub(super) async fn work(
        mut self,
        mut jobs: mpsc::Receiver<WriteJob>,
    ) -> Result<(), StoreError> {
        let mut group = Vec::with_capacity(GROUP);
        while jobs.recv_many(&mut group, GROUP).await > 0 {
            // What is only tried may fail where what is wanted does not.
            let is_check = |job: &mut WriteJob| matches!(job, WriteJob::Check(_));
            let mut checks: Vec<WriteJob> = group.extract_if(.., is_check).collect();
            let written = if group.is_empty() {
                Ok(())
            } else {
                let began = Instant::now();
                let span = commit_span(&group);
                let written = self.write(&mut group).instrument(span).await;
                note_commit(began, group.len());
                written
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
    async fn write(&mut self, group: &mut [WriteJob]) -> Result<(), StoreError> {
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
    async fn try_to_write(&mut self, checks: &mut [WriteJob]) -> Result<(), StoreError> {
        let mut connection = self.begin().await?;
        let mut tried = fill(&mut connection).await;
        for check in checks {
            if tried.is_ok() {
                tried = run_job(check, &mut connection).await;
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
    group: &mut [WriteJob],
) -> Result<(), sqlx::Error> {
    for job in group {
        run_job(job, connection).await?;
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

async fn create(connection: &mut SqliteConnection, game: &NewGame) -> Result<Created, sqlx::Error> {
    if exists(connection, &game.id).await? == Found::Yes {
        return Ok(Created::Exists);
    }
    if let Some((code, _)) = &game.invite {
        let known: Option<i64> = query_scalar("SELECT 1 FROM invite WHERE code = ?")
            .bind(&code.as_bytes()[..])
            .fetch_optional(&mut *connection)
            .await?;
        if known.is_some() {
            return Ok(Created::CodeTaken);
        }
    }
    // First what may be refused, so that nothing need be undone.
    if let Some(followed) = &game.follows
        && append(connection, followed).await? != Appended::Done
    {
        return Ok(Created::Stale);
    }
    if !lobby::pair(connection, &game.id, &game.pairs).await? {
        return Ok(Created::Stale);
    }
    insert(connection, game).await?;
    let since = game.entries.first().map(|entry| entry.at);
    for &(browser, seat) in &game.holders {
        let holding = Holding {
            browser,
            game: game.id.clone(),
            seat,
            since: since.unwrap_or_default(),
        };
        hold(connection, &holding).await?;
    }
    if let Some((code, seats)) = &game.invite {
        query("INSERT INTO invite (code, game, seats) VALUES (?, ?, ?)")
            .bind(&code.as_bytes()[..])
            .bind(game.id.as_str())
            .bind(seats.iter().collect::<String>())
            .execute(connection)
            .await?;
    }
    Ok(Created::Done)
}

/// A game as it is played, and its entries.
async fn insert(connection: &mut SqliteConnection, game: &NewGame) -> Result<(), sqlx::Error> {
    query("INSERT INTO game (id, plan, secret, keys) VALUES (?, ?, ?, ?)")
        .bind(game.id.as_str())
        .bind(json(&game.config)?)
        .bind(&game.secret.0[..])
        .bind(json(&game.keys)?)
        .execute(&mut *connection)
        .await?;
    let sql = "INSERT INTO entry (game, version, at, action_id, happening, head)
               VALUES (?, ?, ?, ?, ?, ?)";
    for entry in &game.entries {
        insert_entry(connection, sql, &game.id, entry).await?;
    }
    Ok(())
}

/// Runs a statement that has the columns of an entry as its parameters; returns whether it inserted
/// a row.
async fn insert_entry(
    connection: &mut SqliteConnection,
    sql: &'static str,
    game: &GameId,
    entry: &LogEntry,
) -> Result<bool, sqlx::Error> {
    let inserted = query(sql)
        .bind(game.as_str())
        .bind(signed(entry.version))
        .bind(signed(entry.at.0))
        .bind(entry.idempotency_key.as_ref().map(IdempotencyKey::as_str))
        .bind(json(&entry.event)?)
        .bind(entry.head.as_ref().map(|head| &head.0[..]))
        .execute(connection)
        .await?;
    Ok(inserted.rows_affected() > 0)
}

async fn append(
    connection: &mut SqliteConnection,
    Append {
        game, entry, ends, ..
    }: &Append,
) -> Result<Appended, sqlx::Error> {
    if !insert_next(connection, game, entry).await? {
        let Some(archived) = archived(connection, game).await? else {
            return refusal(connection, game, entry).await;
        };
        if let Some(refusal) = validate::refusal(&archived.entries, entry) {
            return Ok(refusal);
        }
        unarchive(connection, &archived).await?;
        insert_next(connection, game, entry).await?;
    }
    if *ends {
        end(connection, game).await?;
    }
    Ok(Appended::Done)
}

/// Adds an entry if it is the next one; returns whether it was.
async fn insert_next(
    connection: &mut SqliteConnection,
    game: &GameId,
    entry: &LogEntry,
) -> Result<bool, sqlx::Error> {
    let sql = "INSERT INTO entry (game, version, at, action_id, happening, head)
               SELECT ?1, ?2, ?3, ?4, ?5, ?6
               WHERE (SELECT max(version) FROM entry WHERE game = ?1) = ?2 - 1
               ON CONFLICT DO NOTHING";
    insert_entry(connection, sql, game, entry).await
}

/// Marks a game as over.
async fn end(connection: &mut SqliteConnection, game: &GameId) -> Result<(), sqlx::Error> {
    let over = query("UPDATE game SET is_over = 1 WHERE id = ?");
    over.bind(game.as_str()).execute(connection).await.map(drop)
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
        .bind(game.id.as_str())
        .bind(signed(game.touched.0))
        .bind(&game.packed)
        .bind(signed(game.version))
        .execute(&mut *connection)
        .await?;
        if inserted.rows_affected() > 0 {
            delete_rows(connection, &IN_PLAY, &game.id).await?;
            archived += 1;
        }
    }
    Ok(archived)
}

/// An archived game; `None` if there is no such game.
async fn archived(
    connection: &mut SqliteConnection,
    id: &GameId,
) -> Result<Option<NewGame>, sqlx::Error> {
    let packed: Option<Vec<u8>> = query_scalar("SELECT packed FROM archived WHERE id = ?")
        .bind(id.as_str())
        .fetch_optional(connection)
        .await?;
    let Some(packed) = packed else {
        return Ok(None);
    };
    let unpacked = Archived::unpack(&packed);
    // Readers get the error; the other writes of the group are not to suffer.
    let unpacked = unpacked.inspect_err(|error| tracing::error!(game = %id, error, "damaged"));
    Ok(unpacked.ok().map(|archived| NewGame {
        id: id.clone(),
        config: archived.config,
        secret: archived.secret,
        keys: archived.keys,
        entries: archived.entries,
        holders: Vec::new(),
        invite: None,
        follows: None,
        pairs: Vec::new(),
    }))
}

/// Makes an archived game one again that can go on.
async fn unarchive(connection: &mut SqliteConnection, game: &NewGame) -> Result<(), sqlx::Error> {
    query("DELETE FROM archived WHERE id = ?")
        .bind(game.id.as_str())
        .execute(&mut *connection)
        .await?;
    insert(connection, game).await?;
    end(connection, &game.id).await
}

async fn refusal(
    connection: &mut SqliteConnection,
    game: &GameId,
    entry: &LogEntry,
) -> Result<Appended, sqlx::Error> {
    let same = "SELECT version FROM entry WHERE game = ? AND action_id = ?";
    let same: Option<i64> = query_scalar(same)
        .bind(game.as_str())
        .bind(entry.idempotency_key.as_ref().map(IdempotencyKey::as_str))
        .fetch_optional(&mut *connection)
        .await?;
    if let Some(version) = same {
        return Ok(Appended::Duplicate(unsigned(version)));
    }
    let last = "SELECT coalesce(max(version), 0) FROM entry WHERE game = ?";
    let last: i64 = query_scalar(last)
        .bind(game.as_str())
        .fetch_one(connection)
        .await?;
    Ok(Appended::Stale(unsigned(last)))
}

async fn hold(connection: &mut SqliteConnection, holding: &Holding) -> Result<Found, sqlx::Error> {
    if exists(connection, &holding.game).await? == Found::No {
        return Ok(Found::No);
    }
    query("INSERT OR IGNORE INTO holding (game, seat, browser, since) VALUES (?, ?, ?, ?)")
        .bind(holding.game.as_str())
        .bind(holding.seat.to_string())
        .bind(&holding.browser.as_bytes()[..])
        .bind(signed(holding.since.0))
        .execute(connection)
        .await?;
    Ok(Found::Yes)
}

async fn delete(connection: &mut SqliteConnection, game: &GameId) -> Result<Found, sqlx::Error> {
    let found = exists(connection, game).await?;
    let others = [
        "DELETE FROM holding WHERE game = ?",
        "DELETE FROM invite WHERE game = ?",
        "DELETE FROM challenge WHERE game = ?",
        "DELETE FROM archived WHERE id = ?",
    ];
    delete_rows(connection, &others, game).await?;
    delete_rows(connection, &IN_PLAY, game).await?;
    Ok(found)
}

/// Deletes the rows of a game that is not archived.
const IN_PLAY: [&str; 2] = [
    "DELETE FROM entry WHERE game = ?",
    "DELETE FROM game WHERE id = ?",
];

/// Runs statements whose parameter is a game.
async fn delete_rows(
    connection: &mut SqliteConnection,
    statements: &[&'static str],
    game: &GameId,
) -> Result<(), sqlx::Error> {
    for sql in statements {
        query(*sql)
            .bind(game.as_str())
            .execute(&mut *connection)
            .await?;
    }
    Ok(())
}

/// Keeps the secret by which receipts are signed, unless there is one.
async fn keep_secret(
    connection: &mut SqliteConnection,
    fresh: &Bytes32,
) -> Result<(), sqlx::Error> {
    let keep = query("INSERT OR IGNORE INTO state (name, value) VALUES ('receipts', ?)");
    keep.bind(fresh.to_string())
        .execute(connection)
        .await
        .map(drop)
}

async fn exists(connection: &mut SqliteConnection, game: &GameId) -> Result<Found, sqlx::Error> {
    let one = "SELECT 1 FROM game WHERE id = ?1 UNION ALL SELECT 1 FROM archived WHERE id = ?1";
    let one: Option<i64> = query_scalar(one)
        .bind(game.as_str())
        .fetch_optional(connection)
        .await?;
    Ok(Found::when(one.is_some()))
}
