//! The actor of a game.

mod clocks;

use std::sync::{Arc, PoisonError};

use tokio::sync::mpsc;
use tokio::time::{Duration, sleep};

use super::{ActorMessage, GameHandle, Mailbox};
use crate::client_net::ClientNet;
use crate::service::{CommandOutcome, Offer, Service, ServiceError, UNPLAYED};
use crate::store::{Append, Appended, Created, StoreError};
use parlor_table::command::{Command, CommandKind};
use parlor_table::id::{GameId, IdempotencyKey};
use parlor_table::log::{EndReason, Entry, GameEvent};
use parlor_table::table::{CommandError, Due, Thought};
use parlor_table::timestamp::Timestamp;

pub(in crate::service) use clocks::Turn;

/// The time before the actor retries a write that the store refused.
const TRY_AGAIN: Duration = Duration::from_secs(1);

/// Runs a game until it is evicted.
pub(in crate::service) async fn run(
    service: Service,
    handle: Arc<GameHandle>,
    Mailbox(mut orders): Mailbox,
) {
    let (thoughts, mut thought) = mpsc::channel(1);
    let mut actor = GameActor {
        quiet_since: handle.loaded_at,
        service,
        handle,
        thoughts,
        thinking_at: None,
        is_unsure: false,
        again: None,
    };
    loop {
        let (wait, own) = actor.what_next();
        tokio::select! {
            biased;
            command = orders.recv() => match command {
                Some(ActorMessage::Command(command, arrived, answer)) => {
                    // The client may have gone.
                    let _ = answer.send(actor.execute(&command, arrived).await);
                }
                Some(ActorMessage::Attended) => {}
                Some(ActorMessage::Abandon(since, answer)) => {
                    let _ = answer.send(actor.abandon(since).await);
                }
                Some(ActorMessage::End(reason, answer)) => {
                    let _ = answer.send(actor.end(reason).await);
                }
                Some(ActorMessage::Stop(answer)) => {
                    actor.service.evict(&actor.handle);
                    let _ = answer.send(());
                    return;
                }
                None => return,
            },
            Some(thought) = thought.recv() => actor.play_for(thought).await,
            () = pause(wait) => match own {
                Some(event) => actor.write_own(event).await,
                None if actor.let_run_again().await => {}
                None if actor.is_idle() && actor.service.evict_unused(&actor.handle) => return,
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

/// The choice of a bot, or a hint.
#[derive(Debug)]
struct Thinking {
    /// The version that it is for.
    version: u64,
    event: Option<GameEvent>,
}

pub(super) struct GameActor {
    pub(super) service: Service,
    pub(super) handle: Arc<GameHandle>,
    thoughts: mpsc::Sender<Thinking>,
    /// The uptime since which the game waits for a player. It begins anew when the game is loaded,
    /// and when a write failed: absent players are not charged for either.
    quiet_since: Duration,
    /// The version that a bot thinks about, or did last.
    thinking_at: Option<u64>,
    /// Whether a write has failed, so that the state of the store is unknown.
    is_unsure: bool,
    /// The event whose write failed, and its version, to be retried.
    again: Option<(u64, GameEvent)>,
}

impl GameActor {
    /// What the actor does if no message comes in a while.
    fn what_next(&mut self) -> (Duration, Option<GameEvent>) {
        let (wait, own) = self.due_next();
        if self.handle.turn().stands() {
            return (wait.min(TRY_AGAIN), own.filter(|_| wait <= TRY_AGAIN));
        }
        // No clock runs out while nobody can play.
        let is_closing = *self.service.inner.closing.borrow();
        match self.handle.flag().filter(|_| !is_closing) {
            Some((left, falls)) if left.is_zero() => (left, Some(falls)),
            // Then it looks again: the server may have slept meanwhile.
            Some((left, _)) if left < wait => (left, None),
            _ => (wait, own),
        }
    }

    /// What is due next, apart from clocks.
    fn due_next(&mut self) -> (Duration, Option<GameEvent>) {
        let inner = &self.service.inner;
        let evict_after = inner.settings.evict_after;
        if let Some((version, event)) = &self.again
            && *version == self.handle.version()
        {
            return (TRY_AGAIN, Some(event.clone()));
        }
        let version = self.handle.version();
        if self.thinking_at == Some(version) {
            // The bot's choice wakes the actor; asking what is due would copy the game for the bot
            // once more.
            return (evict_after, None);
        }
        let due = self.due();
        match due {
            Due::Write(event) => (Duration::ZERO, Some(event)),
            Due::Absent { seat, timeout } => {
                let quiet = self.handle.uptime.now().saturating_sub(self.quiet_since);
                match timeout.saturating_sub(quiet) {
                    Duration::ZERO => (Duration::ZERO, self.handle.table().away(seat)),
                    // Then it looks again: the server may have slept meanwhile.
                    left => (left.min(evict_after), None),
                }
            }
            Due::Think(thought) => {
                self.let_think(thought, version);
                (evict_after, None)
            }
            Due::Nothing => (evict_after, None),
        }
    }

    /// What is due; bots do nothing while no player is here.
    fn due(&self) -> Due {
        match self.handle.table().due() {
            Due::Write(_) | Due::Think(_) if !self.handle.is_attended() => Due::Nothing,
            due => due,
        }
    }

    /// Lets a bot think about a version.
    fn let_think(&mut self, thought: Thought, version: u64) {
        self.thinking_at = Some(version);
        let service = self.service.clone();
        let thoughts = self.thoughts.clone();
        let mut share = self.handle.share();
        if !service.inner.settings.shares_bots {
            share.client = ClientNet::of(None);
        }
        tokio::spawn(async move {
            let event = service.inner.bots.think(share, thought).await;
            let thinking = Thinking { version, event };
            // The game may have been evicted meanwhile.
            let _ = thoughts.send(thinking).await;
        });
    }

    /// Logs the choice of a bot, if the game still waits for it.
    async fn play_for(&mut self, thinking: Thinking) {
        let Thinking { version, event } = thinking;
        if self.handle.version() != version {
            return;
        }
        if let Some(event) = event {
            self.write_own(event).await;
        } else {
            tracing::error!(game = %self.handle.id, "the bot gave no action");
        }
    }

    /// Logs an event of the server's own; retries after a while if the store fails.
    async fn write_own(&mut self, event: GameEvent) {
        let version = self.handle.version();
        self.again = None;
        if let Err(error) = self.commit(event.clone(), None, version).await {
            tracing::warn!(game = %self.handle.id, %error, "not written down");
            self.handle.stand_still(self.handle.uptime.now());
            self.quiet_since = self.handle.uptime.now();
            self.again = Some((version, event));
        }
    }

    /// Carries out a command, if it can be.
    async fn execute(
        &mut self,
        command: &Command,
        arrived: Duration,
    ) -> Result<CommandOutcome, ServiceError> {
        let answer = self.try_command(command, arrived).await;
        if answer.is_err() {
            // A failed write is not charged to the sender's clock.
            self.handle.stand_still(arrived);
            self.quiet_since = self.handle.uptime.now();
        }
        answer
    }

    async fn try_command(
        &mut self,
        command: &Command,
        arrived: Duration,
    ) -> Result<CommandOutcome, ServiceError> {
        // A sender who has seen a later version was shown it by another server.
        self.is_unsure |= command.expected_version > self.handle.version();
        self.catch_up().await?;
        let decided = {
            let table = self.handle.table();
            if let Some((version, seat)) = table.done(&command.idempotency_key) {
                return Ok(if seat.is_none_or(|seat| command.by.contains(&seat)) {
                    CommandOutcome::Duplicate(version)
                } else {
                    let key = command.idempotency_key.clone();
                    CommandOutcome::Rejected(CommandError::KeyUsed { key })
                });
            }
            if command.expected_version != table.version() {
                return Ok(CommandOutcome::Stale(table.version()));
            }
            if command.kind == CommandKind::Rematch {
                table.rematcher(command).map(Err)
            } else {
                table.decide(command).map(Ok)
            }
        };
        let idempotency_key = command.idempotency_key.clone();
        match decided {
            Ok(Ok(mut event)) => {
                if let Some(falls) = self.charge(&mut event, arrived) {
                    self.commit(falls, None, command.expected_version).await?;
                    return Ok(CommandOutcome::Stale(self.handle.version()));
                }
                self.commit(event, Some(idempotency_key), command.expected_version)
                    .await
            }
            Ok(Err(seat)) => self.rematch(seat, command).await,
            Err(rejection) => Ok(CommandOutcome::Rejected(rejection)),
        }
    }

    /// Creates the rematch, with the seats rotated, and logs it here: both, or neither.
    ///
    /// The sender has joined it; the others join when they come.
    async fn rematch(
        &mut self,
        seat: char,
        command: &Command,
    ) -> Result<CommandOutcome, ServiceError> {
        let (config, moved) = self.handle.table().rotated();
        let moved_to = |from: char| moved.iter().find(|rotated| rotated.from == from);
        let keys = self.handle.keys.iter();
        let keys = keys.filter_map(|(seat, hash)| Some((moved_to(*seat)?.seat, *hash)));
        let holders = self.handle.holders().into_iter();
        let holders = holders.filter_map(|(browser, seat)| Some((browser, moved_to(seat)?.seat)));
        let (keys, holders) = (keys.collect(), holders.collect());
        let offers = moved.iter().map(|rotated| {
            let is_in = command.by.contains(&rotated.from);
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
            .new_game(game.clone(), config, keys, holders, &offers);
        let mut new = new?;
        let idempotency_key = Some(command.idempotency_key.clone());
        let entry = self.entry(
            GameEvent::Rematched {
                seat,
                game: game.clone(),
            },
            idempotency_key,
        );
        new.follows = Some((self.handle.id.clone(), entry.clone()));
        match self.service.inner.store.create(new).await {
            Ok(Created::Done) => {
                let open = &self.service.inner.open;
                open.add_rematch(&game, self.handle.share().client, entry.at);
                Ok(CommandOutcome::Committed(self.carry_out(entry)?))
            }
            Ok(Created::Stale | Created::Exists) => {
                self.is_unsure = true;
                self.catch_up().await?;
                Ok(CommandOutcome::Stale(self.handle.version()))
            }
            Err(error) => {
                self.is_unsure = true;
                Err(error.into())
            }
        }
    }

    /// Ends the game if it has been idle since; returns whether it did.
    async fn abandon(&mut self, since: Timestamp) -> bool {
        let Some((event, version)) = self.handle.left_since(since) else {
            return false;
        };
        let done = self.commit(event, None, version).await;
        matches!(done, Ok(CommandOutcome::Committed(_)))
    }

    /// Ends the game for a reason, if it is not over; returns whether it did.
    async fn end(&mut self, reason: EndReason) -> Result<bool, ServiceError> {
        loop {
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

    /// The next entry of the log. Its time is never before that of the last one, even if the clock
    /// runs back.
    fn entry(&self, event: GameEvent, idempotency_key: Option<IdempotencyKey>) -> Entry {
        let now = self.service.inner.clock.now();
        Entry {
            version: self.handle.version() + 1,
            at: now.max(self.handle.table().touched()),
            idempotency_key,
            event,
        }
    }

    /// Writes an event to the store, and only then applies it. It was decided at a version, and is
    /// void at any other.
    async fn commit(
        &mut self,
        event: GameEvent,
        idempotency_key: Option<IdempotencyKey>,
        decided_at: u64,
    ) -> Result<CommandOutcome, ServiceError> {
        self.catch_up().await?;
        if self.handle.version() != decided_at {
            return Ok(CommandOutcome::Stale(self.handle.version()));
        }
        let ends = self.handle.table().ends_with(&event);
        let entry = self.entry(event, idempotency_key);
        let append = Append {
            game: self.handle.id.clone(),
            entry: entry.clone(),
            ends,
        };
        match self.service.inner.store.append(append).await {
            Ok(Appended::Done) => Ok(CommandOutcome::Committed(self.carry_out(entry)?)),
            Ok(Appended::Duplicate(version)) => {
                // Another server was faster.
                self.is_unsure = true;
                Ok(CommandOutcome::Duplicate(version))
            }
            Ok(Appended::Stale(_)) => {
                self.is_unsure = true;
                self.catch_up().await?;
                Ok(CommandOutcome::Stale(self.handle.version()))
            }
            Err(error) => {
                metrics::counter!("parlor_store_errors_total").increment(1);
                self.is_unsure = true;
                Err(error.into())
            }
        }
    }

    /// Reads the entries that the store has and the table lacks, after a failure or when another
    /// server has written.
    async fn catch_up(&mut self) -> Result<(), ServiceError> {
        if !self.is_unsure {
            return Ok(());
        }
        let store = &self.service.inner.store;
        let entries = store
            .entries(&self.handle.id, self.handle.version())
            .await?;
        for entry in entries {
            self.carry_out(entry)?;
        }
        self.is_unsure = false;
        Ok(())
    }

    /// Applies a stored entry, and broadcasts the version.
    fn carry_out(&mut self, entry: Entry) -> Result<u64, ServiceError> {
        let (version, at) = (entry.version, entry.at);
        let ends = self.handle.table().ends_with(&entry.event);
        {
            let table = self.handle.table.write();
            let mut table = table.unwrap_or_else(PoisonError::into_inner);
            let before = table.running();
            table.apply(entry).map_err(|error| {
                tracing::error!(game = %self.handle.id, %error, "the log is damaged");
                StoreError::Damaged {
                    store: format!("game {}", self.handle.id),
                    reason: error.to_string(),
                }
            })?;
            // An event that leaves the clocks as they are interrupts none.
            if table.running() != before {
                *self.handle.turn() = Turn::beginning(self.handle.uptime.now());
            }
        }
        let open = &self.service.inner.open;
        if ends {
            open.remove(&self.handle.id);
        } else {
            open.touch(&self.handle.id, version > UNPLAYED, at);
        }
        metrics::counter!("parlor_entries_total").increment(1);
        self.quiet_since = self.handle.uptime.now();
        self.handle.version.send_replace(version);
        Ok(version)
    }

    /// Whether nothing is due and no clock runs.
    fn is_idle(&self) -> bool {
        matches!(self.due(), Due::Nothing) && self.handle.table().running().is_none()
    }
}
