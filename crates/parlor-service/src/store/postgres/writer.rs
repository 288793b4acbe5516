//! The task that writes: everything that waits goes into one transaction, and everybody is answered
//! once that is committed.
//!
//! Entries of different games are appended by one statement. An answer that rests on what somebody
//! else has written is not given before a commit of our own that waits for the standby: until then the
//! other's entry might exist on this server alone.

use core::sync::atomic::{AtomicBool, Ordering};
use core::time::Duration;
use std::collections::HashSet;
use std::sync::Arc;

use sqlx::postgres::PgConnection;
use sqlx::{Connection as _, Executor as _, query, query_scalar};
use tokio::sync::mpsc;
use tokio::time::{Instant, timeout, timeout_at};
use tracing::Instrument as _;

use super::address::{Address, Connected};
use super::node::Place;
use super::{append, failure, games, lobby, moderation};
use crate::store::jobs::{GROUP, WriteJob, commit_span, note_commit};
use crate::store::{Append, StoreError};
use parlor_table::id::GameId;

/// How long a transaction may take before its callers are told that it is not known what became of it.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(10);

/// How often a group that met another node's is tried.
const TRIES: u32 = 4;

/// The task that writes.
#[derive(Debug)]
pub(super) struct Writer {
    pub(super) address: Arc<Address>,
    pub(super) place: Place,
    /// `None` after it has failed, until it is made anew.
    connection: Option<Connection>,
    /// The number of the server's process that has not answered in time.
    abandoned: Option<i32>,
    /// Whether something was not written since a check has last found room.
    doubted: Arc<AtomicBool>,
}

/// A connection, and the number of the server's process at its other end.
#[derive(Debug)]
struct Connection {
    to: Connected,
    process: i32,
}

impl Connection {
    async fn of(mut to: Connected) -> Result<Self, sqlx::Error> {
        let process = query_scalar("SELECT pg_backend_pid()")
            .fetch_one(&mut to.inner)
            .await?;
        Ok(Self { to, process })
    }
}

/// Why a group is not written.
enum Unwritten {
    /// Nothing of it is.
    Refused(sqlx::Error),
    /// It is not known whether it is.
    Unknown(StoreError),
}

impl Writer {
    /// One that writes by this connection, as this node.
    ///
    /// # Errors
    /// When the server does not answer.
    pub(super) async fn new(
        address: Arc<Address>,
        place: Place,
        connection: Connected,
        doubted: Arc<AtomicBool>,
    ) -> Result<Self, sqlx::Error> {
        Ok(Self {
            address,
            place,
            connection: Some(Connection::of(connection).await?),
            abandoned: None,
            doubted,
        })
    }

    /// Writes until nobody can ask any more.
    pub(super) async fn work(mut self, mut jobs: mpsc::Receiver<WriteJob>) {
        let mut group = Vec::with_capacity(GROUP);
        while jobs.recv_many(&mut group, GROUP).await > 0 {
            let began = Instant::now();
            let span = commit_span(&group);
            let written = self.write(&mut group).instrument(span).await;
            note_commit(began, group.len());
            self.doubt_after(&written);
            match written {
                // One of them may be to blame: the others need not suffer.
                Err(Unwritten::Refused(_)) if group.len() > 1 => {
                    for mut job in group.drain(..) {
                        let written = self.write(core::slice::from_mut(&mut job)).await;
                        self.doubt_after(&written);
                        job.answer(written.map_err(|why| self.explain(why)));
                    }
                }
                written => {
                    let written = written.map_err(|why| self.explain(why));
                    for job in group.drain(..) {
                        job.answer(written.clone());
                    }
                }
            }
        }
        if let Some(connection) = self.connection {
            // What was promised is kept already.
            let _ = timeout(ANSWER_TIMEOUT, connection.to.inner.close()).await;
        }
    }

    /// Has the next check try for itself what a write needs, after one that has failed.
    fn doubt_after(&self, written: &Result<(), Unwritten>) {
        if written.is_err() {
            self.doubted.store(true, Ordering::Relaxed);
        }
    }

    fn explain(&self, why: Unwritten) -> StoreError {
        match why {
            Unwritten::Refused(error) => failure::in_use(&self.address.name, &error),
            Unwritten::Unknown(error) => error,
        }
    }

    /// Writes all of the group, or nothing.
    async fn write(&mut self, group: &mut [WriteJob]) -> Result<(), Unwritten> {
        let until = Instant::now() + ANSWER_TIMEOUT;
        let mut tries = 0;
        self.forget_abandoned().await?;
        loop {
            let rested = self.connection.take();
            // Not to a server that another has taken over from.
            let rested = rested.filter(|connection| self.address.is_current(&connection.to));
            let has_rested = rested.is_some();
            let mut connection = match rested {
                Some(connection) => connection,
                None => self.connect().await?,
            };
            let mut is_committing = false;
            let written = self.transact(&mut connection.to.inner, group, &mut is_committing);
            let error = match timeout_at(until, written).await {
                Ok(Ok(())) => {
                    self.connection = Some(connection);
                    return Ok(());
                }
                Ok(Err(error)) => error,
                // The server may still commit it; nobody else uses this connection meanwhile.
                Err(_) => {
                    self.abandoned = Some(connection.process);
                    return Err(Unwritten::Unknown(failure::unconfirmed(&self.address.name)));
                }
            };
            tries += 1;
            match failure::code(&error) {
                // Another node has written the same games at the same time.
                Some(code) if is_race(&code) && tries < TRIES => {
                    self.connection = Some(connection);
                }
                Some(code) if !failure::ends_connection(&code) => {
                    self.connection = Some(connection);
                    return Err(Unwritten::Refused(error));
                }
                // The connection is over; what had not come to the commit can be written by another.
                _ if has_rested && !is_committing => {}
                _ => {
                    let error = failure::in_use(&self.address.name, &error);
                    return Err(Unwritten::Unknown(error));
                }
            }
        }
    }

    async fn connect(&self) -> Result<Connection, Unwritten> {
        let connected = self.address.connect_anew().await;
        let connection = connected
            .map_err(|why| Unwritten::Unknown(failure::unreached(&self.address.name, &why)))?;
        let connection = Connection::of(connection).await;
        connection.map_err(|error| Unwritten::Unknown(failure::in_use(&self.address.name, &error)))
    }

    /// Fails while the server still does what it was told before: a commit that waits for a standby which
    /// is gone cannot be taken back, and each try to write would leave another process that waits.
    async fn forget_abandoned(&mut self) -> Result<(), Unwritten> {
        let Some(process) = self.abandoned else {
            return Ok(());
        };
        let mut connection = self.connect().await?;
        let is_active = "SELECT EXISTS (SELECT FROM pg_stat_activity
                                        WHERE pid = $1 AND state = 'active')";
        let is_active = query_scalar(is_active)
            .bind(process)
            .fetch_one(&mut connection.to.inner);
        let slow = || Unwritten::Unknown(failure::unconfirmed(&self.address.name));
        let is_active = timeout(ANSWER_TIMEOUT, is_active)
            .await
            .map_err(|_| slow())?;
        match is_active {
            Ok(true) => Err(slow()),
            Ok(false) => {
                self.abandoned = None;
                self.connection = Some(connection);
                Ok(())
            }
            Err(error) => Err(Unwritten::Unknown(failure::in_use(
                &self.address.name,
                &error,
            ))),
        }
    }

    async fn transact(
        &self,
        connection: &mut PgConnection,
        group: &mut [WriteJob],
        is_committing: &mut bool,
    ) -> Result<(), sqlx::Error> {
        let mut transaction = connection.begin().await?;
        if let Err(error) = self.run_all(&mut transaction, group).await {
            // At once, as other nodes may wait for what is locked. A connection that is over needs none.
            let _ = transaction.rollback().await;
            return Err(error);
        }
        *is_committing = true;
        transaction.commit().await
    }

    /// Does all that is wanted, and notes the answers.
    async fn run_all(
        &self,
        connection: &mut PgConnection,
        group: &mut [WriteJob],
    ) -> Result<(), sqlx::Error> {
        let mut rest = group;
        while let Some(first) = rest.first() {
            rest = if let WriteJob::Append(..) = first {
                let (batch, others) = rest.split_at_mut(different_games(rest));
                append::all(connection, batch).await?;
                others
            } else {
                let (job, others) = rest.split_at_mut(1);
                self.run(connection, &mut job[0]).await?;
                others
            };
        }
        // A transaction that has written nothing is committed without waiting for the standby.
        query("UPDATE parlor.node SET name = name WHERE session = $1")
            .bind(self.place.session.0)
            .execute(connection)
            .await
            .map(drop)
    }

    /// Does what is wanted, and notes the answer.
    async fn run(
        &self,
        connection: &mut PgConnection,
        job: &mut WriteJob,
    ) -> Result<(), sqlx::Error> {
        match job {
            WriteJob::Create(game, promise) => {
                let created = games::create(connection, game, self.place.session).await?;
                promise.outcome = Some(created);
            }
            WriteJob::Hold(holding, promise) => {
                promise.outcome = Some(games::hold(connection, holding).await?);
            }
            WriteJob::Delete(game, promise) => {
                promise.outcome = Some(games::delete(connection, game).await?);
            }
            WriteJob::Archive(games, promise) => {
                promise.outcome = Some(games::archive(connection, games).await?);
            }
            WriteJob::SecretOfReceipts(fresh, promise) => {
                let keep = "INSERT INTO parlor.state (name, value) VALUES ('receipts', $1)
                            ON CONFLICT DO NOTHING";
                let kept = query(keep).bind(fresh.to_string());
                kept.execute(connection).await?;
                promise.outcome = Some(());
            }
            WriteJob::Lobby(wanted, promise) => {
                let written = lobby::write(connection, wanted, self.place.session);
                promise.outcome = Some(written.await?);
            }
            WriteJob::Moderation(wanted, promise) => {
                promise.outcome = Some(moderation::write(connection, wanted).await?);
            }
            WriteJob::Check(promise) => {
                if self.doubted.load(Ordering::Relaxed) {
                    find_room(connection).await?;
                    self.doubted.store(false, Ordering::Relaxed);
                }
                promise.outcome = Some(());
            }
            // Several at a time, elsewhere.
            WriteJob::Append(..) => {}
        }
        Ok(())
    }
}

/// More than a move or a new game needs: eleven pages of a file that is not there yet, since a full disk
/// still takes what goes into pages that are there, and into the log, whose files are used again.
const FILL: &str = "CREATE TABLE parlor.room AS
     SELECT repeat(md5(number::text), 60) FROM generate_series(1, 44) AS number";

/// Writes something that needs room on the disk, and takes it back.
async fn find_room(connection: &mut PgConnection) -> Result<(), sqlx::Error> {
    let mut tried = connection.begin().await?;
    match tried.execute(FILL).await {
        // A role that may make no tables cannot find out: the next write does.
        Err(error) if failure::code(&error).is_some_and(|code| code == "42501") => {}
        filled => {
            filled?;
        }
    }
    tried.rollback().await
}

/// Whether an error of this code comes of two nodes that write the same at once: a serialization
/// failure, a deadlock, or a unique key.
fn is_race(code: &str) -> bool {
    ["40001", "40P01", "23505"].contains(&code)
}

/// The number of jobs at the beginning that append to games of which none comes twice.
fn different_games(jobs: &[WriteJob]) -> usize {
    let mut games: HashSet<&GameId> = HashSet::new();
    let mut number = 0;
    for job in jobs {
        match job {
            WriteJob::Append(Append { game, .. }, _) if games.insert(game) => number += 1,
            _ => break,
        }
    }
    number
}
