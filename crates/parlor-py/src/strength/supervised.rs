//! Long work on other threads, while the calling one serves Python: Ctrl-C, and functions that the
//! work calls.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::Duration;

use pyo3::exceptions::{PyOSError, PyRuntimeError};
use pyo3::prelude::*;

use crate::signals::check_signals;

/// How often signals are looked for while nothing else happens.
const LOOK: Duration = Duration::from_millis(50);

/// What the calling thread is to do.
pub(super) enum Event {
    /// Run this with Python. An error ends the work.
    Call(Box<dyn FnOnce(Python<'_>) -> PyResult<()> + Send>),
    /// The work is done.
    Done,
}

/// Says that the work is done, even if it panics.
struct Announce(Sender<Event>);

impl Drop for Announce {
    fn drop(&mut self) {
        // Without a receiver nobody waits for it.
        let _unheard = self.0.send(Event::Done);
    }
}

/// Runs the work on another thread, with a flag that tells it to stop. `look` is called now and
/// then, and once at the end.
///
/// # Errors
/// What a signal, a call or `look` raises, after the work has stopped.
pub(super) fn supervised<R: Send>(
    py: Python<'_>,
    (sender, events): (Sender<Event>, Receiver<Event>),
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
            });
            let worker = worker.map_err(|error| PyOSError::new_err(error.to_string()))?;
            let served = serve(&events, &look);
            if served.is_err() {
                stop.store(true, Ordering::Relaxed);
                // Who waits for a call that is dropped learns of it.
                while !matches!(events.recv(), Ok(Event::Done) | Err(_)) {}
            }
            let done = worker.join();
            served?;
            let done = done.map_err(|_| PyRuntimeError::new_err("a thread panicked"))?;
            Python::attach(&look)?;
            Ok(done)
        })
    })
}

/// Does what is to be done until the work is.
fn serve(events: &Receiver<Event>, look: &impl Fn(Python<'_>) -> PyResult<()>) -> PyResult<()> {
    let mut looked = parlor_players::now();
    loop {
        match events.recv_timeout(LOOK) {
            Ok(Event::Done) | Err(RecvTimeoutError::Disconnected) => return Ok(()),
            Ok(Event::Call(call)) => Python::attach(|py| {
                call(py)?;
                py.check_signals()
            })?,
            Err(RecvTimeoutError::Timeout) => check_signals()?,
        }
        if looked.elapsed() >= 2 * LOOK {
            Python::attach(look)?;
            looked = parlor_players::now();
        }
    }
}
