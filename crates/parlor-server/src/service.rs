//! The game service: makes games, finds them, and hands what people want to
//! the task that owns the game.
//!
//! One task owns each game; it alone decides and writes, one thing
//! after the other. Everybody else reads the table that it keeps up to date.

mod create;
pub(crate) mod host;
mod keep;
mod open_games;
mod plan;
mod sweep;
#[cfg(test)]
mod tests;

use core::hash::{BuildHasher as _, BuildHasherDefault};
use core::sync::atomic::{AtomicBool, Ordering};
use core::time::Duration;
use std::collections::HashMap;
use std::collections::hash_map::{DefaultHasher, Entry as Place};
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::{Mutex as AsyncMutex, MutexGuard as AsyncMutexGuard, OnceCell, watch};

use crate::bots::BotPool;
#[cfg(doc)]
use crate::client_net::ClientNet;
use crate::clock::Clock;
use crate::id::GameId;
use crate::key::{Key, KeyHash};
use crate::order::Order;
use crate::phrase::{Phrase, Spoken, TooMuch};
use crate::randomness::{NoRandomness, Randomness};
use crate::rate_limit::{NetLimiters, Rate};
use crate::store::{Holding, Store, StoreError};
use crate::table::{Rejection, Seen};
use crate::waking::Waking;

use host::Course;
use open_games::OpenGames;
use sweep::{MOST_SWEPT, Trust, UNPLAYED};

pub use create::{CreateError, MadeGame, Maker, NewPlayer, NewSeat, NewTable, Offer};
pub use host::{Attendance, Hosted, MOST_HOLDERS, SharedText};
pub use keep::Ended;
pub use plan::{Field, LONGEST_NAME, NameError, SeatField, checked_name, start_refusal};

/// How many games can be read at a time for those who ask.
const LANES: usize = 64;

/// What the service is set to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// How many games may go on in all.
    pub most_games: u64,
    /// How many games a browser may have going on.
    pub most_games_held: u64,
    /// How many games of one client may go on, and [more](ClientNet::FACTORS) of the wider
    /// networks around it; as many as there is room for without it.
    pub most_games_of_client: Option<usize>,
    /// How fast one client may make games, and the wider networks around it.
    pub new_games: Option<Rate>,
    /// Whether clients share the threads of bots evenly, rather than by who comes first.
    pub shares_bots: bool,
    /// How long bots play on after somebody with a seat was last in the game.
    pub bots_wait: Duration,
    /// After how long a game is put away in which nothing happens and that
    /// nobody looks at. It is read again when somebody does.
    pub put_away_after: Duration,
    /// After how long a game is ended in which nothing happens.
    pub abandon_after: Duration,
    /// The same for a game that nobody has begun to play.
    pub abandon_unplayed_after: Duration,
    /// For how long a game is kept that is over; for ever without it.
    pub keep_finished: Option<Duration>,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            most_games: 10_000,
            most_games_held: 100,
            most_games_of_client: Some(200),
            new_games: Some(Rate::every(Duration::from_mins(1), 300)),
            shares_bots: true,
            bots_wait: Duration::from_mins(10),
            put_away_after: Duration::from_mins(10),
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
    clock: Arc<dyn Clock>,
    /// What players' clocks follow.
    waking: Arc<Waking>,
    /// Whether games may be ended by what the clock says.
    trust: Trust,
    randomness: Arc<dyn Randomness>,
    bots: BotPool,
    settings: Settings,
    new_games: Option<NetLimiters>,
    /// The games that go on.
    open: Arc<OpenGames>,
    /// Set once those are among them that went on before the start.
    knows_older: OnceCell<()>,
    /// The games that are loaded.
    games: Mutex<HashMap<GameId, Arc<Hosted>>>,
    /// Held while a game is read or deleted; which, its name decides.
    reading: [AsyncMutex<()>; LANES],
    /// Becomes true once nothing is taken any more.
    closing: watch::Sender<bool>,
    /// Whether nobody new is to be sent here.
    is_leaving: AtomicBool,
}

/// What became of an order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// It is done and kept, under this version.
    Committed(u64),
    /// It was done before, under this version.
    Duplicate(u64),
    /// The game has gone on to this version since the sender saw it.
    Stale(u64),
    /// It is not done.
    Rejected(Rejection),
}

/// What became of the wish to hold a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Held {
    /// The browser holds it.
    Done,
    /// It is not the seat's key.
    WrongKey,
    /// So many browsers hold it that it takes no more.
    TooMany,
}

/// Why something was not said.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NotSaid {
    /// It is nobody's seat that could speak.
    #[error("only who has joined the game and has not left it can say something")]
    NoSeat,
    /// The seat has said much of late.
    #[error(transparent)]
    TooMuch(#[from] TooMuch),
}

/// Why the service cannot do its work now.
#[derive(Clone, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ServiceError {
    /// The store has failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// There is no randomness to make secrets of.
    #[error(transparent)]
    Randomness(#[from] NoRandomness),
    /// The server is shutting down.
    #[error("the server is shutting down; try again in a moment")]
    Closing,
}

impl ServiceError {
    /// Why, in words for anybody: where games are kept is the keeper's business alone.
    pub(crate) fn reason(&self) -> String {
        match self {
            Self::Store(StoreError::Unavailable { outage, .. }) => outage.to_string(),
            Self::Store(StoreError::Closed { .. }) | Self::Closing => {
                "the server is shutting down".to_owned()
            }
            Self::Store(_) => "the server cannot read or keep this game".to_owned(),
            Self::Randomness(_) => "the server has no randomness, which games need".to_owned(),
        }
    }
}

impl Service {
    /// A service over a store, a clock and a source of randomness.
    pub fn new(
        store: Arc<dyn Store>,
        clock: Arc<dyn Clock>,
        randomness: Arc<dyn Randomness>,
        bots: BotPool,
        settings: Settings,
    ) -> Self {
        Self {
            inner: Arc::new(Inner {
                store,
                waking: Arc::new(Waking::by(Arc::clone(&clock))),
                trust: Trust::from_now(&*clock),
                clock,
                randomness,
                bots,
                settings,
                new_games: settings.new_games.map(NetLimiters::new),
                open: Arc::default(),
                knows_older: OnceCell::new(),
                games: Mutex::default(),
                reading: core::array::from_fn(|_| AsyncMutex::default()),
                closing: watch::Sender::new(false),
                is_leaving: AtomicBool::new(false),
            }),
        }
    }

    /// The source of randomness, for keys of browsers.
    pub fn randomness(&self) -> &dyn Randomness {
        &*self.inner.randomness
    }

    /// A game, loaded if it is not; none if there is none of this name.
    ///
    /// # Errors
    /// When the store fails, or the server shuts down.
    pub async fn game(&self, id: &GameId) -> Result<Option<Arc<Hosted>>, ServiceError> {
        if let Some(hosted) = self.loaded(id) {
            return Ok(Some(hosted));
        }
        // However many ask for a long game at once, it is read once.
        let _lane = self.lane(id).await;
        if let Some(hosted) = self.loaded(id) {
            return Ok(Some(hosted));
        }
        let read = self.read(id).await?;
        Ok(read.map(|(hosted, orders)| self.host(Arc::new(hosted), orders)))
    }

    /// What nobody else reads or deletes this game with meanwhile.
    async fn lane(&self, id: &GameId) -> AsyncMutexGuard<'_, ()> {
        let name = BuildHasherDefault::<DefaultHasher>::default().hash_one(id);
        let lane = usize::try_from(name % LANES as u64).unwrap_or_default();
        self.inner.reading[lane].lock().await
    }

    /// Reads a game from the store, which has no task yet; not once the server closes.
    async fn read(&self, id: &GameId) -> Result<Option<(Hosted, host::Orders)>, ServiceError> {
        tokio::select! {
            biased;
            () = self.closed() => Err(ServiceError::Closing),
            read = Hosted::load(&self.inner.store, self.course(), id) => read,
        }
    }

    fn course(&self) -> Course {
        Course {
            waking: Arc::clone(&self.inner.waking),
            bots_wait: self.inner.settings.bots_wait,
        }
    }

    fn loaded(&self, id: &GameId) -> Option<Arc<Hosted>> {
        let games = self.inner.games.lock();
        let games = games.unwrap_or_else(PoisonError::into_inner);
        games.get(id).map(Arc::clone)
    }

    fn all_loaded(&self) -> Vec<Arc<Hosted>> {
        let games = self.inner.games.lock();
        let games = games.unwrap_or_else(PoisonError::into_inner);
        games.values().map(Arc::clone).collect()
    }

    /// Gives a loaded game its task, unless somebody else was faster.
    fn host(&self, hosted: Arc<Hosted>, orders: host::Orders) -> Arc<Hosted> {
        let games = self.inner.games.lock();
        let mut games = games.unwrap_or_else(PoisonError::into_inner);
        match games.entry(hosted.id().clone()) {
            Place::Occupied(place) => Arc::clone(place.get()),
            Place::Vacant(place) => {
                place.insert(Arc::clone(&hosted));
                metrics::gauge!("parlor_games_loaded").increment(1.0);
                tokio::spawn(host::run(self.clone(), Arc::clone(&hosted), orders));
                hosted
            }
        }
    }

    /// Forgets a loaded game, unless it was loaded anew meanwhile.
    fn put_away(&self, hosted: &Arc<Hosted>) {
        let games = self.inner.games.lock();
        let mut games = games.unwrap_or_else(PoisonError::into_inner);
        let is_same = |known: &Arc<Hosted>| Arc::ptr_eq(known, hosted);
        if games.get(hosted.id()).is_some_and(is_same) {
            games.remove(hosted.id());
            metrics::gauge!("parlor_games_loaded").decrement(1.0);
        }
    }

    /// Forgets a loaded game if nobody but its owner has it at hand; whether it
    /// did.
    fn put_away_unused(&self, hosted: &Arc<Hosted>) -> bool {
        let games = self.inner.games.lock();
        let mut games = games.unwrap_or_else(PoisonError::into_inner);
        // One is the owner's and one is in the list, which nobody else can
        // take it from meanwhile.
        let is_unused = Arc::strong_count(hosted) == 2;
        if is_unused && games.remove(hosted.id()).is_some() {
            metrics::gauge!("parlor_games_loaded").decrement(1.0);
        }
        is_unused
    }

    /// Has something done in a game; none if there is no such game.
    ///
    /// # Errors
    /// When the store fails: then it is not known whether it was done, and
    /// the same order sent again will tell.
    pub async fn order(&self, id: &GameId, order: &Order) -> Result<Option<Answer>, ServiceError> {
        loop {
            if *self.inner.closing.borrow() {
                return Err(ServiceError::Closing);
            }
            let Some(hosted) = self.game(id).await? else {
                return Ok(None);
            };
            if let Some(answer) = hosted.order(order.clone()).await {
                return answer.map(Some);
            }
            // Its owner has gone: it is loaded again, with another.
            self.put_away(&hosted);
        }
    }

    /// What whoever speaks for these seats is shown of a game.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn seen(&self, id: &GameId, by: &[char]) -> Result<Option<Seen>, ServiceError> {
        Ok(self.game(id).await?.map(|hosted| hosted.seen(by)))
    }

    /// Says something in a game for one of these seats: the one that is named, or
    /// the first that may speak.
    ///
    /// # Errors
    /// Why it is not said.
    pub fn say(
        &self,
        hosted: &Hosted,
        by: &[char],
        seat: Option<char>,
        phrase: Phrase,
    ) -> Result<Spoken, NotSaid> {
        let seen = hosted.seen(by);
        let mut speakers = seen.speakers();
        let speaker = speakers.find(|chair| seat.is_none_or(|seat| chair.seat == seat));
        let speaker = speaker.ok_or(NotSaid::NoSeat)?.seat;
        Ok(hosted.say(speaker, phrase, self.inner.clock.now())?)
    }

    /// What was said of late in a game, the last at the end.
    pub fn said_lately(&self, hosted: &Hosted) -> Vec<Spoken> {
        let talk = hosted.talk();
        let talk = talk.borrow();
        talk.lately(self.inner.clock.now()).copied().collect()
    }

    /// Lets a browser hold a seat whose key it has shown.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn hold(
        &self,
        hosted: &Hosted,
        seat: char,
        key: &Key,
        browser: KeyHash,
    ) -> Result<Held, ServiceError> {
        if hosted.seat_of(key) != Some(seat) {
            return Ok(Held::WrongKey);
        }
        if hosted.is_held_by_many(&browser, seat) {
            return Ok(Held::TooMany);
        }
        let holding = Holding {
            browser,
            game: hosted.id().clone(),
            seat,
            since: self.inner.clock.now(),
        };
        self.inner.store.hold(holding).await?;
        hosted.add_holder(browser, seat);
        Ok(Held::Done)
    }

    /// The seats that a browser holds, the latest first.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn held(&self, browser: KeyHash, most: u32) -> Result<Vec<Holding>, ServiceError> {
        Ok(self.inner.store.held(browser, most).await?)
    }

    /// Whether games can be read and kept now.
    ///
    /// # Errors
    /// When they cannot.
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
        self.inner.is_leaving.load(Ordering::Relaxed) || *self.inner.closing.borrow()
    }

    /// Says that it is about to shut down, so that nobody new is sent here;
    /// everything is taken as before.
    pub fn leave(&self) {
        self.inner.is_leaving.store(true, Ordering::Relaxed);
    }

    /// Looks at the clock that players' clocks follow. Unless this is done every
    /// [`BEAT`](crate::waking::BEAT), the server is taken for asleep.
    pub fn beat(&self) {
        self.inner.waking.now();
        self.inner.trust.observe(&*self.inner.clock);
    }

    /// Waits until nothing is taken any more: then whoever waits is to leave.
    pub async fn closed(&self) {
        let mut closing = self.inner.closing.subscribe();
        // The service itself holds the sender.
        let _ = closing.wait_for(|is_closing| *is_closing).await;
    }

    /// Takes nothing any more; what was begun is still finished.
    pub fn take_nothing_more(&self) {
        self.inner.closing.send_replace(true);
    }

    /// Takes nothing any more, finishes what was begun, and closes the store.
    ///
    /// # Errors
    /// When the store cannot be closed in order.
    pub async fn close(&self) -> Result<(), ServiceError> {
        self.take_nothing_more();
        let hosted: Vec<Arc<Hosted>> = {
            let games = self.inner.games.lock();
            let games = games.unwrap_or_else(PoisonError::into_inner);
            games.values().map(Arc::clone).collect()
        };
        for hosted in hosted {
            hosted.stop().await;
        }
        Ok(self.inner.store.close().await?)
    }
}
