//! Games in bulk as NumPy columns: what `self_play` and `playouts` of both games are made of.
//!
//! The games are played on other threads, without the GIL, while the calling one looks for Ctrl-C. The threads
//! end with each call, so that a fork between two calls does no harm.

use std::collections::BTreeMap;
use std::ops::{ControlFlow, Range};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, mpsc};

use ludo_rules::Seat;
use numpy::PyArray1;
use parlor_players::kuba::ENGINE;
use parlor_selfplay::playouts::{self, Playouts};
use parlor_selfplay::{
    Bulk, Countable, Question, Rows, SetupError, Values, kuba, ludo, play, tally,
};
use parlor_sim::{GameError, Pool};
use pyo3::exceptions::{PyOSError, PyRuntimeError};
use pyo3::prelude::*;

use crate::asked::{self, _Asked, Asks};
use crate::errors;
use crate::kuba_position::KubaPosition;
use crate::long_call::{self, Event, Manner};
use crate::ludo_arguments::read_seat;
use crate::ludo_position::LudoPosition;
use crate::solving::values;
use crate::strength::{EstimateTuple, game_error, tuple};

/// A column: its name, the shape of a row, and a flat array.
pub(crate) type Named<'py> = (&'static str, Vec<usize>, Bound<'py, PyAny>);

/// The players by their names, each with its number if it is a function, and the functions.
type Players = (Vec<(String, Option<usize>)>, Vec<Py<PyAny>>);

/// The games of one of the kinds.
enum Games {
    Ludo(ludo::Games),
    Kuba(kuba::Games),
}

/// Games that can be played in bulk.
#[pyclass(frozen, module = "parlor._native", name = "_SelfPlay")]
pub(crate) struct SelfPlay {
    games: Games,
    /// The players that are functions of Python, by their numbers.
    functions: Vec<Arc<Py<PyAny>>>,
    /// The limit of the games, which observations have.
    limit: u32,
    manner: Manner,
}

#[pymethods]
impl SelfPlay {
    /// The columns of the games of these numbers.
    fn play<'py>(&self, py: Python<'py>, first: u64, last: u64) -> PyResult<Vec<Named<'py>>> {
        let rows = if self.functions.is_empty() {
            let bulk: &dyn Bulk = match &self.games {
                Games::Ludo(games) => games,
                Games::Kuba(games) => games,
            };
            long_call::watched(py, &self.manner, |pool, report| {
                let mut rows = bulk.rows();
                play(bulk, pool, first..last, report.stop(), |part| {
                    rows.append(part);
                    ControlFlow::Continue(())
                })?;
                Ok::<Rows, GameError>(rows)
            })?
        } else {
            self.ask(py, first..last)?
        };
        let rows = rows.map_err(|error| game_error(py, &error))?;
        Ok(columns(py, rows))
    }

    /// How many of the first games end how: plies, their mean, the fewest and the most, the rules that ended
    /// games, those without a winner, and for each seat how often it had each place, with the shares.
    fn count(&self, py: Python<'_>, games: u64) -> PyResult<Counted> {
        let countable: &dyn Countable = match &self.games {
            Games::Ludo(games) => games,
            Games::Kuba(games) => games,
        };
        let tally = long_call::watched(py, &self.manner, |pool, report| {
            tally(countable, games, pool, report.stop(), |_| {})
        })?;
        let tally = tally.map_err(|error| game_error(py, &error))?;
        let seats = countable.named_seats().into_iter();
        let places = seats.map(|(name, seat)| {
            let places = tally.places(seat).iter();
            let places = places.map(|&games| (games, tuple(tally.share(games))));
            (name, places.collect())
        });
        Ok((
            tally.plies,
            tuple(tally.mean_plies()),
            tally.range.unwrap_or_default(),
            (tally.draws(), tuple(tally.share(tally.draws()))),
            places.collect(),
            tally.ended_by.clone(),
        ))
    }
}

/// Games that were counted.
type Counted = (
    u64,
    EstimateTuple,
    (u32, u32),
    (u64, EstimateTuple),
    Vec<(String, Vec<(u64, EstimateTuple)>)>,
    BTreeMap<&'static str, u64>,
);

/// The columns of rows, each with a flat array.
pub(crate) fn columns(py: Python<'_>, rows: Rows) -> Vec<Named<'_>> {
    let columns = rows.columns.into_iter();
    columns
        .map(|column| (column.name, column.shape, array(py, column.values)))
        .collect()
}

/// Why games with functions are played no further.
enum Failure {
    Game(GameError),
    /// The calling thread has an exception to raise, and answers no more.
    Unheard,
}

impl From<GameError> for Failure {
    fn from(error: GameError) -> Self {
        Self::Game(error)
    }
}

impl SelfPlay {
    /// The rows of the games of these numbers, in which functions of Python play: they are called on the
    /// calling thread.
    fn ask(&self, py: Python<'_>, games: Range<u64>) -> PyResult<Result<Rows, GameError>> {
        let (calls, events) = mpsc::channel();
        let pool = py.detach(|| Pool::new(self.manner.threads()));
        let pool = pool.map_err(|error| PyOSError::new_err(error.to_string()))?;
        let asking = calls.clone();
        let answers = move |player: usize, asked: _Asked| {
            let (reply, answer) = mpsc::channel();
            let function = Arc::clone(&self.functions[player]);
            let call = move |py: Python<'_>| {
                let numbers = asked.answers(py, &function)?;
                // Games that were stopped meanwhile wait for no answer.
                let _unheard = reply.send(numbers);
                Ok(())
            };
            let sent = asking.send(Event::Call(Box::new(call)));
            sent.map_err(|_| Failure::Unheard)?;
            answer.recv().map_err(|_| Failure::Unheard)
        };
        let played = long_call::served(
            py,
            (calls, events),
            &Manner::default(),
            |_| Ok(()),
            |stop| match &self.games {
                Games::Ludo(of) => of.record_asking(games, &pool, stop, |player, questions| {
                    let numbers = answers(player, self.asked(questions))?;
                    actions(questions, numbers, || of.name(player))
                }),
                Games::Kuba(of) => of.record_asking(games, &pool, stop, |player, questions| {
                    let numbers = answers(player, self.asked(questions))?;
                    actions(questions, numbers, || of.name(player))
                }),
            },
        )?;
        match played {
            Ok(Some(rows)) => Ok(Ok(rows)),
            Err(Failure::Game(error)) => Ok(Err(error)),
            Ok(None) | Err(Failure::Unheard) => Err(PyRuntimeError::new_err(
                "the games have stopped, and nobody stopped them",
            )),
        }
    }

    /// What a function is asked.
    fn asked<G: Asks>(&self, questions: &[Question<'_, G>]) -> _Asked {
        let games = questions.iter().map(|question| {
            let game = question.game;
            (game.game(), question.seed, Some(game.place()))
        });
        _Asked::about(games, self.limit)
    }
}

/// The actions with these numbers, one for each question.
///
/// # Errors
/// [`GameError::Failed`] for a number of no action.
fn actions<G: Asks>(
    questions: &[Question<'_, G>],
    numbers: Vec<i64>,
    name: impl Fn() -> String,
) -> Result<Vec<G::Action>, Failure> {
    let both = questions.iter().zip(numbers);
    let read = both.map(|(question, number)| {
        let action = G::numbered(question.game.game().position(), number);
        let refused = || {
            let reason = asked::no_action(number);
            Failure::Game(question.game.failed(&name(), reason))
        };
        action.ok_or_else(refused)
    });
    read.collect()
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
    policies: Players,
    seed: u64,
    limit: u32,
    values: bool,
    threads: &Bound<'_, PyAny>,
) -> PyResult<SelfPlay> {
    let (policies, functions) = policies;
    let manner = Manner::on_threads(threads)?;
    let seats = seats
        .iter()
        .map(read_seat)
        .collect::<PyResult<Vec<Seat>>>()?;
    let options = ludo::Options {
        seats,
        policies: inside(&policies, "random"),
        seed,
        limit,
        values,
    };
    let mut games = ludo::Games::new(&options).map_err(|error| setup(py, &error))?;
    for place in 0..options.seats.len() {
        if let Some((name, number)) = outside(&policies, place) {
            games = games.with_outside(place, number, name);
        }
    }
    for seating in games.needs_values() {
        self::values(py, seating, &Manner::default())?;
    }
    Ok(SelfPlay {
        games: Games::Ludo(games),
        functions: functions.into_iter().map(Arc::new).collect(),
        limit,
        manner,
    })
}

/// The names of players inside, and another one's for each outside, whose place it keeps.
fn inside(players: &[(String, Option<usize>)], other: &str) -> Vec<String> {
    let names = players.iter().map(|(name, number)| match number {
        None => name.clone(),
        Some(_) => other.to_owned(),
    });
    names.collect()
}

/// The name and the number of the player at a place, if it is outside: one alone plays at all.
fn outside(players: &[(String, Option<usize>)], place: usize) -> Option<(&str, usize)> {
    let at = if players.len() == 1 { 0 } else { place };
    let (name, number) = players.get(at)?;
    number.map(|number| (name.as_str(), number))
}

/// Games of Kuba.
#[pyfunction]
pub(crate) fn _kuba_self_play(
    py: Python<'_>,
    rules: &Bound<'_, PyAny>,
    players: Players,
    seed: u64,
    opening: Option<u32>,
    limit: u32,
    threads: &Bound<'_, PyAny>,
) -> PyResult<SelfPlay> {
    let (given, functions) = players;
    let manner = Manner::on_threads(threads)?;
    let rules = crate::kuba_arguments::read_rules(rules, None)?;
    // The engine draws nothing by the seed, which is not known of a function either.
    let players = inside(&given, ENGINE).into_iter().map(|player| {
        let spec = player.parse();
        spec.map_err(|reason| setup(py, &SetupError::Player { player, reason }))
    });
    let players: Vec<_> = players.collect::<PyResult<_>>()?;
    let usual = kuba::default_opening(&players).min(limit.saturating_sub(1));
    let options = kuba::Options {
        rules,
        players,
        seed,
        opening: opening.unwrap_or(usual),
        limit,
    };
    let mut games = kuba::Games::new(&options).map_err(|error| setup(py, &error))?;
    for side in 0..2 {
        if let Some((name, number)) = outside(&given, side) {
            games = games.with_outside(side, number, name);
        }
    }
    Ok(SelfPlay {
        games: Games::Kuba(games),
        functions: functions.into_iter().map(Arc::new).collect(),
        limit,
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
