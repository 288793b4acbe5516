//! Ending idle games and deleting old ones, by a wall clock that may be wrong.
//!
//! A machine without a battery starts in 1970, and one with a wrong clock months ahead, until the
//! network sets the time. So no game is ended before the wall clock has run along with the steady
//! clock for a while; for longer if it is far from the time of the last entry. And one sweep ends only
//! a few games.

use core::time::Duration;
use std::sync::Arc;

use parking_lot::Mutex;

use super::{GameHandle, Service, ServiceError};
use crate::clock::TimeSource;
use parlor_table::id::GameId;
use parlor_table::timestamp::Timestamp;

/// The most games examined in one sweep, or when room is made.
pub(super) const MOST_SWEPT: u32 = 20_000;

/// The most entries of a game that counts as not played yet.
pub(super) const UNPLAYED: u64 = 2;

/// The time after which a finished game is archived. Until then, a repeated command gets its first
/// answer.
const ARCHIVED_AFTER: Duration = Duration::from_hours(24);

/// One sweep ends or deletes one of this many games at most.
const ONE_OF: u64 = 33;

/// How far the clock may get from the steady one before it counts as set.
const TOLERANCE: Duration = Duration::from_mins(1);

/// How long a clock must run steadily that shows about what is expected.
const SHORT: Duration = Duration::from_hours(1);

/// How long any other clock must.
const LONG: Duration = Duration::from_hours(24);

/// How far a clock may be set, or be after the last entry, to show about what is
/// expected.
const FAR: Duration = Duration::from_hours(7 * 24);

/// Whether the clock can be believed, by how it has run so far.
#[derive(Debug)]
pub(super) struct Trust {
    observed: Mutex<Observed>,
}

#[derive(Clone, Copy, Debug)]
struct Observed {
    /// Both clocks when it was last looked at.
    now: Timestamp,
    steady: Duration,
    /// Since when it has not been set, by the steady clock.
    unset_since: Duration,
    /// Whether it was set by much, and has not run for long since.
    was_set_far: bool,
    /// When something had last happened in a game, as it stood in the store when
    /// this was first asked: what is written later follows this clock itself.
    latest: Option<Timestamp>,
}

impl Trust {
    /// Knows nothing of the clock yet.
    pub(super) fn from_now(clock: &dyn TimeSource) -> Self {
        let steady = clock.steady();
        Self {
            observed: Mutex::new(Observed {
                now: clock.now(),
                steady,
                unset_since: steady,
                was_set_far: false,
                latest: None,
            }),
        }
    }

    /// Looks at the clock, which has to be done often.
    pub(super) fn observe(&self, clock: &dyn TimeSource) {
        self.observed.lock().look(clock);
    }

    /// Whether games may be ended by this clock, where the last entry of those that
    /// go on was written at `latest`.
    fn allows(&self, clock: &dyn TimeSource, latest: Timestamp) -> bool {
        let mut observed = self.observed.lock();
        observed.look(clock);
        let first = *observed.latest.get_or_insert(latest);
        let began_at = observed.now.before(observed.unset());
        let is_expected =
            !observed.was_set_far && latest <= observed.now && began_at.since(first) <= FAR;
        observed.unset() >= if is_expected { SHORT } else { LONG }
    }
}

impl Observed {
    /// For how long the clock has not been set.
    fn unset(&self) -> Duration {
        self.steady.saturating_sub(self.unset_since)
    }

    fn look(&mut self, clock: &dyn TimeSource) {
        let (now, steady) = (clock.now(), clock.steady());
        let expected = self.now.after(steady.saturating_sub(self.steady));
        let off = now.since(expected).max(expected.since(now));
        (self.now, self.steady) = (now, steady);
        self.was_set_far &= self.unset() < LONG;
        if off > TOLERANCE {
            self.unset_since = steady;
            self.was_set_far |= off > FAR;
            let (from, to) = (expected.0, now.0);
            tracing::warn!(from, to, "the clock was set, in milliseconds since 1970");
        }
    }
}

impl Service {
    /// Ends some of the games that nobody went on with; how many. None while the
    /// clock may be wrong.
    ///
    /// # Errors
    /// When the store fails. A game that cannot be read hinders no other.
    pub async fn sweep(&self) -> Result<usize, ServiceError> {
        let inner = &self.inner;
        let Some(latest) = inner.store.latest().await? else {
            return Ok(0);
        };
        if !inner.trust.allows(&*inner.clock, latest) {
            return Ok(0);
        }
        let (now, settings) = (inner.clock.now(), inner.settings);
        let since = now.before(settings.abandon_after);
        let unplayed_since = now.before(settings.abandon_unplayed_after);
        let most = inner.store.count_open(None).await?.all.div_ceil(ONE_OF);
        let most = usize::try_from(most).unwrap_or(usize::MAX);
        let mut ended = 0;
        for id in inner.store.idle(unplayed_since, MOST_SWEPT).await? {
            if ended >= most {
                break;
            }
            match self.find_idle(&id, since, unplayed_since).await {
                Ok(Some((handle, since))) => ended += usize::from(handle.abandon(since).await),
                Ok(None) => {}
                Err(ServiceError::Closing) => return Err(ServiceError::Closing),
                Err(error) => tracing::error!(game = %id, %error, "cannot be ended"),
            }
        }
        Ok(ended)
    }

    /// Deletes some of the games that were over for longer than they are kept; how
    /// many. None while the clock may be wrong.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn delete_old(&self) -> Result<usize, ServiceError> {
        let inner = &self.inner;
        let Some(keep) = inner.settings.keep_finished else {
            return Ok(0);
        };
        let Some(over) = inner.store.count_over().await? else {
            return Ok(0);
        };
        if !inner.trust.allows(&*inner.clock, over.latest) {
            return Ok(0);
        }
        let before = inner.clock.now().before(keep);
        let most = u32::try_from(over.all.div_ceil(ONE_OF)).unwrap_or(u32::MAX);
        let mut deleted = 0;
        for id in inner.store.over(before, most).await? {
            deleted += usize::from(self.delete(&id).await?);
        }
        Ok(deleted)
    }

    /// Makes the games smaller that were over for long enough; how many. Where the clock is
    /// wrong, that is too soon for some, and does no harm.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn archive(&self) -> Result<u64, ServiceError> {
        let inner = &self.inner;
        let since = inner.clock.now().before(ARCHIVED_AFTER);
        Ok(inner.store.archive(since).await?)
    }

    /// A game in which nothing has happened since, and since when. What is only read
    /// to see that goes on no further: no bot plays and no clock runs in it before
    /// somebody looks at it.
    async fn find_idle(
        &self,
        id: &GameId,
        since: Timestamp,
        unplayed_since: Timestamp,
    ) -> Result<Option<(Arc<GameHandle>, Timestamp)>, ServiceError> {
        let _lane = self.lane(id).await;
        let (handle, orders) = match self.loaded(id) {
            Some(handle) => (handle, None),
            None => match self.read(id).await? {
                Some((handle, orders)) => (Arc::new(handle), Some(orders)),
                None => return Ok(None),
            },
        };
        let is_played = handle.version() > UNPLAYED;
        let since = if is_played { since } else { unplayed_since };
        if handle.abandoned_if_idle(since).is_none() {
            return Ok(None);
        }
        let handle = match orders {
            Some(orders) => self.host(handle, orders),
            None => handle,
        };
        Ok(Some((handle, since)))
    }
}
