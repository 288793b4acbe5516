//! `parlor.ludo.judgement`: any policy judged exactly. Policies by name or as NumPy arrays, their
//! evaluation, best responses, and the values as an array. Arrays go to Python flat.

use core::ops::ControlFlow;

use ludo_rules::{Position, Seat};
use ludo_solver::exact::{
    DECISIONS, DecisionPlace, Matchup, Policy, PolicyEvaluation, PolicyTableError, RuleCost,
    Seating, Values, best_response,
};
use numpy::{
    PyArray1, PyArrayDescrMethods, PyArrayMethods, PyReadonlyArrayDyn, PyUntypedArray,
    PyUntypedArrayMethods,
};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyTuple;

use crate::errors;
use crate::long_call::{self, Manner, Report};
use crate::ludo_position::LudoPosition;
use crate::solved::{read_position, read_seats};
use crate::solving::values;
use crate::values::text;

/// The share of unfinished games at which the distribution of lengths is cut off, as in the command.
const REST: f64 = 1e-9;

/// The number of pairs: the length of a table's rows.
const PAIRS: usize = ludo_rules::PairIndex::COUNT;

/// A rule and its reason; how often it decides and errs in a game, and what that costs.
type RuleCostTuple = (&'static str, &'static str, f64, f64, f64);

/// Two seats, two policies, the first player's win probability, the expected rolls, the chances
/// that a game is over after 0, 1, 2, … rolls, and what the first player's rules cost.
type EvaluationTuple = (
    (String, String),
    (&'static str, &'static str),
    f64,
    f64,
    Option<Vec<f64>>,
    Option<Vec<RuleCostTuple>>,
);

/// Evaluates two policies at two seats.
#[pyfunction]
#[expect(
    clippy::needless_pass_by_value,
    reason = "a pair of Python is read into one of our own"
)]
pub(crate) fn _ludo_evaluate(
    py: Python<'_>,
    policies: [Bound<'_, PyAny>; 2],
    seats: &Bound<'_, PyAny>,
    start: &Bound<'_, PyAny>,
    also: (bool, bool),
    threads: &Bound<'_, PyAny>,
    progress: &Bound<'_, PyAny>,
) -> PyResult<EvaluationTuple> {
    let (lengths, by_rule) = also;
    let (seats, seating) = read_seats(seats)?;
    let manner = Manner::read(threads, progress)?;
    let begin = read_start(start, seats)?;
    let [first, second] = &policies;
    let given = [
        PolicyArgument::read(first, "the first policy", seating)?,
        PolicyArgument::read(second, "the second policy", seating)?,
    ];
    let [first, second] = &given;
    let optimal = match (first, second) {
        _ if !by_rule => None,
        (PolicyArgument::Name(Name::Priority, _), PolicyArgument::Name(Name::Optimal, _)) => {
            Some(values(py, seating, &Manner::default())?)
        }
        _ => {
            let message = "by_rule requires the policies (\"priority\", \"optimal\"): it compares the \
                           first player's rules (L-15 to L-18) with best play";
            return Err(errors::value(&policies[0], message));
        }
    };
    let (first, second) = (first.source(py)?, second.source(py)?);
    let result = long_call::run(py, &manner, |report| {
        let made = [first.policy(seating), second.policy(seating)];
        let [Ok(one), Ok(other)] = &made else {
            let wrong = made.into_iter().zip(0..);
            return wrong
                .into_iter()
                .find_map(|(made, number)| Some(Err((number, made.err()?))));
        };
        let matchup = Matchup::new(seats, [one, other]).expect("the policies are for these seats");
        let matchup = match &begin {
            Some(begin) => matchup
                .starting_at(begin)
                .expect("the start has been checked"),
            None => matchup,
        };
        let parts = 1.0 + f64::from(u8::from(lengths)) + f64::from(u8::from(by_rule));
        let mut rising = rising(report);
        let evaluation = matchup.try_evaluate(|done| rising(done / parts))?;
        let lengths = lengths.then(|| {
            matchup.try_length_distribution(REST, |over| {
                rising((1.0 + (1.0 - over).max(REST).ln() / REST.ln()) / parts)
            })
        });
        let lengths = match lengths {
            Some(lengths) => Some(lengths?),
            None => None,
        };
        let costs = optimal
            .map(|values| matchup.try_by_rule(values, |done| rising((parts - 1.0 + done) / parts)));
        let costs = match costs {
            Some(costs) => Some(costs?),
            None => None,
        };
        Some(Ok((evaluation, lengths, costs)))
    })?;
    let (evaluation, lengths, costs) = result.map_err(|(number, error)| {
        let which = ["the first policy", "the second policy"][number];
        table_error(py, which, error, seats, &given[number])
    })?;
    py.detach(|| manner.report(1.0))?;
    let PolicyEvaluation {
        first_player,
        expected_rolls,
    } = evaluation;
    Ok((
        seats.map(|seat| seat.to_string()).into(),
        given.map(|policy| policy.name()).into(),
        first_player,
        expected_rolls,
        lengths,
        costs.map(|costs| costs.into_iter().map(rule_cost).collect()),
    ))
}

/// What a rule of the priority policy costs.
fn rule_cost(cost: RuleCost) -> RuleCostTuple {
    let words = cost.words();
    let RuleCost {
        reason,
        decisions,
        mistakes,
        cost,
    } = cost;
    (reason.rule(), words, decisions, mistakes, cost)
}

/// Two seats, the answer's probability of winning, and its table, flat.
type ResponseTuple<'py> = ((String, String), f64, Bound<'py, PyArray1<u8>>);

/// The best response to a policy.
#[pyfunction]
pub(crate) fn _ludo_best_response<'py>(
    py: Python<'py>,
    policy: &Bound<'py, PyAny>,
    seats: &Bound<'py, PyAny>,
    threads: &Bound<'py, PyAny>,
    progress: &Bound<'py, PyAny>,
) -> PyResult<ResponseTuple<'py>> {
    let (seats, seating) = read_seats(seats)?;
    let manner = Manner::read(threads, progress)?;
    let given = PolicyArgument::read(policy, "the policy", seating)?;
    let source = given.source(py)?;
    let result = long_call::run(py, &manner, |report| {
        let policy = match source.policy(seating) {
            Ok(policy) => policy,
            Err(error) => return Some(Err(error)),
        };
        let response = best_response(seats, &policy, rising(report))?;
        let table = response.policy.to_choices();
        Some(Ok((
            response.first_player,
            table.expect("it draws nothing"),
        )))
    })?;
    let (first_player, table) =
        result.map_err(|error| table_error(py, "the policy", error, seats, &given))?;
    py.detach(|| manner.report(1.0))?;
    let seats = seats.map(|seat| seat.to_string()).into();
    Ok((seats, first_player, PyArray1::from_vec(py, table)))
}

/// The table of a policy with a name, flat.
#[pyfunction]
pub(crate) fn _ludo_policy_table<'py>(
    py: Python<'py>,
    name: &Bound<'py, PyAny>,
    seats: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyArray1<u8>>> {
    let (_, seating) = read_seats(seats)?;
    let policy = PolicyArgument::Name(read_name(name)?, seating);
    let source = policy.source(py)?;
    let table = long_call::run(py, &Manner::default(), |_| {
        source.policy(seating).ok()?.to_choices()
    })?;
    Ok(PyArray1::from_vec(py, table))
}

/// Refuses an array that is no policy for these seats, as an evaluation would.
#[pyfunction]
pub(crate) fn _ludo_check_table(
    py: Python<'_>,
    table: &Bound<'_, PyAny>,
    seats: &Bound<'_, PyAny>,
) -> PyResult<()> {
    let (seats, seating) = read_seats(seats)?;
    let given = PolicyArgument::read(table, "the table", seating)?;
    let source = given.source(py)?;
    let checked = long_call::run(py, &Manner::default(), |_| {
        Some(source.policy(seating).map(drop))
    })?;
    checked.map_err(|error| table_error(py, "the table", error, seats, &given))
}

/// The values of a seating, flat, and the number of its sides. The array is made once, and read-only.
#[pyfunction]
pub(crate) fn _ludo_values<'py>(
    py: Python<'py>,
    seats: &Bound<'py, PyAny>,
) -> PyResult<(Bound<'py, PyArray1<f64>>, usize)> {
    static ARRAYS: [PyOnceLock<Py<PyArray1<f64>>>; 2] = [const { PyOnceLock::new() }; 2];
    let (_, seating) = read_seats(seats)?;
    let sides = sides(seating);
    let array = ARRAYS[sides - 1].get_or_try_init(py, || {
        let values = values(py, seating, &Manner::default())?;
        let array = long_call::run(py, &Manner::default(), |_| Some(values.to_array()))?;
        let array = PyArray1::from_vec(py, array);
        let array = array.readwrite().make_nonwriteable();
        PyResult::Ok((*array).clone().unbind())
    })?;
    Ok((array.bind(py).clone(), sides))
}

/// The number of sides of a seating, the first dimension of its arrays.
pub(crate) const fn sides(seating: Seating) -> usize {
    match seating {
        Seating::Opposite => 1,
        Seating::Adjacent => 2,
    }
}

/// Reports shares that never fall, while the estimates of the sweeps may, and that are below 1
/// until all is done.
fn rising(report: &Report<'_>) -> impl FnMut(f64) -> ControlFlow<()> {
    let mut most: f64 = 0.0;
    move |done| {
        most = most.max(done.min(0.999));
        report.done(most)
    }
}

/// A position before a roll with these two players left; `None` for the beginning of the game.
fn read_start(start: &Bound<'_, PyAny>, seats: [Seat; 2]) -> PyResult<Option<Position>> {
    if start.is_none() {
        return Ok(None);
    }
    let position = read_position(start)?;
    let is_of_seats = Seating::of_two_left(&position).is_some()
        && seats.iter().all(|&seat| {
            let tokens = position.tokens();
            tokens.steps(seat).is_some() && !tokens.has_finished(seat)
        });
    if is_of_seats && position.roll_in_hand().is_none() {
        return Ok(Some(position));
    }
    let [first, second] = seats;
    Err(errors::value(
        start,
        format!(
            "the start is '{position}'; it must be a position before a roll in which {first} and \
             {second} are left"
        ),
    ))
}

/// The policies that have a name: uniformly random legal choices; the assignments' policy (L-15 to
/// L-18); optimal play.
#[derive(Clone, Copy, Debug)]
enum Name {
    Random,
    Priority,
    Optimal,
}

impl Name {
    const ALL: [Self; 3] = [Self::Random, Self::Priority, Self::Optimal];

    const fn text(self) -> &'static str {
        match self {
            Self::Random => "random",
            Self::Priority => "priority",
            Self::Optimal => "optimal",
        }
    }
}

/// A policy as it was given.
enum PolicyArgument<'py> {
    Name(Name, Seating),
    Choices(PyReadonlyArrayDyn<'py, u8>),
    Probabilities(PyReadonlyArrayDyn<'py, f32>),
}

/// What a policy is made of, without Python.
#[derive(Clone, Copy)]
enum Source<'a> {
    Random,
    Priority,
    Optimal(&'static Values),
    Choices(&'a [u8]),
    Probabilities(&'a [f32]),
}

impl Source<'_> {
    fn policy(self, seating: Seating) -> Result<Policy, PolicyTableError> {
        match self {
            Self::Random => Ok(Policy::random(seating)),
            Self::Priority => Ok(Policy::priority(seating)),
            Self::Optimal(values) => Ok(Policy::optimal(values)),
            Self::Choices(table) => Policy::from_choices(seating, table),
            Self::Probabilities(table) => Policy::from_probabilities(seating, table),
        }
    }
}

impl<'py> PolicyArgument<'py> {
    /// A name, or an array of the seating's shape: uint8 or float32.
    ///
    /// # Errors
    /// `ParlorError` for anything else.
    fn read(value: &Bound<'py, PyAny>, which: &str, seating: Seating) -> PyResult<Self> {
        if text(value).is_some() || !value.hasattr("__array__")? {
            return read_name(value).map(|name| Self::Name(name, seating));
        }
        let py = value.py();
        let numpy = py.import("numpy")?;
        let array = numpy.call_method1("asarray", (value,))?;
        let shape = [sides(seating), PAIRS, PAIRS, DECISIONS];
        let array = array.cast_into::<PyUntypedArray>()?;
        let (is_choices, is_probabilities) = (
            array.dtype().is_equiv_to(&numpy::dtype::<u8>(py)),
            array.dtype().is_equiv_to(&numpy::dtype::<f32>(py)),
        );
        if array.shape() != shape || !(is_choices || is_probabilities) {
            let (given, kind) = (PyTuple::new(py, array.shape())?, array.dtype().str()?);
            // An exception that is kept need not keep the array.
            let value = if array.shape() == shape {
                kind.clone().into_any()
            } else {
                given.clone().into_any()
            };
            let (found, kind) = (given.repr()?, kind.to_string_lossy().into_owned());
            let [sides, rows, columns, decisions] = shape;
            let message = format!(
                "{which} is an array of {kind} with the shape {found}; at {seating} seats it must be \
                 uint8 or float32 with the shape ({sides}, {rows}, {columns}, {decisions})"
            );
            return Err(errors::raise("PolicyError", None, &value, message));
        }
        let array = numpy.call_method1("ascontiguousarray", (array,))?;
        if is_choices {
            Ok(Self::Choices(array.extract()?))
        } else {
            Ok(Self::Probabilities(array.extract()?))
        }
    }

    /// What it is made of; optimal play solves the game if that is not done.
    fn source(&self, py: Python<'_>) -> PyResult<Source<'_>> {
        Ok(match self {
            Self::Name(Name::Random, _) => Source::Random,
            Self::Name(Name::Priority, _) => Source::Priority,
            Self::Name(Name::Optimal, seating) => {
                Source::Optimal(values(py, *seating, &Manner::default())?)
            }
            Self::Choices(array) => Source::Choices(array.as_slice()?),
            Self::Probabilities(array) => Source::Probabilities(array.as_slice()?),
        })
    }

    const fn name(&self) -> &'static str {
        match self {
            Self::Name(name, _) => name.text(),
            Self::Choices(_) | Self::Probabilities(_) => "table",
        }
    }

    /// The entry with this number.
    fn entry(&self, py: Python<'py>, number: usize) -> PyResult<Bound<'py, PyAny>> {
        Ok(match self {
            Self::Name(name, _) => name.text().into_pyobject(py)?.into_any(),
            Self::Choices(array) => array.as_slice()?[number].into_pyobject(py)?.into_any(),
            Self::Probabilities(array) => array.as_slice()?[number].into_pyobject(py)?.into_any(),
        })
    }
}

fn read_name(value: &Bound<'_, PyAny>) -> PyResult<Name> {
    let name = text(value);
    let found = Name::ALL
        .into_iter()
        .find(|policy| name.as_deref() == Some(policy.text()));
    found.ok_or_else(|| {
        errors::invalid(value, |shown| {
            format!(
                "{shown} is no policy; they are random, priority and optimal, and arrays as \
                 parlor.ludo.policy_table gives them"
            )
        })
    })
}

/// `PolicyError` for an entry of an array, with its value, its indices and its position.
fn table_error(
    py: Python<'_>,
    which: &str,
    error: PolicyTableError,
    seats: [Seat; 2],
    policy: &PolicyArgument<'_>,
) -> PyErr {
    let raised = || {
        let Some(place) = error.place() else {
            return Ok(errors::raise(
                "PolicyError",
                None,
                py.None().bind(py),
                error,
            ));
        };
        let value = policy.entry(py, place.number())?;
        let value = value.into_any();
        policy_error(py, which, place, seats, &value, error)
    };
    raised().unwrap_or_else(|error| error)
}

/// `PolicyError` for an entry of an array.
///
/// # Errors
/// When memory runs out.
pub(crate) fn policy_error(
    py: Python<'_>,
    which: &str,
    place: DecisionPlace,
    seats: [Seat; 2],
    value: &Bound<'_, PyAny>,
    reason: impl std::fmt::Display,
) -> PyResult<PyErr> {
    let indices = place.indices();
    let position = place.position(seats);
    let shown = position.map_or_else(String::new, |position| format!(", in '{position}'"));
    let message = format!("{which} at {indices:?}{shown}: {reason}");
    let position = position.map(LudoPosition).into_pyobject(py)?;
    let fields = [
        ("index", PyTuple::new(py, indices)?.into_any()),
        ("position", position.into_any()),
    ];
    Ok(errors::raise_with(
        "PolicyError",
        None,
        value,
        message,
        &fields,
    ))
}
