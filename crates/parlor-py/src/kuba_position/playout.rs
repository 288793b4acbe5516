//! The result of a random game of Kuba.

use kuba_rules::{Draw, Outcome, Side, Win};
use pyo3::prelude::*;

use crate::errors;
use crate::kuba_arguments::read_side;
use crate::names;
use crate::random;
use crate::values::{shown, text};

/// The result of a random game.
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

    /// The number of pushes made.
    ///
    /// >>> from parlor import kuba
    /// >>> kuba.Position().random_playout(seed=7, push_limit=3).pushes
    /// 3
    #[getter]
    fn pushes(&self) -> u32 {
        self.0.pushes
    }

    /// The winner, ``"W"`` or ``"B"``, or None after a draw.
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
            Outcome::Won { by, .. } => names::win(by),
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
