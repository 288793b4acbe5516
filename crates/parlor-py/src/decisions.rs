//! Every decision that a policy for two players is asked, as observations in batches: what
//! `parlor.ludo.policy_from` is made of.

use std::sync::{Mutex, PoisonError};

use ludo_rules::{Position, Seat};
use ludo_solver::exact::{DECISIONS, DecisionPlace, Seating, decisions};
use numpy::PyArray1;
use parlor_batch::{Counters, Lockstep, ludo};
use pyo3::prelude::*;

use crate::errors;
use crate::judgement::{policy_error, sides};
use crate::ludo_position::LudoPosition;
use crate::solved::read_seats;

type Decisions = Box<dyn Iterator<Item = (DecisionPlace, Position)> + Send>;

/// Observations, masks and the numbers of their entries in the table, all flat.
type Asked<'py> = (
    Bound<'py, PyArray1<u8>>,
    Bound<'py, PyArray1<bool>>,
    Bound<'py, PyArray1<i64>>,
);

/// The decisions of a seating, in the order of a table.
#[pyclass(module = "parlor._native", frozen)]
pub(crate) struct _LudoDecisions {
    seats: [Seat; 2],
    seating: Seating,
    rest: Mutex<Decisions>,
}

#[pymethods]
impl _LudoDecisions {
    #[new]
    fn new(seats: &Bound<'_, PyAny>) -> PyResult<Self> {
        let (seats, seating) = read_seats(seats)?;
        Ok(Self {
            seats,
            seating,
            rest: Mutex::new(Box::new(decisions(seats))),
        })
    }

    /// The shape of a table.
    fn shape(&self) -> (usize, usize, usize, usize) {
        let pairs = ludo_rules::PairIndex::COUNT;
        (sides(self.seating), pairs, pairs, DECISIONS)
    }

    /// The next decisions, up to so many; none at the end.
    fn next<'py>(&self, py: Python<'py>, batch: usize) -> Asked<'py> {
        let (observations, masks, numbers) = py.detach(|| {
            let mut rest = self.rest.lock().unwrap_or_else(PoisonError::into_inner);
            let mut observations = Vec::new();
            let mut masks = Vec::new();
            let mut numbers = Vec::new();
            for (place, position) in rest.by_ref().take(batch) {
                let game = ludo::Game::new(position);
                let [from, mask_from] = [observations.len(), masks.len()];
                observations.resize(from + ludo::OBSERVATION, 0);
                game.observe(Counters::default(), 1, &mut observations[from..]);
                masks.resize(mask_from + ludo::ACTIONS, false);
                game.mask(&mut masks[mask_from..]);
                numbers.push(i64::try_from(place.number()).expect("a table is small"));
            }
            (observations, masks, numbers)
        });
        (
            PyArray1::from_vec(py, observations),
            PyArray1::from_vec(py, masks),
            PyArray1::from_vec(py, numbers),
        )
    }

    /// The positions of the decisions with these numbers.
    #[expect(
        clippy::needless_pass_by_value,
        reason = "a list of Python is read into one of our own"
    )]
    fn positions(&self, numbers: Vec<usize>) -> Vec<Option<LudoPosition>> {
        let position = |&number| DecisionPlace::of(self.seating, number)?.position(self.seats);
        let positions = numbers.iter().map(position);
        positions
            .map(|position| position.map(LudoPosition))
            .collect()
    }

    /// The error for the answer to the decision with this number.
    fn error(
        &self,
        py: Python<'_>,
        number: usize,
        value: &Bound<'_, PyAny>,
        reason: &str,
    ) -> PyErr {
        match DecisionPlace::of(self.seating, number) {
            Some(place) => policy_error(py, "the function", place, self.seats, value, reason)
                .unwrap_or_else(|error| error),
            None => errors::value(value, reason),
        }
    }
}
