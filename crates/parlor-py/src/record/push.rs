//! Playing on in a record, and ending it.

use ludo_rules::{PlayError, Roll, Seat};
use parlor_game::{ActError, Kuba, Ludo};
use parlor_record::record::{Act as Word, AnyRecord, Clock, Notes, PushError, Record, Settlement};
use pyo3::prelude::*;

use super::arguments;
use super::kind::Kind;
use crate::kuba_arguments;
use crate::ludo_arguments::{self, Act};
use crate::values::{shown, text};

/// What a record can take. It never becomes another: a record keeps its kind.
#[derive(Clone, Copy, Debug)]
pub(super) enum Takes {
    /// Rolls and choices of Ludo.
    Ludo,
    /// Pushes of Kuba.
    Kuba,
    /// Nothing more.
    Nothing,
}

impl Takes {
    /// What this record takes.
    pub(super) const fn of(record: &AnyRecord) -> Self {
        match record {
            AnyRecord::Ludo(_) => Self::Ludo,
            AnyRecord::Kuba(_) => Self::Kuba,
            AnyRecord::LudoScript(_) => Self::Nothing,
        }
    }
}

/// What a caller wants to be added.
#[derive(Clone, Copy, Debug)]
pub(super) enum Asked {
    /// In Ludo, as `Position.apply` takes it.
    Ludo(Act),
    /// In Ludo, a roll as records write it: `A6`.
    Roll(Seat, Roll),
    /// In Kuba.
    Kuba(kuba_rules::Action),
}

/// Why something was not added.
#[derive(Clone, Debug)]
pub(super) struct Refused {
    /// The rule that refuses it.
    pub(super) rule: Option<&'static str>,
    /// Why.
    pub(super) message: String,
}

/// Reads what a caller wants to be added.
///
/// # Errors
/// `RecordError` where nothing can be, otherwise those of `Position.apply` for what is no action.
pub(super) fn read(takes: Takes, action: &Bound<'_, PyAny>) -> PyResult<Asked> {
    match takes {
        Takes::Ludo => match text(action).and_then(|word| word.parse::<Word<Ludo>>().ok()) {
            Some(Word::Chance(seat, roll)) => Ok(Asked::Roll(seat, roll)),
            _ => ludo_arguments::read_action(action).map(Asked::Ludo),
        },
        Takes::Kuba => kuba_arguments::read_action(action).map(Asked::Kuba),
        Takes::Nothing => {
            let message = "a scripted game is recorded whole; nothing is added to it";
            Err(arguments::refusal(action, message))
        }
    }
}

/// Adds what was asked for, with its notes.
///
/// # Errors
/// The rule that refuses it; the record is unchanged.
pub(super) fn push(
    record: &mut AnyRecord,
    asked: Asked,
    comment: Option<String>,
    clock: Option<Clock>,
) -> Result<(), Refused> {
    match (record, asked) {
        (AnyRecord::Ludo(record), Asked::Ludo(act)) => {
            noted(record, comment, clock, |record| push_ludo(record, act))
        }
        (AnyRecord::Ludo(record), Asked::Roll(seat, roll)) => {
            noted(record, comment, clock, |record| {
                record.push_act(Word::Chance(seat, roll))
            })
        }
        (AnyRecord::Kuba(record), Asked::Kuba(action)) => {
            noted(record, comment, clock, |record| record.push(action))
        }
        _ => Err(Refused {
            rule: None,
            message: "the action is one of another game".to_owned(),
        }),
    }
}

/// Adds a ply by `add`, and notes these with it.
fn noted<G: Kind>(
    record: &mut Record<G>,
    comment: Option<String>,
    clock: Option<Clock>,
    add: impl FnOnce(&mut Record<G>) -> Result<(), PushError<G>>,
) -> Result<(), Refused> {
    add(record).map_err(|error| Refused {
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
                // A roll is refused for what ended the game; a choice, if it goes on, for want of
                // a roll.
                None => Err(match record.clone().push_chance(Roll::SIX) {
                    Err(error) => error,
                    Ok(()) => PushError::Refused(ActError::Refused(PlayError::RollDue)),
                }),
            }
        }
    }
}

/// Writes a comment to a ply, counted from 1, or takes it out.
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

/// How a caller wants a game to be ended.
#[derive(Clone, Copy, Debug)]
pub(super) enum End {
    /// In Ludo.
    Ludo(Settlement<Seat>),
    /// In Kuba.
    Kuba(Settlement<kuba_rules::Side>),
}

/// Reads how a game is to be ended.
///
/// # Errors
/// `RecordError` for what is no ending, and where a winner is missing or there is none; that of the
/// winner's seat.
pub(super) fn read_end(
    takes: Takes,
    ending: &Bound<'_, PyAny>,
    winner: Option<&Bound<'_, PyAny>>,
) -> PyResult<End> {
    match takes {
        Takes::Ludo => settlement::<Ludo>(ending, winner).map(End::Ludo),
        Takes::Kuba => settlement::<Kuba>(ending, winner).map(End::Kuba),
        Takes::Nothing => {
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
/// Why it cannot end so; the record is unchanged.
pub(super) fn finish(record: &mut AnyRecord, end: End) -> Result<(), String> {
    let ended = match (record, end) {
        (AnyRecord::Ludo(record), End::Ludo(settlement)) => record.finish(settlement),
        (AnyRecord::Kuba(record), End::Kuba(settlement)) => record.finish(settlement),
        _ => return Err("the ending is one of another game".to_owned()),
    };
    ended.map_err(|error| error.to_string())
}
