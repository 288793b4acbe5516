//! How random games went, as values that never change.

use kuba_rules::{Draw, Outcome, Side, Win};
use ludo_rules::standings;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use crate::errors;
use crate::kuba_position::{read_side, way};
use crate::ludo_position::LudoPosition;
use crate::random;
use crate::values::{shown, text};

/// How a random game went.
///
/// >>> from parlor import ludo
/// >>> ludo.Position(["A", "C"]).random_playout(seed=7, roll_limit=3).places
/// {'A': (1, 2), 'C': (1, 2)}
#[pyclass(frozen, eq, hash, module = "parlor.ludo", name = "Playout")]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct LudoPlayout(pub(crate) ludo_rules::Playout);

#[pymethods]
impl LudoPlayout {
    #[new]
    fn new(position: &Bound<'_, PyAny>, rolls: &Bound<'_, PyAny>) -> PyResult<Self> {
        let Ok(last) = position.cast::<LudoPosition>() else {
            let message = format!(
                "{} is no position; give a parlor.ludo.Position",
                shown(position)?
            );
            return Err(errors::value(position, message));
        };
        let LudoPosition(position) = *last.get();
        let rolls = random::limit("rolls", rolls)?;
        Ok(Self(ludo_rules::Playout { position, rolls }))
    }

    /// How many rolls were answered.
    ///
    /// >>> from parlor import ludo
    /// >>> ludo.Position(["A", "C"]).random_playout(seed=7, roll_limit=3).rolls
    /// 3
    #[getter]
    fn rolls(&self) -> u32 {
        self.0.rolls
    }

    /// Where it stopped.
    ///
    /// >>> from parlor import ludo
    /// >>> ludo.Position(["A", "C"]).random_playout(seed=7, roll_limit=0).position
    /// parlor.ludo.Position.parse('AH.H/CH.H A - -')
    #[getter]
    fn position(&self) -> LudoPosition {
        LudoPosition(self.0.position)
    }

    /// The places of each seat, 1 for the winner; several if the roll limit came first and the
    /// unfinished share them (L-30, L-31). The best come first.
    ///
    /// >>> from parlor import ludo
    /// >>> start = ludo.Position.parse("AE.E/B20.H/CH.H B - A")
    /// >>> start.random_playout(seed=7, roll_limit=0).places
    /// {'A': (1,), 'B': (2, 3), 'C': (2, 3)}
    #[getter]
    fn places<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let places = PyDict::new(py);
        for standing in standings(&self.0.position) {
            let shared: Vec<u8> = standing.places.collect();
            places.set_item(standing.seat.to_string(), PyTuple::new(py, shared)?)?;
        }
        Ok(places)
    }

    fn __getnewargs__(&self) -> (LudoPosition, u32) {
        (LudoPosition(self.0.position), self.0.rolls)
    }

    fn __repr__(&self) -> String {
        let ludo_rules::Playout { position, rolls } = self.0;
        format!("<Playout of {rolls} rolls to '{position}'>")
    }
}

/// How a random game went.
///
/// >>> from parlor import kuba
/// >>> kuba.Position().random_playout(seed=7, push_limit=3).ended_by
/// 'push limit'
#[pyclass(frozen, eq, hash, module = "parlor.kuba", name = "Playout")]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct KubaPlayout(pub(crate) kuba_rules::Playout);

#[pymethods]
impl KubaPlayout {
    #[new]
    #[pyo3(signature = (pushes, ended_by, winner = None))]
    fn new(
        pushes: &Bound<'_, PyAny>,
        ended_by: &Bound<'_, PyAny>,
        winner: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let pushes = random::limit("pushes", pushes)?;
        let side = winner.map(read_side).transpose()?;
        let won = |by| side.map(|side| Outcome::Won { side, by });
        let drawn = |draw| side.is_none().then_some(Outcome::Drawn(draw));
        let outcome = match text(ended_by).as_deref() {
            Some("reds") => won(Win::Reds),
            Some("elimination") => won(Win::Elimination),
            Some("blocked") => won(Win::Blocked),
            Some("repetition") => drawn(Draw::Repetition),
            Some("push limit") => drawn(Draw::PushLimit),
            _ => None,
        };
        let Some(outcome) = outcome else {
            let message = format!(
                "{} is no way to end with this winner; reds, elimination and blocked have one, \
                 repetition and push limit none",
                shown(ended_by)?
            );
            return Err(errors::value(ended_by, message));
        };
        Ok(Self(kuba_rules::Playout { outcome, pushes }))
    }

    /// How many pushes were made.
    ///
    /// >>> from parlor import kuba
    /// >>> kuba.Position().random_playout(seed=7, push_limit=3).pushes
    /// 3
    #[getter]
    fn pushes(&self) -> u32 {
        self.0.pushes
    }

    /// The side that won, ``"W"`` or ``"B"``, or None after a draw.
    ///
    /// >>> from parlor import kuba
    /// >>> print(kuba.Position().random_playout(seed=7, push_limit=3).winner)
    /// None
    #[getter]
    fn winner(&self) -> Option<char> {
        self.0.outcome.winner().map(Side::letter)
    }

    /// How it ended: ``"reds"`` (K-8), ``"elimination"`` (K-9), ``"blocked"`` (K-10), ``"repetition"``
    /// (K-12) or ``"push limit"`` (K-13).
    ///
    /// >>> from parlor import kuba
    /// >>> kuba.Position().random_playout(seed=7, push_limit=0).ended_by
    /// 'push limit'
    #[getter]
    fn ended_by(&self) -> &'static str {
        match self.0.outcome {
            Outcome::Won { by, .. } => way(by),
            Outcome::Drawn(Draw::Repetition) => "repetition",
            Outcome::Drawn(Draw::PushLimit) => "push limit",
        }
    }

    fn __getnewargs__(&self) -> (u32, &'static str, Option<char>) {
        (self.0.pushes, self.ended_by(), self.winner())
    }

    fn __repr__(&self) -> String {
        let pushes = self.0.pushes;
        match self.winner() {
            Some(winner) => format!(
                "<Playout of {pushes} pushes, {winner} won by {}>",
                self.ended_by()
            ),
            None => format!("<Playout of {pushes} pushes, drawn by {}>", self.ended_by()),
        }
    }
}
