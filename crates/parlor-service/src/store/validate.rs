//! What a store refuses whoever asks, and whatever it keeps already.

use std::collections::BTreeSet;

use super::{Append, Holding, NewGame};
use parlor_table::log::Entry;
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
        check_moment(entry.at)?;
    }
    match &game.follows {
        Some((_, entry)) => check_entry(entry),
        None => Ok(()),
    }
}

/// Whether a store could keep an entry; else why not.
pub(super) fn check_append(append: &Append) -> Result<(), String> {
    check_entry(&append.entry)
}

/// Whether a store could keep a holding; else why not.
pub(super) fn check_holding(holding: &Holding) -> Result<(), String> {
    check_moment(holding.since)
}

/// Why a seat of a game that is not kept cannot be held.
pub(super) fn no_game(holding: &Holding) -> String {
    let Holding { game, seat, .. } = holding;
    format!("seat {seat} cannot be held, as there is no game {game}; create it first")
}

fn check_entry(entry: &Entry) -> Result<(), String> {
    check_moment(entry.at)
}

fn check_moment(moment: Timestamp) -> Result<(), String> {
    if moment > LATEST {
        return Err(format!(
            "the moment {} is after the latest one, {}, in milliseconds since 1970",
            moment.0, LATEST.0
        ));
    }
    Ok(())
}
