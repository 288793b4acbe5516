//! What the record of a live game needs from its game.

use kuba_rules::Side;
use ludo_rules::{Seat, Tokens};
use parlor_game::{Game, Kuba, Ludo};
use pyo3::prelude::*;

use crate::kuba_arguments;
use crate::kuba_position::KubaPosition;
use crate::ludo_arguments;
use crate::ludo_position::LudoPosition;

/// A game with records in Python.
pub(super) trait Kind: Game {
    /// A position of any game.
    fn place(position: &Self::Position) -> Place;

    /// Ludo's tokens.
    fn tokens(position: &Self::Position) -> Option<Tokens>;

    /// The seat that a value names.
    ///
    /// # Errors
    /// `ParlorError` for anything but a seat of the game.
    fn read_seat(value: &Bound<'_, PyAny>) -> PyResult<Self::Seat>;

    /// The rule set that a value names.
    ///
    /// # Errors
    /// `RulesError` for anything else.
    fn read_rules(value: &Bound<'_, PyAny>) -> PyResult<Self::Rules>;

    /// The position in a value; `None` if it is not a position of the game.
    fn read_position(value: &Bound<'_, PyAny>) -> Option<Self::Position>;
}

impl Kind for Ludo {
    fn place(position: &ludo_rules::Position) -> Place {
        Place::Ludo(*position)
    }

    fn tokens(position: &ludo_rules::Position) -> Option<Tokens> {
        Some(*position.tokens())
    }

    fn read_seat(value: &Bound<'_, PyAny>) -> PyResult<Seat> {
        ludo_arguments::read_seat(value)
    }

    fn read_rules(value: &Bound<'_, PyAny>) -> PyResult<ludo_rules::Rules> {
        ludo_arguments::read_rules(value)
    }

    fn read_position(value: &Bound<'_, PyAny>) -> Option<ludo_rules::Position> {
        Some(value.cast::<LudoPosition>().ok()?.get().0)
    }
}

impl Kind for Kuba {
    fn place(position: &kuba_rules::Position) -> Place {
        Place::Kuba(*position)
    }

    fn tokens(_position: &kuba_rules::Position) -> Option<Tokens> {
        None
    }

    fn read_seat(value: &Bound<'_, PyAny>) -> PyResult<Side> {
        kuba_arguments::read_side(value)
    }

    fn read_rules(value: &Bound<'_, PyAny>) -> PyResult<kuba_rules::Rules> {
        kuba_arguments::read_rules(value, None)
    }

    fn read_position(value: &Bound<'_, PyAny>) -> Option<kuba_rules::Position> {
        Some(value.cast::<KubaPosition>().ok()?.get().0)
    }
}

/// A position of any game.
#[derive(Clone, Copy, Debug)]
pub(super) enum Place {
    /// Of Ludo.
    Ludo(ludo_rules::Position),
    /// Of Kuba.
    Kuba(kuba_rules::Position),
}

impl Place {
    /// The position as a Python object.
    ///
    /// # Errors
    /// When memory runs out.
    pub(super) fn object(self, py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
        Ok(match self {
            Self::Ludo(position) => Bound::new(py, LudoPosition(position))?.into_any(),
            Self::Kuba(position) => Bound::new(py, KubaPosition(position))?.into_any(),
        })
    }
}
