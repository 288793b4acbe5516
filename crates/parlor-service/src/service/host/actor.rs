//! The actor that owns one game: it alone decides commands, appends to the game's log and applies the
//! entries.

mod clocks;
mod elsewhere;
mod lease;

use std::sync::Arc;

use tokio::sync::mpsc;
use tokio::time::{Duration, sleep};
use tracing::{Instrument as _, Span};

use super::{ActorMessage, Arrived, GameHandle, Mailbox};
use crate::repeated::Repeated;
use crate::service::{CommandOutcome, Offer, Service, ServiceError};
use crate::store::{Append, Appended, Created, StoreError};
use crate::trace;
use parlor_table::command::{Command, CommandKind};
use parlor_table::id::{GameId, IdempotencyKey};
use parlor_table::log::{EndReason, GameEvent, LogEntry};
use parlor_table::table::{BotTask, CommandError, Due};
use parlor_table::timestamp::Timestamp;

pub(in crate::service) use clocks::ClockRun;
pub(in crate::service) use lease::Lease;
use lease::Taking;

/// How often a game that another node takes at the same time is taken.
const MOST_TAKINGS: usize = 4;

/// That what the server does of its own is not written.
static UNWRITTEN: Repeated = Repeated::new();

/// How long to wait before retrying a failed write.
const RETRY_DELAY: Duration = Duration::from_secs(1);

/// Runs a game until it is evicted.
pub(in crate::service) async fn run(
    service: Service,
    handle: Arc<GameHandle>,
    Mailbox(mut messages): Mailbox,
) {
    let (bot_results, mut bot_result) = mpsc::channel(1);
    let mut actor = GameActor {
        waiting_since: handle.loaded_at,
        service,
        handle,
        bot_results,
        thinking_version: None,
        may_be_behind: false,
        has_watched: false,
        was_handed_over: false,
        retry: None,
    };
    loop {
        let (wait, own_event) = actor.what_next();
        tokio::select! {
            biased;
            message = messages.recv() => match message {
                Some(ActorMessage::Command(Arrived { command, at, span }, answer)) => {
                    let outcome = actor.execute(&command, at).instrument(span).await;
                    // The client may have gone.
                    let _ = answer.send(outcome);
                }
                Some(ActorMessage::CommandIfOwn(Arrived { command, at, span }, answer)) => {
                    let outcome = actor.execute_if_own(&command, at).instrument(span).await;
                    let _ = answer.send(outcome);
                }
                // Only wakes the loop: bots may play again.
                Some(ActorMessage::Attended) => {}
                Some(ActorMessage::Abandon(since, answer)) => {
                    let _ = answer.send(actor.abandon(since).await);
                }
                Some(ActorMessage::End(reason, answer)) => {
                    let _ = answer.send(actor.end(reason).await);
                }
                Some(ActorMessage::Observe(standing, span, answer)) => {
                    let _ = answer.send(actor.observe(standing).instrument(span).await);
                    if standing.is_none() {
                        return;
                    }
                }
                Some(ActorMessage::Left(node)) => actor.hear_left(node).await,
                Some(ActorMessage::Stop(answer)) => {
                    actor.service.evict(&actor.handle);
                    let _ = answer.send(());
                    return;
                }
                None => return,
            },
            Some(result) = bot_result.recv() => actor.write_bot_event(result).await,
            () = sleep_for(wait) => match own_event {
                Some(event) => actor.write_own(event).await,
                None if actor.resume_clock().await => {}
                None if actor.is_idle() && actor.service.evict_unused(&actor.handle) => return,
                None => {}
            },
        }
    }
}

/// Sleeps for `wait`; returns at once if it is zero.
async fn sleep_for(wait: Duration) {
    if !wait.is_zero() {
        sleep(wait).await;
    }
}

/// What a bot returned: its action, or a hint; `None` if the bot failed.
#[derive(Debug)]
struct BotResult {
    /// The version that it was computed for.
    version: u64,
    event: Option<GameEvent>,
    span: Span,
}

pub(super) struct GameActor {
    pub(super) service: Service,
    pub(super) handle: Arc<GameHandle>,
    bot_results: mpsc::Sender<BotResult>,
    /// The uptime at which waiting for an absent player began. It restarts on load, on every entry and
    /// after a failed write, for none of which absent players are charged.
    waiting_since: Duration,
    /// The last version on which a bot was started.
    thinking_version: Option<u64>,
    /// Whether the store may have entries that the table lacks: a write failed, or another server
    /// wrote.
    may_be_behind: bool,
    /// Whether the owner was asked what only it knows.
    has_watched: bool,
    /// Whether the node that owned the game ended in order, so that no time was lost.
    was_handed_over: bool,
    /// The event whose write failed, and its version, to be retried.
    retry: Option<(u64, GameEvent)>,
}

impl GameActor {
    /// How long to wait for a message, and the event to write if none comes.
    fn what_next(&mut self) -> (Duration, Option<GameEvent>) {
        let evict_after = self.service.inner.settings.evict_after;
        if !self.owns() {
            return (evict_after, None);
        }
        let (wait, own) = self.due_next();
        if self.handle.clock_run.lock().is_paused() {
            return (wait.min(RETRY_DELAY), own.filter(|_| wait <= RETRY_DELAY));
        }
        // No flag falls while the server shuts down.
        let is_closing = *self.service.inner.closing.borrow();
        match self.handle.flag().filter(|_| !is_closing) {
            Some((left, flag_fall)) if left.is_zero() => (left, Some(flag_fall)),
            // Then it checks again instead of writing: the machine may have been suspended.
            Some((left, _)) if left < wait => (left, None),
            _ => (wait, own),
        }
    }

    /// What is due next, apart from clocks.
    fn due_next(&mut self) -> (Duration, Option<GameEvent>) {
        let inner = &self.service.inner;
        let evict_after = inner.settings.evict_after;
        if let Some((version, event)) = &self.retry
            && *version == self.handle.version()
        {
            return (RETRY_DELAY, Some(event.clone()));
        }
        let version = self.handle.version();
        if self.thinking_version == Some(version) {
            // The bot's result wakes the actor; calling `due` would clone the game again.
            return (evict_after, None);
        }
        let due = self.due();
        match due {
            Due::Write(event) => (Duration::ZERO, Some(event)),
            Due::Absent { seat, timeout } => {
                let quiet = self.handle.uptime.now().saturating_sub(self.waiting_since);
                match timeout.saturating_sub(quiet) {
                    Duration::ZERO => (Duration::ZERO, self.handle.table().away(seat)),
                    // Then it checks again: the machine may have been suspended.
                    left => (left.min(evict_after), None),
                }
            }
            Due::Compute(bot_task) => {
                self.start_bot(bot_task, version);
                (evict_after, None)
            }
            Due::Nothing => (evict_after, None),
        }
    }

    /// What is due; bots do nothing while no player is here.
    fn due(&self) -> Due {
        match self.handle.table().due() {
            // Nobody plays an epoch: it only begins.
            due @ Due::Write(GameEvent::EpochBegan { .. }) => due,
            Due::Write(_) | Due::Compute(_) if !self.handle.is_attended() => Due::Nothing,
            due => due,
        }
    }

    /// Starts a bot on a version.
    fn start_bot(&mut self, bot_task: BotTask, version: u64) {
        self.thinking_version = Some(version);
        let service = self.service.clone();
        let bot_results = self.bot_results.clone();
        let mut share = self.handle.share();
        share.client = service.inner.settings.client_of_bots(share.client);
        let span = tracing::info_span!(
            target: trace::TARGET, parent: None, "bot", game = %self.handle.id, version
        );
        let think = async move {
            let event = service.inner.bots.think(share, bot_task).await;
            let span = Span::current();
            let result = BotResult {
                version,
                event,
                span,
            };
            // The game may have been evicted meanwhile.
            let _ = bot_results.send(result).await;
        };
        tokio::spawn(think.instrument(span));
    }

    /// Writes what a bot returned, if the game still waits for it.
    async fn write_bot_event(&mut self, result: BotResult) {
        let BotResult {
            version,
            event,
            span,
        } = result;
        if self.handle.version() != version {
            return;
        }
        if let Some(event) = event {
            self.write_own(event).instrument(span).await;
        } else {
            tracing::error!(game = %self.handle.id, "the bot returned no event");
        }
    }

    /// Writes an event of the server's own; retries after a while if the store fails.
    async fn write_own(&mut self, event: GameEvent) {
        let version = self.handle.version();
        self.retry = None;
        if let Err(error) = self.commit(event.clone(), None, version).await {
            if let Some(times) = UNWRITTEN.failed(&error) {
                tracing::warn!(game = %self.handle.id, %error, times, "append failed; will retry");
            }
            self.handle.pause_clock(self.handle.uptime.now());
            self.waiting_since = self.handle.uptime.now();
            self.retry = Some((version, event));
        } else if let Some(times) = UNWRITTEN.works() {
            tracing::info!(times, "entries are appended again");
        }
    }

    /// Executes a command.
    async fn execute(
        &mut self,
        command: &Command,
        received_at: Duration,
    ) -> Result<CommandOutcome, ServiceError> {
        let answer = self.try_command(command, received_at).await;
        if answer.is_err() {
            // A failed write is not charged to the sender's clock.
            self.handle.pause_clock(received_at);
            self.waiting_since = self.handle.uptime.now();
        }
        answer
    }

    /// Executes a command that another node has passed on, unless that should ask another one.
    async fn execute_if_own(
        &mut self,
        command: &Command,
        received_at: Duration,
    ) -> Option<Result<CommandOutcome, ServiceError>> {
        match self.own(Taking::IfFree).await {
            Ok(Some(_)) => Some(self.execute(command, received_at).await),
            Ok(None) => None,
            Err(error) => Some(Err(error)),
        }
    }

    async fn try_command(
        &mut self,
        command: &Command,
        received_at: Duration,
    ) -> Result<CommandOutcome, ServiceError> {
        // The sender has seen a version that the table lacks: another server wrote it.
        self.may_be_behind |= command.expected_version > self.handle.version();
        for _ in 0..MOST_TAKINGS {
            if let Some(outcome) = self.decide(command, received_at).await? {
                return Ok(outcome);
            }
            // Another node has taken the game before this was written.
        }
        Err(ServiceError::Contended)
    }

    /// Decides a command and writes what follows from it, here or at the node that owns the game; `None`
    /// if another node has taken the game meanwhile.
    async fn decide(
        &mut self,
        command: &Command,
        received_at: Duration,
    ) -> Result<Option<CommandOutcome>, ServiceError> {
        self.catch_up().await?;
        if let Some(outcome) = self.known_outcome(command) {
            return Ok(Some(outcome));
        }
        if let Some(outcome) = self.forward(command, received_at).await? {
            return Ok(Some(outcome));
        }
        self.own(Taking::FromAnybody).await?;
        if let Some(outcome) = self.known_outcome(command) {
            return Ok(Some(outcome));
        }
        let decided = {
            let table = self.handle.table();
            if command.kind == CommandKind::Rematch {
                table.decide_rematch(command).map(Err)
            } else {
                table.decide(command).map(Ok)
            }
        };
        let idempotency_key = command.idempotency_key.clone();
        let outcome = match decided {
            Ok(Ok(mut event)) => {
                // The sender's flag fell before the command arrived: write that instead.
                if let Some(flag_fall) = self.charge(&mut event, received_at) {
                    self.commit(flag_fall, None, command.expected_version)
                        .await?;
                    CommandOutcome::Stale(self.handle.version())
                } else {
                    self.commit(event, Some(idempotency_key), command.expected_version)
                        .await?
                }
            }
            Ok(Err(seat)) => self.rematch(seat, command).await?,
            Err(rejection) => CommandOutcome::Rejected(rejection),
        };
        Ok(self.owns().then_some(outcome))
    }

    /// The outcome of a command that was carried out before, or is sent for another version.
    fn known_outcome(&self, command: &Command) -> Option<CommandOutcome> {
        let table = self.handle.table();
        if let Some((version, seat)) = table.executed(&command.idempotency_key) {
            return Some(if seat.is_none_or(|seat| command.by.contains(&seat)) {
                CommandOutcome::Duplicate(version)
            } else {
                let key = command.idempotency_key.clone();
                CommandOutcome::Rejected(CommandError::KeyUsed { key })
            });
        }
        let version = table.version();
        (command.expected_version != version).then_some(CommandOutcome::Stale(version))
    }

    /// Creates the rematch, with the seats rotated, and appends `Rematched` to this log in one
    /// transaction.
    ///
    /// The sender is seated at once, the others when they open it.
    async fn rematch(
        &mut self,
        seat: char,
        command: &Command,
    ) -> Result<CommandOutcome, ServiceError> {
        let (mut config, moved) = self.handle.table().rotated();
        self.service.hide_names(&mut config).await?;
        let moved_to = |from: char| moved.iter().find(|rotated| rotated.from == from);
        let keys = self.handle.keys.iter();
        let keys = keys.filter_map(|(seat, hash)| Some((moved_to(*seat)?.seat, *hash)));
        let holders = self.handle.holders().into_iter();
        let holders = holders.filter_map(|(browser, seat)| Some((browser, moved_to(seat)?.seat)));
        let (keys, holders) = (keys.collect(), holders.collect());
        let offers = moved.iter().map(|rotated| {
            let is_sender = command.by.contains(&rotated.from);
            is_sender.then_some(if rotated.gave_bytes {
                Offer::Later
            } else {
                Offer::Nothing
            })
        });
        let offers: Vec<Option<Offer>> = offers.collect();
        let Some(epoch) = self.own(Taking::IfFree).await? else {
            return Ok(CommandOutcome::Stale(self.handle.version()));
        };
        let game = GameId::draw(self.service.randomness())?;
        let new_game = self
            .service
            .new_game(game.clone(), config, keys, holders, &offers);
        let mut new_game = new_game?;
        let idempotency_key = Some(command.idempotency_key.clone());
        let entry = self.entry(
            GameEvent::Rematched {
                seat,
                game: game.clone(),
            },
            idempotency_key,
        );
        new_game.follows = Some(Append {
            game: self.handle.id.clone(),
            entry: entry.clone(),
            ends: false,
            epoch,
        });
        match self.service.inner.store.create(new_game).await {
            Ok(Created::Done) => {
                let open = &self.service.inner.open;
                open.add_rematch(&game, self.handle.share().client, entry.at);
                Ok(CommandOutcome::Committed(self.apply_stored(entry)?))
            }
            // No code leads to it.
            Ok(Created::Stale | Created::Exists | Created::CodeTaken) => {
                let version = self.handle.version();
                self.may_be_behind = true;
                self.catch_up().await?;
                if self.handle.version() == version {
                    self.give_up();
                }
                Ok(CommandOutcome::Stale(self.handle.version()))
            }
            Err(error) => {
                self.may_be_behind = true;
                Err(error.into())
            }
        }
    }

    /// Ends the game as abandoned if nothing was written after `since`; returns whether it ended.
    async fn abandon(&mut self, since: Timestamp) -> bool {
        // Another node that has the game looks after it.
        let is_own = matches!(self.own(Taking::IfFree).await, Ok(Some(_)));
        let Some((event, version)) = self.handle.abandoned_if_idle(since).filter(|_| is_own) else {
            return false;
        };
        let done = self.commit(event, None, version).await;
        matches!(done, Ok(CommandOutcome::Committed(_)))
    }

    /// Ends the game and stores the reason; `false` if it was over.
    async fn end(&mut self, reason: EndReason) -> Result<bool, ServiceError> {
        loop {
            self.own(Taking::FromAnybody).await?;
            self.catch_up().await?;
            let version = self.handle.version();
            let Some(event) = self.handle.table().abandoned(Some(reason)) else {
                return Ok(false);
            };
            if let CommandOutcome::Committed(_) = self.commit(event, None, version).await? {
                return Ok(true);
            }
        }
    }

    /// The next entry of the log. Its time is never before that of the last one, even if the wall
    /// clock is set back.
    fn entry(&self, event: GameEvent, idempotency_key: Option<IdempotencyKey>) -> LogEntry {
        let now = self.service.inner.clock.now();
        let table = self.handle.table();
        table.sealed(LogEntry {
            version: table.version() + 1,
            at: now.max(table.touched()),
            idempotency_key,
            event,
            head: None,
        })
    }

    /// Appends an event to the store, and only then applies it; `Stale` if the version is no longer
    /// `decided_at`.
    async fn commit(
        &mut self,
        event: GameEvent,
        idempotency_key: Option<IdempotencyKey>,
        decided_at: u64,
    ) -> Result<CommandOutcome, ServiceError> {
        let epoch = self.own(Taking::IfFree).await?;
        self.catch_up().await?;
        let version = self.handle.version();
        let Some(epoch) = epoch.filter(|_| version == decided_at) else {
            return Ok(CommandOutcome::Stale(version));
        };
        let ends = self.handle.table().would_end(&event);
        let entry = self.entry(event, idempotency_key);
        let append = Append {
            game: self.handle.id.clone(),
            entry: entry.clone(),
            ends,
            epoch,
        };
        let span = tracing::info_span!(
            target: trace::TARGET, "append", otel.kind = "client", version = version + 1
        );
        let appended = self.service.inner.store.append(append);
        match appended.instrument(span).await {
            Ok(Appended::Done) => Ok(CommandOutcome::Committed(self.apply_stored(entry)?)),
            Ok(Appended::Duplicate(version)) => {
                // Another server was faster.
                self.may_be_behind = true;
                Ok(CommandOutcome::Duplicate(version))
            }
            Ok(appended @ (Appended::Stale(_) | Appended::Fenced(_))) => {
                if let Appended::Fenced(_) = appended {
                    self.handle.set_lease(Lease::Nobody);
                }
                self.may_be_behind = true;
                self.catch_up().await?;
                Ok(CommandOutcome::Stale(self.handle.version()))
            }
            Err(error) => {
                self.may_be_behind = true;
                Err(error.into())
            }
        }
    }

    /// Reads the entries that the store has and the table lacks, after a failure or when another
    /// server has written.
    async fn catch_up(&mut self) -> Result<(), ServiceError> {
        if !self.may_be_behind {
            return Ok(());
        }
        let store = &self.service.inner.store;
        let span = tracing::info_span!(target: trace::TARGET, "catch up", otel.kind = "client");
        let entries = store
            .entries(&self.handle.id, self.handle.version())
            .instrument(span)
            .await?;
        for entry in entries {
            self.apply_stored(entry)?;
        }
        self.may_be_behind = false;
        Ok(())
    }

    /// Applies a stored entry, and broadcasts the version.
    fn apply_stored(&mut self, entry: LogEntry) -> Result<u64, ServiceError> {
        let (version, at) = (entry.version, entry.at);
        let ends = self.handle.table().would_end(&entry.event);
        {
            let mut table = self.handle.table.write();
            let before = table.running();
            let stops_clock = table.stops_clock(&entry.event);
            table.apply(entry).map_err(|error| {
                tracing::error!(game = %self.handle.id, %error, "the log is damaged");
                StoreError::Damaged {
                    store: format!("game {}", self.handle.id),
                    reason: error.to_string(),
                }
            })?;
            // A run ends with what stops its clock, also where nothing was charged for it, or if another
            // clock runs now.
            if stops_clock || table.running() != before {
                *self.handle.clock_run.lock() = ClockRun::starting_at(self.handle.uptime.now());
            }
        }
        self.tell_version(version);
        let open = &self.service.inner.open;
        if ends {
            open.remove(&self.handle.id);
        } else {
            open.touch(&self.handle.id, version, at);
        }
        if self.owns() {
            metrics::counter!("parlor_entries_total").increment(1);
        }
        self.waiting_since = self.handle.uptime.now();
        self.handle.version.send_replace(version);
        Ok(version)
    }

    /// Whether nothing is due and no clock runs.
    fn is_idle(&self) -> bool {
        !self.owns()
            || matches!(self.due(), Due::Nothing) && self.handle.table().running().is_none()
    }
}
