//! `parlor.ludo.solver`: the solved game, ranked choices.
//!
//! These functions return plain values, from which `solver.py` makes its objects. Where the exact values
//! come from is in [`solving`](crate::solving).

use std::sync::OnceLock;

use ludo_rules::{Position, Seat};
use ludo_solver::analysis::{Certainty, Expert, Ranking};
use ludo_solver::exact::{self, Seating, SolveProgress, Tablebase};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

use crate::cache_folder::Found;
use crate::errors::{self, raise};
use crate::long_call::{self, Manner};
use crate::ludo_arguments::{read_seat, seat_error};
use crate::ludo_position::LudoPosition;
use crate::solving::{prepare, values};
use crate::values::{letters, two};

/// Two seats, the first player's win probability, its bounds, the width of the widest bounds, the
/// residual, and the numbers of sweeps and states.
type Solution = ((String, String), f64, f64, f64, f64, f64, u32, usize);

/// About how much of the work it is to solve; the rest is the proof.
const SHARE_OF_SOLVING: f64 = 0.6;

/// Solves the game at two seats, and proves the bounds.
#[pyfunction]
pub(crate) fn _ludo_solve(
    py: Python<'_>,
    seats: &Bound<'_, PyAny>,
    threads: &Bound<'_, PyAny>,
    progress: &Bound<'_, PyAny>,
) -> PyResult<Solution> {
    let (seats, seating) = read_seats(seats)?;
    let manner = Manner::read(threads, progress)?;
    let (solution, enclosure) = long_call::run(py, &manner, |report| {
        let sweeps = |sweep: SolveProgress| report.done(sweep.done * SHARE_OF_SOLVING);
        let solution = exact::try_solve(seating, sweeps)?;
        let proving = |done| report.done(SHARE_OF_SOLVING + done * (1.0 - SHARE_OF_SOLVING));
        let enclosure = exact::try_enclose(&solution.values, proving).transpose()?;
        Some((solution, enclosure))
    })?;
    let (values, sweeps) = (solution.values, solution.sweeps);
    // A failed proof is a bug here, not in the caller.
    let wrong = |error: String| PyRuntimeError::new_err(format!("the solver is wrong: {error}"));
    let enclosure = enclosure.map_err(|error| wrong(error.to_string()))?;
    let start = values
        .first_player(seats)
        .zip(enclosure.first_player(seats));
    let (first_player, [low, high]) =
        start.ok_or_else(|| wrong("it has solved another seating".to_owned()))?;
    let states = values.states();
    Tablebase::shared().insert(values);
    Ok((
        seats.map(|seat| seat.to_string()).into(),
        first_player,
        low,
        high,
        enclosure.width(),
        enclosure.residual(),
        sweeps,
        states,
    ))
}

/// Loads or solves the values of two seats; where they were found.
#[pyfunction]
pub(crate) fn _ludo_prepare(
    py: Python<'_>,
    seats: &Bound<'_, PyAny>,
    threads: &Bound<'_, PyAny>,
    progress: &Bound<'_, PyAny>,
) -> PyResult<&'static str> {
    let (_, seating) = read_seats(seats)?;
    let manner = Manner::read(threads, progress)?;
    prepare(py, seating, &manner).map(Found::name)
}

/// The probability that one of the last two finishes before the other: that of a seat, or of the player to
/// move; after the end, that of the one who did.
#[pyfunction]
pub(crate) fn _ludo_value(
    py: Python<'_>,
    position: &Bound<'_, PyAny>,
    seat: &Bound<'_, PyAny>,
) -> PyResult<f64> {
    let place = read_position(position)?;
    let asked = (!seat.is_none()).then(|| read_seat(seat)).transpose()?;
    let Some(([first, other], value)) = of_last_two(py, &place)? else {
        let tokens = place.tokens();
        let seats = tokens.seats().iter();
        let left = seats.filter(|&seat| !tokens.has_finished(seat)).count();
        let message = format!(
            "'{place}' has no exact value: {left} players are left, and solved are positions with two \
             players left"
        );
        return Err(raise("UnsolvedError", None, position, message));
    };
    match asked {
        None => Ok(value),
        Some(asked) if asked == first => Ok(value),
        Some(asked) if asked == other => Ok(1.0 - value),
        Some(asked) => Err(seat_error(seat, |_| {
            format!("the value of '{place}' is that of {first} or {other}, not of {asked}")
        })),
    }
}

/// The last two, of whom the first is the one to act or, after the end, the better placed one, and the chance of
/// that one; `None` while more than two are left.
fn of_last_two(py: Python<'_>, place: &Position) -> PyResult<Option<([Seat; 2], f64)>> {
    let Some(mover) = place.to_act() else {
        let order = place.finishing_order();
        return Ok(match order.iter().as_slice() {
            [.., first, last] => Some(([*first, *last], 1.0)),
            _ => None,
        });
    };
    let Some(seating) = Seating::of_two_left(place) else {
        return Ok(None);
    };
    let tokens = place.tokens();
    let is_left = |other: &Seat| *other != mover && !tokens.has_finished(*other);
    let other = tokens.seats().iter().find(is_left);
    let value = values(py, seating, &Manner::default())?.of(place);
    Ok(other
        .zip(value)
        .map(|(other, value)| ([mover, other], value)))
}

/// The best choice for the roll in hand.
#[pyfunction]
pub(crate) fn _ludo_best_move(py: Python<'_>, position: &Bound<'_, PyAny>) -> PyResult<String> {
    let ranking = ranking(py, position)?;
    Ok(ranking.best().choice.to_string())
}

/// The certainty of chances: the error of estimates, if they are; and each choice, the best first, with
/// the roller's chance after it, its loss and its label.
type Choices = (Option<f64>, Vec<(String, f64, f64, Option<&'static str>)>);

/// Every choice for the roll in hand.
#[pyfunction]
pub(crate) fn _ludo_choices(py: Python<'_>, position: &Bound<'_, PyAny>) -> PyResult<Choices> {
    let ranking = ranking(py, position)?;
    let error = match ranking.certainty() {
        Certainty::Exact => None,
        Certainty::Estimate { error } => Some(error),
    };
    let choices = ranking.choices().iter().map(|ranked| {
        let label = ranking.is_free().then(|| ranked.label().name());
        let chance = ranked.chances.of(ranking.seat());
        (ranked.choice.to_string(), chance, ranked.loss, label)
    });
    Ok((error, choices.collect()))
}

/// The choices for the roll in hand, ranked.
fn ranking(py: Python<'_>, position: &Bound<'_, PyAny>) -> PyResult<Ranking> {
    let place = read_position(position)?;
    if let Some(seating) = Seating::of_two_left(&place) {
        values(py, seating, &Manner::default())?;
    }
    let ranking = py.detach(|| Ranking::of(&place, expert()));
    ranking.ok_or_else(|| {
        let why = match place.to_act() {
            None => "the game is over".to_owned(),
            Some(seat) => format!("{seat} is to roll; apply what the die shows first"),
        };
        errors::value(position, format!("'{place}' has nothing to choose: {why}"))
    })
}

/// Estimates win probabilities. It solves nothing if [`values`] has loaded what it needs.
pub(crate) fn expert() -> &'static Expert<'static> {
    static EXPERT: OnceLock<Expert<'_>> = OnceLock::new();
    EXPERT.get_or_init(|| Expert::new(Tablebase::shared()))
}

/// A position, or its line.
///
/// # Errors
/// `ParlorError` for other values, and what parsing raises.
pub(crate) fn read_position(value: &Bound<'_, PyAny>) -> PyResult<Position> {
    LudoPosition::read_or_parse(value, "a parlor.ludo.Position or its line")
}

/// Two different seats, and their seating.
///
/// # Errors
/// `SeatError` for anything else.
pub(crate) fn read_seats(value: &Bound<'_, PyAny>) -> PyResult<([Seat; 2], Seating)> {
    let both = letters(value)?.map_or(Ok(None), two)?;
    if let Some((first, second)) = both {
        let seats = [read_seat(&first)?, read_seat(&second)?];
        if let Some(seating) = Seating::of(seats) {
            return Ok((seats, seating));
        }
    }
    Err(seat_error(value, |shown| {
        format!(
            "the seats are {shown}; this is about two players: name two seats, such as \
             (\"A\", \"C\")"
        )
    }))
}
