//! What the record of a live game needs from its game.

use kuba_rules::Side;
use ludo_rules::{PlayError, Roll, Seat};
use parlor_game::{ActError, Game, Kuba, Ludo};
use parlor_record::record::{Act, AnyRecord, PushError, Record};
use pyo3::prelude::*;

use crate::kuba_arguments;
use crate::kuba_position::KubaPosition;
use crate::ludo_arguments::{self, ActArgument};
use crate::ludo_position::LudoPosition;
use crate::values::text;

/// A game with records in Python.
pub(super) trait RecordGame: Game {
    /// An action to add.
    type NewPly;

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

    /// Reads an action to add.
    ///
    /// # Errors
    /// Those of `Position.apply` for what is no action.
    fn read_ply(action: &Bound<'_, PyAny>) -> PyResult<Self::NewPly>;

    /// Adds an action.
    ///
    /// # Errors
    /// The rule broken; the record is unchanged.
    fn push(record: &mut Record<Self>, ply: Self::NewPly) -> Result<(), PushError<Self>>;

    /// The record, if it is one of this game.
    fn record_mut(record: &mut AnyRecord) -> Option<&mut Record<Self>>;
}

/// An action to add to a game of Ludo.
#[derive(Clone, Copy, Debug)]
pub(super) enum LudoPly {
    /// As `Position.apply` takes it.
    Argument(ActArgument),
    /// A roll as records write it: `A6`.
    Roll(Seat, Roll),
}

impl RecordGame for Ludo {
    type NewPly = LudoPly;

    fn read_seat(value: &Bound<'_, PyAny>) -> PyResult<Seat> {
        ludo_arguments::read_seat(value)
    }

    fn read_rules(value: &Bound<'_, PyAny>) -> PyResult<ludo_rules::Rules> {
        ludo_arguments::read_rules(value)
    }

    fn read_position(value: &Bound<'_, PyAny>) -> Option<ludo_rules::Position> {
        Some(value.cast::<LudoPosition>().ok()?.get().0)
    }

    fn read_ply(action: &Bound<'_, PyAny>) -> PyResult<LudoPly> {
        match text(action).and_then(|word| word.parse().ok()) {
            Some(Act::<Self>::Chance(seat, roll)) => Ok(LudoPly::Roll(seat, roll)),
            _ => ludo_arguments::read_action(action).map(LudoPly::Argument),
        }
    }

    fn push(record: &mut Record<Self>, ply: LudoPly) -> Result<(), PushError<Self>> {
        match ply {
            LudoPly::Roll(seat, roll) => record.push_act(Act::Chance(seat, roll)),
            LudoPly::Argument(ActArgument::Roll(roll)) => record.push_chance(roll),
            LudoPly::Argument(ActArgument::Action(action)) => record.push(action),
            LudoPly::Argument(ActArgument::Choice(choice)) => {
                let position = record.game().position();
                let in_hand = position.to_act().zip(position.roll_in_hand());
                match in_hand {
                    Some((seat, roll)) => record.push(ludo_rules::Action { seat, roll, choice }),
                    // After the end, refuse as a roll is refused; otherwise because a roll is due.
                    None => Err(match record.clone().push_chance(Roll::SIX) {
                        Err(error) => error,
                        Ok(()) => PushError::Refused(ActError::Refused(PlayError::RollDue)),
                    }),
                }
            }
        }
    }

    fn record_mut(record: &mut AnyRecord) -> Option<&mut Record<Self>> {
        match record {
            AnyRecord::Ludo(record) => Some(record),
            _ => None,
        }
    }
}

impl RecordGame for Kuba {
    type NewPly = kuba_rules::Action;

    fn read_seat(value: &Bound<'_, PyAny>) -> PyResult<Side> {
        kuba_arguments::read_side(value)
    }

    fn read_rules(value: &Bound<'_, PyAny>) -> PyResult<kuba_rules::Rules> {
        kuba_arguments::read_rules(value, None)
    }

    fn read_position(value: &Bound<'_, PyAny>) -> Option<kuba_rules::Position> {
        Some(value.cast::<KubaPosition>().ok()?.get().0)
    }

    fn read_ply(action: &Bound<'_, PyAny>) -> PyResult<kuba_rules::Action> {
        kuba_arguments::read_action(action)
    }

    fn push(record: &mut Record<Self>, ply: kuba_rules::Action) -> Result<(), PushError<Self>> {
        record.push(ply)
    }

    fn record_mut(record: &mut AnyRecord) -> Option<&mut Record<Self>> {
        match record {
            AnyRecord::Kuba(record) => Some(record),
            _ => None,
        }
    }
}
