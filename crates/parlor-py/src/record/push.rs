//! Adding plies to the record of a live game, and ending it.

use parlor_game::ActError;
use parlor_record::record::{self, PushError, Settlement};
use pyo3::prelude::*;

use super::kind::RecordGame;
use super::{Record, arguments};
use crate::errors::{raise, showing};
use crate::values::text;

const SAME_GAME: &str = "the game of a record never changes";

/// Adds an action, with a comment and a clock.
///
/// # Errors
/// `PlayError` with the rule broken, otherwise that of the argument at fault; the record is unchanged.
pub(super) fn push<G: RecordGame>(
    record: &Bound<'_, Record>,
    action: &Bound<'_, PyAny>,
    comment: Option<&Bound<'_, PyAny>>,
    clock: Option<&Bound<'_, PyAny>>,
) -> PyResult<()> {
    let position = Record::ask(record, |record| {
        let record = G::record(&record.0).expect(SAME_GAME);
        record.game().position().clone()
    });
    let ply = G::read_ply(&position, action)?;
    let comment = comment.map(|text| arguments::text("comment", text));
    let comment = comment.transpose()?;
    let clock = clock.map(arguments::clock).transpose()?;
    // Bound to a name, so that the borrow ends before an exception is made.
    let pushed = {
        let record = &mut record.borrow_mut().0;
        let record = G::record_mut(record).expect(SAME_GAME);
        let pushed = add(record, ply);
        if pushed.is_ok()
            && let Some(last) = record.last_notes_mut()
        {
            last.comment = comment.or(last.comment.take());
            last.clock = clock.or(last.clock);
        }
        pushed
    };
    pushed.map_err(|error| raise("PlayError", error.rule(), action, error))
}

/// Adds what is played next.
///
/// # Errors
/// Why it cannot be played; the record is unchanged.
fn add<G: RecordGame>(record: &mut record::Record<G>, ply: G::NewPly) -> Result<(), PushError<G>> {
    let refusal = match G::act(record.game().position(), ply) {
        Ok(act) => return record.push_act(act),
        Err(refusal) => ActError::Refused(refusal),
    };
    // That the game is over goes before all else.
    Err(match (record.settlement(), record.ending()) {
        (Some(_), Some(ending)) => PushError::Finished(ending),
        _ => PushError::Refused(record.game().stopped().unwrap_or(refusal)),
    })
}

/// Ends a game that the rules have not ended.
///
/// # Errors
/// `RecordError` for an invalid ending, a missing winner or one too many, and when the game cannot end
/// so; that of the winner's seat. The record is unchanged.
pub(super) fn finish<G: RecordGame>(
    record: &Bound<'_, Record>,
    ending: &Bound<'_, PyAny>,
    winner: Option<&Bound<'_, PyAny>>,
) -> PyResult<()> {
    let settlement = settlement::<G>(ending, winner)?;
    let finished = {
        let record = &mut record.borrow_mut().0;
        G::record_mut(record).expect(SAME_GAME).finish(settlement)
    };
    finished.map_err(|error| arguments::refusal(ending, &error.to_string()))
}

fn settlement<G: RecordGame>(
    ending: &Bound<'_, PyAny>,
    winner: Option<&Bound<'_, PyAny>>,
) -> PyResult<Settlement<G::Seat>> {
    let seat = winner.map(G::read_seat).transpose()?;
    match (text(ending).as_deref(), seat) {
        (Some("resignation"), Some(winner)) => Ok(Settlement::Resignation { winner }),
        (Some("time"), Some(winner)) => Ok(Settlement::Time { winner }),
        (Some("agreement"), None) => Ok(Settlement::Agreement),
        (Some("abandoned"), None) => Ok(Settlement::Abandoned),
        _ => Err(showing(ending, |shown| {
            let count = if seat.is_some() { "a" } else { "no" };
            let message = format!(
                "{shown} is no ending with {count} winner; resignation and time have one, \
                 agreement and abandoned none"
            );
            arguments::refusal(ending, &message)
        })),
    }
}
