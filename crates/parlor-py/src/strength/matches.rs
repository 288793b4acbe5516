//! Matches of two players, by name, as outside programs, or as functions of Python.

use std::num::NonZero;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{self, Sender};
use std::sync::{Arc, PoisonError};

use kuba_rules::Side;
use ludo_rules::Seat;
use parlor_game::{Game, Ludo};
use parlor_players::ProgramLimits;
use parlor_players::kuba::Opening;
use parlor_sim::statistics::Sprt;
use parlor_sim::{Deals, Entrant, GameError, HeadToHead, Match, Player, Pool, Schedule};
use pyo3::exceptions::PyOSError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};

use super::bots::read_seed;
use super::function::{Causes, Function};
use super::ratings::refused;
use super::results::result;
use super::shards;
use crate::errors;
use crate::long_call::{self, Event, MOST_THREADS, Manner};
use crate::solving;
use crate::values::integer;
use crate::whole::whole;
use crate::{kuba_arguments, ludo_arguments};

/// The most pairs of games.
const MOST_PAIRS: u64 = 1_000_000_000;
/// The longest time of an outside program for an action, in milliseconds: a day.
const MAX_TIME: u64 = 86_400_000;

/// A player: its name or description, and its function, if it is one.
type Given<'py> = (String, Option<Bound<'py, PyAny>>);

/// What is common to both games' matches: the number of pairs, the seed, the two hypotheses and the
/// two error probabilities of a test, the number of threads, whether a failure forfeits the game,
/// the function that is told of progress, and the first deal to play and the one after the last, if it is not
/// the whole match.
type Run<'py> = (
    Bound<'py, PyAny>,
    Bound<'py, PyAny>,
    Option<(f64, f64, f64, f64)>,
    Option<Bound<'py, PyAny>>,
    bool,
    Option<Bound<'py, PyAny>>,
    Option<(u64, u64)>,
);

/// The channel to the calling thread, and what its functions raised.
struct Functions {
    calls: Sender<Event>,
    causes: Causes,
    limit: u32,
}

impl Functions {
    /// The player that a function is, if it is one.
    fn entrant<G: Game>(&self, (name, function): &Given<'_>) -> Option<Entrant<G>>
    where
        Function: Player<G>,
    {
        let function = function.as_ref()?.clone().unbind();
        let (calls, causes) = (self.calls.clone(), Arc::clone(&self.causes));
        let player = Function::new(function, calls, causes, self.limit);
        Some(Entrant {
            name: name.clone(),
            player: Arc::new(player),
            nodes: u64::MAX,
        })
    }
}

/// Plays a match of Kuba.
#[pyfunction]
pub(crate) fn _kuba_match<'py>(
    py: Python<'py>,
    players: (Given<'py>, Given<'py>),
    rules: &Bound<'py, PyAny>,
    opening: &Bound<'py, PyAny>,
    limit: &Bound<'py, PyAny>,
    program: (Option<Bound<'py, PyAny>>, Option<Bound<'py, PyAny>>),
    run: Run<'py>,
) -> PyResult<Bound<'py, PyDict>> {
    let rules = kuba_arguments::read_rules(rules, None)?;
    let opening = read_opening(opening)?;
    let limit = whole("limit", limit, &(1..=u32::MAX))?;
    let nodes = program.0.as_ref();
    let nodes = nodes.map(|nodes| whole("program_nodes", nodes, &(1..=u64::MAX)));
    let time = program.1.as_ref();
    let time = time.map(|time| whole("program_time", time, &(1..=MAX_TIME)));
    let limits = ProgramLimits::new(nodes.transpose()?, time.transpose()?);
    let deals = opening.deals(rules, read_seed(&run.1)?).with_limit(limit);
    let schedule = Schedule::one_against_a_field(Side::ALL.len());
    play(
        py,
        &players,
        (deals, limit),
        schedule,
        run,
        |functions, given| match functions.entrant(given) {
            Some(entrant) => Ok(entrant),
            None => parlor_players::kuba::entrant(&given.0, &limits),
        },
    )
}

/// How games of Kuba begin: `"fair"`, or a number of random pushes.
///
/// # Errors
/// `ParlorError` for anything else.
fn read_opening(opening: &Bound<'_, PyAny>) -> PyResult<Opening> {
    let read = match integer(opening)? {
        Some(pushes) => Opening::random(pushes),
        None => opening
            .cast::<PyString>()
            .is_ok_and(|text| text == "fair")
            .then_some(Opening::Fair),
    };
    read.ok_or_else(|| {
        errors::invalid(opening, |shown| {
            format!("opening is {shown}; it must be \"fair\" or an integer from 0 to 100")
        })
    })
}

/// Plays a match of Ludo.
#[pyfunction]
pub(crate) fn _ludo_match<'py>(
    py: Python<'py>,
    players: (Given<'py>, Given<'py>),
    rules: &Bound<'py, PyAny>,
    seats: Vec<Bound<'py, PyAny>>,
    limit: &Bound<'py, PyAny>,
    run: Run<'py>,
) -> PyResult<Bound<'py, PyDict>> {
    let rules = ludo_arguments::read_rules(rules)?;
    let limit = whole("limit", limit, &(1..=u32::MAX))?;
    let seats: PyResult<Vec<Seat>> = seats.iter().map(ludo_arguments::read_seat).collect();
    let seats = seats?;
    let start = Ludo::start(rules, &seats).map_err(|error| {
        let rule = Ludo::start_rule(&error);
        let letters: String = seats.iter().map(|&seat| Ludo::letter(seat)).collect();
        let value = letters.into_pyobject(py);
        let value = value.map_or_else(|_| py.None().into_bound(py), Bound::into_any);
        errors::raise("ParlorError", Some(rule), &value, error)
    })?;
    let named = [&players.0, &players.1].into_iter();
    let named = named.filter(|given| given.1.is_none());
    for seating in parlor_players::ludo::needed_values(named.map(|given| given.0.trim()), &seats) {
        solving::values(py, seating, &Manner::default())?;
    }
    let deals = Deals::<Ludo>::new(start, read_seed(&run.1)?).with_limit(limit);
    let schedule = Schedule::every_two(2, seats.len());
    play(
        py,
        &players,
        (deals, limit),
        schedule,
        run,
        |functions, given| match functions.entrant(given) {
            Some(entrant) => Ok(entrant),
            None => parlor_players::ludo::entrant(&given.0, seats.len()),
        },
    )
}

/// Plays the match, and returns what came of it.
fn play<'py, G: Game>(
    py: Python<'py>,
    players: &(Given<'py>, Given<'py>),
    (deals, limit): (Deals<G>, u32),
    schedule: Schedule,
    (pairs, _, sprt, threads, forfeit, progress, part): Run<'py>,
    entrant: impl Fn(&Functions, &Given<'py>) -> Result<Entrant<G>, String>,
) -> PyResult<Bound<'py, PyDict>> {
    let pairs = whole("pairs", &pairs, &(1..=MOST_PAIRS))?;
    let sprt = sprt.map(|(elo0, elo1, alpha, beta)| {
        Sprt::new(elo0, elo1, alpha, beta).map_err(|error| refused(py, (elo0, elo1), error))
    });
    let sprt = sprt.transpose()?;
    let threads = threads.map(|threads| whole("threads", &threads, &(1..=MOST_THREADS)));
    let threads = match threads.transpose()? {
        // Calls of functions take turns anyway, and so their order is always the same.
        None if players.0.1.is_some() || players.1.1.is_some() => NonZero::new(1),
        None => None,
        Some(threads) => NonZero::new(threads),
    };

    let (calls, events) = mpsc::channel();
    let functions = Functions {
        calls: calls.clone(),
        causes: Causes::default(),
        limit,
    };
    let seated = |given: &Given<'py>| {
        entrant(&functions, given).map_err(|error| {
            let value = given.0.as_str().into_pyobject(py);
            let value = value.map_or_else(|_| py.None().into_bound(py), Bound::into_any);
            errors::value(&value, error)
        })
    };
    let mut entrants = vec![seated(&players.0)?, seated(&players.1)?];
    if entrants[0].name == entrants[1].name {
        entrants[1].name.push_str(" (b)");
    }
    let invalid = |error: &dyn std::fmt::Display| errors::value(py.None().bind(py), error);
    let of = Match::new(entrants, deals, schedule).map_err(|error| invalid(&error))?;
    let of = if forfeit { of.with_forfeits() } else { of };
    let mut found = HeadToHead::new(&of, sprt).map_err(|error| invalid(&error))?;
    let pool = Pool::new(threads).map_err(|error| PyOSError::new_err(error.to_string()))?;

    let done = AtomicU64::new(0);
    let progress = progress.map(Bound::unbind);
    let look = |py: Python<'_>| match &progress {
        Some(progress) => {
            let done = done.load(Ordering::Relaxed);
            progress.call1(py, (done, pairs)).map(drop)
        }
        None => Ok(()),
    };
    let manner = Manner::default();
    let mut deals = Vec::new();
    let played = long_call::served(py, (calls, events), &manner, look, |stop| {
        let played = match part {
            Some((first, last)) => of.play_part(&pool, first..last.min(pairs), stop, |deal| {
                deals.push(shards::plain(&deal));
                ControlFlow::Continue(())
            }),
            None => found.play(&of, &pool, pairs, stop, |found| {
                done.store(found.deals(), Ordering::Relaxed);
            }),
        };
        // The processes of programs end here, without the GIL.
        drop(of);
        played
    })?;
    let played = played.map_err(|error| failed(py, &functions.causes, &error));
    if part.is_none() {
        return played.and_then(|()| result(py, &found));
    }
    let dict = PyDict::new(py);
    dict.set_item("deals", deals)?;
    dict.set_item("error", played.err().map(|error| error.into_value(py)))?;
    Ok(dict)
}

/// `MatchError` for a player that failed.
pub(crate) fn game_error(py: Python<'_>, error: &GameError) -> PyErr {
    failed(py, &Causes::default(), error)
}

/// `MatchError`, caused by what a function raised, if it did.
fn failed(py: Python<'_>, causes: &Causes, error: &GameError) -> PyErr {
    let (bot, game, ply, position, rule, value) = match error {
        GameError::NoAnswer {
            bot,
            game,
            ply,
            position,
        }
        | GameError::Failed {
            bot,
            game,
            ply,
            position,
            ..
        }
        | GameError::Panicked {
            bot,
            game,
            ply,
            position,
            ..
        } => (bot, game, ply, position, None, None),
        GameError::Refused {
            bot,
            game,
            ply,
            position,
            action,
            rule,
            ..
        } => (bot, game, ply, position, Some(*rule), Some(action)),
        _ => return errors::value(py.None().bind(py), error),
    };
    let made = || {
        let fields = [
            ("player", bot.into_pyobject(py)?.into_any()),
            ("game", game.into_pyobject(py)?.into_any()),
            ("ply", ply.into_pyobject(py)?.into_any()),
            ("position", position.into_pyobject(py)?.into_any()),
        ];
        let mut causes = causes.lock().unwrap_or_else(PoisonError::into_inner);
        let cause = causes.remove(game);
        let value = match (&cause, value) {
            (Some(cause), _) => cause
                .value(py)
                .getattr("value")
                .unwrap_or_else(|_| py.None().into_bound(py)),
            (None, value) => value.into_pyobject(py)?,
        };
        let raised = errors::raise_with("MatchError", rule, &value, error, &fields);
        raised.set_cause(py, cause);
        PyResult::Ok(raised)
    };
    made().unwrap_or_else(|error| error)
}
