//! Long work on threads of its own, while the thread that called serves Python: it looks for Ctrl-C, reports,
//! and calls the functions that the work asks for.
//!
//! Python runs handlers of signals on its main thread only, and a callback is to run where the call
//! was made. So the work goes to other threads, and the caller waits for them without the GIL, which
//! it takes for a moment to look for signals, several times a second, and for each report and call.
//!
//! The threads end with the work: after a fork, as by `multiprocessing`, a lasting pool would have no
//! threads, and waiting for it would never end.

use core::num::NonZero;
use core::ops::ControlFlow;
use core::sync::atomic::{AtomicBool, Ordering};
use core::time::Duration;
use std::panic;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
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
pub(crate) const MOST_THREADS: usize = 1024;

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

    /// Reads `threads` alone.
    ///
    /// # Errors
    /// As [`read`](Self::read).
    pub(crate) fn on_threads(threads: &Bound<'_, PyAny>) -> PyResult<Self> {
        Ok(Self {
            threads: read_threads(threads)?,
            ..Self::default()
        })
    }

    /// The number of threads; `None` for one a core.
    pub(crate) const fn threads(&self) -> Option<NonZero<usize>> {
        self.threads
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

/// What the calling thread is to do for the work.
pub(crate) enum Event {
    /// Run this with Python. An error ends the work.
    Call(Box<dyn FnOnce(Python<'_>) -> PyResult<()> + Send>),
    /// Report this share of the work as done.
    Share(f64),
    /// Nothing more.
    End,
}

/// Says that the work has ended, even if it panics.
struct Announce(Sender<Event>);

impl Drop for Announce {
    fn drop(&mut self) {
        // Without a receiver nobody waits for it.
        let _unheard = self.0.send(Event::End);
    }
}

/// What work under way reports to, from any thread.
pub(crate) struct Report<'a> {
    is_stopped: &'a AtomicBool,
    sender: Sender<Event>,
}

impl Report<'_> {
    /// Reports the share that is done; breaks if the work is to stop.
    pub(crate) fn done(&self, share: f64) -> ControlFlow<()> {
        // Nobody listens any more only when the work is to stop.
        let _unheard = self.sender.send(Event::Share(share));
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
/// Those of [`served`]; `OSError` when the system gives no threads.
pub(crate) fn watched<R: Send>(
    py: Python<'_>,
    manner: &Manner,
    work: impl FnOnce(&Pool, &Report<'_>) -> R + Send,
) -> PyResult<R> {
    let pool = py.detach(|| Pool::new(manner.threads));
    let pool = pool.map_err(|error| PyOSError::new_err(error.to_string()))?;
    let (sender, events) = mpsc::channel();
    let reports = sender.clone();
    let work = move |is_stopped: &AtomicBool| {
        let report = Report {
            is_stopped,
            sender: reports,
        };
        work(&pool, &report)
    };
    served(py, (sender, events), manner, |_| Ok(()), work)
}

/// Runs the work on another thread, with a flag that tells it to stop, and does what comes over the channel.
/// `look` is called several times a second, and once at the end.
///
/// # Errors
/// What a signal, a report, a call or `look` raises, after the work has stopped, whatever that has come to;
/// `OSError` when the system gives no thread.
pub(crate) fn served<R: Send>(
    py: Python<'_>,
    (sender, events): (Sender<Event>, Receiver<Event>),
    manner: &Manner,
    look: impl Fn(Python<'_>) -> PyResult<()> + Send + Sync,
    work: impl FnOnce(&AtomicBool) -> R + Send,
) -> PyResult<R> {
    py.detach(move || {
        let stop = AtomicBool::new(false);
        thread::scope(|scope| {
            let stop = &stop;
            let worker = thread::Builder::new().spawn_scoped(scope, move || {
                let _announce = Announce(sender);
                work(stop)
            })?;
            let served = serve(&events, manner, &look);
            if served.is_err() {
                stop.store(true, Ordering::Relaxed);
                // Who waits for a call that is dropped learns of it.
                while !matches!(events.recv(), Ok(Event::End) | Err(_)) {}
            }
            let result = worker
                .join()
                .unwrap_or_else(|panic| panic::resume_unwind(panic));
            served?;
            Python::attach(&look)?;
            Ok(result)
        })
    })
}

/// Does what is to be done until the work has ended.
fn serve(
    events: &Receiver<Event>,
    manner: &Manner,
    look: &impl Fn(Python<'_>) -> PyResult<()>,
) -> PyResult<()> {
    let mut looked = parlor_players::now();
    loop {
        match events.recv_timeout(LOOK) {
            Ok(Event::End) | Err(RecvTimeoutError::Disconnected) => return Ok(()),
            Ok(Event::Call(call)) => Python::attach(|py| {
                call(py)?;
                py.check_signals()
            })?,
            Ok(Event::Share(done)) => {
                manner.report(done)?;
                check_signals()?;
            }
            Err(RecvTimeoutError::Timeout) => check_signals()?,
        }
        if looked.elapsed() >= 2 * LOOK {
            Python::attach(look)?;
            looked = parlor_players::now();
        }
    }
}
