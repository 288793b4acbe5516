//! Which node owns the game: it alone decides, and runs the bots and clocks.

use tokio::time::{Duration, Instant};

use super::{ClockRun, GameActor, GameHandle};
use crate::repeated::Repeated;
use crate::service::ServiceError;
use crate::store::shared::{Claimed, Epoch, Session, SharedStore, Standing};
use parlor_table::table::Due;

/// How long a player waits for a bot or a clock of another node before this one takes the game.
const STUCK_AFTER: Duration = Duration::from_secs(10);

/// That a game of a node that has ended is not taken over.
static UNTAKEN: Repeated = Repeated::new();

/// The owner of a game, as far as this node knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::service) enum Lease {
    /// This node, which appends by this epoch. Of a store that is not shared it is always.
    Own(Epoch),
    /// Another that lives, by this epoch.
    Other(Session, Epoch),
    /// None that is known of.
    Nobody,
}

/// When a game may be taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Taking {
    /// If no node that lives owns it.
    IfFree,
    /// Also from a node that lives, which then can write nothing more.
    FromAnybody,
}

/// Whether a game that this node owns by an epoch has another owner. By the same epoch that is so where
/// a database has lost who took the game last, since its standby took over.
fn is_taken(standing: &Standing, epoch: Epoch, own: Session) -> bool {
    let is_others = standing.owner.is_some_and(|owner| owner != own);
    standing.epoch > epoch || standing.epoch == epoch && is_others
}

impl GameHandle {
    /// The owner of the game.
    pub(in crate::service) fn lease(&self) -> Lease {
        *self.lease.lock()
    }

    pub(super) fn set_lease(&self, lease: Lease) {
        *self.lease.lock() = lease;
    }

    /// Whether the store has nothing of the game that this node does not know.
    pub(in crate::service) fn is_current(&self, standing: &Standing, own: Session) -> bool {
        let is_same_owner = match self.lease() {
            Lease::Own(epoch) => !is_taken(standing, epoch, own),
            Lease::Other(session, epoch) => {
                (standing.owner, standing.epoch) == (Some(session), epoch)
            }
            Lease::Nobody => standing.owner.is_none() && !self.is_attended(),
        };
        is_same_owner
            && standing.version <= self.version()
            && standing.holders == self.holders_seen()
    }
}

impl GameHandle {
    /// Whether a player is here, and another node is to go on for them.
    pub(in crate::service) fn waits_for_another(&self) -> bool {
        matches!(self.lease(), Lease::Other(..)) && self.is_attended()
    }
}

impl GameActor {
    /// Whether this node owns the game.
    pub(super) fn owns(&self) -> bool {
        matches!(self.handle.lease(), Lease::Own(_))
    }

    /// Forgets that this node owns the game: it was taken, or may have been.
    pub(super) fn give_up(&self) {
        if self.service.inner.store.shared().is_some() {
            self.handle.set_lease(Lease::Nobody);
        }
    }

    /// The epoch by which this node owns the game, which it takes if it may; `None` if another has it.
    pub(super) async fn own(&mut self, taking: Taking) -> Result<Option<Epoch>, ServiceError> {
        loop {
            let over = match (self.handle.lease(), taking) {
                (Lease::Own(epoch), _) => return Ok(Some(epoch)),
                (Lease::Other(_, epoch), Taking::FromAnybody) => Some(epoch),
                _ => None,
            };
            let service = self.service.clone();
            let Some(store) = service.inner.store.shared() else {
                return Ok(None);
            };
            match store.claim(&self.handle.id, over).await? {
                Claimed::Own(epoch) => {
                    metrics::counter!("parlor_games_taken_total").increment(1);
                    self.handle.set_lease(Lease::Own(epoch));
                    self.begin_to_own();
                    self.catch_up().await?;
                    return Ok(Some(epoch));
                }
                Claimed::Other(session, epoch) => {
                    self.handle.set_lease(Lease::Other(session, epoch));
                    self.was_handed_over = false;
                    if taking == Taking::IfFree {
                        return Ok(None);
                    }
                }
                Claimed::NoGame => return Ok(None),
            }
        }
    }

    /// Neither a clock nor an absent player is charged for the time before, in which a node may have
    /// stood still; unless that handed the game over.
    fn begin_to_own(&mut self) {
        let now = self.handle.uptime.now();
        self.may_be_behind = true;
        self.thinking_version = None;
        self.retry = None;
        self.waiting_since = now;
        if !core::mem::take(&mut self.was_handed_over) {
            *self.handle.clock_run.lock() = ClockRun::starting_at(now);
        }
    }

    /// Hears that a node has ended in order, and takes its game if a player is here.
    pub(super) async fn hear_left(&mut self, node: Session) {
        if !matches!(self.handle.lease(), Lease::Other(owner, _) if owner == node) {
            return;
        }
        self.handle.set_lease(Lease::Nobody);
        self.was_handed_over = true;
        if self.handle.is_attended()
            && let Err(error) = self.own(Taking::IfFree).await
            && let Some(times) = UNTAKEN.failed(&error)
        {
            tracing::warn!(game = %self.handle.id, %error, times, "the game is not taken over yet");
        }
    }

    /// Learns how the game stands in the store: reads what other nodes have written, and takes the game
    /// if a player is here and no node that lives has it, or the one that has it does nothing. `None`
    /// is a game that was deleted.
    pub(super) async fn observe(&mut self, standing: Option<Standing>) -> Result<(), ServiceError> {
        let Some(standing) = standing else {
            self.service.evict(&self.handle);
            self.service.inner.open.remove(&self.handle.id);
            self.handle.announce_deleted();
            return Ok(());
        };
        let own = self.service.inner.store.shared().map(SharedStore::session);
        let is_lost = match (self.handle.lease(), own) {
            // What was read before this node took the game is no news.
            (Lease::Own(epoch), Some(own)) => is_taken(&standing, epoch, own),
            _ => true,
        };
        if is_lost {
            let lease = match standing.owner {
                Some(session) => Lease::Other(session, standing.epoch),
                None => Lease::Nobody,
            };
            // A new owner is asked how long the clock has run.
            self.has_watched &= self.handle.lease() == lease;
            self.handle.set_lease(lease);
            // Another has it since.
            self.was_handed_over &= standing.owner.is_none();
        }
        if standing.version > self.handle.version() {
            let began = Instant::now();
            self.may_be_behind = true;
            self.catch_up().await?;
            let took = began.elapsed().as_secs_f64();
            metrics::histogram!("parlor_catch_up_seconds").record(took);
        }
        if standing.holders != self.handle.holders_seen()
            && let Some(stored) = self.service.inner.store.game(&self.handle.id).await?
        {
            self.handle.set_holders(stored.holders, standing.holders);
        }
        self.watch().await?;
        if self.owns() || !self.handle.is_attended() {
            return Ok(());
        }
        let waited = self.handle.uptime.now().saturating_sub(self.waiting_since);
        let is_stuck = waited > STUCK_AFTER && self.is_for_the_owner();
        let taking = if is_stuck {
            Taking::FromAnybody
        } else {
            Taking::IfFree
        };
        if is_stuck || self.handle.lease() == Lease::Nobody {
            self.own(taking).await?;
        }
        Ok(())
    }

    /// Whether the owner is to go on: a bot is to move, or the time of a player is up.
    fn is_for_the_owner(&self) -> bool {
        matches!(self.handle.table().due(), Due::Write(_) | Due::Compute(_))
            || self.handle.flag().is_some_and(|(left, _)| left.is_zero())
    }
}
