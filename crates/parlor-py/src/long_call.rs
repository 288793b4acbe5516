//! Long work on threads of its own, while the thread that called looks for Ctrl-C and reports.
//!
//! Python runs handlers of signals on its main thread only, and a callback is to run where the call
//! was made. So the work goes to other threads, and the caller waits for them without the GIL, which
//! it takes for a moment to look for signals, several times a second, and for each report.
//!
//! The threads end with the work: after a fork, as by `multiprocessing`, a lasting pool would have no
//! threads, and waiting for it would never end.

use core::num::NonZero;
use core::ops::ControlFlow;
use core::sync::atomic::{AtomicBool, Ordering};
use core::time::Duration;
use std::panic;
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread;

use parlor_sim::Pool;
use pyo3::exceptions::{PyOSError, PyRuntimeError};
use pyo3::prelude::*;

use crate::errors;
use crate::signals::check_signals;
use crate::whole::whole;

/// The time between two looks for signals.
const LOOK: Duration = Duration::from_millis(50);

/// The most threads: more than any machine has cores, and few enough for an error to be a typing
/// mistake.
const MOST_THREADS: usize = 1024;

/// How the caller wants long work to be done: `threads=` and `progress=` of Python functions.
#[derive(Debug, Default)]
pub(crate) struct Manner {
    /// One for each core, if `None`.
    threads: Option<NonZero<usize>>,
    progress: Option<Py<PyAny>>,
    /// Which part of the whole work this is, as shares of it.
    part: Option<[f64; 2]>,
}

impl Manner {
    /// Reads both arguments, of which each may be `None`.
    ///
    /// # Errors
    /// `ParlorError` unless `threads` is an integer from 1 to 1024 and `progress` can be called.
    pub(crate) fn read(threads: &Bound<'_, PyAny>, progress: &Bound<'_, PyAny>) -> PyResult<Self> {
        Ok(Self {
            threads: read_threads(threads)?,
            progress: read_progress(progress)?,
            part: None,
        })
    }

    /// Without reports, on so many threads.
    pub(crate) fn on_threads(threads: Option<usize>) -> Self {
        Self {
            threads: threads.and_then(NonZero::new),
            ..Self::default()
        }
    }

    /// The same manner for part `number` of `count` equal ones.
    pub(crate) fn part(&self, py: Python<'_>, number: usize, count: usize) -> Self {
        let share = |number: usize| number as f64 / count as f64;
        Self {
            threads: self.threads,
            progress: self
                .progress
                .as_ref()
                .map(|progress| progress.clone_ref(py)),
            part: Some([share(number), share(number + 1)]),
        }
    }

    /// Calls back with the share of the work that is done.
    ///
    /// # Errors
    /// What the callback raises.
    pub(crate) fn report(&self, done: f64) -> PyResult<()> {
        let Some(progress) = &self.progress else {
            return Ok(());
        };
        let [from, to] = self.part.unwrap_or([0.0, 1.0]);
        // The end exactly, whatever is lost in rounding.
        let done = if done < 1.0 {
            from + done * (to - from)
        } else {
            to
        };
        Python::attach(|py| progress.call1(py, (done,)).map(drop))
    }
}

/// The number of threads; `None` for one a core.
fn read_threads(threads: &Bound<'_, PyAny>) -> PyResult<Option<NonZero<usize>>> {
    if threads.is_none() {
        return Ok(None);
    }
    whole("threads", threads, &(1..=MOST_THREADS)).map(NonZero::new)
}

/// The function to call with the share that is done.
///
/// # Errors
/// `ParlorError` for what cannot be called.
fn read_progress(progress: &Bound<'_, PyAny>) -> PyResult<Option<Py<PyAny>>> {
    if progress.is_none() {
        return Ok(None);
    }
    if progress.is_callable() {
        return Ok(Some(progress.clone().unbind()));
    }
    Err(errors::invalid(progress, |shown| {
        format!(
            "progress is {shown}; it must be None or a function of one argument, the share of the \
             work that is done, from 0.0 to 1.0"
        )
    }))
}

/// What work under way reports to, from any thread.
#[derive(Debug)]
pub(crate) struct Report<'a> {
    is_stopped: &'a AtomicBool,
    sender: Sender<f64>,
}

impl Report<'_> {
    /// Reports the share that is done; breaks if the work is to stop.
    pub(crate) fn done(&self, share: f64) -> ControlFlow<()> {
        // Nobody listens any more only when the work is to stop.
        let _ = self.sender.send(share);
        self.go_on()
    }

    /// Raised when the work is to stop.
    pub(crate) const fn stop(&self) -> &AtomicBool {
        self.is_stopped
    }

    /// Breaks if the work is to stop.
    pub(crate) fn go_on(&self) -> ControlFlow<()> {
        if self.is_stopped.load(Ordering::Relaxed) {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }
}

/// Runs the work on a pool of its own; it must stop soon when its reports break.
///
/// # Errors
/// Those of [`watched`].
pub(crate) fn run<R: Send>(
    py: Python<'_>,
    manner: &Manner,
    work: impl FnOnce(&Report<'_>) -> Option<R> + Send,
) -> PyResult<R> {
    let result = watched(py, manner, |pool, report| pool.install(|| work(report)))?;
    result.ok_or_else(|| PyRuntimeError::new_err("the work has stopped, and nobody stopped it"))
}

/// Runs work that gives its parts to a pool, on a thread of its own; it must stop soon when its reports
/// break or their flag is raised.
///
/// # Errors
/// What a signal or the callback raised, which stops the work, whatever that has come to; `OSError`
/// when the system gives no threads.
pub(crate) fn watched<R: Send>(
    py: Python<'_>,
    manner: &Manner,
    work: impl FnOnce(&Pool, &Report<'_>) -> R + Send,
) -> PyResult<R> {
    py.detach(|| {
        let pool =
            Pool::new(manner.threads).map_err(|error| PyOSError::new_err(error.to_string()))?;
        let is_stopped = AtomicBool::new(false);
        let (sender, reports) = mpsc::channel();
        let report = Report {
            is_stopped: &is_stopped,
            sender,
        };
        thread::scope(|scope| {
            // The report goes with the work, and its channel ends with it.
            let work = move || work(&pool, &report);
            let worker = thread::Builder::new().spawn_scoped(scope, work)?;
            let watched = loop {
                let looked = match reports.recv_timeout(LOOK) {
                    Ok(done) => manner.report(done).and_then(|()| check_signals()),
                    Err(RecvTimeoutError::Timeout) => check_signals(),
                    Err(RecvTimeoutError::Disconnected) => break Ok(()),
                };
                if looked.is_err() {
                    break looked;
                }
            };
            is_stopped.store(true, Ordering::Relaxed);
            let result = worker
                .join()
                .unwrap_or_else(|panic| panic::resume_unwind(panic));
            watched.map(|()| result)
        })
    })
}
