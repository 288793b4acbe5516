//! The exact values of this process: loaded from the cache folder, or solved and saved there.
//!
//! Files are mapped, so that the workers of a machine share one copy. Of the threads of a process one
//! at a time loads or solves, and of the processes one at a time solves; who waits can be interrupted,
//! and goes on by itself where the other one was stopped.

use core::cell::Cell;
use core::ops::ControlFlow;
use core::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use core::time::Duration;
use std::ffi::CString;
use std::path::Path;
use std::{env, process, thread};

use directories::ProjectDirs;
use ludo_solver::exact::cache::{self, CacheError, Claim, Reading};
use ludo_solver::exact::{Seating, Tablebase, Values, try_solve};
use pyo3::exceptions::PyRuntimeWarning;
use pyo3::prelude::*;

use crate::long_call::{self, Manner};
use crate::signals::check_signals;

/// The time between two looks at a thread that is at it.
const LOOK: Duration = Duration::from_millis(20);

/// Where the values of a seating were found.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Found {
    /// In memory.
    Present,
    /// In the cache folder.
    Loaded,
    /// Nowhere: they were solved now.
    Solved,
}

impl Found {
    /// Its name in Python.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Present => "present",
            Self::Loaded => "loaded",
            Self::Solved => "solved",
        }
    }
}

/// The values of a seating, read or solved by the first caller; others wait, without the GIL.
///
/// # Errors
/// Those of [`prepare`].
pub(crate) fn values(
    py: Python<'_>,
    seating: Seating,
    manner: &Manner,
) -> PyResult<&'static Values> {
    prepare(py, seating, manner)?;
    Ok(Tablebase::shared().values(seating))
}

/// Makes the values of a seating present.
///
/// # Errors
/// Those of [`long_call::run`]; `RuntimeWarning` where warnings are errors.
pub(crate) fn prepare(py: Python<'_>, seating: Seating, manner: &Manner) -> PyResult<Found> {
    let tables = Tablebase::shared();
    let is_present = || tables.get(seating).is_some();
    if is_present() {
        return Ok(Found::Present);
    }
    let turn = py.detach(Turn::wait)?;
    if is_present() {
        return Ok(Found::Present);
    }
    let named = env::var_os(cache::VARIABLE);
    let is_named = named.as_ref().is_some_and(|name| !name.is_empty());
    let of_user = ProjectDirs::from("", "", "parlor");
    let folder = cache::folder(named, of_user.map(|folders| folders.cache_dir().to_owned()));
    // A callback that needs the values for which it is called cannot wait for them.
    let folder = folder.filter(|_| turn.is_some());
    let permit = match &folder {
        None => None,
        Some(folder) => match py.detach(|| claim(folder, seating))? {
            Claim::Loaded(values) => {
                tables.insert(values);
                return Ok(Found::Loaded);
            }
            Claim::ToSolve(permit) => Some(permit),
        },
    };
    let solution = long_call::run(py, manner, |report| {
        try_solve(seating, |sweep| report.done(sweep.done))
    })?;
    let values = solution.values;
    let saved = permit.map_or(Ok(()), |permit| py.detach(|| permit.save(&values)));
    // The solver shares the memory of the file with the others, too.
    let shared = folder
        .as_deref()
        .and_then(|folder| py.detach(|| cache::load(folder, seating, Reading::Mapped)));
    tables.insert(shared.unwrap_or(values));
    drop(turn);
    match (saved, folder) {
        // The user's own folder may be missing for good, as in a container.
        (Err(error), Some(folder)) if is_named => warn(py, &folder, &error)?,
        _ => {}
    }
    Ok(Found::Solved)
}

/// The values from the folder, or the permit to solve them; interruptible.
fn claim(folder: &Path, seating: Seating) -> PyResult<Claim> {
    let mut raised = None;
    let claim = cache::claim(folder, seating, Reading::Mapped, || {
        raised = check_signals().err();
        match raised {
            Some(_) => ControlFlow::Break(()),
            None => ControlFlow::Continue(()),
        }
    });
    match raised {
        Some(error) => Err(error),
        None => Ok(claim.expect("nothing else breaks it")),
    }
}

/// Warns of what is wrong with the folder that was named.
fn warn(py: Python<'_>, folder: &Path, error: &CacheError) -> PyResult<()> {
    let message = format!("{} is {}, and {error}", cache::VARIABLE, folder.display());
    // A path has no zero byte.
    let message = CString::new(message).unwrap_or_default();
    PyErr::warn(py, &py.get_type::<PyRuntimeWarning>(), &message, 2)
}

/// The turn of a thread to load or to solve, which one thread of the process has at a time.
struct Turn;

/// Who has the turn: the process in the upper half, its thread in the lower, and 0 for nobody. A
/// forked process inherits the number, but not the thread.
static HOLDER: AtomicU64 = AtomicU64::new(0);

impl Turn {
    /// Waits for the turn; `None` if this thread has it already, and so must not wait for itself.
    ///
    /// # Errors
    /// What a signal raises meanwhile.
    fn wait() -> PyResult<Option<Self>> {
        let own = u64::from(process::id()) << 32 | u64::from(thread_number());
        loop {
            let holder = HOLDER.load(Ordering::Acquire);
            if holder == own {
                return Ok(None);
            }
            let is_free = holder == 0 || holder >> 32 != own >> 32;
            if is_free {
                let taken =
                    HOLDER.compare_exchange(holder, own, Ordering::AcqRel, Ordering::Acquire);
                if taken.is_ok() {
                    return Ok(Some(Self));
                }
            }
            check_signals()?;
            thread::sleep(LOOK);
        }
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        HOLDER.store(0, Ordering::Release);
    }
}

/// A number that no other thread of this process has.
fn thread_number() -> u32 {
    static THREADS: AtomicU32 = AtomicU32::new(1);
    thread_local! {
        static NUMBER: Cell<u32> = const { Cell::new(0) };
    }
    NUMBER.with(|number| {
        if number.get() == 0 {
            number.set(THREADS.fetch_add(1, Ordering::Relaxed));
        }
        number.get()
    })
}
