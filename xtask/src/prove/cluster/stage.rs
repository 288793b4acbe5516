//! What players, watchers and checkers share.

use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use super::balancer::Balancer;
use super::finding::{Checker, Finding, Findings};
use super::history::{History, Log, Micros, Span, Witness};
use crate::prove::now;
use crate::server::NewGame;

/// Locks what a thread that panicked has left whole.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A game, and all that was seen of it.
#[derive(Debug)]
pub(crate) struct Game {
    pub(crate) made: NewGame,
    /// The table that it is played at.
    pub(crate) table: usize,
    pub(crate) is_ludo: bool,
    pub(crate) history: Mutex<History>,
    /// The version that watchers have to come to; 0 while the game goes on.
    pub(crate) last: AtomicU64,
    /// The last receipt, as JSON.
    pub(crate) receipt: Mutex<Option<String>>,
}

impl Game {
    pub(crate) fn new(made: NewGame, table: usize, is_ludo: bool) -> Arc<Game> {
        Arc::new(Game {
            history: Mutex::new(History::new(&made.id)),
            made,
            table,
            is_ludo,
            last: AtomicU64::new(0),
            receipt: Mutex::new(None),
        })
    }

    pub(crate) fn id(&self) -> &str {
        &self.made.id
    }

    /// The version that watchers have to come to, once that is known.
    pub(crate) fn last(&self) -> Option<u64> {
        Some(self.last.load(Ordering::Acquire)).filter(|last| *last > 0)
    }
}

/// A finished game, which is to stay as it is.
#[derive(Clone, Debug)]
pub(crate) struct Finished {
    pub(crate) id: String,
    pub(crate) version: u64,
    pub(crate) head: String,
}

/// How long clients waited: when an action was first sent, and when it was acknowledged.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Move {
    pub(crate) table: usize,
    pub(crate) span: Span,
}

/// What all threads share.
#[derive(Debug)]
pub(crate) struct Stage {
    pub(crate) balancer: Arc<Balancer>,
    pub(crate) findings: Findings,
    began: Instant,
    /// Whether players are to finish their action and end.
    pub(crate) is_stopping: AtomicBool,
    /// Whether watchers are to end once they have seen all.
    pub(crate) is_closing: AtomicBool,
    /// The games that are played, by table.
    pub(crate) games: Mutex<Vec<Option<Arc<Game>>>>,
    pub(crate) finished: Mutex<Vec<Finished>>,
    pub(crate) moves: Mutex<Vec<Move>>,
    pub(crate) counts: Counts,
}

/// Figures.
#[derive(Debug, Default)]
pub(crate) struct Counts {
    pub(crate) acknowledged: AtomicU64,
    pub(crate) duplicates: AtomicU64,
    pub(crate) stale: AtomicU64,
    pub(crate) failures: AtomicU64,
    pub(crate) reads: AtomicU64,
    pub(crate) events: AtomicU64,
    pub(crate) sockets: AtomicU64,
    pub(crate) made: AtomicU64,
    pub(crate) rematches: AtomicU64,
    pub(crate) verified: AtomicU64,
    pub(crate) bots: AtomicU64,
    pub(crate) flags: AtomicU64,
}

impl Counts {
    pub(crate) fn add(count: &AtomicU64) {
        count.fetch_add(1, Ordering::Relaxed);
    }
}

impl Stage {
    pub(crate) fn new(balancer: Arc<Balancer>, tables: usize) -> Stage {
        Stage {
            balancer,
            findings: Findings::default(),
            began: now(),
            is_stopping: AtomicBool::new(false),
            is_closing: AtomicBool::new(false),
            games: Mutex::new(vec![None; tables]),
            finished: Mutex::default(),
            moves: Mutex::default(),
            counts: Counts::default(),
        }
    }

    /// Microseconds since the beginning.
    pub(crate) fn now(&self) -> Micros {
        u64::try_from(self.began.elapsed().as_micros()).unwrap_or(u64::MAX)
    }

    pub(crate) fn is_stopping(&self) -> bool {
        self.is_stopping.load(Ordering::Acquire) || self.findings.are_any()
    }

    pub(crate) fn is_closing(&self) -> bool {
        self.is_closing.load(Ordering::Acquire) || self.findings.are_any()
    }

    /// The game at a table.
    pub(crate) fn game(&self, table: usize) -> Option<Arc<Game>> {
        lock(&self.games)[table].clone()
    }

    /// Compares all that was seen of a game with its log, as a node shows it.
    pub(crate) fn finish(&self, game: &Game, log: &Log) -> bool {
        let mut history = lock(&game.history);
        let finished = history.finish(log);
        drop(history);
        let names: HashSet<&str> = game.made.tokens.iter().map(|(seat, _)| &**seat).collect();
        let of_bots = log.events.iter().filter(|event| {
            let seat = event.seat.as_deref();
            event.action_id.is_none() && seat.is_some_and(|seat| !names.contains(seat))
        });
        let bots = of_bots.count() as u64;
        self.counts.bots.fetch_add(bots, Ordering::Relaxed);
        let flags = log
            .events
            .iter()
            .filter(|event| event.action == "time")
            .count() as u64;
        self.counts.flags.fetch_add(flags, Ordering::Relaxed);
        self.findings.check(finished).is_some()
    }

    /// Notes what no client should be answered.
    pub(crate) fn wrong(&self, by: Witness, what: &str) {
        let finding = Finding::new(Checker::Answers, format!("{by} was answered {what}"));
        self.findings.note(finding);
    }
}
