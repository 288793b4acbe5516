//! The game service: creates games, finds them, and passes commands to the actor of the game.
//!
//! Each game has one actor, which alone decides and writes, one thing after the other. Everybody
//! else reads the table that the actor keeps up to date.

mod config;
mod create;
mod heard;
pub(crate) mod host;
mod lobby;
mod look_alike;
mod moderation;
mod new_table;
mod nodes;
mod open_games;
mod operator;
mod player_name;
mod programs;
mod receipts;
mod sweep;
#[cfg(test)]
mod tests;

use core::hash::{BuildHasher as _, BuildHasherDefault};
use core::sync::atomic::AtomicU32;
use core::time::Duration;
use std::collections::HashMap;
use std::collections::hash_map::{DefaultHasher, Entry};
use std::sync::{Arc, OnceLock};

use parking_lot::Mutex;

use tokio::sync::{Mutex as AsyncMutex, MutexGuard as AsyncMutexGuard, OnceCell, watch};
use tracing::Instrument as _;

use crate::bots::BotPool;
use crate::bus::Bus;
use crate::client_net::ClientNet;
use crate::clock::TimeSource;
use crate::imports::Imports;
use crate::phrase::{ChatMessage, Phrase};
use crate::rate_limit::{NetLimiters, Rate, RateLimited};
use crate::searches::{SearchPlace, Searches, TooManySearches, Visitor};
use crate::store::{Holding, Store, StoreError};
use crate::studies::{Studies, StudyRefusal, StudyState};
use crate::trace;
use crate::uptime_clock::UptimeClock;
use crate::usage::{NewThings, Usage};
use parlor_record::record::AnyRecord;
use parlor_table::command::Command;
use parlor_table::id::GameId;
use parlor_table::invite::InviteCode;
use parlor_table::key::{Key, KeyHash};
use parlor_table::randomness::{Randomness, RandomnessError};
use parlor_table::table::CommandError;
use parlor_table::timestamp::Timestamp;

use heard::Heard;
use host::Surroundings;
use open_games::GamesInPlay;
use sweep::{MOST_SWEPT, Trust};

pub use config::start_refusal;
pub use create::{MadeGame, Maker};
pub use host::{Attendance, GameHandle, MOST_HOLDERS, SharedText};
pub use lobby::{AcceptedChallenge, ChallengeError, PostedChallenge, Wanted, WatchableGames};
pub use moderation::{ReportError, SeenName, given_name, is_given};
pub use new_table::{
    CreateError, NewPlayer, NewSeat, NewSeatError, NewTable, NewTableError, Offer, SeatField,
    TableField, TooManyGames,
};
pub use operator::Ended;
pub use player_name::{LONGEST_NAME, NameError, UNNAMED, checked_name};
pub use programs::{ProgramTokenError, join_as_program};

/// The number of games that can be loaded at a time.
const LANES: usize = 64;

/// The settings of the service.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// The most games in play.
    pub most_games: u64,
    /// The most games in play of one browser.
    pub most_games_held: u64,
    /// The most games in play of one client, and [more](ClientNet::FACTORS) of the wider networks
    /// around it; `None` is no limit but that of all.
    pub most_games_of_client: Option<usize>,
    /// The most challenges in the lobby of one client, and more of the wider networks around it.
    pub most_challenges_of_client: Option<usize>,
    /// The most games that one browser begins in the lobby while nobody has moved in them, and one client without
    /// a browser; `None` is no limit, nor on what all browsers of a client begin so.
    pub most_unplayed: Option<usize>,
    /// The rate of new games of one client, and of the wider networks around it.
    pub new_games: Option<Rate>,
    /// The rate of new tokens for programs of one client, and of the wider networks around it.
    pub new_programs: Option<Rate>,
    /// Whether clients share the bot threads evenly, rather than first come, first served.
    pub shares_bots: bool,
    /// The time for which bots play on after a player was last in the game.
    pub bots_wait: Duration,
    /// The time after which an idle game that nobody watches is evicted. It is loaded again when
    /// somebody comes.
    pub evict_after: Duration,
    /// The time after which an idle game is ended.
    pub abandon_after: Duration,
    /// The same for a game in which nobody has acted.
    pub abandon_unplayed_after: Duration,
    /// The time for which a game is kept after its end; `None` is for ever.
    pub keep_finished: Option<Duration>,
}

impl Settings {
    /// The client that takes its turn at the bot threads: itself, or where they are not shared, the
    /// one that stands for all.
    fn client_of_bots(&self, client: ClientNet) -> ClientNet {
        if self.shares_bots {
            client
        } else {
            ClientNet::of(None)
        }
    }
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            most_games: 10_000,
            most_games_held: 100,
            most_games_of_client: Some(200),
            most_challenges_of_client: Some(20),
            most_unplayed: Some(3),
            new_games: Some(Rate::every(Duration::from_mins(1), 300)),
            new_programs: Some(Rate::every(Duration::from_mins(3), 20)),
            shares_bots: true,
            bots_wait: Duration::from_mins(10),
            evict_after: Duration::from_mins(10),
            abandon_after: Duration::from_hours(30 * 24),
            abandon_unplayed_after: Duration::from_hours(24),
            keep_finished: None,
        }
    }
}

/// The game service. Clones are the same service.
#[derive(Clone, Debug)]
pub struct Service {
    inner: Arc<Inner>,
}

#[derive(Debug)]
struct Inner {
    store: Arc<dyn Store>,
    clock: Arc<dyn TimeSource>,
    /// The clock of the players' clocks.
    uptime: Arc<UptimeClock>,
    /// Whether the clock may end games.
    trust: Trust,
    randomness: Arc<dyn Randomness>,
    bots: BotPool,
    /// The records that were brought from elsewhere.
    imports: Imports,
    /// The analyses of games.
    studies: Studies,
    searches: Searches,
    settings: Settings,
    new_games: Option<NetLimiters>,
    new_programs: Option<NetLimiters>,
    /// What follows from the secret of the store, once it was asked for.
    secrets: OnceCell<receipts::Secrets>,
    /// The way to the other nodes, if there may be others.
    bus: OnceLock<Arc<dyn Bus>>,
    /// How often this node has looked at the others.
    looks: AtomicU32,
    /// When it has heard them.
    heard: Heard,
    /// What clients take of all nodes.
    usage: Usage,
    /// Those who look for somebody to play with.
    lobby: lobby::Lobby,
    /// Which names are hidden, and which networks are blocked.
    rulings: moderation::KnownRulings,
    /// The games in play.
    open: Arc<GamesInPlay>,
    /// Set once it includes the games from before the start.
    knows_older: OnceCell<()>,
    /// The games that are loaded.
    games: Mutex<HashMap<GameId, Arc<GameHandle>>>,
    /// Held while a game is loaded or deleted; a hash of its id selects one.
    reading: [AsyncMutex<()>; LANES],
    /// Becomes true once commands are refused.
    closing: watch::Sender<bool>,
    /// For how long clients are still served, once no new ones are to come.
    leaving: watch::Sender<Option<Duration>>,
}

/// The outcome of a command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CommandOutcome {
    /// It is carried out and durable, as this version.
    Committed(u64),
    /// It was carried out before, as this version.
    Duplicate(u64),
    /// The game has advanced to this version since the sender saw it.
    Stale(u64),
    /// It is not carried out.
    Rejected(CommandError),
}

/// The outcome of a request to hold a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Held {
    /// The browser holds it.
    Done,
    /// It is not the seat's key.
    WrongKey,
    /// [`MOST_HOLDERS`] browsers hold it.
    TooMany,
}

/// Why a chat phrase was not sent. Front ends put it into words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChatError {
    /// The sender has no seat that may chat.
    NoSeat,
    /// The seat has sent too many phrases.
    RateLimited(RateLimited),
}

/// Why the service is unavailable.
#[derive(Clone, Debug, thiserror::Error)]
pub enum ServiceError {
    /// The store has failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The system gives no random bytes for secrets.
    #[error(transparent)]
    Randomness(#[from] RandomnessError),
    /// The server is shutting down.
    #[error("the server is shutting down; try again in a moment")]
    Closing,
    /// Another node takes the game at the same time, again and again.
    #[error("several servers want this game at the same time; try again in a moment")]
    Contended,
}

impl ServiceError {
    /// The reason for clients, without the place of the store, which only the operator may know.
    pub fn reason(&self) -> String {
        match self {
            Self::Store(StoreError::Unavailable { outage, .. }) => outage.to_string(),
            Self::Store(StoreError::Closed { .. }) | Self::Closing => {
                "the server is shutting down".to_owned()
            }
            Self::Contended => self.to_string(),
            Self::Store(_) => "the server cannot read or keep this game".to_owned(),
            Self::Randomness(_) => "the server has no randomness, which games need".to_owned(),
        }
    }
}

impl Inner {
    fn limits_on_new(&self) -> NewThings<'_> {
        [self.new_games.as_ref(), self.new_programs.as_ref()]
    }
}

impl Service {
    /// A service over a store, a clock and a source of randomness.
    pub fn new(
        store: Arc<dyn Store>,
        clock: Arc<dyn TimeSource>,
        randomness: Arc<dyn Randomness>,
        bots: BotPool,
        settings: Settings,
    ) -> Self {
        let usage = Usage::default();
        Self {
            inner: Arc::new(Inner {
                store,
                uptime: Arc::new(UptimeClock::by(Arc::clone(&clock))),
                trust: Trust::from_now(&*clock),
                clock,
                randomness,
                bots,
                imports: Imports::default(),
                studies: Studies::default(),
                searches: Searches::default(),
                settings,
                new_games: settings.new_games.map(NetLimiters::new),
                new_programs: settings.new_programs.map(NetLimiters::new),
                open: Arc::new(GamesInPlay::counted_by(&usage)),
                usage,
                lobby: lobby::Lobby::default(),
                rulings: moderation::KnownRulings::default(),
                bus: OnceLock::new(),
                looks: AtomicU32::new(0),
                heard: Heard::default(),
                secrets: OnceCell::new(),
                knows_older: OnceCell::new(),
                games: Mutex::default(),
                reading: core::array::from_fn(|_| AsyncMutex::default()),
                closing: watch::Sender::new(false),
                leaving: watch::Sender::default(),
            }),
        }
    }

    /// The time of day.
    pub fn now(&self) -> Timestamp {
        self.inner.clock.now()
    }

    /// The source of randomness, for keys of browsers.
    pub fn randomness(&self) -> &dyn Randomness {
        &*self.inner.randomness
    }

    /// What clients take of all nodes.
    pub fn usage(&self) -> &Usage {
        &self.inner.usage
    }

    /// The records that were brought from elsewhere.
    pub fn imports(&self) -> &Imports {
        &self.inner.imports
    }

    /// Runs short work for a client on the threads of the bots, after every move that a human waits
    /// for; `None` if it panics.
    pub async fn compute<T: Send + 'static>(
        &self,
        client: ClientNet,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Option<T> {
        let client = self.inner.settings.client_of_bots(client);
        self.inner.bots.run(client, work).await
    }

    /// How far the analysis of this name is: that of a game or of a record that was brought.
    pub fn study(&self, name: &str) -> StudyState {
        self.inner.studies.state(name)
    }

    /// Begins the analysis of a game that is over, or of a record, under its name and for a client,
    /// unless it is there or under way.
    ///
    /// # Errors
    /// Why it is not begun.
    pub fn begin_study(
        &self,
        name: &str,
        record: impl FnOnce() -> AnyRecord,
        client: ClientNet,
    ) -> Result<StudyState, StudyRefusal> {
        let Inner {
            studies,
            bots,
            settings,
            ..
        } = &*self.inner;
        studies.begin(bots, name, record, client, settings.shares_bots)
    }

    /// Takes back that a client has asked for the analysis of this name.
    pub fn cancel_study(&self, name: &str, client: ClientNet) {
        self.inner.studies.cancel(name, client);
    }

    /// A place for a search of a position, which ends any other of this visitor.
    ///
    /// # Errors
    /// When too many wait.
    pub fn enter_search(
        &self,
        visitor: Visitor,
        client: ClientNet,
    ) -> Result<SearchPlace, TooManySearches> {
        let Inner {
            searches,
            bots,
            settings,
            ..
        } = &*self.inner;
        let client = settings.client_of_bots(client);
        searches.enter(bots, visitor, client, settings.shares_bots)
    }

    /// A game, loaded if need be, as it stands in the store; `None` if there is none with this id.
    ///
    /// # Errors
    /// When the store fails, or the server shuts down.
    pub async fn game(&self, id: &GameId) -> Result<Option<Arc<GameHandle>>, ServiceError> {
        loop {
            let Some(handle) = self.known(id).await? else {
                return Ok(None);
            };
            if self.refresh(&handle).await? {
                return Ok(Some(handle));
            }
        }
    }

    /// A game, loaded if need be, as this node knows it; `None` if there is none with this id.
    async fn known(&self, id: &GameId) -> Result<Option<Arc<GameHandle>>, ServiceError> {
        if let Some(handle) = self.loaded(id) {
            return Ok(Some(handle));
        }
        // A long game that many ask for at once is loaded once.
        let _lane = self.lane(id).await;
        if let Some(handle) = self.loaded(id) {
            return Ok(Some(handle));
        }
        let read = self.read(id).await?;
        Ok(read.map(|(handle, orders)| self.host(Arc::new(handle), orders)))
    }

    /// The lock under which this game is loaded or deleted.
    async fn lane(&self, id: &GameId) -> AsyncMutexGuard<'_, ()> {
        let name = BuildHasherDefault::<DefaultHasher>::default().hash_one(id);
        let lane = usize::try_from(name % LANES as u64).unwrap_or_default();
        self.inner.reading[lane].lock().await
    }

    /// Loads a game from the store, without an actor yet; not once the server closes.
    async fn read(&self, id: &GameId) -> Result<Option<(GameHandle, host::Mailbox)>, ServiceError> {
        tokio::select! {
            biased;
            () = self.closed() => Err(ServiceError::Closing),
            read = GameHandle::load(&self.inner.store, self.surroundings(), id) => read,
        }
    }

    fn surroundings(&self) -> Surroundings {
        Surroundings {
            uptime: Arc::clone(&self.inner.uptime),
            bots_wait: self.inner.settings.bots_wait,
            bus: self.inner.bus.get().cloned(),
        }
    }

    fn loaded(&self, id: &GameId) -> Option<Arc<GameHandle>> {
        self.inner.games.lock().get(id).cloned()
    }

    fn all_loaded(&self) -> Vec<Arc<GameHandle>> {
        self.inner.games.lock().values().cloned().collect()
    }

    /// Starts the actor of a loaded game, unless another was started meanwhile.
    fn host(&self, handle: Arc<GameHandle>, orders: host::Mailbox) -> Arc<GameHandle> {
        let mut games = self.inner.games.lock();
        match games.entry(handle.id().clone()) {
            Entry::Occupied(slot) => Arc::clone(slot.get()),
            Entry::Vacant(slot) => {
                slot.insert(Arc::clone(&handle));
                metrics::gauge!("parlor_games_loaded").increment(1.0);
                tokio::spawn(host::run(self.clone(), Arc::clone(&handle), orders));
                handle
            }
        }
    }

    /// Evicts a loaded game, unless it was loaded anew meanwhile.
    fn evict(&self, handle: &Arc<GameHandle>) {
        let mut games = self.inner.games.lock();
        let is_same = |known: &Arc<GameHandle>| Arc::ptr_eq(known, handle);
        if games.get(handle.id()).is_some_and(is_same) {
            games.remove(handle.id());
            metrics::gauge!("parlor_games_loaded").decrement(1.0);
        }
    }

    /// Evicts a loaded game if only its actor holds it; returns whether it did.
    fn evict_unused(&self, handle: &Arc<GameHandle>) -> bool {
        let mut games = self.inner.games.lock();
        // The actor holds one and the list one; nobody can take another from the locked list.
        let is_unused = Arc::strong_count(handle) == 2;
        if is_unused && games.remove(handle.id()).is_some() {
            metrics::gauge!("parlor_games_loaded").decrement(1.0);
        }
        is_unused
    }

    /// Carries out a command; `None` if there is no such game.
    ///
    /// # Errors
    /// When the store fails: then it is not known whether it was carried out, and sending the same
    /// command again will show it.
    pub async fn execute(
        &self,
        id: &GameId,
        order: &Command,
    ) -> Result<Option<CommandOutcome>, ServiceError> {
        self.execute_after(id, order, Duration::ZERO).await
    }

    /// Carries out a command that has arrived this long ago, for which the sender's clock is not charged:
    /// so long the server has looked the game up.
    ///
    /// # Errors
    /// As [`execute`](Self::execute).
    pub async fn execute_after(
        &self,
        id: &GameId,
        order: &Command,
        waited: Duration,
    ) -> Result<Option<CommandOutcome>, ServiceError> {
        let span = tracing::info_span!(
            target: trace::TARGET, "command", game = %id, version = order.expected_version
        );
        self.execute_at(id, order, self.uptime().saturating_sub(waited))
            .instrument(span)
            .await
    }

    async fn execute_at(
        &self,
        id: &GameId,
        order: &Command,
        arrived: Duration,
    ) -> Result<Option<CommandOutcome>, ServiceError> {
        let order = self.without_hidden_name(order.clone()).await?;
        loop {
            if *self.inner.closing.borrow() {
                return Err(ServiceError::Closing);
            }
            let Some(handle) = self.known(id).await? else {
                return Ok(None);
            };
            if let Some(answer) = handle.execute(order.clone(), arrived).await {
                return answer.map(Some);
            }
            // Its actor has stopped: it is loaded again, with another.
            self.evict(&handle);
        }
    }

    /// Sends a chat phrase for one of these seats: the named one, or the first that may chat.
    ///
    /// # Errors
    /// Why it is not sent.
    pub fn say(
        &self,
        handle: &GameHandle,
        by: &[char],
        seat: Option<char>,
        phrase: Phrase,
    ) -> Result<ChatMessage, ChatError> {
        let view = handle.view_for(by);
        let mut speakers = view.speakers();
        let speaker = speakers.find(|seat_state| seat.is_none_or(|seat| seat_state.seat == seat));
        let speaker = speaker.ok_or(ChatError::NoSeat)?.seat;
        let said = handle.say(speaker, phrase, self.inner.clock.now());
        said.map_err(ChatError::RateLimited)
    }

    /// The recent chat phrases of a game, the latest last.
    pub fn said_lately(&self, handle: &GameHandle) -> Vec<ChatMessage> {
        let talk = handle.talk();
        let talk = talk.borrow();
        talk.lately(self.inner.clock.now()).copied().collect()
    }

    /// Lets a browser hold a seat whose key it has.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn hold(
        &self,
        handle: &GameHandle,
        seat: char,
        key: &Key,
        browser: KeyHash,
    ) -> Result<Held, ServiceError> {
        if handle.seat_of(key) != Some(seat) {
            return Ok(Held::WrongKey);
        }
        self.hold_as(handle, seat, browser).await
    }

    /// Lets a browser hold a seat that it has taken by an invitation, and so without a key; and
    /// gives it one, for other devices. `None` if too many hold the seat.
    ///
    /// # Errors
    /// When the store fails, or without randomness.
    pub async fn hold_taken(
        &self,
        handle: &GameHandle,
        seat: char,
        browser: KeyHash,
    ) -> Result<Option<Key>, ServiceError> {
        let key = Key::draw(self.randomness())?;
        // Who comes again is asked for as the browser: until that is held, they are given a key.
        for holder in [key.hash(), browser] {
            if self.hold_as(handle, seat, holder).await? == Held::TooMany {
                return Ok(None);
            }
        }
        Ok(Some(key))
    }

    async fn hold_as(
        &self,
        handle: &GameHandle,
        seat: char,
        browser: KeyHash,
    ) -> Result<Held, ServiceError> {
        if handle.is_held_by_many(&browser, seat) {
            return Ok(Held::TooMany);
        }
        let holding = Holding {
            browser,
            game: handle.id().clone(),
            seat,
            since: self.inner.clock.now(),
        };
        self.inner.store.hold(holding).await?;
        handle.add_holder(browser, seat);
        self.tell_change(handle.id());
        Ok(Held::Done)
    }

    /// The game that a code invites to, and the seats that it gives, whoever has them by now; `None`
    /// if it is no code of a game.
    ///
    /// # Errors
    /// When the store fails, or the server shuts down.
    pub async fn invited(
        &self,
        code: &InviteCode,
    ) -> Result<Option<(Arc<GameHandle>, Vec<char>)>, ServiceError> {
        // Found by its hash, of which the time taken can reveal a part, but nothing of the code.
        let Some(invite) = self.inner.store.invite(code.hash()).await? else {
            return Ok(None);
        };
        let handle = self.game(&invite.game).await?;
        Ok(handle.map(|handle| (handle, invite.seats)))
    }

    /// The seats that a browser holds, the latest first.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn held(&self, browser: KeyHash, most: u32) -> Result<Vec<Holding>, ServiceError> {
        Ok(self.inner.store.held(browser, most).await?)
    }

    /// Checks that games can be loaded and stored now.
    ///
    /// # Errors
    /// Why they cannot.
    pub async fn check(&self) -> Result<(), ServiceError> {
        if self.is_leaving() {
            return Err(ServiceError::Closing);
        }
        self.inner.store.check().await?;
        match self.inner.store.damage() {
            Some(damage) => Err(damage.into()),
            None => Ok(()),
        }
    }

    /// Whether it shuts down, or is about to.
    pub fn is_leaving(&self) -> bool {
        self.inner.leaving.borrow().is_some() || *self.inner.closing.borrow()
    }

    /// Announces the shutdown, so that no new clients are sent here; commands are still carried
    /// out for a while.
    pub fn leave(&self, drain: Duration) {
        self.inner.leaving.send_replace(Some(drain));
    }

    /// Waits until the shutdown is announced; returns for how long clients are still served.
    pub async fn left(&self) -> Duration {
        let mut leaving = self.inner.leaving.subscribe();
        // The service itself holds the sender.
        let left = leaving.wait_for(Option::is_some).await;
        left.ok().and_then(|drain| *drain).unwrap_or_default()
    }

    /// The time that players' clocks follow.
    pub fn uptime(&self) -> Duration {
        self.inner.uptime.now()
    }

    /// Advances the uptime clock. Unless this is called every
    /// [`HEARTBEAT`](crate::uptime_clock::HEARTBEAT), the server counts as asleep.
    pub fn beat(&self) {
        self.inner.uptime.now();
        self.inner.trust.observe(&*self.inner.clock);
    }

    /// Waits until commands are refused: then waiting clients are to be disconnected.
    pub async fn closed(&self) {
        let mut closing = self.inner.closing.subscribe();
        // The service itself holds the sender.
        let _ = closing.wait_for(|is_closing| *is_closing).await;
    }

    /// Refuses commands from now on; those that were begun are still finished.
    pub fn stop_accepting(&self) {
        self.inner.closing.send_replace(true);
    }

    /// Refuses commands, finishes those that were begun, and closes the store.
    ///
    /// # Errors
    /// When the store cannot be closed cleanly.
    pub async fn close(&self) -> Result<(), ServiceError> {
        self.stop_accepting();
        self.inner.studies.stop();
        self.inner.searches.stop();
        for handle in self.all_loaded() {
            handle.stop().await;
        }
        let closed = self.inner.store.close().await;
        // Others take the games at once, whose leases have ended by now.
        if let Some(bus) = self.inner.bus.get() {
            bus.leave().await;
        }
        Ok(closed?)
    }
}
