//! The task that owns a game.
//!
//! It takes one thing after the other: what somebody wants, what a bot has
//! thought of, or that an absent player's time is up. Each is decided by the
//! table, written to the store, and only then carried out, answered, and told
//! to whoever waits for news.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock, RwLockReadGuard};

use parlor_view::Scene;
use tokio::sync::{mpsc, oneshot, watch};
use tokio::time::{Duration, sleep};

use super::turn::Turn;
use super::{Answer, Offer, Service, ServiceError};
use crate::clock::Moment;
use crate::id::{ActionId, GameId};
use crate::key::{Key, KeyHash};
use crate::log::{Entry, Happening};
use crate::order::{Order, Wish};
use crate::phrase::{Phrase, Spoken, Talk, TooMuch};
use crate::store::{Append, Appended, Created, Store, StoreError};
use crate::table::{self, AnyTable, Due, EventSeen, Frame, Rejection, Seen, Thought};
use crate::waking::Waking;

/// How many orders may wait for one game.
const MOST_WAITING: usize = 64;

/// How many browsers may hold one seat: a person's devices, and some more.
pub const MOST_HOLDERS: usize = 16;

/// How long the owner waits before it tries again what the store refused.
const TRY_AGAIN: Duration = Duration::from_secs(1);

/// A game that is loaded: what everybody may read of it, and the way to its
/// owner.
#[derive(Debug)]
pub struct Hosted {
    id: GameId,
    table: RwLock<Box<dyn AnyTable>>,
    keys: Vec<(char, KeyHash)>,
    holders: RwLock<Vec<(KeyHash, char)>>,
    /// The run of the clock of the seat to act.
    turn: Mutex<Turn>,
    waking: Arc<Waking>,
    /// The version that the table has.
    version: watch::Sender<u64>,
    /// What was said of late.
    talk: watch::Sender<Talk>,
    /// The seats whose players look on live, each once for each place where
    /// they do.
    present: watch::Sender<Vec<char>>,
    orders: mpsc::Sender<Command>,
}

/// What the owner is told.
#[derive(Debug)]
enum Command {
    /// Somebody wants something, and wanted it when the server had been awake so
    /// long.
    Order(
        Order,
        Duration,
        oneshot::Sender<Result<Answer, ServiceError>>,
    ),
    /// End the game if nothing has happened in it since.
    Abandon(Moment, oneshot::Sender<bool>),
    /// Stop, and say when that is done.
    Stop(oneshot::Sender<()>),
}

/// What an owner listens to.
#[derive(Debug)]
pub(super) struct Orders(mpsc::Receiver<Command>);

impl Hosted {
    pub(super) fn new(
        id: GameId,
        table: Box<dyn AnyTable>,
        keys: Vec<(char, KeyHash)>,
        holders: Vec<(KeyHash, char)>,
        waking: Arc<Waking>,
    ) -> (Self, Orders) {
        let (orders, waiting) = mpsc::channel(MOST_WAITING);
        let hosted = Self {
            id,
            version: watch::Sender::new(table.version()),
            present: watch::Sender::default(),
            talk: watch::Sender::default(),
            table: RwLock::new(table),
            turn: Mutex::new(Turn::beginning(waking.now())),
            waking,
            keys,
            holders: RwLock::new(holders),
            orders,
        };
        (hosted, Orders(waiting))
    }

    /// Reads a game from the store; none if there is none of this name.
    pub(super) async fn load(
        store: &Arc<dyn Store>,
        waking: &Arc<Waking>,
        id: &GameId,
    ) -> Result<Option<(Self, Orders)>, ServiceError> {
        let Some(stored) = store.game(id).await? else {
            return Ok(None);
        };
        let damaged = |reason: String| StoreError::Damaged {
            store: format!("game {id}"),
            reason,
        };
        let mut table = table::set(id, &stored.plan, stored.secret)
            .map_err(|error| damaged(error.to_string()))?;
        for entry in store.entries(id, 0).await? {
            let applied = table.apply(entry);
            applied.map_err(|error| damaged(error.to_string()))?;
        }
        let waking = Arc::clone(waking);
        let hosted = Self::new(id.clone(), table, stored.keys, stored.holders, waking);
        Ok(Some(hosted))
    }

    /// The game's name.
    pub const fn id(&self) -> &GameId {
        &self.id
    }

    fn table(&self) -> RwLockReadGuard<'_, Box<dyn AnyTable>> {
        self.table.read().unwrap_or_else(PoisonError::into_inner)
    }

    /// What whoever speaks for these seats is shown.
    pub fn seen(&self, by: &[char]) -> Seen {
        let table = self.table();
        let mut seen = table.seen(by);
        let running = seen.running;
        let mut seats = seen.seats.iter_mut();
        if let Some(chair) = seats.find(|chair| running == Some(chair.seat)) {
            let spent = self.turn().spent(self.waking.now());
            chair.left = chair.left.map(|left| left.saturating_sub(spent));
        }
        seen
    }

    fn turn(&self) -> MutexGuard<'_, Turn> {
        self.turn.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// After how long somebody's time is over, and what is to be written down
    /// then; none if no clock runs.
    fn flag(&self) -> Option<(Duration, Happening)> {
        let running = self.table().running()?;
        let turn = self.turn();
        let left = running.left.saturating_sub(turn.spent(self.waking.now()));
        (!turn.stands()).then_some((left, running.falls))
    }

    /// Stops the clock that runs, if one does.
    fn stand_still(&self, now: Duration) {
        if self.table().running().is_some() {
            self.turn().stand(now);
        }
    }

    /// The entries after a version, as they are shown.
    pub fn events(&self, after: u64) -> Vec<EventSeen> {
        self.events_up_to(after, usize::MAX)
    }

    /// What has happened after a version: the first events, at most so many.
    pub fn events_up_to(&self, after: u64, most: usize) -> Vec<EventSeen> {
        self.table().events(after, most)
    }

    /// How the game went on to a version; none if there is no such, or nothing
    /// before it.
    pub fn frame(&self, version: u64) -> Option<Frame> {
        self.table().frame(version)
    }

    /// A game that is over, as it stood after so many plies; none while it goes
    /// on, or if it has fewer.
    pub fn moment(&self, plies: usize) -> Option<Scene> {
        self.table().moment(plies)
    }

    /// How many entries there are.
    pub fn version(&self) -> u64 {
        *self.version.borrow()
    }

    /// The game as a record, in text.
    pub fn record_text(&self) -> String {
        self.table().record_text()
    }

    /// The game as a record, in JSON.
    pub fn record_json(&self) -> String {
        self.table().record_json()
    }

    /// News of the game: the version, each time it grows.
    pub fn news(&self) -> watch::Receiver<u64> {
        self.version.subscribe()
    }

    /// Says something for a seat to everybody who looks at the game. It is told,
    /// and not written down.
    ///
    /// # Errors
    /// How long the seat has to wait, if it has said much of late.
    pub(super) fn say(&self, seat: char, phrase: Phrase, now: Moment) -> Result<Spoken, TooMuch> {
        let mut said = None;
        self.talk
            .send_if_modified(|talk| said.insert(talk.say(seat, phrase, now)).is_ok());
        said.expect("it was said, or not")
    }

    /// What was said of late, each time that something is said.
    pub fn talk(&self) -> watch::Receiver<Talk> {
        self.talk.subscribe()
    }

    /// The seats whose players look on live, each time that changes.
    pub fn presence(&self) -> watch::Receiver<Vec<char>> {
        self.present.subscribe()
    }

    /// Notes that the players of these seats look on live, until what this gives
    /// is dropped.
    pub fn attend(self: &Arc<Self>, seats: Vec<char>) -> Attendance {
        self.present.send_if_modified(|present| {
            present.extend(&seats);
            !seats.is_empty()
        });
        Attendance {
            hosted: Arc::clone(self),
            seats,
        }
    }

    /// The seat that a key is for.
    pub fn seat_of(&self, key: &Key) -> Option<char> {
        let shown = key.hash();
        // Every key is compared, so that the time taken tells nothing.
        let is_shown =
            |(seat, hash): &(char, KeyHash)| hash.is_of_same_key(&shown).then_some(*seat);
        self.keys
            .iter()
            .filter_map(is_shown)
            .fold(None, |found, seat| found.or(Some(seat)))
    }

    /// The seats that a browser holds.
    pub fn held_by(&self, browser: &KeyHash) -> Vec<char> {
        let holders = self.holders.read().unwrap_or_else(PoisonError::into_inner);
        let held = holders
            .iter()
            .filter(|(holder, _)| holder.is_of_same_key(browser));
        held.map(|(_, seat)| *seat).collect()
    }

    /// Whether a seat takes no other browser.
    pub(super) fn is_held_by_many(&self, browser: &KeyHash, seat: char) -> bool {
        let holders = self.holders();
        let of_seat = holders.iter().filter(|(_, held)| *held == seat);
        let is_known = holders.contains(&(*browser, seat));
        !is_known && of_seat.count() >= MOST_HOLDERS
    }

    pub(super) fn add_holder(&self, browser: KeyHash, seat: char) {
        let holders = self.holders.write();
        let mut holders = holders.unwrap_or_else(PoisonError::into_inner);
        if !holders.contains(&(browser, seat)) {
            holders.push((browser, seat));
        }
    }

    fn holders(&self) -> Vec<(KeyHash, char)> {
        let holders = self.holders.read();
        holders.unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Has something done; none if the owner has gone.
    pub(super) async fn order(&self, order: Order) -> Option<Result<Answer, ServiceError>> {
        let (answer, answered) = oneshot::channel();
        let arrived = self.waking.now();
        let command = Command::Order(order, arrived, answer);
        self.orders.send(command).await.ok()?;
        answered.await.ok()
    }

    /// Ends the game if nothing has happened in it since; whether it did.
    pub(super) async fn abandon(&self, since: Moment) -> bool {
        let (answer, answered) = oneshot::channel();
        let sent = self.orders.send(Command::Abandon(since, answer)).await;
        sent.is_ok() && answered.await.unwrap_or(false)
    }

    /// Lets the owner finish what it does, and stop.
    pub(super) async fn stop(&self) {
        let (answer, answered) = oneshot::channel();
        if self.orders.send(Command::Stop(answer)).await.is_ok() {
            let _ = answered.await;
        }
    }
}

/// A place where the players of some seats look on live.
#[derive(Debug)]
pub struct Attendance {
    hosted: Arc<Hosted>,
    seats: Vec<char>,
}

impl Drop for Attendance {
    fn drop(&mut self) {
        self.hosted.present.send_if_modified(|present| {
            for seat in &self.seats {
                if let Some(place) = present.iter().position(|other| other == seat) {
                    present.swap_remove(place);
                }
            }
            !self.seats.is_empty()
        });
    }
}

/// Owns a game until it is put away.
pub(super) async fn run(service: Service, hosted: Arc<Hosted>, Orders(mut orders): Orders) {
    let (thoughts, mut thought) = mpsc::channel(1);
    let mut owner = Owner {
        service,
        hosted,
        thoughts,
        thinking_at: None,
        is_unsure: false,
        again: None,
    };
    loop {
        let (wait, own) = owner.what_next();
        tokio::select! {
            biased;
            command = orders.recv() => match command {
                Some(Command::Order(order, arrived, answer)) => {
                    // Whoever asked may have gone; what is done is done.
                    let _ = answer.send(owner.order(&order, arrived).await);
                }
                Some(Command::Abandon(since, answer)) => {
                    let _ = answer.send(owner.abandon(since).await);
                }
                Some(Command::Stop(answer)) => {
                    owner.service.put_away(&owner.hosted);
                    let _ = answer.send(());
                    return;
                }
                None => return,
            },
            Some(thought) = thought.recv() => owner.play_for(thought).await,
            () = pause(wait) => match own {
                Some(happening) => owner.write_own(happening).await,
                None if owner.let_run_again().await => {}
                None if owner.is_idle() && owner.service.put_away_unused(&owner.hosted) => return,
                None => {}
            },
        }
    }
}

/// Waits; not at all for no time.
async fn pause(wait: Duration) {
    if !wait.is_zero() {
        sleep(wait).await;
    }
}

/// What a bot has thought of.
#[derive(Debug)]
struct Thinking {
    /// The version that it thought about.
    version: u64,
    happening: Option<Happening>,
}

struct Owner {
    service: Service,
    hosted: Arc<Hosted>,
    thoughts: mpsc::Sender<Thinking>,
    /// The version that a bot thinks about, or last thought about.
    thinking_at: Option<u64>,
    /// Whether the store has failed, so that it is not known what it holds.
    is_unsure: bool,
    /// What could not be written down at a version, to be tried again.
    again: Option<(u64, Happening)>,
}

impl Owner {
    /// What the owner does if nobody wants anything for a while.
    fn what_next(&mut self) -> (Duration, Option<Happening>) {
        let (wait, own) = self.due_next();
        if self.hosted.turn().stands() {
            return (wait.min(TRY_AGAIN), own.filter(|_| wait <= TRY_AGAIN));
        }
        // Nobody's time is over while nobody can play.
        let is_closing = *self.service.inner.closing.borrow();
        match self.hosted.flag().filter(|_| !is_closing) {
            Some((left, falls)) if left.is_zero() => (left, Some(falls)),
            // Then it is looked again: the server may have slept meanwhile.
            Some((left, _)) if left < wait => (left, None),
            _ => (wait, own),
        }
    }

    /// What is to be done next, whatever clock runs.
    fn due_next(&mut self) -> (Duration, Option<Happening>) {
        let inner = &self.service.inner;
        let put_away_after = inner.settings.put_away_after;
        if let Some((version, happening)) = &self.again
            && *version == self.hosted.version()
        {
            return (TRY_AGAIN, Some(happening.clone()));
        }
        let version = self.hosted.version();
        if self.thinking_at == Some(version) {
            // The bot's answer wakes the owner; to ask what is due would copy
            // the game for the bot once more.
            return (put_away_after, None);
        }
        let due = self.hosted.table().due();
        match due {
            Due::Write(happening) => (Duration::ZERO, Some(happening)),
            Due::Absent { seat, until } => {
                let left = until.since(inner.clock.now());
                match self.hosted.table().away(seat) {
                    Some(happening) if left < put_away_after => (left, Some(happening)),
                    _ => (put_away_after, None),
                }
            }
            Due::Think(thought) => {
                self.let_think(thought, version);
                (put_away_after, None)
            }
            Due::Nothing => (put_away_after, None),
        }
    }

    /// Lets a bot think about a version.
    fn let_think(&mut self, thought: Thought, version: u64) {
        self.thinking_at = Some(version);
        let service = self.service.clone();
        let thoughts = self.thoughts.clone();
        tokio::spawn(async move {
            let happening = service.inner.bots.think(thought).await;
            let thinking = Thinking { version, happening };
            // The game may have been put away meanwhile.
            let _ = thoughts.send(thinking).await;
        });
    }

    /// Plays what a bot has thought of, if the game still waits for it.
    async fn play_for(&mut self, thinking: Thinking) {
        let Thinking { version, happening } = thinking;
        if self.hosted.version() != version {
            return;
        }
        if let Some(happening) = happening {
            self.write_own(happening).await;
        } else {
            tracing::error!(game = %self.hosted.id, "the bot gave no action");
        }
    }

    /// Writes down what the server itself does; if the store fails, after a
    /// while again.
    async fn write_own(&mut self, happening: Happening) {
        let version = self.hosted.version();
        self.again = None;
        if let Err(error) = self.commit(happening.clone(), None, version).await {
            tracing::warn!(game = %self.hosted.id, %error, "not written down");
            self.hosted.stand_still(self.hosted.waking.now());
            self.again = Some((version, happening));
        }
    }

    /// Does what somebody wants, if it can be done.
    async fn order(&mut self, order: &Order, arrived: Duration) -> Result<Answer, ServiceError> {
        let answer = self.try_order(order, arrived).await;
        if answer.is_err() {
            // What cannot be written down is not to cost its sender time.
            self.hosted.stand_still(arrived);
        }
        answer
    }

    async fn try_order(
        &mut self,
        order: &Order,
        arrived: Duration,
    ) -> Result<Answer, ServiceError> {
        // Who has seen more than the table has been told so by another server.
        self.is_unsure |= order.version > self.hosted.version();
        self.catch_up().await?;
        let decided = {
            let table = self.hosted.table();
            if let Some((version, seat)) = table.done(&order.action_id) {
                return Ok(if seat.is_none_or(|seat| order.by.contains(&seat)) {
                    Answer::Duplicate(version)
                } else {
                    let id = &order.action_id;
                    let message =
                        format!("somebody else has used the action_id {id}; draw a new one");
                    Answer::Rejected(Rejection::new(None, message))
                });
            }
            if order.version != table.version() {
                return Ok(Answer::Stale(table.version()));
            }
            if order.wish == Wish::Rematch {
                table.rematcher(order).map(Err)
            } else {
                table.decide(order).map(Ok)
            }
        };
        let action_id = order.action_id.clone();
        match decided {
            Ok(Ok(mut happening)) => {
                if let Some(falls) = self.charge(&mut happening, arrived) {
                    self.commit(falls, None, order.version).await?;
                    return Ok(Answer::Stale(self.hosted.version()));
                }
                self.commit(happening, Some(action_id), order.version).await
            }
            Ok(Err(seat)) => self.rematch(seat, order).await,
            Err(rejection) => Ok(Answer::Rejected(rejection)),
        }
    }

    /// Charges the time until somebody's action came to the clock that runs; what
    /// is to be written down instead if it came too late.
    fn charge(&self, happening: &mut Happening, arrived: Duration) -> Option<Happening> {
        let running = self.hosted.table().running()?;
        let spent = self.hosted.turn().spent(arrived);
        let is_charged = happening.charge(running.seat, spent);
        (is_charged && running.left <= spent).then_some(running.falls)
    }

    /// Lets a clock run again that stood because nothing could be written down,
    /// if that has changed; whether one stood.
    async fn let_run_again(&self) -> bool {
        let stood = self.hosted.turn().stands();
        if stood && self.service.inner.store.check().await.is_ok() {
            let now = self.hosted.waking.now();
            self.hosted.turn().go_on(now);
        }
        stood
    }

    /// Makes the game that follows, with the seats rotated, and notes it here;
    /// both, or neither.
    ///
    /// Who wants it is in; the others join when they come.
    async fn rematch(&mut self, seat: char, order: &Order) -> Result<Answer, ServiceError> {
        let (plan, moved) = self.hosted.table().rotated();
        let moved_to = |from: char| moved.iter().find(|rotated| rotated.from == from);
        let keys = self.hosted.keys.iter();
        let keys = keys.filter_map(|(seat, hash)| Some((moved_to(*seat)?.seat, *hash)));
        let holders = self.hosted.holders().into_iter();
        let holders = holders.filter_map(|(browser, seat)| Some((browser, moved_to(seat)?.seat)));
        let (keys, holders) = (keys.collect(), holders.collect());
        let offers = moved.iter().map(|rotated| {
            let is_in = order.by.contains(&rotated.from);
            is_in.then_some(if rotated.gave_bytes {
                Offer::Later
            } else {
                Offer::Nothing
            })
        });
        let offers: Vec<Option<Offer>> = offers.collect();
        let game = GameId::draw(self.service.randomness())?;
        let new = self
            .service
            .new_game(game.clone(), plan, keys, holders, &offers);
        let mut new = new?;
        let action_id = Some(order.action_id.clone());
        let entry = self.entry(Happening::Rematched { seat, game }, action_id);
        new.follows = Some((self.hosted.id.clone(), entry.clone()));
        match self.service.inner.store.create(new).await {
            Ok(Created::Done) => Ok(Answer::Committed(self.carry_out(entry)?)),
            Ok(Created::Stale | Created::Exists) => {
                self.is_unsure = true;
                self.catch_up().await?;
                Ok(Answer::Stale(self.hosted.version()))
            }
            Err(error) => {
                self.is_unsure = true;
                Err(error.into())
            }
        }
    }

    /// Ends the game if nothing has happened since; whether it did.
    async fn abandon(&mut self, since: Moment) -> bool {
        let (happening, version) = {
            let table = self.hosted.table();
            let happening = table.abandoned().filter(|_| table.touched() <= since);
            (happening, table.version())
        };
        match happening {
            Some(happening) => {
                let done = self.commit(happening, None, version).await;
                matches!(done, Ok(Answer::Committed(_)))
            }
            None => false,
        }
    }

    /// The next entry of the log.
    fn entry(&self, happening: Happening, action_id: Option<ActionId>) -> Entry {
        Entry {
            version: self.hosted.version() + 1,
            at: self.service.inner.clock.now(),
            action_id,
            happening,
        }
    }

    /// Writes it to the store; only then carries it out. It was decided at a
    /// version, and is worth nothing at any other.
    async fn commit(
        &mut self,
        happening: Happening,
        action_id: Option<ActionId>,
        decided_at: u64,
    ) -> Result<Answer, ServiceError> {
        self.catch_up().await?;
        if self.hosted.version() != decided_at {
            return Ok(Answer::Stale(self.hosted.version()));
        }
        let ends = self.hosted.table().ends_with(&happening);
        let entry = self.entry(happening, action_id);
        let append = Append {
            game: self.hosted.id.clone(),
            entry: entry.clone(),
            ends,
        };
        match self.service.inner.store.append(append).await {
            Ok(Appended::Done) => Ok(Answer::Committed(self.carry_out(entry)?)),
            Ok(Appended::Duplicate(version)) => {
                // Another server was faster.
                self.is_unsure = true;
                Ok(Answer::Duplicate(version))
            }
            Ok(Appended::Stale(_)) => {
                self.is_unsure = true;
                self.catch_up().await?;
                Ok(Answer::Stale(self.hosted.version()))
            }
            Err(error) => {
                metrics::counter!("parlor_store_errors_total").increment(1);
                self.is_unsure = true;
                Err(error.into())
            }
        }
    }

    /// Reads what the store holds and the table does not, after a failure or
    /// when another server has written.
    async fn catch_up(&mut self) -> Result<(), ServiceError> {
        if !self.is_unsure {
            return Ok(());
        }
        let store = &self.service.inner.store;
        let entries = store
            .entries(&self.hosted.id, self.hosted.version())
            .await?;
        for entry in entries {
            self.carry_out(entry)?;
        }
        self.is_unsure = false;
        Ok(())
    }

    /// Carries out what the store holds, and tells the news.
    fn carry_out(&mut self, entry: Entry) -> Result<u64, ServiceError> {
        let version = entry.version;
        {
            let table = self.hosted.table.write();
            let mut table = table.unwrap_or_else(PoisonError::into_inner);
            let before = table.running();
            table.apply(entry).map_err(|error| {
                tracing::error!(game = %self.hosted.id, %error, "the log is damaged");
                StoreError::Damaged {
                    store: format!("game {}", self.hosted.id),
                    reason: error.to_string(),
                }
            })?;
            // What leaves the clocks as they are interrupts none.
            if table.running() != before {
                *self.hosted.turn() = Turn::beginning(self.hosted.waking.now());
            }
        }
        metrics::counter!("parlor_entries_total").increment(1);
        self.hosted.version.send_replace(version);
        Ok(version)
    }

    /// Whether nothing is to be done without being asked.
    fn is_idle(&self) -> bool {
        let table = self.hosted.table();
        matches!(table.due(), Due::Nothing) && table.running().is_none()
    }
}
