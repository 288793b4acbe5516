//! Reads scripts from Python's iterables. Rules: L-23.

use ludo_rules::{Players, Roll, Script, ScriptError, ScriptTurn, Seat};
use pyo3::exceptions::PyMemoryError;
use pyo3::prelude::*;
use pyo3::types::{PyInt, PyList, PyString, PyTuple};

use crate::errors::{raise_with, showing};
use crate::ludo_arguments::seat;
use crate::values::{integer, items, pair};

/// Reads a script from any iterables but strings and sets; entries are checked in order, the players
/// first.
///
/// Rules: L-23.
///
/// # Errors
/// `ScriptError` with the first invalid entry, or what an iterable raises.
pub(crate) fn read(players: &Bound<'_, PyAny>, turns: &Bound<'_, PyAny>) -> PyResult<Script> {
    let players = read_players(players)?;
    Ok(Script::new(players, read_turns(turns)?))
}

fn read_players(players: &Bound<'_, PyAny>) -> PyResult<Players> {
    if let Some(list) = content(players)? {
        return check_players(players, list.iter().map(Ok));
    }
    let Some(entries) = items(players)? else {
        return Err(refusal(players, |value| ScriptError::PlayersNotAList {
            value,
        }));
    };
    check_players(players, entries)
}

fn check_players<'py>(
    players: &Bound<'py, PyAny>,
    mut entries: impl Iterator<Item = PyResult<Bound<'py, PyAny>>>,
) -> PyResult<Players> {
    // What an entry raised, or that it is not a seat; either ends the list.
    let mut stopped = None;
    let mut last = None;
    let seats = (0..).map_while(|entry| {
        let judged = entries.next()?.and_then(|value| {
            let read = seat(&value);
            let value = last.insert(value);
            read.ok_or_else(|| refusal(value, |value| ScriptError::UnknownPlayer { entry, value }))
        });
        judged.map_err(|error| stopped = Some(error)).ok().map(Ok)
    });
    let checked = Players::check(seats);
    if let Some(error) = stopped {
        return Err(error);
    }
    checked.map_err(|error| {
        let entry = last.as_ref().filter(|_| error.entry().is_some());
        script_error(&error, entry.unwrap_or(players))
    })
}

/// The entries of a list or a tuple now: a list could change while they are read.
fn content<'py>(value: &Bound<'py, PyAny>) -> PyResult<Option<Bound<'py, PyTuple>>> {
    match value.cast_exact::<PyList>() {
        Ok(list) => list.as_sequence().to_tuple().map(Some),
        Err(_) => Ok(value.cast_exact::<PyTuple>().ok().cloned()),
    }
}

fn read_turns(turns: &Bound<'_, PyAny>) -> PyResult<Vec<ScriptTurn>> {
    if let Some(list) = content(turns)? {
        return read_list(&list);
    }
    let Some(entries) = items(turns)? else {
        return Err(refusal(turns, |value| ScriptError::TurnsNotAList { value }));
    };
    let mut read = Vec::new();
    for (entry, turn) in entries.enumerate() {
        if entry % BETWEEN_PAUSES == BETWEEN_PAUSES - 1 {
            pause(turns.py())?;
        }
        let turn = read_turn(entry, &turn?)?;
        read.try_reserve(1).map_err(no_memory)?;
        read.push(turn);
    }
    Ok(read)
}

/// The turns of a tuple, most of which are tuples of strings and integers seen before.
fn read_list(list: &Bound<'_, PyTuple>) -> PyResult<Vec<ScriptTurn>> {
    let mut seats = Memo::new(Seat::A);
    let mut rolls = Memo::new(Roll::SIX);
    let mut known = |turn: &Bound<'_, PyAny>| {
        let pair = turn.cast_exact::<PyTuple>().ok()?;
        let pair = (pair.len() == 2).then_some(pair)?;
        let who = pair.get_borrowed_item(0).ok()?;
        let die = pair.get_borrowed_item(1).ok()?;
        let seat = seats.meaning(&who, exact_seat)?;
        let roll = rolls.meaning(&die, exact_roll)?;
        Some(ScriptTurn { seat, roll })
    };
    let mut turns = Vec::new();
    turns.try_reserve_exact(list.len()).map_err(no_memory)?;
    let mut entries = list.iter_borrowed().enumerate();
    loop {
        for (entry, turn) in entries.by_ref().take(BETWEEN_PAUSES) {
            turns.push(match known(&turn) {
                Some(turn) => turn,
                None => read_turn(entry, &turn)?,
            });
        }
        if entries.len() == 0 {
            return Ok(turns);
        }
        pause(list.py())?;
    }
}

/// This many turns are read in less than a millisecond.
const BETWEEN_PAUSES: usize = 1 << 14;

/// Lets interrupts and other threads in: a list may be long, and an iterable endless.
fn pause(py: Python<'_>) -> PyResult<()> {
    py.check_signals()?;
    py.detach(|| ());
    Ok(())
}

fn no_memory<E>(_: E) -> PyErr {
    PyMemoryError::new_err("no memory for so many turns")
}

fn exact_seat(value: &Bound<'_, PyAny>) -> Option<Seat> {
    let is_str = value.is_exact_instance_of::<PyString>();
    is_str.then(|| seat(value)).flatten()
}

fn exact_roll(value: &Bound<'_, PyAny>) -> Option<Roll> {
    let number = value.cast_exact::<PyInt>().ok()?;
    Roll::new(number.extract().ok()?).ok()
}

/// One turn of any kind.
fn read_turn(entry: usize, turn: &Bound<'_, PyAny>) -> PyResult<ScriptTurn> {
    let Some((who, die)) = pair(turn)? else {
        return Err(refusal(turn, |value| ScriptError::NotAPair {
            entry,
            value,
        }));
    };
    let seat = seat(&who)
        .ok_or_else(|| refusal(&who, |value| ScriptError::UnknownSeat { entry, value }))?;
    if let Some(Ok(roll)) = integer(&die)?.map(Roll::new) {
        return Ok(ScriptTurn { seat, roll });
    }
    Err(refusal(&die, |value| ScriptError::BadRoll { entry, value }))
}

/// `ScriptError` with the error that shows this value.
fn refusal(value: &Bound<'_, PyAny>, error: impl FnOnce(String) -> ScriptError) -> PyErr {
    showing(value, |shown| script_error(&error(shown), value))
}

fn script_error(error: &ScriptError, value: &Bound<'_, PyAny>) -> PyErr {
    let Ok(entry) = error.entry().into_pyobject(value.py());
    let fields = [("entry", entry.into_any())];
    raise_with("ScriptError", Some(error.rule()), value, error, &fields)
}

/// Meanings of objects seen before, by address.
///
/// Only immutable objects that outlive the memo may be stored: then an address identifies the value.
/// The turns of a game mostly repeat ten objects, and reading one again takes longer than playing its
/// turn.
struct Memo<T> {
    /// Addresses and meanings; no object has address 0.
    entries: [(usize, T); Memo::<()>::SIZE],
}

impl Memo<()> {
    const SIZE: usize = 32;
    /// Neighboring small objects are this far apart, as a power of two.
    const SPACING: u32 = 5;
}

impl<T: Copy> Memo<T> {
    fn new(nothing: T) -> Self {
        Self {
            entries: [(0, nothing); Memo::SIZE],
        }
    }

    /// The meaning of the object, read by `read` the first time.
    #[inline]
    fn meaning<'py>(
        &mut self,
        object: &Bound<'py, PyAny>,
        read: impl FnOnce(&Bound<'py, PyAny>) -> Option<T>,
    ) -> Option<T> {
        let address = object.as_ptr() as usize;
        let entry = &mut self.entries[(address >> Memo::SPACING) % Memo::SIZE];
        if entry.0 != address {
            *entry = (address, read(object)?);
        }
        Some(entry.1)
    }
}
