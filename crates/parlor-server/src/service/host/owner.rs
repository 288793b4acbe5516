//! What the owner of a game does, one thing after the other.

use std::sync::{Arc, PoisonError};

use tokio::sync::mpsc;
use tokio::time::{Duration, sleep};

use super::clocks::Turn;
use super::{Command, Hosted, Orders};
use crate::client_net::ClientNet;
use crate::clock::Moment;
use crate::id::{ActionId, GameId};
use crate::log::{EndReason, Entry, Happening};
use crate::order::{Order, Wish};
use crate::service::{Answer, Offer, Service, ServiceError, UNPLAYED};
use crate::store::{Append, Appended, Created, StoreError};
use crate::table::{Due, Rejection, Thought};

/// How long the owner waits before it tries again what the store refused.
const TRY_AGAIN: Duration = Duration::from_secs(1);

/// Owns a game until it is put away.
pub(in crate::service) async fn run(
    service: Service,
    hosted: Arc<Hosted>,
    Orders(mut orders): Orders,
) {
    let (thoughts, mut thought) = mpsc::channel(1);
    let mut owner = Owner {
        quiet_since: hosted.loaded_at,
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
                Some(Command::Attended) => {}
                Some(Command::Abandon(since, answer)) => {
                    let _ = answer.send(owner.abandon(since).await);
                }
                Some(Command::End(reason, answer)) => {
                    let _ = answer.send(owner.end(reason).await);
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

pub(super) struct Owner {
    pub(super) service: Service,
    pub(super) hosted: Arc<Hosted>,
    thoughts: mpsc::Sender<Thinking>,
    /// Since when the game waits for somebody, by the time in which the server is
    /// awake. It begins anew when the game is loaded, and when something could not
    /// be written down: neither is to cost who stays away.
    quiet_since: Duration,
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
        let due = self.due();
        match due {
            Due::Write(happening) => (Duration::ZERO, Some(happening)),
            Due::Absent { seat, patience } => {
                let quiet = self.hosted.waking.now().saturating_sub(self.quiet_since);
                match patience.saturating_sub(quiet) {
                    Duration::ZERO => (Duration::ZERO, self.hosted.table().away(seat)),
                    // Then it is looked again: the server may have slept meanwhile.
                    left => (left.min(put_away_after), None),
                }
            }
            Due::Think(thought) => {
                self.let_think(thought, version);
                (put_away_after, None)
            }
            Due::Nothing => (put_away_after, None),
        }
    }

    /// What is due; bots do nothing while nobody is here to play with.
    fn due(&self) -> Due {
        match self.hosted.table().due() {
            Due::Write(_) | Due::Think(_) if !self.hosted.is_attended() => Due::Nothing,
            due => due,
        }
    }

    /// Lets a bot think about a version.
    fn let_think(&mut self, thought: Thought, version: u64) {
        self.thinking_at = Some(version);
        let service = self.service.clone();
        let thoughts = self.thoughts.clone();
        let mut share = self.hosted.share();
        if !service.inner.settings.shares_bots {
            share.client = ClientNet::of(None);
        }
        tokio::spawn(async move {
            let happening = service.inner.bots.think(share, thought).await;
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
            self.quiet_since = self.hosted.waking.now();
            self.again = Some((version, happening));
        }
    }

    /// Does what somebody wants, if it can be done.
    async fn order(&mut self, order: &Order, arrived: Duration) -> Result<Answer, ServiceError> {
        let answer = self.try_order(order, arrived).await;
        if answer.is_err() {
            // What cannot be written down is not to cost its sender time.
            self.hosted.stand_still(arrived);
            self.quiet_since = self.hosted.waking.now();
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
        let entry = self.entry(
            Happening::Rematched {
                seat,
                game: game.clone(),
            },
            action_id,
        );
        new.follows = Some((self.hosted.id.clone(), entry.clone()));
        match self.service.inner.store.create(new).await {
            Ok(Created::Done) => {
                let open = &self.service.inner.open;
                open.add_rematch(&game, self.hosted.share().client, entry.at);
                Ok(Answer::Committed(self.carry_out(entry)?))
            }
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
        let Some((happening, version)) = self.hosted.left_since(since) else {
            return false;
        };
        let done = self.commit(happening, None, version).await;
        matches!(done, Ok(Answer::Committed(_)))
    }

    /// Ends the game for a reason, if it is not over; whether it did.
    async fn end(&mut self, reason: EndReason) -> Result<bool, ServiceError> {
        loop {
            self.catch_up().await?;
            let version = self.hosted.version();
            let Some(happening) = self.hosted.table().abandoned(Some(reason)) else {
                return Ok(false);
            };
            if let Answer::Committed(_) = self.commit(happening, None, version).await? {
                return Ok(true);
            }
        }
    }

    /// The next entry of the log. Its time is never before that of the last one,
    /// whatever the clock says.
    fn entry(&self, happening: Happening, action_id: Option<ActionId>) -> Entry {
        let now = self.service.inner.clock.now();
        Entry {
            version: self.hosted.version() + 1,
            at: now.max(self.hosted.table().touched()),
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
        let (version, at) = (entry.version, entry.at);
        let ends = self.hosted.table().ends_with(&entry.happening);
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
        let open = &self.service.inner.open;
        if ends {
            open.remove(&self.hosted.id);
        } else {
            open.touch(&self.hosted.id, version > UNPLAYED, at);
        }
        metrics::counter!("parlor_entries_total").increment(1);
        self.quiet_since = self.hosted.waking.now();
        self.hosted.version.send_replace(version);
        Ok(version)
    }

    /// Whether nothing is to be done without being asked.
    fn is_idle(&self) -> bool {
        matches!(self.due(), Due::Nothing) && self.hosted.table().running().is_none()
    }
}
