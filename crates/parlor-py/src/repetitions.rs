//! `parlor.kuba.Repetitions`, and how its counts are pickled.

use kuba_rules::{Position, Rules};
use pyo3::prelude::*;
use pyo3::types::{PyList, PyString};

use crate::errors;
use crate::kuba_position::KubaPosition;
use crate::values::{text, unless_stopped};

/// Counts how often each position of a game has begun a turn; the third time is a draw, unless the
/// push wins.
///
/// Rules: K-12 (49 cells and player to move; in tournament rules only). ``position`` is the one that
/// the game begins with; it is counted.
///
/// Raises parlor.ParlorError for anything but a position.
///
/// >>> from parlor import kuba
/// >>> position = kuba.Position(rules="tournament")
/// >>> repetitions = kuba.Repetitions(position)
/// >>> for push in 2 * ["00B", "06B", "20F", "26F"]:
/// ...     position = position.apply(push)
/// ...     count = repetitions.turn_began(position)
/// >>> count, repetitions.is_draw
/// (3, True)
#[pyclass(eq, module = "parlor.kuba")]
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Repetitions {
    counts: kuba_rules::Repetitions,
    /// The rule set of the game that they are of.
    rules: Rules,
}

#[pymethods]
impl Repetitions {
    #[new]
    fn new(position: &Bound<'_, PyAny>) -> PyResult<Self> {
        let position = read_position(position)?;
        Ok(Self {
            counts: kuba_rules::Repetitions::new(&position),
            rules: position.rules(),
        })
    }

    /// Count the position if a turn begins with it, and return its count.
    ///
    /// Call this after every action. In classroom rules, in the middle of a turn and after a win
    /// nothing is counted, and the result is 0.
    ///
    /// Raises parlor.ParlorError for anything but a position by the rules of the first one.
    ///
    /// >>> from parlor import kuba
    /// >>> position = kuba.Position(rules="tournament")
    /// >>> kuba.Repetitions(position).turn_began(position.apply("65F"))
    /// 1
    fn turn_began(slf: &Bound<'_, Self>, position: &Bound<'_, PyAny>) -> PyResult<u32> {
        let place = read_position(position)?;
        slf.borrow().check(&place, position)?;
        Ok(slf.borrow_mut().counts.turn_began(&place))
    }

    /// Return how often the position has been counted; 0 if no turn that counts begins with it.
    ///
    /// Raises parlor.ParlorError for anything but a position.
    ///
    /// >>> from parlor import kuba
    /// >>> position = kuba.Position(rules="tournament")
    /// >>> repetitions = kuba.Repetitions(position)
    /// >>> repetitions.count_of(position), repetitions.count_of(position.apply("65F"))
    /// (1, 0)
    fn count_of(slf: &Bound<'_, Self>, position: &Bound<'_, PyAny>) -> PyResult<u32> {
        let position = read_position(position)?;
        Ok(Self::count_in(&slf.borrow().counts, &position))
    }

    /// Whether some position has been counted for the third time (K-12).
    ///
    /// >>> from parlor import kuba
    /// >>> kuba.Repetitions(kuba.Position(rules="tournament")).is_draw
    /// False
    #[getter]
    fn is_draw(&self) -> bool {
        self.counts.is_draw()
    }

    fn __copy__(&self) -> Self {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Self {
        self.clone()
    }

    fn __repr__(&self) -> String {
        let positions = self.counts.iter().count();
        let most = self
            .counts
            .iter()
            .map(|(_, count)| count)
            .max()
            .unwrap_or_default();
        format!("<Repetitions of {positions} positions, at most {most} times>")
    }

    fn __getnewargs__(&self) -> (KubaPosition,) {
        (KubaPosition(Position::start(self.rules)),)
    }

    fn __getstate__(&self) -> Vec<(String, u32)> {
        counted(&self.counts)
    }

    fn __setstate__(slf: &Bound<'_, Self>, state: &Bound<'_, PyAny>) -> PyResult<()> {
        let refuse = || errors::value(state, "this is not the state of Repetitions");
        let counts = state.cast::<PyList>().map_err(|_| refuse())?;
        let repetitions = count_again(counts)?.ok_or_else(refuse)?;
        let of_position = repetitions
            .iter()
            .map(|(position, _)| position.rules())
            .next();
        let mut held = slf.borrow_mut();
        // Pickles of older versions begin with a position by other rules.
        held.rules = of_position.unwrap_or(held.rules);
        held.counts = repetitions;
        Ok(())
    }
}

impl Repetitions {
    /// These counts of a game by these rules.
    pub(crate) const fn of(counts: kuba_rules::Repetitions, rules: Rules) -> Self {
        Self { counts, rules }
    }

    /// Refuses a position, given by `value`, of a game by other rules.
    ///
    /// # Errors
    /// `ParlorError` by K-12, with the value.
    pub(crate) fn check(&self, position: &Position, value: &Bound<'_, PyAny>) -> PyResult<()> {
        if position.rules() == self.rules {
            return Ok(());
        }
        let message = format!(
            "the repetitions are those of a game by {} rules, and '{position}' is played by {} rules \
             (K-12); count the game that it is of, with kuba.Repetitions(start)",
            self.rules,
            position.rules(),
        );
        Err(errors::raise("ParlorError", Some("K-12"), value, message))
    }

    /// How often a turn has begun with a position; 0 if no turn that counts begins with it.
    pub(crate) fn count_in(counts: &kuba_rules::Repetitions, position: &Position) -> u32 {
        if position.may_push_again() || position.is_over() || position.rules() == Rules::Classroom {
            return 0;
        }
        counts.count_of(position)
    }

    /// The counter itself.
    pub(crate) const fn counter(&self) -> &kuba_rules::Repetitions {
        &self.counts
    }
}

/// The counts as lines and numbers, for pickles.
pub(crate) fn counted(repetitions: &kuba_rules::Repetitions) -> Vec<(String, u32)> {
    let lines = repetitions.iter();
    lines
        .map(|(position, count)| (position.to_string(), count))
        .collect()
}

/// The counter with these counts; `None` if they are invalid.
///
/// # Errors
/// What ends a program.
pub(crate) fn count_again(counts: &Bound<'_, PyList>) -> PyResult<Option<kuba_rules::Repetitions>> {
    let mut read = Vec::with_capacity(counts.len());
    for entry in counts {
        let entry: Option<(Bound<'_, PyString>, u32)> =
            unless_stopped(counts.py(), entry.extract())?;
        let Some((line, count)) = entry else {
            return Ok(None);
        };
        let Some(position) = text(&line).and_then(|line| line.parse::<Position>().ok()) else {
            return Ok(None);
        };
        read.push((position, count));
    }
    Ok(Some(read.into_iter().collect()))
}

fn read_position(value: &Bound<'_, PyAny>) -> PyResult<Position> {
    KubaPosition::read(value, "a parlor.kuba.Position")
}
