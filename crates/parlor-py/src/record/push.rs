//! Adding plies to a record, and ending it.

use ludo_rules::{PlayError, Roll, Seat};
use parlor_game::{ActError, Kuba, Ludo};
use parlor_record::record::{Act as Word, AnyRecord, Clock, Notes, PushError, Record, Settlement};
use pyo3::prelude::*;

use super::arguments;
use super::kind::Kind;
use crate::kuba_arguments;
use crate::ludo_arguments::{self, Act};
use crate::values::{shown, text};

/// The kind of a record, which never changes.
#[derive(Clone, Copy, Debug)]
pub(super) enum RecordKind {
    /// A game of Ludo.
    Ludo,
    /// A game of Kuba.
    Kuba,
    /// A scripted game, which takes nothing more.
    Script,
}

impl RecordKind {
    /// The kind of this record.
    pub(super) const fn of(record: &AnyRecord) -> Self {
        match record {
            AnyRecord::Ludo(_) => Self::Ludo,
            AnyRecord::Kuba(_) => Self::Kuba,
            AnyRecord::LudoScript(_) => Self::Script,
        }
    }
}

/// An action to add.
#[derive(Clone, Copy, Debug)]
pub(super) enum NewPly {
    /// In Ludo, as `Position.apply` takes it.
    Ludo(Act),
    /// In Ludo, a roll as records write it: `A6`.
    Roll(Seat, Roll),
    /// In Kuba.
    Kuba(kuba_rules::Action),
}

/// The error of an action that was not added.
#[derive(Clone, Debug)]
pub(super) struct NewPlyError {
    /// The rule broken, if any.
    pub(super) rule: Option<&'static str>,
    pub(super) message: String,
}

/// Reads an action to add.
///
/// # Errors
/// `RecordError` where nothing can be, otherwise those of `Position.apply` for what is no action.
pub(super) fn read(kind: RecordKind, action: &Bound<'_, PyAny>) -> PyResult<NewPly> {
    match kind {
        RecordKind::Ludo => match text(action).and_then(|word| word.parse::<Word<Ludo>>().ok()) {
            Some(Word::Chance(seat, roll)) => Ok(NewPly::Roll(seat, roll)),
            _ => ludo_arguments::read_action(action).map(NewPly::Ludo),
        },
        RecordKind::Kuba => kuba_arguments::read_action(action).map(NewPly::Kuba),
        RecordKind::Script => {
            let message = "a scripted game is recorded whole; nothing is added to it";
            Err(arguments::refusal(action, message))
        }
    }
}

/// Adds an action with its notes.
///
/// # Errors
/// The rule broken; the record is unchanged.
pub(super) fn push(
    record: &mut AnyRecord,
    ply: NewPly,
    comment: Option<String>,
    clock: Option<Clock>,
) -> Result<(), NewPlyError> {
    match (record, ply) {
        (AnyRecord::Ludo(record), NewPly::Ludo(act)) => {
            noted(record, comment, clock, |record| push_ludo(record, act))
        }
        (AnyRecord::Ludo(record), NewPly::Roll(seat, roll)) => {
            noted(record, comment, clock, |record| {
                record.push_act(Word::Chance(seat, roll))
            })
        }
        (AnyRecord::Kuba(record), NewPly::Kuba(action)) => {
            noted(record, comment, clock, |record| record.push(action))
        }
        _ => Err(NewPlyError {
            rule: None,
            message: "the action is one of another game".to_owned(),
        }),
    }
}

/// Adds a ply by `add`, with these notes.
fn noted<G: Kind>(
    record: &mut Record<G>,
    comment: Option<String>,
    clock: Option<Clock>,
    add: impl FnOnce(&mut Record<G>) -> Result<(), PushError<G>>,
) -> Result<(), NewPlyError> {
    add(record).map_err(|error| NewPlyError {
        rule: error.rule(),
        message: error.to_string(),
    })?;
    if let Some(last) = record.last_notes_mut() {
        last.comment = comment.or(last.comment.take());
        last.clock = clock.or(last.clock);
    }
    Ok(())
}

fn push_ludo(record: &mut Record<Ludo>, act: Act) -> Result<(), PushError<Ludo>> {
    match act {
        Act::Roll(roll) => record.push_chance(roll),
        Act::Action(action) => record.push(action),
        Act::Choice(choice) => {
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

/// Sets or removes the comment on a ply, counted from 1.
pub(super) fn annotate(record: &mut AnyRecord, number: usize, comment: Option<String>) {
    fn write(notes: Option<&mut Notes>, comment: Option<String>) {
        if let Some(notes) = notes {
            notes.comment = comment;
        }
    }
    match record {
        AnyRecord::Ludo(record) => write(record.notes_mut(number), comment),
        AnyRecord::Kuba(record) => write(record.notes_mut(number), comment),
        AnyRecord::LudoScript(record) => write(record.notes_mut(number), comment),
    }
}

/// How to end a game.
#[derive(Clone, Copy, Debug)]
pub(super) enum End {
    /// In Ludo.
    Ludo(Settlement<Seat>),
    /// In Kuba.
    Kuba(Settlement<kuba_rules::Side>),
}

/// Reads how to end a game.
///
/// # Errors
/// `RecordError` for an invalid ending, a missing winner or one too many; that of the winner's seat.
pub(super) fn read_end(
    kind: RecordKind,
    ending: &Bound<'_, PyAny>,
    winner: Option<&Bound<'_, PyAny>>,
) -> PyResult<End> {
    match kind {
        RecordKind::Ludo => settlement::<Ludo>(ending, winner).map(End::Ludo),
        RecordKind::Kuba => settlement::<Kuba>(ending, winner).map(End::Kuba),
        RecordKind::Script => {
            let message = "a scripted game has no ending";
            Err(arguments::refusal(ending, message))
        }
    }
}

fn settlement<G: Kind>(
    ending: &Bound<'_, PyAny>,
    winner: Option<&Bound<'_, PyAny>>,
) -> PyResult<Settlement<G::Seat>> {
    let seat = winner.map(G::read_seat).transpose()?;
    match (text(ending).as_deref(), seat) {
        (Some("resignation"), Some(winner)) => Ok(Settlement::Resignation { winner }),
        (Some("time"), Some(winner)) => Ok(Settlement::Time { winner }),
        (Some("agreement"), None) => Ok(Settlement::Agreement),
        (Some("abandoned"), None) => Ok(Settlement::Abandoned),
        _ => {
            let message = format!(
                "{} is no ending with {} winner; resignation and time have one, agreement and \
                 abandoned none",
                shown(ending)?,
                if seat.is_some() { "a" } else { "no" }
            );
            Err(arguments::refusal(ending, &message))
        }
    }
}

/// Ends a game that the rules have not ended.
///
/// # Errors
/// The reason why not; the record is unchanged.
pub(super) fn finish(record: &mut AnyRecord, end: End) -> Result<(), String> {
    let ended = match (record, end) {
        (AnyRecord::Ludo(record), End::Ludo(settlement)) => record.finish(settlement),
        (AnyRecord::Kuba(record), End::Kuba(settlement)) => record.finish(settlement),
        _ => return Err("the ending is one of another game".to_owned()),
    };
    ended.map_err(|error| error.to_string())
}
