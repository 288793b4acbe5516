//! A store in a PostgreSQL database, which several nodes share.
//!
//! Its tables are those of the file of SQLite, in a schema of their own, and one beside them: a row for
//! each log, by which entries are appended and a node owns a game.

mod address;
mod append;
mod connections;
mod entries;
mod failure;
mod games;
mod lobby;
mod moderation;
mod node;
mod open;
mod reading;
mod writer;

use core::sync::atomic::{AtomicBool, Ordering};
use core::time::Duration;
use std::sync::Arc;

use futures_util::future::BoxFuture;
use parking_lot::Mutex;
use parlor_dice::Bytes32;
use sqlx::Connection as _;
use sqlx::postgres::PgConnection;
use sqlx::{query, query_as, query_scalar};
use tokio::sync::{Mutex as AsyncMutex, watch};
use tokio::task::JoinHandle;
use tokio::time::timeout;

pub use self::address::without_password;
use self::address::{Address, Wanted};
use self::connections::Connections;
use self::node::Place;
use self::writer::Writer;
use super::archiving::{Archives, archive_all};
use super::columns::{signed, unsigned};
use super::jobs::{Found, Promise, Queue, WriteJob, counted};
use super::lobby::{Challenge, LobbyStore, LobbyWrite, Terms, Unplayed};
use super::moderation::{
    Moderated, ModerationStore, ModerationWrite, ReportedName, Rulings, WatchedName,
};
use super::rows::{self, ArchivedRow, RowError};
use super::shared::{Claimed, Epoch, Membership, Node, Session, SharedStore, Standing};
use super::{
    Append, Appended, Created, Holding, Invite, ListedGame, NewGame, OpenGameCounts, Operation,
    OverGames, Store, StoreError, StoreFuture, StoredGame, validate,
};
use parlor_table::id::GameId;
use parlor_table::key::KeyHash;
use parlor_table::log::LogEntry;
use parlor_table::timestamp::Timestamp;

/// How long others believe that a node lives after it last said so.
const LEASE: Duration = Duration::from_secs(6);

/// How long opening may take beside the lease that it may wait for.
const OPEN_TIMEOUT: Duration = Duration::from_secs(15);

/// How long a caller waits for something to be written; it may still be written afterwards.
const WRITE_TIMEOUT: Duration = Duration::from_secs(15);

/// Games in a PostgreSQL database.
#[derive(Debug)]
pub struct PostgresStore {
    address: Arc<Address>,
    place: Place,
    connections: Connections,
    jobs: Queue,
    /// `None` once they have been waited for.
    tasks: AsyncMutex<Option<(JoinHandle<()>, JoinHandle<()>)>>,
    stopping: watch::Sender<bool>,
    /// Why this program may not use the database any more.
    shut_out: Arc<Mutex<Option<StoreError>>>,
    /// Whether something was not written since a check has last found room.
    doubted: Arc<AtomicBool>,
}

/// How a database is used.
#[derive(Clone, Debug)]
pub struct PostgresOptions {
    /// Its address, as of libpq: `postgres://USER:PASSWORD@HOST:PORT/DATABASE`. Of several hosts, with
    /// commas between, the one that takes writes is used; of two that do, the one on the newer timeline.
    pub url: String,
    /// The name of this node, which no other has.
    pub node: String,
    /// How it takes part.
    pub membership: Membership,
    /// How long others believe that it lives after it last said so, which it does every third of that.
    pub lease: Duration,
    /// What to do with a database that has no tables of games.
    pub when_empty: WhenEmpty,
}

/// What to do with a database that has no tables of games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WhenEmpty {
    /// Make them.
    MakeTables,
    /// Leave it as it is, and fail.
    Refuse,
}

impl PostgresOptions {
    /// A node with the usual lease. A visitor leaves a database without tables as it is.
    pub fn new(url: &str, node: &str, membership: Membership) -> Self {
        Self {
            url: url.to_owned(),
            node: node.to_owned(),
            membership,
            lease: LEASE,
            when_empty: match membership {
                Membership::Alone | Membership::Member => WhenEmpty::MakeTables,
                Membership::Occupant | Membership::Visitor | Membership::Reader => {
                    WhenEmpty::Refuse
                }
            },
        }
    }
}

impl PostgresStore {
    /// Opens a database, and makes the tables if there are none and that is wanted.
    ///
    /// # Errors
    /// [`StoreError::CannotOpen`] if it cannot be reached or used, is another program's or a newer
    /// version's, or a node is in the way.
    pub async fn open(options: PostgresOptions) -> Result<Self, StoreError> {
        let most = options.lease + OPEN_TIMEOUT;
        let store = without_password(&options.url);
        let opened = timeout(most, Self::open_slowly(options)).await;
        opened.unwrap_or_else(|_| Err(failure::never_opened(&store)))
    }

    async fn open_slowly(options: PostgresOptions) -> Result<Self, StoreError> {
        let wanted = match options.membership {
            Membership::Reader => Wanted::Readable,
            _ => Wanted::Writable,
        };
        let address = Address::parse(&options.url, &format!("parlor {}", options.node), wanted)?;
        let session = drawn_session().map_err(|reason| StoreError::CannotOpen {
            store: address.name.clone(),
            reason,
        })?;
        let place = Place {
            session,
            name: options.node,
            membership: options.membership,
            lease: options.lease,
            hears: Arc::default(),
        };
        let connected = address.connect_anew().await;
        let mut connection = connected.map_err(|why| failure::at_opening(&address.name, &why))?;
        open::prepare(&address.name, &mut connection.inner, options.when_empty).await?;
        if !options.membership.is_visit() {
            place.take(&address.name, &mut connection.inner).await?;
        }
        let address = Arc::new(address);
        let (jobs, queue) = Queue::new();
        let doubted = Arc::default();
        let writer = Writer::new(
            Arc::clone(&address),
            place.clone(),
            connection,
            Arc::clone(&doubted),
        );
        let writer = writer.await;
        let writer = writer.map_err(|error| failure::not_opened(&address.name, &error))?;
        let (stopping, stopped) = watch::channel(false);
        let shut_out = Arc::default();
        let alive = node::keep_alive(
            place.clone(),
            Arc::clone(&address),
            Arc::clone(&shut_out),
            stopped,
        );
        let tasks = (tokio::spawn(writer.work(queue)), tokio::spawn(alive));
        Ok(Self {
            address,
            place,
            connections: Connections::new(),
            jobs,
            tasks: AsyncMutex::new(Some(tasks)),
            stopping,
            shut_out,
            doubted,
        })
    }

    /// Has something written, and waits until it is.
    async fn write<T>(&self, job: impl FnOnce(Promise<T>) -> WriteJob) -> Result<T, StoreError> {
        if let Some(error) = self.shut_out.lock().clone() {
            return Err(error);
        }
        let written = match timeout(WRITE_TIMEOUT, self.jobs.write(job)).await {
            Ok(Some(written)) => written,
            Ok(None) => Err(StoreError::Closed {
                store: self.address.name.clone(),
            }),
            Err(_) => Err(failure::unconfirmed(&self.address.name)),
        };
        counted(Operation::Write, written)
    }

    /// Reads something.
    fn read<'a, T: Send + 'a>(
        &'a self,
        question: impl for<'c> Fn(&'c mut PgConnection) -> BoxFuture<'c, Result<T, RowError>>
        + Send
        + 'a,
    ) -> StoreFuture<'a, T> {
        Box::pin(async move {
            let answer = self.connections.ask(&self.address, question).await;
            counted(Operation::Read, answer)
        })
    }

    fn unkeepable(&self, reason: String) -> StoreError {
        StoreError::InvalidEntry {
            store: self.address.name.clone(),
            reason,
        }
    }
}

/// A number that no other run has.
fn drawn_session() -> Result<Session, String> {
    let drawn =
        getrandom::u64().map_err(|error| format!("the system has no randomness: {error}"))?;
    Ok(Session(drawn.cast_signed()))
}

impl Archives for PostgresStore {
    fn name(&self) -> &str {
        &self.address.name
    }

    fn unarchived<'a>(
        &'a self,
        since: Timestamp,
        after: Option<&'a GameId>,
        most: u32,
    ) -> StoreFuture<'a, Vec<GameId>> {
        let after = after.cloned();
        self.read(move |connection| {
            let after = after.clone();
            Box::pin(
                async move { reading::unarchived(connection, since, after.as_ref(), most).await },
            )
        })
    }

    fn put_away(&self, games: Vec<ArchivedRow>) -> StoreFuture<'_, u64> {
        Box::pin(self.write(|promise| WriteJob::Archive(games, promise)))
    }
}

impl Store for PostgresStore {
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
        let id = id.clone();
        self.read(move |connection| {
            let id = id.clone();
            Box::pin(async move { reading::game(connection, &id).await })
        })
    }

    fn entries<'a>(&'a self, id: &'a GameId, after: u64) -> StoreFuture<'a, Vec<LogEntry>> {
        let id = id.clone();
        self.read(move |connection| {
            let id = id.clone();
            Box::pin(async move { reading::entries(connection, &id, after).await })
        })
    }

    fn invite(&self, code: KeyHash) -> StoreFuture<'_, Option<Invite>> {
        self.read(move |connection| Box::pin(reading::invite(connection, code)))
    }

    fn invitation_to<'a>(
        &'a self,
        id: &'a GameId,
    ) -> StoreFuture<'a, Option<(KeyHash, Vec<char>)>> {
        let id = id.clone();
        self.read(move |connection| {
            let id = id.clone();
            Box::pin(async move { reading::invitation_to(connection, &id).await })
        })
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
        self.read(move |connection| Box::pin(reading::held(connection, browser, most)))
    }

    fn holdings_of<'a>(&'a self, id: &'a GameId) -> StoreFuture<'a, Vec<Holding>> {
        let id = id.clone();
        self.read(move |connection| {
            let id = id.clone();
            Box::pin(async move { reading::holdings_of(connection, &id).await })
        })
    }

    fn count_open(&self, browser: Option<KeyHash>) -> StoreFuture<'_, OpenGameCounts> {
        self.read(move |connection| Box::pin(reading::count_open(connection, browser)))
    }

    fn idle(&self, since: Timestamp, most: u32) -> StoreFuture<'_, Vec<GameId>> {
        self.read(move |connection| Box::pin(reading::idle(connection, since, most)))
    }

    fn archive(&self, since: Timestamp) -> StoreFuture<'_, u64> {
        Box::pin(archive_all(self, since))
    }

    fn over(&self, since: Timestamp, most: u32) -> StoreFuture<'_, Vec<GameId>> {
        self.read(move |connection| Box::pin(reading::over(connection, since, most)))
    }

    fn count_over(&self) -> StoreFuture<'_, Option<OverGames>> {
        self.read(move |connection| Box::pin(reading::count_over(connection)))
    }

    fn list<'a>(
        &'a self,
        after: Option<&'a GameId>,
        most: u32,
    ) -> StoreFuture<'a, Vec<ListedGame>> {
        let after = after.cloned();
        self.read(move |connection| {
            let after = after.clone();
            Box::pin(async move { reading::list(connection, after.as_ref(), most).await })
        })
    }

    fn delete<'a>(&'a self, id: &'a GameId) -> StoreFuture<'a, bool> {
        Box::pin(async move {
            let found = self.write(|promise| WriteJob::Delete(id.clone(), promise));
            Ok(found.await? == Found::Yes)
        })
    }

    fn latest(&self) -> StoreFuture<'_, Option<Timestamp>> {
        self.read(move |connection| Box::pin(reading::latest(connection)))
    }

    fn secret_of_receipts(&self, fresh: Bytes32) -> StoreFuture<'_, Bytes32> {
        Box::pin(async move {
            let keep = |promise| WriteJob::SecretOfReceipts(fresh, promise);
            self.write(keep).await?;
            self.read(move |connection| {
                Box::pin(async move {
                    let stored = reading::secret_of_receipts(connection).await?;
                    Ok(stored.ok_or_else(rows::no_secret_of_receipts)?)
                })
            })
            .await
        })
    }

    fn stored_secret_of_receipts(&self) -> StoreFuture<'_, Option<Bytes32>> {
        self.read(move |connection| Box::pin(reading::secret_of_receipts(connection)))
    }

    fn check(&self) -> StoreFuture<'_, ()> {
        Box::pin(self.write(WriteJob::Check))
    }

    fn damage(&self) -> Option<StoreError> {
        self.shut_out.lock().clone()
    }

    fn lobby(&self) -> &dyn LobbyStore {
        self
    }

    fn moderation(&self) -> &dyn ModerationStore {
        self
    }

    fn shared(&self) -> Option<&dyn SharedStore> {
        Some(self)
    }

    fn close(&self) -> StoreFuture<'_, ()> {
        Box::pin(async move {
            self.jobs.close();
            let Some((writer, alive)) = self.tasks.lock().await.take() else {
                return Ok(());
            };
            let written = writer.await;
            self.stopping.send_replace(true);
            let left = alive.await;
            self.connections.close();
            let ended = written.and(left);
            ended.map_err(|_| StoreError::Closed {
                store: self.address.name.clone(),
            })
        })
    }
}

impl LobbyStore for PostgresStore {
    fn write_lobby(&self, write: LobbyWrite) -> StoreFuture<'_, u64> {
        Box::pin(self.write(|promise| WriteJob::Lobby(write, promise)))
    }

    fn waiting(&self) -> StoreFuture<'_, Vec<Challenge>> {
        let node = self.place.session;
        self.read(move |connection| Box::pin(lobby::waiting(connection, node)))
    }

    fn waiting_of(&self, browser: KeyHash) -> StoreFuture<'_, Vec<GameId>> {
        self.read(move |connection| Box::pin(lobby::waiting_of(connection, browser)))
    }

    fn challenge<'a>(&'a self, id: &'a GameId) -> StoreFuture<'a, Option<Challenge>> {
        let (id, node) = (id.clone(), self.place.session);
        self.read(move |connection| {
            let id = id.clone();
            Box::pin(async move { lobby::challenge(connection, &id, node).await })
        })
    }

    fn waits<'a>(&'a self, terms: &'a Terms, most: u32) -> StoreFuture<'a, Vec<Duration>> {
        let terms = terms.clone();
        self.read(move |connection| {
            let terms = terms.clone();
            Box::pin(async move { lobby::waits(connection, &terms, most).await })
        })
    }

    fn unplayed(&self, browser: KeyHash) -> StoreFuture<'_, Vec<Unplayed>> {
        self.read(move |connection| Box::pin(lobby::unplayed(connection, browser)))
    }

    fn watchable(&self, most: u32) -> StoreFuture<'_, Vec<GameId>> {
        self.read(move |connection| Box::pin(lobby::watchable(connection, most)))
    }
}

impl ModerationStore for PostgresStore {
    fn moderate(&self, write: ModerationWrite) -> StoreFuture<'_, Moderated> {
        Box::pin(self.write(|promise| WriteJob::Moderation(write, promise)))
    }

    fn reported_names(&self) -> StoreFuture<'_, Vec<ReportedName>> {
        self.read(|connection| Box::pin(moderation::reported_names(connection)))
    }

    fn watched_names(&self) -> StoreFuture<'_, Vec<WatchedName>> {
        self.read(|connection| Box::pin(moderation::watched_names(connection)))
    }

    fn rulings(&self) -> StoreFuture<'_, Rulings> {
        self.read(|connection| Box::pin(moderation::rulings(connection)))
    }
}

impl SharedStore for PostgresStore {
    fn session(&self) -> Session {
        self.place.session
    }

    fn claim<'a>(&'a self, id: &'a GameId, over: Option<Epoch>) -> StoreFuture<'a, Claimed> {
        let (id, session) = (id.clone(), self.place.session);
        Box::pin(async move {
            let claimed = self.read(move |connection| {
                let id = id.clone();
                Box::pin(async move { claim(connection, &id, session, over).await })
            });
            let claimed = claimed.await;
            if claimed.is_err() {
                self.doubted.store(true, Ordering::Relaxed);
            }
            claimed
        })
    }

    fn standing(&self, ids: Vec<GameId>) -> StoreFuture<'_, Vec<Option<Standing>>> {
        self.read(move |connection| {
            let ids = ids.clone();
            Box::pin(async move { reading::standing(connection, &ids).await })
        })
    }

    fn cluster_key(&self, fresh: Bytes32) -> StoreFuture<'_, Bytes32> {
        self.read(move |connection| Box::pin(reading::cluster_key(connection, fresh)))
    }

    fn set_hears(&self, hears: bool) {
        self.place.hears.store(hears, Ordering::Relaxed);
    }

    fn nodes(&self) -> StoreFuture<'_, Vec<Node>> {
        self.read(move |connection| Box::pin(async { Ok(node::living(connection).await?) }))
    }
}

/// Takes a game. Claimed twice, it is this node's both times.
async fn claim(
    connection: &mut PgConnection,
    id: &GameId,
    session: Session,
    over: Option<Epoch>,
) -> Result<Claimed, RowError> {
    let mut transaction = connection.begin().await?;
    // It need not wait for the standby: an entry by this epoch does, and what is claimed comes before it.
    query("SET LOCAL synchronous_commit = local")
        .execute(&mut *transaction)
        .await?;
    let claimed: Option<i64> = query_scalar(
        "UPDATE parlor.log SET owner = $2, epoch = epoch + 1
         WHERE game = $1 AND (
             owner IS NULL OR owner = $2 OR epoch = $3
             OR NOT EXISTS (SELECT FROM parlor.node
                            WHERE session = owner AND until > clock_timestamp()))
         RETURNING epoch",
    )
    .bind(id.as_str())
    .bind(session.0)
    .bind(over.map(|Epoch(epoch)| signed(epoch)))
    .fetch_optional(&mut *transaction)
    .await?;
    if let Some(epoch) = claimed {
        transaction.commit().await?;
        return Ok(Claimed::Own(Epoch(unsigned(epoch))));
    }
    // Not left to the next who uses the connection: the row may be locked though nothing was changed.
    transaction.rollback().await?;
    let owned: Option<(Option<i64>, i64)> =
        query_as("SELECT owner, epoch FROM parlor.log WHERE game = $1")
            .bind(id.as_str())
            .fetch_optional(connection)
            .await?;
    Ok(match owned {
        // It was given up just now: who asks again will get it.
        Some((owner, epoch)) => {
            Claimed::Other(Session(owner.unwrap_or_default()), Epoch(unsigned(epoch)))
        }
        None => Claimed::NoGame,
    })
}
