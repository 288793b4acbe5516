//! What a store refuses whoever asks, and whatever it keeps already.

use std::collections::BTreeSet;

use super::{Appended, Holding, NewGame};
use parlor_table::log::LogEntry;
use parlor_table::timestamp::Timestamp;

/// The latest moment that can be kept, as databases count with a sign and ask for
/// what was before a moment: some 292 million years from now.
const LATEST: Timestamp = Timestamp(i64::MAX.unsigned_abs() - 1);

/// Whether a store can keep a new game; else why not.
pub(super) fn check_game(game: &NewGame) -> Result<(), String> {
    let id = &game.id;
    if game.entries.is_empty() {
        return Err(format!("game {id} needs a first entry, numbered 1"));
    }
    let mut actions = BTreeSet::new();
    for (number, entry) in (1..).zip(&game.entries) {
        let version = entry.version;
        if version != number {
            return Err(format!(
                "entry {version} of game {id} should be numbered {number}: they count from 1"
            ));
        }
        if let Some(action) = &entry.idempotency_key
            && !actions.insert(action)
        {
            return Err(format!(
                "action_id {action} of game {id} is given twice; each may be given once"
            ));
        }
        check_time(entry.at)?;
    }
    match &game.follows {
        Some(append) => check_time(append.entry.at),
        None => Ok(()),
    }
}

/// Why an entry cannot be appended to a log; `None` if it can.
pub(super) fn refusal(log: &[LogEntry], entry: &LogEntry) -> Option<Appended> {
    let last = log.last().map_or(0, |last| last.version);
    let is_next = Some(entry.version) == last.checked_add(1);
    duplicate(log, entry).or((!is_next).then_some(Appended::Stale(last)))
}

/// The entry of the same action, if a log has it.
pub(super) fn duplicate(log: &[LogEntry], entry: &LogEntry) -> Option<Appended> {
    let key = entry.idempotency_key.as_ref()?;
    let mut same = log.iter();
    let same = same.find(|kept| kept.idempotency_key.as_ref() == Some(key))?;
    Some(Appended::Duplicate(same.version))
}

/// Why a seat of a game that is not kept cannot be held.
pub(super) fn no_game(holding: &Holding) -> String {
    let Holding { game, seat, .. } = holding;
    format!("seat {seat} cannot be held, as there is no game {game}; create it first")
}

/// Checks that a time can be stored.
pub(super) fn check_time(moment: Timestamp) -> Result<(), String> {
    if moment > LATEST {
        return Err(format!(
            "the moment {} is after the latest one, {}, in milliseconds since 1970",
            moment.0, LATEST.0
        ));
    }
    Ok(())
}
