//! The task that owns a game.
//!
//! It takes one thing after the other: what somebody wants, what a bot has
//! thought of, or that an absent player's time is up. Each is decided by the
//! table, written to the store, and only then carried out, answered, and told
//! to whoever waits for news.

mod actor;
mod shared_text;

use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock, RwLockReadGuard};

use parlor_view::Scene;
use tokio::sync::{mpsc, oneshot, watch};
use tokio::task::yield_now;
use tokio::time::Duration;

use super::{CommandOutcome, ServiceError};
use crate::bots::Share;
use crate::client_net::ClientNet;
use crate::phrase::{ChatRateError, Phrase, Spoken, Talk};
use crate::store::{Store, StoreError, StoredGame};
use crate::uptime_clock::UptimeClock;
use parlor_table::command::Command;
use parlor_table::id::GameId;
use parlor_table::key::{Key, KeyHash};
use parlor_table::log::{EndReason, GameEvent};
use parlor_table::table::{self, AnyTable, EventView, Frame, GameView, Move, Narration};
use parlor_table::timestamp::Timestamp;

use actor::Turn;
pub(super) use actor::run;
use shared_text::Latest;
pub use shared_text::SharedText;

/// How many orders may wait for one game.
const MOST_WAITING: usize = 64;

/// How many entries of a log are folded before others have their turn.
const FOLDED_AT_ONCE: u64 = 64;

/// How many browsers may hold one seat: a person's devices, and some more.
pub const MOST_HOLDERS: usize = 16;

/// A game that is loaded: what everybody may read of it, and the way to its
/// owner.
#[derive(Debug)]
pub struct GameHandle {
    id: GameId,
    table: RwLock<Box<dyn AnyTable>>,
    record_text: Latest,
    record_json: Latest,
    keys: Vec<(char, KeyHash)>,
    holders: RwLock<Vec<(KeyHash, char)>>,
    /// The run of the clock of the seat to act.
    turn: Mutex<Turn>,
    uptime: Arc<UptimeClock>,
    /// When somebody with a seat was last here, and from where.
    attended: Mutex<Option<Attended>>,
    /// How long bots go on after that.
    bots_wait: Duration,
    /// How long the server had been awake when the game was loaded.
    loaded_at: Duration,
    /// The version that the table has.
    version: watch::Sender<u64>,
    /// Becomes true once the game is deleted.
    deleted: watch::Sender<bool>,
    /// What was said of late.
    talk: watch::Sender<Talk>,
    /// The seats whose players look on live, each once for each place where
    /// they do.
    present: watch::Sender<Vec<char>>,
    mailbox: mpsc::Sender<ActorMessage>,
}

/// What the course of a game beside its moves hangs on.
#[derive(Clone, Debug)]
pub(super) struct Course {
    /// What players' clocks follow.
    pub(super) uptime: Arc<UptimeClock>,
    /// How long bots go on after somebody with a seat was last here.
    pub(super) bots_wait: Duration,
}

/// Somebody with a seat was here.
#[derive(Clone, Copy, Debug)]
struct Attended {
    /// When, by the time in which the server is awake.
    at: Duration,
    by: ClientNet,
    /// Whether they have come to the game, rather than only made it.
    has_come: bool,
}

/// What the owner is told.
#[derive(Debug)]
enum ActorMessage {
    /// Somebody wants something, and wanted it when the server had been awake so
    /// long.
    Command(
        Command,
        Duration,
        oneshot::Sender<Result<CommandOutcome, ServiceError>>,
    ),
    /// Look again what is to be done: somebody is here.
    Attended,
    /// End the game if nothing has happened in it since.
    Abandon(Timestamp, oneshot::Sender<bool>),
    /// End the game for a reason, if it is not over.
    End(EndReason, oneshot::Sender<Result<bool, ServiceError>>),
    /// Stop, and say when that is done.
    Stop(oneshot::Sender<()>),
}

/// What an owner listens to.
#[derive(Debug)]
pub(super) struct Mailbox(mpsc::Receiver<ActorMessage>);

impl GameHandle {
    pub(super) fn new(
        id: GameId,
        table: Box<dyn AnyTable>,
        keys: Vec<(char, KeyHash)>,
        holders: Vec<(KeyHash, char)>,
        Course { uptime, bots_wait }: Course,
    ) -> (Self, Mailbox) {
        let (mailbox, waiting) = mpsc::channel(MOST_WAITING);
        let handle = Self {
            id,
            version: watch::Sender::new(table.version()),
            present: watch::Sender::default(),
            deleted: watch::Sender::default(),
            talk: watch::Sender::default(),
            table: RwLock::new(table),
            record_text: Latest::default(),
            record_json: Latest::default(),
            turn: Mutex::new(Turn::beginning(uptime.now())),
            loaded_at: uptime.now(),
            uptime,
            attended: Mutex::default(),
            bots_wait,
            keys,
            holders: RwLock::new(holders),
            mailbox,
        };
        (handle, Mailbox(waiting))
    }

    /// Reads a game from the store; none if there is none of this name.
    pub(super) async fn load(
        store: &Arc<dyn Store>,
        course: Course,
        id: &GameId,
    ) -> Result<Option<(Self, Mailbox)>, ServiceError> {
        let Some(stored) = store.game(id).await? else {
            return Ok(None);
        };
        let table = load(&**store, id, &stored).await?;
        let handle = Self::new(id.clone(), table, stored.keys, stored.holders, course);
        Ok(Some(handle))
    }

    /// The game's name.
    pub const fn id(&self) -> &GameId {
        &self.id
    }

    fn table(&self) -> RwLockReadGuard<'_, Box<dyn AnyTable>> {
        self.table.read().unwrap_or_else(PoisonError::into_inner)
    }

    /// What whoever speaks for these seats is shown.
    pub fn view_for(&self, by: &[char]) -> GameView {
        let table = self.table();
        let mut view = table.view_for(by);
        self.charge_view(&mut view);
        view
    }

    /// What has happened after a version: the first events, at most so many.
    pub fn events(&self, after: u64, most: usize) -> Vec<EventView> {
        self.table().events(after, most)
    }

    /// The moves after one, [`MOST_MOVES`](table::MOST_MOVES) at most.
    pub fn moves(&self, after: usize) -> Vec<Move> {
        self.table().moves(after)
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

    /// What has happened on the board since a person at these seats last chose.
    pub fn narration_for(&self, by: &[char]) -> Vec<Narration> {
        self.table().narration_for(by)
    }

    /// What a bot has played for a seat since it took it over, the last of it.
    pub fn narration_of_absence(&self, seat: char) -> Vec<Narration> {
        self.table().narration_of_absence(seat)
    }

    /// How it is to be ended because nothing has happened in it since, and at which
    /// version that was decided.
    pub(super) fn left_since(&self, since: Timestamp) -> Option<(GameEvent, u64)> {
        let table = self.table();
        let event = table.abandoned(None).filter(|_| table.touched() <= since)?;
        Some((event, table.version()))
    }

    /// How many entries there are.
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

    /// News of the game: the version, each time it grows.
    pub fn news(&self) -> watch::Receiver<u64> {
        self.version.subscribe()
    }

    /// Waits until the game is deleted: then it is to be shown to nobody any more.
    pub async fn deleted(&self) {
        let mut deleted = self.deleted.subscribe();
        // This holds the sender.
        let _ = deleted.wait_for(|is_deleted| *is_deleted).await;
    }

    /// Tells everybody who looks at the game that it is deleted.
    pub(super) fn tell_deleted(&self) {
        self.deleted.send_replace(true);
    }

    /// Says something for a seat to everybody who looks at the game. It is told,
    /// and not written down.
    ///
    /// # Errors
    /// How long the seat has to wait, if it has said much of late.
    pub(super) fn say(
        &self,
        seat: char,
        phrase: Phrase,
        now: Timestamp,
    ) -> Result<Spoken, ChatRateError> {
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

    /// Notes that somebody with a seat, given up or not, has asked for the game or acted in it:
    /// its bots go on for a while.
    pub fn attended_by(&self, client: ClientNet) {
        let was_attended = self.is_attended();
        self.attend_once(client, true);
        if !was_attended {
            // Where that many commands wait already, the owner looks anyway.
            let _ = self.mailbox.try_send(ActorMessage::Attended);
        }
    }

    /// Notes who has made the game, before it has an owner.
    pub(super) fn made_by(&self, client: ClientNet) {
        self.attend_once(client, false);
    }

    fn attend_once(&self, client: ClientNet, has_come: bool) {
        let at = self.uptime.now();
        let by = client;
        *self.attended() = Some(Attended { at, by, has_come });
    }

    fn attended(&self) -> MutexGuard<'_, Option<Attended>> {
        self.attended.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether somebody with a seat is here, or was of late.
    pub(super) fn is_attended(&self) -> bool {
        let attended = *self.attended();
        let ago = |attended: Attended| self.uptime.now().saturating_sub(attended.at);
        !self.present.borrow().is_empty()
            || attended.is_some_and(|attended| ago(attended) < self.bots_wait)
    }

    /// Who of them was here last, and when, by the time in which the server is awake. To have made
    /// the game is not enough: a thousand are made in a second, and left.
    pub(super) fn last_visit(&self) -> Option<(ClientNet, Duration)> {
        let Attended { at, by, .. } = (*self.attended()).filter(|attended| attended.has_come)?;
        self.is_attended().then_some((by, at))
    }

    /// For whom bots think in this game.
    pub(super) fn share(&self) -> Share {
        Share {
            client: self.last_client(),
            is_awaited: self.table().has_humans(),
        }
    }

    /// The client that was here last.
    fn last_client(&self) -> ClientNet {
        let attended = *self.attended();
        attended.map_or(ClientNet::of(None), |attended| attended.by)
    }

    /// Notes that the players of these seats look on live, until what this gives
    /// is dropped.
    pub fn attend(self: &Arc<Self>, seats: Vec<char>, client: ClientNet) -> Attendance {
        if !seats.is_empty() {
            self.attended_by(client);
        }
        self.present.send_if_modified(|present| {
            present.extend(&seats);
            !seats.is_empty()
        });
        Attendance {
            handle: Arc::clone(self),
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
    pub(super) async fn execute(
        &self,
        command: Command,
    ) -> Option<Result<CommandOutcome, ServiceError>> {
        self.attended_by(self.last_client());
        let (answer, answered) = oneshot::channel();
        let arrived = self.uptime.now();
        let command = ActorMessage::Command(command, arrived, answer);
        self.ask(command, answered).await
    }

    /// Sends a command, and waits for its answer; none if the owner has gone.
    async fn ask<T>(&self, command: ActorMessage, mut answered: oneshot::Receiver<T>) -> Option<T> {
        self.mailbox.send(command).await.ok()?;
        tokio::select! {
            biased;
            answer = &mut answered => answer.ok(),
            // What was sent while the owner went may lie in the channel for as long as anybody can
            // send there, which is as long as they wait here.
            () = self.mailbox.closed() => answered.try_recv().ok(),
        }
    }

    /// Ends the game if nothing has happened in it since; whether it did.
    pub(super) async fn abandon(&self, since: Timestamp) -> bool {
        let (answer, answered) = oneshot::channel();
        let abandoned = self
            .ask(ActorMessage::Abandon(since, answer), answered)
            .await;
        abandoned.unwrap_or(false)
    }

    /// Ends the game if it is not over; whether it did, none if the owner has gone.
    pub(super) async fn end(&self, reason: EndReason) -> Option<Result<bool, ServiceError>> {
        let (answer, answered) = oneshot::channel();
        self.ask(ActorMessage::End(reason, answer), answered).await
    }

    /// Lets the owner finish what it does, and stop.
    pub(super) async fn stop(&self) {
        let (answer, answered) = oneshot::channel();
        let _ = self.ask(ActorMessage::Stop(answer), answered).await;
    }
}

/// The table of a game, as its log leaves it.
pub(crate) async fn load(
    store: &dyn Store,
    id: &GameId,
    stored: &StoredGame,
) -> Result<Box<dyn AnyTable>, StoreError> {
    let damaged = |reason: String| StoreError::Damaged {
        store: format!("game {id}"),
        reason,
    };
    let mut table = table::set(id, &stored.config, stored.secret)
        .map_err(|error| damaged(error.to_string()))?;
    for entry in store.entries(id, 0).await? {
        // A log may be long: others are answered meanwhile, and who has gone is not read for.
        if entry.version % FOLDED_AT_ONCE == 0 {
            yield_now().await;
        }
        let applied = table.apply(entry);
        applied.map_err(|error| damaged(error.to_string()))?;
    }
    Ok(table)
}

/// A place where the players of some seats look on live.
#[derive(Debug)]
pub struct Attendance {
    handle: Arc<GameHandle>,
    seats: Vec<char>,
}

impl Drop for Attendance {
    fn drop(&mut self) {
        // They were here until now.
        let now = self.handle.uptime.now();
        if let Some(attended) = self
            .handle
            .attended()
            .as_mut()
            .filter(|_| !self.seats.is_empty())
        {
            attended.at = now;
        }
        self.handle.present.send_if_modified(|present| {
            for seat in &self.seats {
                if let Some(place) = present.iter().position(|other| other == seat) {
                    present.swap_remove(place);
                }
            }
            !self.seats.is_empty()
        });
    }
}
