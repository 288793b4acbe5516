//! Ratings and sequential tests of results that were counted elsewhere.

use parlor_sim::TestState;
use parlor_sim::statistics::{
    Estimate, Outcome, Pentanomial, RatingError, Sprt, SprtError, bradley_terry,
};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::errors;

/// A value, and the ends of its interval.
pub(crate) type EstimateTuple = (f64, f64, f64);

pub(crate) const fn tuple(estimate: Estimate) -> EstimateTuple {
    (estimate.value, estimate.low, estimate.high)
}

/// The hypotheses, the log-likelihood ratio, its bounds, and the accepted hypothesis.
pub(super) type TestTuple = (f64, f64, f64, f64, f64, Option<u8>);

pub(super) const fn test_tuple(test: TestState) -> TestTuple {
    let TestState {
        elo0,
        elo1,
        llr,
        lower,
        upper,
        accepted,
    } = test;
    (elo0, elo1, llr, lower, upper, accepted)
}

/// The players' ratings from outcomes: the numbers of two players, the first one's share of the
/// points, the number of games, and how often.
#[pyfunction]
pub(crate) fn _elo(
    py: Python<'_>,
    names: Vec<String>,
    outcomes: Vec<(usize, usize, f64, f64, u64)>,
    anchor: Option<usize>,
) -> PyResult<Vec<EstimateTuple>> {
    let outcomes: Vec<Outcome> = outcomes
        .into_iter()
        .map(|(first, second, share, games, times)| Outcome {
            players: [first, second],
            share,
            games,
            times,
        })
        .collect();
    let known = |player: usize| player < names.len();
    let are_known = outcomes
        .iter()
        .flat_map(|outcome| outcome.players)
        .all(known);
    if !are_known || !anchor.is_none_or(known) {
        return Err(errors::value(py.None().bind(py), "a player has no name"));
    }
    let found = py.detach(|| bradley_terry(names.len(), &outcomes, anchor));
    match found {
        Ok(ratings) => Ok(ratings.into_iter().map(tuple).collect()),
        Err(RatingError::CutOff { players }) => {
            let cut: Vec<&str> = players
                .iter()
                .map(|&player| names[player].as_str())
                .collect();
            let value = PyTuple::new(py, &cut)?;
            let message = format!(
                "{} never scored against any of the others, so that the difference has no bound; \
                 add games in which they do, or leave them out",
                cut.join(", ")
            );
            Err(errors::value(value.as_any(), message))
        }
        Err(error) => Err(errors::value(py.None().bind(py), error)),
    }
}

/// The state of a test after these pairs.
#[pyfunction]
pub(crate) fn _sprt(
    py: Python<'_>,
    pairs: [u64; 5],
    elo0: f64,
    elo1: f64,
    alpha: f64,
    beta: f64,
) -> PyResult<TestTuple> {
    let sprt = Sprt::new(elo0, elo1, alpha, beta);
    let sprt = sprt.map_err(|error| refused(py, (elo0, elo1), error))?;
    Ok(test_tuple(TestState::of(sprt, &Pentanomial(pairs))))
}

/// `ParlorError` whose value is the pair of hypotheses, or the probability.
pub(super) fn refused(py: Python<'_>, hypotheses: (f64, f64), error: SprtError) -> PyErr {
    let value = match error {
        SprtError::Error { value } => value.into_pyobject(py).map(Bound::into_any).ok(),
        _ => hypotheses.into_pyobject(py).map(Bound::into_any).ok(),
    };
    errors::value(&value.unwrap_or_else(|| py.None().into_bound(py)), error)
}
