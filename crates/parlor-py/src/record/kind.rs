//! What the record of a live game needs from its game, and a game under way too.

use kuba_rules::Side;
use ludo_rules::{PlayError, Roll, Seat};
use parlor_game::{Game, Kuba, Ludo};
use parlor_record::record::{Act, AnyRecord, Record};
use pyo3::prelude::*;

use crate::errors;
use crate::kuba_arguments;
use crate::kuba_position::{self, KubaPosition};
use crate::ludo_arguments::{self, ActArgument};
use crate::ludo_position::LudoPosition;
use crate::values::text;

/// A position of any game.
#[derive(IntoPyObject)]
pub(crate) enum AnyPosition {
    /// One of Ludo.
    Ludo(LudoPosition),
    /// One of Kuba.
    Kuba(KubaPosition),
}

impl AnyPosition {
    /// The position in a value.
    ///
    /// # Errors
    /// `ParlorError` for anything else.
    pub(crate) fn read(value: &Bound<'_, PyAny>) -> PyResult<Self> {
        let ludo = Ludo::read_position(value).map(|position| Self::Ludo(LudoPosition(position)));
        let any = ludo.or_else(|| Some(Self::Kuba(KubaPosition(Kuba::read_position(value)?))));
        any.ok_or_else(|| {
            errors::invalid(value, |shown| {
                format!(
                    "{shown} is no position; give a parlor.ludo.Position or a parlor.kuba.Position"
                )
            })
        })
    }
}

/// A game with records in Python.
pub(crate) trait RecordGame: Game {
    /// An action to add.
    type NewPly: Copy;

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

    /// Reads what is played next in a position, as `Position.apply` reads it.
    ///
    /// # Errors
    /// Those of `Position.apply` for what is no action.
    fn read_ply(position: &Self::Position, action: &Bound<'_, PyAny>) -> PyResult<Self::NewPly>;

    /// What is played in a position as records write it: with its seat, and with the roll in hand.
    /// Whether the rules allow it is not checked.
    ///
    /// # Errors
    /// The rule by which nothing of its kind can be played.
    fn act(position: &Self::Position, ply: Self::NewPly) -> Result<Act<Self>, Self::MoveError>;

    /// The record, if it is one of this game.
    fn record(record: &AnyRecord) -> Option<&Record<Self>>;

    /// As [`record`](Self::record), to be changed.
    fn record_mut(record: &mut AnyRecord) -> Option<&mut Record<Self>>;
}

/// An action to add to a game of Ludo.
#[derive(Clone, Copy, Debug)]
pub(crate) enum LudoPly {
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

    fn read_ply(position: &ludo_rules::Position, action: &Bound<'_, PyAny>) -> PyResult<LudoPly> {
        match text(action).and_then(|word| word.parse().ok()) {
            Some(Act::<Self>::Chance(seat, roll)) => Ok(LudoPly::Roll(seat, roll)),
            _ => ludo_arguments::read_in(position, action).map(LudoPly::Argument),
        }
    }

    fn act(position: &ludo_rules::Position, ply: LudoPly) -> Result<Act<Self>, PlayError> {
        let to_act = position.to_act();
        match (ply, to_act, position.roll_in_hand()) {
            (LudoPly::Argument(ActArgument::Action(action)), ..) => Ok(Act::Action(action)),
            (_, None, _) => Err(PlayError::GameOver),
            (LudoPly::Roll(seat, _), Some(to_act), _) if seat != to_act => {
                Err(PlayError::WrongSeat { seat, to_act })
            }
            (
                LudoPly::Roll(_, roll) | LudoPly::Argument(ActArgument::Roll(roll)),
                Some(seat),
                _,
            ) => Ok(Act::Chance(seat, roll)),
            (LudoPly::Argument(ActArgument::Choice(choice)), Some(seat), Some(roll)) => {
                Ok(Act::Action(ludo_rules::Action { seat, roll, choice }))
            }
            (LudoPly::Argument(ActArgument::Choice(_)), Some(_), None) => Err(PlayError::RollDue),
        }
    }

    fn record(record: &AnyRecord) -> Option<&Record<Self>> {
        match record {
            AnyRecord::Ludo(record) => Some(record),
            _ => None,
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

    fn read_ply(
        _: &kuba_rules::Position,
        action: &Bound<'_, PyAny>,
    ) -> PyResult<kuba_rules::Action> {
        kuba_position::read_numbered(action)
    }

    fn act(
        _: &kuba_rules::Position,
        action: kuba_rules::Action,
    ) -> Result<Act<Self>, kuba_rules::PlayError> {
        Ok(Act::Action(action))
    }

    fn record(record: &AnyRecord) -> Option<&Record<Self>> {
        match record {
            AnyRecord::Kuba(record) => Some(record),
            _ => None,
        }
    }

    fn record_mut(record: &mut AnyRecord) -> Option<&mut Record<Self>> {
        match record {
            AnyRecord::Kuba(record) => Some(record),
            _ => None,
        }
    }
}
