//! What the tests share: a server whose secrets repeat themselves, whose clock
//! stands still, and whose store fails when it is told to.

#![allow(
    dead_code,
    reason = "each test program uses some of this, and no two the same"
)]

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::time::Duration;

use axum::Router;
use axum::serve::Listener;
use axum_test::TestServer;
use parlor_dice::{Bytes32, Scheme};
use parlor_server::app::{App, ClientLimits, Site};
use parlor_server::web::router;
use parlor_service::bots::BotPool;
use parlor_service::clock::TimeSource;
use parlor_service::service::{Service, Settings};
use parlor_service::store::lobby::{Challenge, LobbyStore, LobbyWrite, Terms, Unplayed};
use parlor_service::store::memory::MemoryStore;
use parlor_service::store::moderation::{
    Moderated, ModerationStore, ModerationWrite, ReportedName, Rulings, WatchedName,
};
use parlor_service::store::{
    Append, Appended, Created, Holding, Invite, ListedGame, NewGame, OpenGameCounts, Outage,
    OverGames, Store, StoreError, StoreFuture, StoredGame,
};
use parlor_table::id::GameId;
use parlor_table::key::KeyHash;
use parlor_table::log::{
    DiceContribution, GameConfig, GameEvent, LogEntry, PlayerConfig, PlayerRequest, SeatConfig,
};
use parlor_table::randomness::{Randomness, RandomnessError};
use parlor_table::receipt::Receipt;
use parlor_table::timestamp::Timestamp;
use serde_json::{Value, json};
use tokio::io::DuplexStream;
use tokio::sync::mpsc;

/// The origin of the pages of a server that is asked by `axum-test`.
pub(crate) const ORIGIN: &str = "http://localhost";

/// The SHA-256 of a seed and 0, 1, 2, … in a row.
#[derive(Debug, Default)]
struct Seeded(AtomicU64);

impl Randomness for Seeded {
    fn fill(&self, bytes: &mut [u8]) -> Result<(), RandomnessError> {
        for chunk in bytes.chunks_mut(32) {
            let number = self.0.fetch_add(1, Ordering::Relaxed);
            let digest = Bytes32::sha_256(format!("parlor tests {number}").as_bytes());
            chunk.copy_from_slice(&digest.0[..chunk.len()]);
        }
        Ok(())
    }
}

/// A clock that stands still.
#[derive(Debug)]
struct Noon;

impl TimeSource for Noon {
    fn now(&self) -> Timestamp {
        Timestamp(43_200_000)
    }

    fn steady(&self) -> Duration {
        Duration::ZERO
    }
}

/// A store that fails while it is told to.
#[derive(Debug, Default)]
pub(crate) struct Fragile {
    inside: MemoryStore,
    is_broken: AtomicBool,
    /// How often a log was read.
    pub(crate) logs_read: AtomicUsize,
}

impl Fragile {
    pub(crate) fn breaks(&self) {
        self.is_broken.store(true, Ordering::Relaxed);
    }

    pub(crate) fn is_repaired(&self) {
        self.is_broken.store(false, Ordering::Relaxed);
    }

    fn or_fail<'a, T: Send + 'a>(&'a self, answer: StoreFuture<'a, T>) -> StoreFuture<'a, T> {
        if !self.is_broken.load(Ordering::Relaxed) {
            return answer;
        }
        Box::pin(async {
            Err(StoreError::Unavailable {
                store: "/secret/place".to_owned(),
                outage: Outage::DiskFull,
                reason: "the disk is full".to_owned(),
            })
        })
    }
}

impl LobbyStore for Fragile {
    fn write_lobby(&self, write: LobbyWrite) -> StoreFuture<'_, u64> {
        self.or_fail(self.inside.lobby().write_lobby(write))
    }

    fn waiting(&self) -> StoreFuture<'_, Vec<Challenge>> {
        self.or_fail(self.inside.lobby().waiting())
    }

    fn waiting_of(&self, browser: KeyHash) -> StoreFuture<'_, Vec<GameId>> {
        self.or_fail(self.inside.lobby().waiting_of(browser))
    }

    fn challenge<'a>(&'a self, id: &'a GameId) -> StoreFuture<'a, Option<Challenge>> {
        self.or_fail(self.inside.lobby().challenge(id))
    }

    fn waits<'a>(&'a self, terms: &'a Terms, most: u32) -> StoreFuture<'a, Vec<Duration>> {
        self.or_fail(self.inside.lobby().waits(terms, most))
    }

    fn unplayed(&self, browser: KeyHash) -> StoreFuture<'_, Vec<Unplayed>> {
        self.or_fail(self.inside.lobby().unplayed(browser))
    }

    fn watchable(&self, most: u32) -> StoreFuture<'_, Vec<GameId>> {
        self.or_fail(self.inside.lobby().watchable(most))
    }
}

impl ModerationStore for Fragile {
    fn moderate(&self, write: ModerationWrite) -> StoreFuture<'_, Moderated> {
        self.or_fail(self.inside.moderation().moderate(write))
    }

    fn reported_names(&self) -> StoreFuture<'_, Vec<ReportedName>> {
        self.or_fail(self.inside.moderation().reported_names())
    }

    fn watched_names(&self) -> StoreFuture<'_, Vec<WatchedName>> {
        self.or_fail(self.inside.moderation().watched_names())
    }

    fn rulings(&self) -> StoreFuture<'_, Rulings> {
        self.or_fail(self.inside.moderation().rulings())
    }
}

impl Store for Fragile {
    fn create(&self, game: NewGame) -> StoreFuture<'_, Created> {
        self.or_fail(self.inside.create(game))
    }

    fn append(&self, append: Append) -> StoreFuture<'_, Appended> {
        if self.is_broken.load(Ordering::Relaxed) {
            return self.or_fail(Box::pin(async { Ok(Appended::Done) }));
        }
        self.inside.append(append)
    }

    fn game<'a>(&'a self, id: &'a GameId) -> StoreFuture<'a, Option<StoredGame>> {
        self.or_fail(self.inside.game(id))
    }

    fn entries<'a>(&'a self, id: &'a GameId, after: u64) -> StoreFuture<'a, Vec<LogEntry>> {
        self.logs_read.fetch_add(1, Ordering::Relaxed);
        let entries = self.or_fail(self.inside.entries(id, after));
        Box::pin(async {
            // Whoever reads a file waits for it.
            tokio::task::yield_now().await;
            entries.await
        })
    }

    fn invite(&self, code: KeyHash) -> StoreFuture<'_, Option<Invite>> {
        self.or_fail(self.inside.invite(code))
    }

    fn invitation_to<'a>(
        &'a self,
        id: &'a GameId,
    ) -> StoreFuture<'a, Option<(KeyHash, Vec<char>)>> {
        self.or_fail(self.inside.invitation_to(id))
    }

    fn hold(&self, holding: Holding) -> StoreFuture<'_, ()> {
        self.or_fail(self.inside.hold(holding))
    }

    fn held(&self, browser: KeyHash, most: u32) -> StoreFuture<'_, Vec<Holding>> {
        self.or_fail(self.inside.held(browser, most))
    }

    fn holdings_of<'a>(&'a self, id: &'a GameId) -> StoreFuture<'a, Vec<Holding>> {
        self.or_fail(self.inside.holdings_of(id))
    }

    fn count_open(&self, browser: Option<KeyHash>) -> StoreFuture<'_, OpenGameCounts> {
        self.or_fail(self.inside.count_open(browser))
    }

    fn idle(&self, since: Timestamp, most: u32) -> StoreFuture<'_, Vec<GameId>> {
        self.or_fail(self.inside.idle(since, most))
    }

    fn archive(&self, since: Timestamp) -> StoreFuture<'_, u64> {
        self.or_fail(self.inside.archive(since))
    }

    fn over(&self, since: Timestamp, most: u32) -> StoreFuture<'_, Vec<GameId>> {
        self.or_fail(self.inside.over(since, most))
    }

    fn count_over(&self) -> StoreFuture<'_, Option<OverGames>> {
        self.or_fail(self.inside.count_over())
    }

    fn list<'a>(
        &'a self,
        after: Option<&'a GameId>,
        most: u32,
    ) -> StoreFuture<'a, Vec<ListedGame>> {
        self.or_fail(self.inside.list(after, most))
    }

    fn delete<'a>(&'a self, id: &'a GameId) -> StoreFuture<'a, bool> {
        self.or_fail(self.inside.delete(id))
    }

    fn latest(&self) -> StoreFuture<'_, Option<Timestamp>> {
        self.or_fail(self.inside.latest())
    }

    fn secret_of_receipts(&self, fresh: Bytes32) -> StoreFuture<'_, Bytes32> {
        self.or_fail(self.inside.secret_of_receipts(fresh))
    }

    fn stored_secret_of_receipts(&self) -> StoreFuture<'_, Option<Bytes32>> {
        self.or_fail(self.inside.stored_secret_of_receipts())
    }

    fn check(&self) -> StoreFuture<'_, ()> {
        self.or_fail(self.inside.check())
    }

    fn moderation(&self) -> &dyn ModerationStore {
        self
    }

    fn lobby(&self) -> &dyn LobbyStore {
        self
    }

    fn close(&self) -> StoreFuture<'_, ()> {
        self.inside.close()
    }
}

/// A commitment to bytes for the dice of a game, in hexadecimal.
pub(crate) fn commitment(game: &str, seat: char, bytes: &[u8]) -> String {
    Scheme::V2.commitment(game, seat, bytes).to_string()
}

/// A server to be tested.
pub(crate) struct TestApp {
    pub(crate) service: Service,
    pub(crate) store: Arc<Fragile>,
    pub(crate) router: Router,
    pub(crate) server: TestServer,
}

impl TestApp {
    /// A server that nobody is too fast for.
    pub(crate) fn new() -> Self {
        Self::with(
            Site {
                limits: ClientLimits {
                    address: None,
                    session: None,
                    ..ClientLimits::default()
                },
                ..Site::default()
            },
            Settings {
                new_games: None,
                most_games_of_client: None,
                ..Settings::default()
            },
        )
    }

    /// A server with these limits.
    pub(crate) fn limited(limits: ClientLimits) -> Self {
        Self::at(Site {
            limits,
            ..Site::default()
        })
    }

    /// A server for a site.
    pub(crate) fn at(site: Site) -> Self {
        Self::with(site, Settings::default())
    }

    /// A server for a site, with its service set so.
    pub(crate) fn with(site: Site, settings: Settings) -> Self {
        let store = Arc::new(Fragile::default());
        let service = Service::new(
            Arc::clone(&store) as Arc<dyn Store>,
            Arc::new(Noon),
            Arc::new(Seeded::default()),
            BotPool::new(1, Duration::from_secs(5)).expect("a thread"),
            settings,
        );
        let router = router(App {
            service: service.clone(),
            site,
        });
        let server = TestServer::new(router.clone());
        Self {
            service,
            store,
            router,
            server,
        }
    }

    /// Makes a game; what it was answered with.
    pub(crate) async fn make(&self, game: Value) -> Value {
        let made = self.server.post("/api/games").json(&game).await;
        made.assert_status(axum::http::StatusCode::CREATED);
        made.json()
    }

    /// Makes a game of Kuba between two people here; its name and their tokens.
    pub(crate) async fn kuba(&self) -> Table {
        let seats = json!([{"seat": "W", "kind": "human"}, {"seat": "B", "kind": "human"}]);
        Table::of(&self.make(json!({"game": "kuba", "seats": seats})).await)
    }

    /// A game of Kuba with so many entries in its log, all but the first of a push that is made
    /// and taken back.
    pub(crate) async fn long_kuba(&self, entries: u64) -> String {
        let id = "23456789bcdfghjk".to_owned();
        let seats = ['W', 'B'].map(|seat| SeatConfig {
            seat,
            name: None,
            player: PlayerConfig::Person(Some(DiceContribution::default())),
            is_program: false,
        });
        let event = |version: u64| match version % 3 {
            _ if version == 1 => GameEvent::Created,
            2 => GameEvent::Acted {
                seat: 'W',
                action: "65F".to_owned(),
                spent: None,
            },
            0 => GameEvent::Asked {
                seat: 'W',
                what: PlayerRequest::Undo,
                with: Vec::new(),
                spent: None,
            },
            _ => GameEvent::Agreed {
                seat: 'B',
                to: PlayerRequest::Undo,
                spent: None,
            },
        };
        let entries = (1..=entries).map(|version| LogEntry {
            version,
            at: Timestamp(version),
            idempotency_key: None,
            event: event(version),
            head: None,
        });
        let game = NewGame {
            id: id.parse().expect("a name"),
            config: GameConfig {
                game: "kuba".to_owned(),
                rules: "classroom".to_owned(),
                seats: seats.into(),
                start: None,
                limit: 1_000,
                away_after: None,
                clock: None,
                scheme: Scheme::V2,
                commitment: Bytes32::sha_256(&[0; 32]),
            },
            secret: Bytes32([0; 32]),
            keys: Vec::new(),
            entries: entries.collect(),
            holders: Vec::new(),
            invite: None,
            follows: None,
            pairs: Vec::new(),
        };
        let created = self.store.create(game).await.expect("it is kept");
        assert_eq!(created, Created::Done);
        id
    }

    /// Makes a game of Ludo between two people here.
    pub(crate) async fn ludo(&self) -> Table {
        let seats = json!([{"seat": "A", "kind": "human"}, {"seat": "C", "kind": "human"}]);
        Table::of(&self.make(json!({"game": "ludo", "seats": seats})).await)
    }

    /// What is shown to who has this token, or to a spectator.
    pub(crate) async fn view_for(&self, table: &Table, token: Option<&str>) -> Value {
        let request = self.server.get(&format!("/api/games/{}", table.id));
        let request = match token {
            Some(token) => request.authorization_bearer(token),
            None => request,
        };
        let shown = request.await;
        shown.assert_status_ok();
        shown.json()
    }

    /// Sends an action; the status and the answer.
    pub(crate) async fn act(&self, table: &Table, seat: usize, action: &Value) -> (u16, Value) {
        let request = self
            .server
            .post(&format!("/api/games/{}/actions", table.id));
        let answer = request
            .authorization_bearer(&table.tokens[seat])
            .json(action)
            .await;
        let status = answer.status_code().as_u16();
        (status, without_receipt(answer.json(), &table.id))
    }

    /// Plays the first legal action of a game until it is over or so many are
    /// played.
    pub(crate) async fn play_on(&self, table: &Table, most: usize) {
        for number in 0..most {
            let view = self.view_for(table, None).await;
            let Some(to_act) = view["to_act"].as_str() else {
                return;
            };
            let seat = table.seats.iter().position(|seat| seat == to_act);
            let seat = seat.expect("people play here");
            let version = &view["version"];
            let action = json!({
                "version": version,
                "action_id": format!("{version}-{number}"),
                "action": view["legal"][0],
            });
            let (status, answer) = self.act(table, seat, &action).await;
            assert_eq!(status, 200, "{action} {answer}");
        }
    }
}

/// A game that was made, and the tokens of its people.
#[derive(Clone, Debug)]
pub(crate) struct Table {
    pub(crate) id: String,
    pub(crate) seats: Vec<String>,
    pub(crate) tokens: Vec<String>,
}

impl Table {
    pub(crate) fn of(made: &Value) -> Self {
        let seats = made["seats"].as_array().expect("a list");
        let texts = |field: &str| -> Vec<String> {
            let text = |seat: &Value| seat[field].as_str().expect("a text").to_owned();
            seats.iter().map(text).collect()
        };
        Self {
            id: made["id"].as_str().expect("a text").to_owned(),
            seats: texts("seat"),
            tokens: texts("token"),
        }
    }
}

/// The ends of connections that are no network's: their buffers are as small as
/// a test wants, and time can be stopped around them.
struct Wires(mpsc::UnboundedReceiver<DuplexStream>);

impl Listener for Wires {
    type Io = DuplexStream;
    type Addr = ();

    async fn accept(&mut self) -> (DuplexStream, ()) {
        match self.0.recv().await {
            Some(wire) => (wire, ()),
            None => std::future::pending().await,
        }
    }

    fn local_addr(&self) -> std::io::Result<()> {
        Ok(())
    }
}

/// A server's exchange of wires.
#[derive(Debug)]
pub(crate) struct Exchange(mpsc::UnboundedSender<DuplexStream>);

impl TestApp {
    /// Begins to serve over wires.
    pub(crate) fn exchange(&self) -> Exchange {
        let (wires, ends) = mpsc::unbounded_channel();
        let serving = axum::serve(Wires(ends), self.router.clone());
        tokio::spawn(serving.into_future());
        Exchange(wires)
    }
}

impl Exchange {
    /// A wire with buffers of so many bytes.
    pub(crate) fn wire(&self, size: usize) -> DuplexStream {
        let (here, there) = tokio::io::duplex(size);
        self.0.send(there).expect("it is served");
        here
    }
}

/// An action to be sent.
pub(crate) fn action(version: u64, action_id: &str, action: &str) -> Value {
    json!({"version": version, "action_id": action_id, "action": action})
}

/// An answer to an action, whose receipt is looked at and left out.
pub(crate) fn without_receipt(mut answer: Value, id: &str) -> Value {
    let receipt = answer.as_object_mut().and_then(|all| all.remove("receipt"));
    let is_done = ["committed", "duplicate"].contains(&answer["result"].as_str().unwrap_or(""));
    assert_eq!(receipt.is_some(), is_done, "{answer}");
    if let Some(receipt) = receipt {
        let (_, entry) = Receipt::read(&receipt.to_string(), None).expect("a receipt");
        assert_eq!(
            (Some(entry.version), entry.game.as_str()),
            (answer["version"].as_u64(), id)
        );
    }
    answer
}
