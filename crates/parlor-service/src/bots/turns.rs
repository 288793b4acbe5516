//! Long work in short turns: it shares the threads of the bots with their tasks, and is behind every
//! move that somebody waits for.
//!
//! The work has a thread of its own. A turn is a task of the queue that does nothing but wait until the
//! turn is over, so the queue alone decides who works.

use core::cell::{Cell, RefCell};
use core::sync::atomic::{AtomicBool, Ordering};
use core::time::Duration;
use std::sync::Arc;
use std::sync::mpsc::{self, RecvTimeoutError, Sender};

use tokio::sync::oneshot;
use tokio::time::Instant;

use super::{BotQueue, QueuedTask, Share};
use crate::client_net::ClientNet;
use parlor_table::table::BotTask;

/// How long a turn is, of which the last position or ply may take a little more: somebody who waits for a
/// move waits for it no longer than 50 ms.
const TURN: Duration = Duration::from_millis(30);

/// How often a search asks whether to go on until the time is looked at.
const ASKED: u32 = 512;

/// How often whoever waits for a turn looks whether it is still wanted.
const LOOK: Duration = Duration::from_millis(50);

/// The turns of long work, on the thread that does it.
pub struct Turns {
    line: Arc<BotQueue>,
    client: ClientNet,
    stop: Arc<AtomicBool>,
    /// The present turn, which ends when this is dropped, and when it is over.
    turn: RefCell<Option<(Sender<()>, Instant)>>,
    /// How long the turns before this one were together.
    spent: Cell<Duration>,
    asked: Cell<u32>,
}

impl Turns {
    pub(super) fn new(line: Arc<BotQueue>, client: ClientNet, stop: Arc<AtomicBool>) -> Self {
        Self {
            line,
            client,
            stop,
            turn: RefCell::new(None),
            spent: Cell::default(),
            asked: Cell::new(0),
        }
    }

    /// The turns of the next work of this thread.
    #[must_use]
    pub fn for_another(self, client: ClientNet, stop: Arc<AtomicBool>) -> Self {
        Self::new(self.line, client, stop)
    }

    /// Whether the work is to stop, for a search that asks at every position: most often this only
    /// counts.
    pub fn is_stopped(&self) -> bool {
        let asked = self.asked.get() + 1;
        self.asked.set(asked % ASKED);
        if asked < ASKED && self.turn.borrow().is_some() {
            return self.stop.load(Ordering::Relaxed);
        }
        !self.go_on()
    }

    /// Goes on with this turn, or waits for the next if it is over; `false` if the work is to stop.
    pub fn go_on(&self) -> bool {
        let mut turn = self.turn.borrow_mut();
        if self.is_unwanted() {
            *turn = None;
            return false;
        }
        if turn.as_ref().is_none_or(|(_, end)| Instant::now() >= *end) {
            // Others have theirs first.
            if let Some((turn, end)) = turn.take() {
                drop(turn);
                let over = Instant::now().saturating_duration_since(end);
                self.spent.set(self.spent.get() + TURN + over);
            }
            *turn = self.wait();
        }
        turn.is_some()
    }

    /// How long its turns were together, but for the present one: the time of a processor that the work
    /// has taken.
    pub fn spent(&self) -> Duration {
        self.spent.get()
    }

    fn is_unwanted(&self) -> bool {
        self.stop.load(Ordering::Relaxed) || self.line.state.lock().is_closed
    }

    /// Waits for a turn; `None` if the work is to stop.
    fn wait(&self) -> Option<(Sender<()>, Instant)> {
        let (grant, granted) = mpsc::channel();
        let (turn, ended) = mpsc::channel::<()>();
        let work = move |_: &AtomicBool| {
            if grant.send(()).is_ok() {
                // It ends when its sender is gone.
                let _ = ended.recv();
            }
            None
        };
        self.line.enter(QueuedTask {
            share: Share {
                client: self.client,
                is_awaited: false,
            },
            work: BotTask::new(work),
            sent: Instant::now(),
            begun: oneshot::channel().0,
            stop: Arc::default(),
            answer: oneshot::channel().0,
        });
        loop {
            match granted.recv_timeout(LOOK) {
                Ok(()) => return Some((turn, Instant::now() + TURN)),
                Err(RecvTimeoutError::Timeout) if !self.is_unwanted() => {}
                Err(_) => return None,
            }
        }
    }
}

impl core::fmt::Debug for Turns {
    fn fmt(&self, formatter: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        formatter.debug_struct("Turns").finish_non_exhaustive()
    }
}
