//! `parlor.kuba.engine`: the engine, which other threads can stop.
//!
//! A search runs without the GIL and takes it every few milliseconds to check for Ctrl-C.

use core::ops::RangeInclusive;
use std::cell::Cell;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use ::kuba_tables::{QUICK_MARBLES, Tables};
use kuba_engine::{Endgames, Engine, Limits, Root, Score};
use pyo3::exceptions::PyMemoryError;
use pyo3::prelude::*;
use pyo3::types::PyBool;

use crate::errors;
use crate::kuba_position::KubaPosition;
use crate::kuba_tables;
use crate::repetitions::Repetitions;
use crate::signals::Signals;
use crate::values::unless_stopped;
use crate::whole::whole;

/// The largest table, in MiB.
const MAX_HASH: usize = 65_536;
/// No position has more actions.
const MAX_LINES: usize = 33;
/// The numbers of threads.
const THREADS: RangeInclusive<usize> = 1..=Limits::MOST_THREADS;
/// The limit where none is given.
const DEFAULT_NODES: u64 = 1_000_000;

/// Depth, nodes, and the lines: each a score, as a kind and a number, and its actions.
type ReportTuple = (u32, u64, Vec<((&'static str, i64), Vec<String>)>);

/// The engine with its table.
#[pyclass(frozen, module = "parlor._native")]
#[derive(Debug)]
pub(crate) struct _KubaEngine {
    engine: Mutex<Engine>,
    /// Set to end the current search.
    stop: AtomicBool,
    threads: usize,
    keep: bool,
}

#[pymethods]
impl _KubaEngine {
    #[new]
    fn new(
        py: Python<'_>,
        hash: &Bound<'_, PyAny>,
        threads: &Bound<'_, PyAny>,
        keep: bool,
        tables: &Bound<'_, PyAny>,
    ) -> PyResult<Self> {
        let mebibytes = whole("hash", hash, &(1..=MAX_HASH))?;
        let threads = whole("threads", threads, &THREADS)?;
        // A process that is forked during the first call would wait for its end for ever.
        Tables::embedded();
        let engine = Engine::try_new(mebibytes)
            .map_err(|error| PyMemoryError::new_err(error.to_string()))?;
        let endgames = read_endgames(py, tables)?;
        Ok(Self {
            engine: Mutex::new(engine.with_endgames(endgames)),
            stop: AtomicBool::new(false),
            threads,
            keep,
        })
    }

    /// Forgets what searches have left, after the current one.
    fn new_game(&self, py: Python<'_>) {
        py.detach(|| self.engine().new_game());
    }

    /// Ends the current search.
    fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    #[expect(
        clippy::too_many_arguments,
        reason = "each is a keyword argument of the method that Python sees"
    )]
    fn search(
        &self,
        py: Python<'_>,
        position: &Bound<'_, PyAny>,
        repetitions: Option<&Bound<'_, PyAny>>,
        nodes: Option<&Bound<'_, PyAny>>,
        depth: Option<&Bound<'_, PyAny>>,
        seconds: Option<&Bound<'_, PyAny>>,
        lines: &Bound<'_, PyAny>,
    ) -> PyResult<ReportTuple> {
        let place = KubaPosition::read_or_parse(position, "a kuba.Position or its line")?;
        let mut root = Root::new(place);
        if let Some(repetitions) = repetitions {
            root.repetitions = read_repetitions(repetitions, &place)?;
        }
        if root.is_over() {
            let message = format!("'{place}' has nothing to search: the game is over");
            return Err(errors::value(position, message));
        }
        let limits = Limits {
            nodes: match nodes {
                Some(nodes) => whole("nodes", nodes, &(1..=u64::MAX))?,
                None if depth.is_none() && seconds.is_none() => DEFAULT_NODES,
                None => u64::MAX,
            },
            depth: match depth {
                Some(depth) => whole("depth", depth, &(1..=u32::MAX))?.min(Limits::DEEPEST),
                None => Limits::DEEPEST,
            },
            lines: whole("lines", lines, &(1..=MAX_LINES))?,
            threads: self.threads,
            keep: self.keep,
            ..Limits::nodes(u64::MAX)
        };
        let time = seconds.map(read_seconds).transpose()?;
        self.run(py, &root, &limits, time)
    }
}

impl _KubaEngine {
    fn engine(&self) -> MutexGuard<'_, Engine> {
        // A search that panicked left nothing that another one reads.
        self.engine.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Searches without the GIL.
    ///
    /// # Errors
    /// What a signal raises.
    fn run(
        &self,
        py: Python<'_>,
        root: &Root,
        limits: &Limits,
        time: Option<Duration>,
    ) -> PyResult<ReportTuple> {
        let (report, signals) = py.detach(|| {
            let mut engine = self.engine();
            self.stop.store(false, Ordering::Relaxed);
            let watch = Watch::begin(time);
            let stop = || self.stop.load(Ordering::Relaxed) || watch.is_over();
            let report = engine.search(root, limits, &stop, &mut |_| {});
            (report, watch.signals)
        });
        signals.result()?;
        let lines = report.lines.into_iter().map(|line| {
            let actions = line.actions.iter().map(ToString::to_string);
            (kind_and_number(line.score), actions.collect())
        });
        Ok((report.depth, report.nodes, lines.collect()))
    }
}

/// The endgame tables of the argument `tables`.
///
/// # Errors
/// `ParlorError` for another value, and where none are built.
fn read_endgames(py: Python<'_>, tables: &Bound<'_, PyAny>) -> PyResult<Endgames> {
    if tables
        .extract::<String>()
        .is_ok_and(|text| text == "embedded")
    {
        return Ok(Endgames::Embedded);
    }
    match tables.cast::<PyBool>().map(PyBoolMethods::is_true) {
        Ok(false) => Ok(Endgames::Searched),
        Ok(true) => kuba_tables::largest(py, QUICK_MARBLES)
            .map(Endgames::Built)
            .ok_or_else(|| {
                let message = "tables is True, and none are built; kuba.prepare() builds them";
                errors::value(tables, message)
            }),
        Err(_) => Err(errors::invalid(tables, |shown| {
            format!("tables is {shown}; it must be False, \"embedded\" or True")
        })),
    }
}

/// What stops a search: the clock, and Ctrl-C.
struct Watch {
    ends: Option<Instant>,
    asked: Cell<u32>,
    signals: Signals,
}

impl Watch {
    /// Calls, one before each node, for each look at the clock.
    const CLOCK: u32 = 256;
    /// Looks at the clock for each look at the signals: some milliseconds.
    const SIGNALS: u32 = 256;

    fn begin(time: Option<Duration>) -> Self {
        Self {
            ends: time.and_then(|time| now().checked_add(time)),
            asked: Cell::new(0),
            signals: Signals::every(Self::SIGNALS),
        }
    }

    /// Whether time is up, or a signal has raised an exception.
    fn is_over(&self) -> bool {
        let asked = self.asked.get().wrapping_add(1);
        self.asked.set(asked);
        if !asked.is_multiple_of(Self::CLOCK) {
            return false;
        }
        self.signals.have_raised() || self.ends.is_some_and(|ends| now() >= ends)
    }
}

#[expect(
    clippy::disallowed_methods,
    reason = "a caller limits a search by seconds, and this is the front end"
)]
fn now() -> Instant {
    Instant::now()
}

/// A score as a kind and a number, reds in hundredths.
fn kind_and_number(score: Score) -> (&'static str, i64) {
    match score {
        Score::Reds(hundredths) => ("reds", hundredths.into()),
        Score::Win(pushes) => ("win", pushes.into()),
        Score::Loss(pushes) => ("loss", pushes.into()),
    }
}

fn read_repetitions(
    value: &Bound<'_, PyAny>,
    place: &kuba_rules::Position,
) -> PyResult<kuba_rules::Repetitions> {
    let Ok(held) = value.cast::<Repetitions>() else {
        return Err(errors::invalid(value, |shown| {
            format!("repetitions is {shown}; it must be a kuba.Repetitions")
        }));
    };
    let held = held.borrow();
    held.check(place, value)?;
    Ok(held.counter().clone())
}

/// A number of seconds, 0 or more.
fn read_seconds(value: &Bound<'_, PyAny>) -> PyResult<Duration> {
    let seconds: Option<f64> = unless_stopped(value.py(), value.extract())?;
    let time = seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    time.ok_or_else(|| {
        errors::invalid(value, |shown| {
            format!("seconds is {shown}; it must be a number of seconds, 0 or more")
        })
    })
}
