//! Who waits at this node, and for how long they may be silent.

use core::sync::atomic::AtomicU32;
use core::time::Duration;
use std::collections::HashMap;

use parking_lot::Mutex;
use tokio::sync::{Notify, watch};

use super::unplayed::BeginningNow;
use crate::uptime_clock::UptimeClock;
use parlor_table::id::GameId;

/// Who has not asked for so long is no longer there: pages ask every few seconds, also without scripts.
pub(super) const GONE_AFTER: Duration = Duration::from_secs(15);

/// Who has closed a page has left after so long, unless it is loaded anew or open twice.
const LEAVES_AFTER: Duration = Duration::from_secs(3);

/// What a node knows of those who wait.
#[derive(Debug, Default)]
pub(in crate::service) struct Lobby {
    /// Those who wait at this node.
    pub(super) here: Mutex<HashMap<GameId, Here>>,
    /// Those who are beginning games at this node.
    pub(super) beginning: BeginningNow,
    /// Another node has paired somebody who may wait here.
    pub(super) called: Notify,
    /// How often this node has looked.
    pub(super) looks: AtomicU32,
}

/// Somebody who waits at this node.
#[derive(Debug)]
pub(super) struct Here {
    /// The uptime from which on they have left, unless they ask again before.
    pub(super) until: Duration,
    /// How many of their requests are held.
    pub(super) held: usize,
    /// Sent to when they may wait no more, and closed once they do not.
    pub(super) ended: watch::Sender<()>,
}

impl Here {
    pub(super) fn since(asked: Duration) -> Self {
        Self {
            until: asked + GONE_AFTER,
            held: 0,
            ended: watch::Sender::default(),
        }
    }
}

impl Lobby {
    /// Notes that somebody who waits has asked; the receiver changes when they may wait no more.
    pub(super) fn note(&self, id: &GameId, asked: Duration) -> watch::Receiver<()> {
        let mut here = self.here.lock();
        let entry = here.entry(id.clone()).or_insert_with(|| Here::since(asked));
        entry.until = asked + GONE_AFTER;
        entry.ended.subscribe()
    }

    /// Notes that a page of somebody has closed: unless another asks, or is held, they have left soon.
    pub(super) fn note_leaving(&self, id: &GameId, now: Duration) {
        let mut here = self.here.lock();
        let entry = here.entry(id.clone()).or_insert_with(|| Here::since(now));
        entry.until = entry.until.min(now + LEAVES_AFTER);
    }

    /// Notes that a request of theirs is held, until what this returns is dropped.
    pub(super) fn hold<'a>(&'a self, id: &'a GameId, uptime: &'a UptimeClock) -> Held<'a> {
        if let Some(entry) = self.here.lock().get_mut(id) {
            entry.held += 1;
        }
        Held {
            lobby: self,
            id,
            uptime,
        }
    }

    /// Lets this node look at once.
    pub(in crate::service) fn call(&self) {
        self.called.notify_one();
    }
}

/// A request that is held.
#[derive(Debug)]
pub(super) struct Held<'a> {
    lobby: &'a Lobby,
    id: &'a GameId,
    uptime: &'a UptimeClock,
}

impl Drop for Held<'_> {
    fn drop(&mut self) {
        let now = self.uptime.now();
        if let Some(entry) = self.lobby.here.lock().get_mut(self.id) {
            entry.held = entry.held.saturating_sub(1);
            // Who gets an answer asks again.
            entry.until = entry.until.max(now + LEAVES_AFTER);
        }
    }
}
