//! The exact values of Ludo in this process: loaded from the cache folder, or solved and saved there.
//!
//! Files are mapped, so that the workers of a machine share one copy. Of the threads of a process one
//! at a time loads or solves, and of the processes one at a time solves; who waits can be interrupted,
//! and goes on by itself where the other one was stopped.

use core::ops::ControlFlow;
use std::path::Path;

use ludo_solver::exact::cache::{self, Claim, Reading};
use ludo_solver::exact::{Seating, Tablebase, Values, try_solve};
use pyo3::prelude::*;

use crate::cache_folder::{CacheFolder, Found};
use crate::long_call::{self, Manner};
use crate::signals::check_signals;
use crate::turn::Turn;

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
    let folder = CacheFolder::find();
    // A callback that needs the values for which it is called cannot wait for them.
    let folder = folder.filter(|_| turn.is_some());
    let permit = match &folder {
        None => None,
        Some(folder) => match py.detach(|| claim(folder.path(), seating))? {
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
        .as_ref()
        .and_then(|folder| py.detach(|| cache::load(folder.path(), seating, Reading::Mapped)));
    tables.insert(shared.unwrap_or(values));
    drop(turn);
    if let (Err(error), Some(folder)) = (saved, folder) {
        folder.warn(py, &error)?;
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
