//! Games in bulk as NumPy columns: what `self_play` and `playouts` of both games are made of.
//!
//! The games are played on other threads, without the GIL, while the calling one looks for Ctrl-C. The threads
//! end with each call, so that a fork between two calls does no harm.

use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

use ludo_rules::Seat;
use numpy::PyArray1;
use parlor_selfplay::playouts::{self, Playouts};
use parlor_selfplay::{Bulk, Rows, SetupError, Values, kuba, ludo, play};
use parlor_sim::Pool;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

use crate::errors;
use crate::kuba_position::KubaPosition;
use crate::long_call::{self, Manner};
use crate::ludo_arguments::read_seat;
use crate::ludo_position::LudoPosition;
use crate::solving::values;

/// A column: its name, the shape of a row, and a flat array.
pub(crate) type Named<'py> = (&'static str, Vec<usize>, Bound<'py, PyAny>);

/// Games that can be played in bulk.
#[pyclass(frozen, module = "parlor._native", name = "_SelfPlay")]
pub(crate) struct SelfPlay {
    games: Box<dyn Bulk>,
    manner: Manner,
}

#[pymethods]
impl SelfPlay {
    /// The columns of the games of these numbers.
    fn play<'py>(&self, py: Python<'py>, first: u64, last: u64) -> PyResult<Vec<Named<'py>>> {
        let bulk = &*self.games;
        let rows = long_call::watched(py, &self.manner, |pool, report| {
            let mut rows = bulk.rows();
            play(bulk, pool, first..last, report.stop(), |part| {
                rows.append(part);
                ControlFlow::Continue(())
            })?;
            Ok::<Rows, parlor_sim::GameError>(rows)
        })?;
        let rows = rows.map_err(|error| PyRuntimeError::new_err(error.to_string()))?;
        Ok(columns(py, rows))
    }
}

/// The columns of rows, each with a flat array.
pub(crate) fn columns(py: Python<'_>, rows: Rows) -> Vec<Named<'_>> {
    let columns = rows.columns.into_iter();
    columns
        .map(|column| (column.name, column.shape, array(py, column.values)))
        .collect()
}

fn array(py: Python<'_>, values: Values) -> Bound<'_, PyAny> {
    match values {
        Values::Bool(list) => PyArray1::from_vec(py, list).into_any(),
        Values::I8(list) => PyArray1::from_vec(py, list).into_any(),
        Values::U8(list) => PyArray1::from_vec(py, list).into_any(),
        Values::I16(list) => PyArray1::from_vec(py, list).into_any(),
        Values::U16(list) => PyArray1::from_vec(py, list).into_any(),
        Values::U32(list) => PyArray1::from_vec(py, list).into_any(),
        Values::U64(list) => PyArray1::from_vec(py, list).into_any(),
        Values::F64(list) => PyArray1::from_vec(py, list).into_any(),
    }
}

/// `SeatError` for seats that cannot play, `ParlorError` for the rest.
fn setup(py: Python<'_>, error: &SetupError) -> PyErr {
    let (class, rule, value) = match error {
        SetupError::Seats(_) => ("SeatError", Some("L-1"), None),
        SetupError::Player { player, .. } => ("ParlorError", None, Some(player.into_pyobject(py))),
        SetupError::Limit { rule, .. } => ("ParlorError", Some(*rule), None),
        _ => ("ParlorError", None, None),
    };
    let value = value.map_or_else(|| py.None().into_bound(py), |Ok(value)| value.into_any());
    errors::raise(class, rule, &value, error)
}

/// Games of Ludo; the values that they need are solved.
#[pyfunction]
#[expect(
    clippy::needless_pass_by_value,
    reason = "a list of Python is read into one of our own"
)]
pub(crate) fn _ludo_self_play(
    py: Python<'_>,
    seats: Vec<Bound<'_, PyAny>>,
    policies: Vec<String>,
    seed: u64,
    limit: u32,
    values: bool,
    threads: &Bound<'_, PyAny>,
) -> PyResult<SelfPlay> {
    let manner = Manner::on_threads(threads)?;
    let seats = seats
        .iter()
        .map(read_seat)
        .collect::<PyResult<Vec<Seat>>>()?;
    let options = ludo::Options {
        seats,
        policies,
        seed,
        limit,
        values,
    };
    let games = ludo::Games::new(&options).map_err(|error| setup(py, &error))?;
    for seating in games.needs_values() {
        self::values(py, seating, &Manner::default())?;
    }
    Ok(SelfPlay {
        games: Box::new(games),
        manner,
    })
}

/// Games of Kuba.
#[pyfunction]
pub(crate) fn _kuba_self_play(
    py: Python<'_>,
    rules: &Bound<'_, PyAny>,
    players: Vec<String>,
    seed: u64,
    opening: u32,
    limit: u32,
    threads: &Bound<'_, PyAny>,
) -> PyResult<SelfPlay> {
    let manner = Manner::on_threads(threads)?;
    let rules = crate::kuba_arguments::read_rules(rules, None)?;
    let players = players.into_iter().map(|player| {
        let spec = player.parse();
        spec.map_err(|reason| setup(py, &SetupError::Player { player, reason }))
    });
    let options = kuba::Options {
        rules,
        players: players.collect::<PyResult<_>>()?,
        seed,
        opening,
        limit,
    };
    let games = kuba::Games::new(&options).map_err(|error| setup(py, &error))?;
    Ok(SelfPlay {
        games: Box::new(games),
        manner,
    })
}

/// Winners, plies, endings and places.
type PlayoutArrays<'py> = (
    Bound<'py, PyArray1<i8>>,
    Bound<'py, PyArray1<u32>>,
    Bound<'py, PyArray1<u8>>,
    Bound<'py, PyArray1<u8>>,
);

/// Plays random games on so many threads.
fn played<'py>(
    py: Python<'py>,
    threads: &Bound<'py, PyAny>,
    play: impl FnOnce(&Pool, &AtomicBool) -> Option<Playouts> + Send,
) -> PyResult<PlayoutArrays<'py>> {
    let manner = Manner::on_threads(threads)?;
    let played = long_call::watched(py, &manner, |pool, report| play(pool, report.stop()))?;
    // Without any, a signal has raised an exception already.
    let played = played.unwrap_or_default();
    Ok((
        PyArray1::from_vec(py, played.winner),
        PyArray1::from_vec(py, played.plies),
        PyArray1::from_vec(py, played.ended_by),
        PyArray1::from_vec(py, played.places),
    ))
}

/// Random games from positions of Ludo.
#[pyfunction]
#[expect(
    clippy::needless_pass_by_value,
    reason = "a list of Python is read into one of our own"
)]
pub(crate) fn _ludo_playouts<'py>(
    py: Python<'py>,
    positions: Vec<Bound<'py, PyAny>>,
    n: u64,
    seed: u64,
    limit: u32,
    threads: &Bound<'py, PyAny>,
) -> PyResult<PlayoutArrays<'py>> {
    let read = |value| LudoPosition::read_or_parse(value, "a parlor.ludo.Position or its line");
    let positions = positions.iter().map(read).collect::<PyResult<Vec<_>>>()?;
    played(py, threads, |pool, stop| {
        playouts::ludo(&positions, n, seed, limit, pool, stop)
    })
}

/// Random games from positions of Kuba.
#[pyfunction]
#[expect(
    clippy::needless_pass_by_value,
    reason = "a list of Python is read into one of our own"
)]
pub(crate) fn _kuba_playouts<'py>(
    py: Python<'py>,
    positions: Vec<Bound<'py, PyAny>>,
    n: u64,
    seed: u64,
    limit: u32,
    threads: &Bound<'py, PyAny>,
) -> PyResult<PlayoutArrays<'py>> {
    let read = |value| KubaPosition::read_or_parse(value, "a kuba.Position or its line");
    let positions = positions.iter().map(read).collect::<PyResult<Vec<_>>>()?;
    played(py, threads, |pool, stop| {
        playouts::kuba(&positions, n, seed, limit, pool, stop)
    })
}
