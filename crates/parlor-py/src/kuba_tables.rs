//! `parlor.kuba.tables`: the endgame tables of this process. Those of up to four marbles are in the
//! package; larger ones are loaded from the cache folder, or built and saved there.
//!
//! These functions return plain values, from which `tables.py` makes its objects.

use std::sync::{Arc, Mutex, PoisonError};

use kuba_rules::Position;
use kuba_tables::cache::{self, CacheProgress};
use kuba_tables::{
    BuildError, EMBEDDED_MARBLES, MAX_MARBLES, MIN_MARBLES, NotInTables, QUICK_MARBLES, Tables,
    Value,
};
use pyo3::exceptions::{PyMemoryError, PyRuntimeError};
use pyo3::prelude::*;

use crate::cache_folder::{CacheFolder, Found};
use crate::errors::raise;
use crate::kuba_position::KubaPosition;
use crate::long_call::{self, Manner};
use crate::turn::Turn;
use crate::whole::whole;

/// The largest tables that were loaded or built.
static BUILT: Mutex<Option<Arc<Tables>>> = Mutex::new(None);

/// A value, and the number of pushes unless it is endless.
type ValueTuple = (&'static str, Option<u32>);
/// A push, its value, and the position after it.
type RankedTuple = (String, ValueTuple, KubaPosition);

/// Loads or builds the tables of up to so many marbles; where they were found.
#[pyfunction]
pub(crate) fn _kuba_prepare(
    py: Python<'_>,
    marbles: &Bound<'_, PyAny>,
    threads: &Bound<'_, PyAny>,
    progress: &Bound<'_, PyAny>,
) -> PyResult<&'static str> {
    let marbles = whole("marbles", marbles, &(MIN_MARBLES..=MAX_MARBLES))?;
    let manner = Manner::read(threads, progress)?;
    if marbles <= EMBEDDED_MARBLES {
        return Ok(Found::Present.name());
    }
    tables(py, marbles, &manner).map(|(_, found)| found.name())
}

/// The value of a position, and its pushes with theirs, the best first.
#[pyfunction]
pub(crate) fn _kuba_probe(
    py: Python<'_>,
    position: &Bound<'_, PyAny>,
) -> PyResult<(ValueTuple, Vec<RankedTuple>)> {
    let place = KubaPosition::read_or_parse(position, "a kuba.Position or its line")?;
    let unsolved = |error: NotInTables| raise("UnsolvedError", error.rule(), position, error);
    let marbles = NotInTables::check(&place, MAX_MARBLES).map_err(unsolved)?;
    let probed = match probed_in(Tables::embedded(), &place) {
        Err(NotInTables::Marbles { .. }) if marbles <= QUICK_MARBLES => {
            let (tables, _) = tables(py, marbles, &Manner::default())?;
            probed_in(&tables, &place)
        }
        Err(NotInTables::Marbles { .. }) => {
            let large = largest(py, MAX_MARBLES).filter(|tables| tables.marbles() >= marbles);
            let tables = large.ok_or_else(|| {
                let message = format!(
                    "the position has {marbles} marbles on the board, and no tables of so many are built; \
                     kuba.prepare({marbles}) builds them, in hours"
                );
                raise("UnsolvedError", None, position, message)
            })?;
            probed_in(&tables, &place)
        }
        probed => probed,
    };
    probed.map_err(unsolved)
}

/// The largest tables that were built, in memory or, with at most so many marbles, in the cache folder.
pub(crate) fn largest(py: Python<'_>, most: u8) -> Option<Arc<Tables>> {
    let kept = present(MIN_MARBLES);
    let least = kept
        .as_ref()
        .map_or(EMBEDDED_MARBLES, |tables| tables.marbles())
        + 1;
    let load = |folder: CacheFolder| cache::load_largest(folder.path(), least..=most);
    let loaded = CacheFolder::find().and_then(|folder| py.detach(|| load(folder)));
    loaded.map(keep).or(kept)
}

/// The tables of so many marbles or more that are in memory.
fn present(marbles: u8) -> Option<Arc<Tables>> {
    let built = BUILT.lock().unwrap_or_else(PoisonError::into_inner);
    let tables = built.as_ref()?;
    (tables.marbles() >= marbles).then(|| Arc::clone(tables))
}

/// Keeps the tables in memory.
fn keep(tables: Tables) -> Arc<Tables> {
    let tables = Arc::new(tables);
    *BUILT.lock().unwrap_or_else(PoisonError::into_inner) = Some(Arc::clone(&tables));
    tables
}

/// The tables of up to so many marbles, read or built by the first caller; others wait, without the GIL.
///
/// # Errors
/// Those of [`long_call::run`]; `RuntimeWarning` where warnings are errors.
fn tables(py: Python<'_>, marbles: u8, manner: &Manner) -> PyResult<(Arc<Tables>, Found)> {
    if let Some(tables) = present(marbles) {
        return Ok((tables, Found::Present));
    }
    let turn = py.detach(Turn::wait)?;
    if let Some(tables) = present(marbles) {
        return Ok((tables, Found::Present));
    }
    // A callback that needs the tables for which it is called cannot wait for them.
    let folder = CacheFolder::find().filter(|_| turn.is_some());
    let built = long_call::run(py, manner, |report| {
        let on = |step| match step {
            CacheProgress::Waiting => report.go_on(),
            CacheProgress::Building(reached) => report.done(reached.share()),
        };
        Some(match &folder {
            Some(folder) => cache::load_or_build(folder.path(), marbles, on)
                .map(|cached| (cached.tables, cached.is_new, cached.error)),
            None => Tables::build(marbles, |reached| on(CacheProgress::Building(reached)))
                .map(|tables| (tables, true, None)),
        })
    })?;
    let (tables, is_new, error) = built.map_err(|error| match error {
        BuildError::Memory { .. } => PyMemoryError::new_err(error.to_string()),
        _ => PyRuntimeError::new_err(error.to_string()),
    })?;
    let tables = keep(tables);
    drop(turn);
    if let (Some(error), Some(folder)) = (error, folder) {
        folder.warn(py, &error)?;
    }
    let found = if is_new { Found::Solved } else { Found::Loaded };
    Ok((tables, found))
}

fn probed_in(
    tables: &Tables,
    position: &Position,
) -> Result<(ValueTuple, Vec<RankedTuple>), NotInTables> {
    let pushes = tables.ranked_pushes(position)?.into_iter();
    let ranked = pushes.map(|ranked| {
        let push = ranked.push.to_string();
        (push, value_tuple(ranked.value), KubaPosition(ranked.after))
    });
    Ok((value_tuple(tables.value(position)?), ranked.collect()))
}

const fn value_tuple(value: Value) -> ValueTuple {
    match value {
        Value::Win(pushes) => ("win", Some(pushes)),
        Value::Loss(pushes) => ("loss", Some(pushes)),
        Value::Endless => ("endless", None),
    }
}
