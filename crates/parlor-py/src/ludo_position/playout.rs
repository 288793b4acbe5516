//! The result of a random game of Ludo.

use ludo_rules::standings;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use crate::random;

use super::LudoPosition;

/// The result of a random game.
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
        let position = LudoPosition::read(position, "a parlor.ludo.Position")?;
        let rolls = random::limit("rolls", rolls)?;
        Ok(Self(ludo_rules::Playout { position, rolls }))
    }

    /// The number of rolls played.
    ///
    /// >>> from parlor import ludo
    /// >>> ludo.Position(["A", "C"]).random_playout(seed=7, roll_limit=3).rolls
    /// 3
    #[getter]
    fn rolls(&self) -> u32 {
        self.0.rolls
    }

    /// The last position.
    ///
    /// >>> from parlor import ludo
    /// >>> ludo.Position(["A", "C"]).random_playout(seed=7, roll_limit=0).position
    /// parlor.ludo.Position.parse('AH.H/CH.H A - -')
    #[getter]
    fn position(&self) -> LudoPosition {
        LudoPosition(self.0.position)
    }

    /// The places of each seat, 1 for the winner, best first; several if the roll limit ended the game
    /// and unfinished seats share them (L-30, L-31).
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
