//! Bots that play by the clock, and what they have spent.

use std::cell::Cell;
use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use cpu_time::ThreadTime;
use kuba_engine::{Engine, Limits, Root, Score};
use kuba_rules::Action;
use parlor_game::{Bot, Budget, Kuba, LiveGame};

/// A side this far ahead wins anyway: the engine thinks less, to think more
/// where the game is still open.
const AHEAD: Score = Score::Reds(600);
/// The part of the mean time that it thinks then.
const LESS_WHEN_AHEAD: u32 = 6;
/// The number of moves over which it spends the time that it has saved.
const SAVINGS_LAST: u32 = 8;
/// The engine's table: no more than a move of 20 ms fills, so that it stays in
/// the processor's cache.
const CACHED_MEBIBYTES: usize = 2;

#[expect(
    clippy::disallowed_methods,
    reason = "strength at equal time is what this program measures"
)]
pub(crate) fn now() -> Instant {
    Instant::now()
}

/// The time that a bot has spent, and on how many moves.
#[derive(Debug, Default)]
pub(crate) struct Pace {
    nanoseconds: AtomicU64,
    moves: AtomicU64,
}

impl Pace {
    fn count(&self, time: Duration) {
        let nanoseconds = u64::try_from(time.as_nanos()).unwrap_or(u64::MAX);
        self.nanoseconds.fetch_add(nanoseconds, Ordering::Relaxed);
        self.moves.fetch_add(1, Ordering::Relaxed);
    }

    /// The mean time a move.
    fn mean(&self) -> Duration {
        let moves = self.moves.load(Ordering::Relaxed).max(1);
        Duration::from_nanos(self.nanoseconds.load(Ordering::Relaxed) / moves)
    }

    /// The time allowed for the next move so that the mean becomes `mean`: that
    /// and a part of what was saved so far.
    fn allowed(&self, mean: Duration) -> Duration {
        let moves = u32::try_from(self.moves.load(Ordering::Relaxed)).unwrap_or(u32::MAX);
        let due = mean.saturating_mul(moves);
        let spent = Duration::from_nanos(self.nanoseconds.load(Ordering::Relaxed));
        let saved = due.saturating_sub(spent) / SAVINGS_LAST;
        let owed = spent.saturating_sub(due) / SAVINGS_LAST;
        (mean + saved).saturating_sub(owed)
    }
}

/// The mean in milliseconds: `3.2 ms`.
impl fmt::Display for Pace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:.2} ms", 1e3 * self.mean().as_secs_f64())
    }
}

/// A bot whose time is measured.
#[derive(Debug)]
pub(crate) struct Watched<B> {
    pub(crate) bot: B,
    pub(crate) pace: Arc<Pace>,
}

impl<B: Bot<Kuba>> Bot<Kuba> for Watched<B> {
    fn name(&self) -> &str {
        self.bot.name()
    }

    fn choose(&self, game: &LiveGame<Kuba>, budget: Budget<'_>, seed: u64) -> Option<Action> {
        let start = ThreadTime::now();
        let action = self.bot.choose(game, budget, seed);
        self.pace.count(start.elapsed());
        action
    }
}

/// The time that the engine has for a move.
#[derive(Debug)]
pub(crate) enum Allowance {
    /// This much by the clock on the wall, like its opponent.
    Each(Duration),
    /// On average as much processor time as its opponent so far: what decided
    /// positions leave unused is there for the next.
    AsLongAs(Arc<Pace>),
}

impl Allowance {
    fn clock(&self) -> Stopwatch {
        match self {
            Self::Each(_) => Stopwatch::Wall(now()),
            Self::AsLongAs(_) => Stopwatch::Processor(ThreadTime::now()),
        }
    }
}

/// A clock that was started.
enum Stopwatch {
    Wall(Instant),
    Processor(ThreadTime),
}

impl Stopwatch {
    fn elapsed(&self) -> Duration {
        match self {
            Self::Wall(start) => start.elapsed(),
            Self::Processor(start) => start.elapsed(),
        }
    }
}

/// The engine, going by the clock.
#[derive(Debug)]
pub(crate) struct Clocked {
    allowance: Allowance,
    pub(crate) pace: Pace,
    engine: Mutex<Engine>,
}

impl Clocked {
    pub(crate) fn new(allowance: Allowance) -> Self {
        Self {
            allowance,
            pace: Pace::default(),
            engine: Mutex::new(Engine::new(CACHED_MEBIBYTES)),
        }
    }
}

impl Bot<Kuba> for Clocked {
    fn name(&self) -> &'static str {
        "engine"
    }

    fn choose(&self, game: &LiveGame<Kuba>, budget: Budget<'_>, seed: u64) -> Option<Action> {
        let start = self.allowance.clock();
        let (time, enough) = match &self.allowance {
            Allowance::Each(time) => (*time, *time),
            Allowance::AsLongAs(other) => {
                let mean = other.mean();
                (self.pace.allowed(mean), mean / LESS_WHEN_AHEAD)
            }
        };
        let asked = Cell::new(0_u32);
        let is_ahead = Cell::new(false);
        // The clock is read at some nodes only, which at millions a second is
        // often enough.
        let stop = || {
            asked.set(asked.get() + 1);
            let is_over = || {
                let spent = start.elapsed();
                spent >= time || (is_ahead.get() && spent >= enough) || budget.is_stopped()
            };
            asked.get().is_multiple_of(128) && is_over()
        };
        let limits = Limits {
            seed,
            ..Limits::nodes(u64::MAX)
        };
        let mut engine = self.engine.lock().unwrap_or_else(PoisonError::into_inner);
        let report = engine.search(&Root::from(game), &limits, &stop, &mut |report| {
            is_ahead.set(report.lines[0].score >= AHEAD);
        });
        self.pace.count(start.elapsed());
        report.best()
    }
}
