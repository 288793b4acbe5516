//! The actor of a game, and the handle to it.
//!
//! The actor handles one message after the other: a command, the choice of a bot, or the timeout of
//! an absent player. Each is decided by the table, written to the store, and only then applied,
//! acknowledged and broadcast.

mod actor;
mod here;
mod presence;
mod shared_text;

use core::sync::atomic::{AtomicU64, Ordering};
use std::sync::Arc;

use parking_lot::{Mutex, RwLock, RwLockReadGuard};
use parlor_dice::Bytes32;

use tokio::sync::{mpsc, oneshot, watch};
use tokio::task::yield_now;
use tokio::time::Duration;
use tracing::Span;

use super::{CommandOutcome, ServiceError};
use crate::bus::Bus;
use crate::phrase::ChatLog;
use crate::store::shared::{Epoch, Session, Standing};
use crate::store::{Store, StoreError, StoredGame};
use crate::uptime_clock::UptimeClock;
use parlor_table::command::Command;
use parlor_table::id::GameId;
use parlor_table::key::{Key, KeyHash};
use parlor_table::log::{EndReason, GameEvent};
use parlor_table::playable;
use parlor_table::table::{self, AnyTable, GameView};
use parlor_table::timestamp::Timestamp;

use actor::ClockRun;
pub(super) use actor::Lease;
pub(super) use actor::run;
pub use here::Attendance;
use presence::Presence;
use shared_text::Latest;
pub use shared_text::SharedText;

/// The most commands that wait for one game.
const MOST_WAITING: usize = 64;

/// The number of entries that are folded before other tasks run.
const FOLDED_AT_ONCE: u64 = 64;

/// The most browsers that hold one seat: a person's devices, and some more.
pub const MOST_HOLDERS: usize = 16;

/// A loaded game: what may be read of it, and the mailbox of its actor.
#[derive(Debug)]
pub struct GameHandle {
    id: GameId,
    table: RwLock<Box<dyn AnyTable>>,
    record_text: Latest,
    record_json: Latest,
    log_text: Latest,
    keys: Vec<(char, KeyHash)>,
    holders: RwLock<Vec<(KeyHash, char)>>,
    /// How many had come to hold a seat when the holders were read.
    holders_seen: AtomicU64,
    /// Which node owns the game.
    lease: Mutex<Lease>,
    /// The run of the clock of the seat to act.
    clock_run: Mutex<ClockRun>,
    uptime: Arc<UptimeClock>,
    /// Who is here, and when a player last was.
    presence: Presence,
    /// The uptime at which the game was loaded.
    loaded_at: Duration,
    /// The version that the table has.
    version: watch::Sender<u64>,
    /// Becomes true once the game is deleted.
    deleted: watch::Sender<bool>,
    /// The recent chat.
    talk: watch::Sender<ChatLog>,
    /// The way to other nodes, if there may be others.
    bus: Option<Arc<dyn Bus>>,
    mailbox: mpsc::Sender<ActorMessage>,
}

/// What every game is given by the service.
#[derive(Clone, Debug)]
pub(super) struct Surroundings {
    /// What players' clocks follow.
    pub(super) uptime: Arc<UptimeClock>,
    /// The time for which bots play on after a player was last here.
    pub(super) bots_wait: Duration,
    /// The way to other nodes, if there may be others.
    pub(super) bus: Option<Arc<dyn Bus>>,
}

/// A message to the actor.
#[derive(Debug)]
enum ActorMessage {
    /// A command, and where its outcome goes.
    Command(
        Arrived,
        oneshot::Sender<Result<CommandOutcome, ServiceError>>,
    ),
    /// The same from another node, if this one owns the game; else `None`.
    CommandIfOwn(
        Arrived,
        oneshot::Sender<Option<Result<CommandOutcome, ServiceError>>>,
    ),
    /// A player is here: look again for what is due.
    Attended,
    /// How the game stands in the store, which several nodes share; `None` if it is not there.
    Observe(
        Option<Standing>,
        Span,
        oneshot::Sender<Result<(), ServiceError>>,
    ),
    /// A node has ended in order.
    Left(Session),
    /// End the game if it has been idle since.
    Abandon(Timestamp, oneshot::Sender<bool>),
    /// End the game for a reason, if it is not over.
    End(EndReason, oneshot::Sender<Result<bool, ServiceError>>),
    /// Stop, and acknowledge it.
    Stop(oneshot::Sender<()>),
}

/// A command that has arrived.
#[derive(Debug)]
struct Arrived {
    command: Command,
    /// At which uptime.
    at: Duration,
    /// What it is carried out for.
    span: Span,
}

/// The mailbox of an actor.
#[derive(Debug)]
pub(super) struct Mailbox(mpsc::Receiver<ActorMessage>);

impl GameHandle {
    pub(super) fn new(
        id: GameId,
        table: Box<dyn AnyTable>,
        keys: Vec<(char, KeyHash)>,
        holders: Vec<(KeyHash, char)>,
        Surroundings {
            uptime,
            bots_wait,
            bus,
        }: Surroundings,
        lease: Lease,
    ) -> (Self, Mailbox) {
        let (mailbox, waiting) = mpsc::channel(MOST_WAITING);
        let handle = Self {
            id,
            version: watch::Sender::new(table.version()),
            presence: Presence::new(Arc::clone(&uptime), bots_wait),
            bus,
            deleted: watch::Sender::default(),
            talk: watch::Sender::default(),
            table: RwLock::new(table),
            record_text: Latest::default(),
            record_json: Latest::default(),
            log_text: Latest::default(),
            clock_run: Mutex::new(ClockRun::starting_at(uptime.now())),
            loaded_at: uptime.now(),
            uptime,
            keys,
            holders: RwLock::new(holders),
            holders_seen: AtomicU64::new(0),
            lease: Mutex::new(lease),
            mailbox,
        };
        (handle, Mailbox(waiting))
    }

    /// Loads a game from the store; `None` if there is none with this id.
    pub(super) async fn load(
        store: &Arc<dyn Store>,
        surroundings: Surroundings,
        id: &GameId,
    ) -> Result<Option<(Self, Mailbox)>, ServiceError> {
        let Some(stored) = store.game(id).await? else {
            return Ok(None);
        };
        let table = load(&**store, id, &stored).await?;
        let lease = match store.shared() {
            Some(_) => Lease::Nobody,
            None => Lease::Own(Epoch::default()),
        };
        let handle = Self::new(
            id.clone(),
            table,
            stored.keys,
            stored.holders,
            surroundings,
            lease,
        );
        Ok(Some(handle))
    }

    /// The game's name.
    pub const fn id(&self) -> &GameId {
        &self.id
    }

    /// The table. Its own view does not charge the clock that runs: see
    /// [`view_for`](Self::view_for).
    pub fn table(&self) -> RwLockReadGuard<'_, Box<dyn AnyTable>> {
        self.table.read()
    }

    /// The game as the player of these seats sees it now: with the time charged that the clock of the
    /// seat to act has run.
    pub fn view_for(&self, by: &[char]) -> GameView {
        let table = self.table();
        let mut view = table.view_for(by);
        self.charge_view(&mut view);
        view
    }

    /// The event that ends the game if it has been idle since, and the version at which that was
    /// decided.
    pub(super) fn abandoned_if_idle(&self, since: Timestamp) -> Option<(GameEvent, u64)> {
        let table = self.table();
        let event = table.abandoned(None).filter(|_| table.touched() <= since)?;
        Some((event, table.version()))
    }

    /// The number of entries.
    pub fn version(&self) -> u64 {
        *self.version.borrow()
    }

    /// The game as a record, in text.
    pub fn record_text(&self) -> SharedText {
        let table = self.table();
        let make = || table.record_text();
        self.record_text.of_version(table.version(), make)
    }

    /// The game as a record, in JSON.
    pub fn record_json(&self) -> SharedText {
        let table = self.table();
        let make = || table.record_json();
        self.record_json.of_version(table.version(), make)
    }

    /// The log as everybody may save it.
    pub fn log_text(&self) -> SharedText {
        let table = self.table();
        let make = || table.log_text();
        self.log_text.of_version(table.version(), make)
    }

    /// The version, each time that it grows.
    pub fn news(&self) -> watch::Receiver<u64> {
        self.version.subscribe()
    }

    /// Waits until the game is deleted: then it must not be shown any more.
    pub async fn deleted(&self) {
        let mut deleted = self.deleted.subscribe();
        // This holds the sender.
        let _ = deleted.wait_for(|is_deleted| *is_deleted).await;
    }

    /// Notifies every viewer that the game is deleted.
    pub(super) fn announce_deleted(&self) {
        self.deleted.send_replace(true);
    }

    /// The seat that a key is for: one of those made with the game, or of somebody who came by an
    /// invitation, which holds the seat as a browser does. `None` for a key of another game. Who has
    /// the key of another seat is given that one: a caller that was told of a seat compares.
    pub fn seat_of(&self, key: &Key) -> Option<char> {
        let shown = key.hash();
        // Every key is compared, so that the time taken reveals nothing.
        let is_shown =
            |(seat, hash): &(char, KeyHash)| hash.is_of_same_key(&shown).then_some(*seat);
        self.keys
            .iter()
            .filter_map(is_shown)
            .fold(None, |found, seat| found.or(Some(seat)))
            .or_else(|| self.held_by(&shown).first().copied())
    }

    /// The seats that a browser holds.
    pub fn held_by(&self, browser: &KeyHash) -> Vec<char> {
        let holders = self.holders.read();
        let held = holders
            .iter()
            .filter(|(holder, _)| holder.is_of_same_key(browser));
        held.map(|(_, seat)| *seat).collect()
    }

    /// Whether a seat has too many holders for another browser.
    pub(super) fn is_held_by_many(&self, browser: &KeyHash, seat: char) -> bool {
        let holders = self.holders.read();
        let of_seat = holders.iter().filter(|(_, held)| *held == seat);
        let is_known = holders.contains(&(*browser, seat));
        !is_known && of_seat.count() >= MOST_HOLDERS
    }

    pub(super) fn add_holder(&self, browser: KeyHash, seat: char) {
        let mut holders = self.holders.write();
        if !holders.contains(&(browser, seat)) {
            holders.push((browser, seat));
        }
    }

    pub(super) fn holders_seen(&self) -> u64 {
        self.holders_seen.load(Ordering::Relaxed)
    }

    fn set_holders(&self, holders: Vec<(KeyHash, char)>, seen: u64) {
        *self.holders.write() = holders;
        self.holders_seen.store(seen, Ordering::Relaxed);
    }

    fn holders(&self) -> Vec<(KeyHash, char)> {
        self.holders.read().clone()
    }

    /// Carries out a command that has arrived at this uptime; `None` if the actor has stopped.
    pub(super) async fn execute(
        &self,
        command: Command,
        arrived: Duration,
    ) -> Option<Result<CommandOutcome, ServiceError>> {
        self.attended_by(self.presence.last_client());
        let (answer, answered) = oneshot::channel();
        let arrived = Arrived {
            command,
            at: arrived,
            span: Span::current(),
        };
        self.ask(ActorMessage::Command(arrived, answer), answered)
            .await
    }

    /// Sends a message and waits for the reply; `None` if the actor has stopped.
    async fn ask<T>(&self, command: ActorMessage, mut answered: oneshot::Receiver<T>) -> Option<T> {
        self.mailbox.send(command).await.ok()?;
        tokio::select! {
            biased;
            answer = &mut answered => answer.ok(),
            // A message sent while the actor stopped may stay in the channel for as long as there is
            // a sender, which is as long as this waits.
            () = self.mailbox.closed() => answered.try_recv().ok(),
        }
    }

    /// Learns how the game stands in the store; `None` if the actor has stopped.
    pub(super) async fn observe(
        &self,
        standing: Option<Standing>,
    ) -> Option<Result<(), ServiceError>> {
        let (answer, answered) = oneshot::channel();
        let observe = ActorMessage::Observe(standing, Span::current(), answer);
        self.ask(observe, answered).await
    }

    /// The same without waiting; what is not learned now is when somebody looks.
    pub(super) fn hear(&self, standing: Standing) {
        let (answer, _) = oneshot::channel();
        let _ = self.mailbox.try_send(ActorMessage::Observe(
            Some(standing),
            Span::current(),
            answer,
        ));
    }

    /// Stops the clock that runs, if this node owns the game, until its actor can write again.
    pub(super) fn stop_clock(&self, now: Duration) {
        if matches!(self.lease(), Lease::Own(_)) {
            self.pause_clock(now);
            // Only wakes the loop, which otherwise waits for the flag to fall.
            let _ = self.mailbox.try_send(ActorMessage::Attended);
        }
    }

    /// Hears that a node has ended in order: if it owned the game, that is free now.
    pub(super) fn hear_left(&self, node: Session) {
        let _ = self.mailbox.try_send(ActorMessage::Left(node));
    }

    /// Carries out a command that another node has had for this long, if this one owns the game; `None`
    /// if it does not.
    pub(super) async fn execute_if_own(
        &self,
        command: Command,
        waited: Duration,
    ) -> Option<Result<CommandOutcome, ServiceError>> {
        let (answer, answered) = oneshot::channel();
        let arrived = Arrived {
            command,
            at: self.uptime.now().saturating_sub(waited),
            span: Span::current(),
        };
        self.ask(ActorMessage::CommandIfOwn(arrived, answer), answered)
            .await
            .flatten()
    }

    /// Ends the game if it has been idle since; returns whether it did.
    pub(super) async fn abandon(&self, since: Timestamp) -> bool {
        let (answer, answered) = oneshot::channel();
        let abandoned = self
            .ask(ActorMessage::Abandon(since, answer), answered)
            .await;
        abandoned.unwrap_or(false)
    }

    /// Ends the game if it is not over; returns whether it did, `None` if the actor has stopped.
    pub(super) async fn end(&self, reason: EndReason) -> Option<Result<bool, ServiceError>> {
        let (answer, answered) = oneshot::channel();
        self.ask(ActorMessage::End(reason, answer), answered).await
    }

    /// Lets the actor finish its message, and stop.
    pub(super) async fn stop(&self) {
        let (answer, answered) = oneshot::channel();
        let _ = self.ask(ActorMessage::Stop(answer), answered).await;
    }
}

/// The table of a game, folded from its log.
pub(crate) async fn load(
    store: &dyn Store,
    id: &GameId,
    stored: &StoredGame,
) -> Result<Box<dyn AnyTable>, StoreError> {
    let damaged = |reason: String| StoreError::Damaged {
        store: format!("game {id}"),
        reason,
    };
    let committed = stored.config.commitment;
    if playable::has_dice(&stored.config.game) && committed != Bytes32::sha_256(&stored.secret.0) {
        return Err(damaged(format!(
            "the secret of its dice is not the one that was committed to, {committed}"
        )));
    }
    let mut table = table::set(id, &stored.config, stored.secret)
        .map_err(|error| damaged(error.to_string()))?;
    for entry in store.entries(id, 0).await? {
        // A log may be long: other tasks run meanwhile, and loading stops when the client is gone.
        if entry.version % FOLDED_AT_ONCE == 0 {
            yield_now().await;
        }
        let applied = table.apply(entry);
        applied.map_err(|error| damaged(error.to_string()))?;
    }
    Ok(table)
}
