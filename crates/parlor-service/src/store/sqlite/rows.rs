//! Rows of the tables.

use parlor_dice::Bytes32;

use super::archive::{self, Archived};
use super::columns::{bytes, from_json, unsigned};
use crate::store::{ListedGame, StoredGame};
use parlor_table::id::{GameId, IdempotencyKey};
use parlor_table::key::KeyHash;
use parlor_table::log::LogEntry;
use parlor_table::timestamp::Timestamp;

/// A row of the table of archived games.
#[derive(Debug)]
pub(super) struct ArchivedRow {
    pub(super) id: GameId,
    pub(super) touched: Timestamp,
    pub(super) packed: Vec<u8>,
    /// The number of entries, which the table does not have.
    pub(super) version: u64,
}

impl ArchivedRow {
    /// A game with all of its entries.
    pub(super) fn of(
        id: &GameId,
        game: StoredGame,
        entries: Vec<LogEntry>,
    ) -> Result<Self, String> {
        let last = entries.last().ok_or("it has no entry")?;
        let (touched, version) = (last.at, last.version);
        let StoredGame {
            config,
            secret,
            keys,
            ..
        } = game;
        let archived = Archived {
            config,
            secret,
            keys,
            entries,
        };
        Ok(Self {
            id: id.clone(),
            touched,
            packed: archived.pack()?,
            version,
        })
    }
}

/// The columns version, at, `action_id`, happening and head.
pub(super) type EntryRow = (i64, i64, Option<String>, String, Option<Vec<u8>>);

/// An entry.
pub(super) fn entry((version, at, action_id, event, head): &EntryRow) -> Result<LogEntry, String> {
    let wrong = |what: &str| format!("entry {version} has a broken {what}");
    let head = head.as_deref().map(|head| bytes(head).map(Bytes32));
    let action_id = action_id.as_deref().map(IdempotencyKey::kept).transpose();
    Ok(LogEntry {
        version: unsigned(*version),
        at: Timestamp(unsigned(*at)),
        idempotency_key: action_id.map_err(|_| wrong("action_id"))?,
        event: from_json(event).map_err(|_| wrong("happening"))?,
        head: head.transpose().map_err(|_| wrong("head"))?,
    })
}

/// The columns id, plan, `is_over`, when the first and the last entry were written,
/// the number of that, and nothing; of an archived game its one piece instead of what
/// that says.
pub(super) type ListedRow = (
    String,
    Option<String>,
    bool,
    Option<i64>,
    i64,
    Option<i64>,
    Option<Vec<u8>>,
);

/// A game in a list.
pub(super) fn listed(
    (id, config, is_over, made, touched, version, packed): &ListedRow,
) -> Result<ListedGame, String> {
    let broken = |what: String| format!("game {id}: {what}");
    let (config, made, version) = if let Some(packed) = packed {
        archive::glance(packed).map_err(broken)?
    } else {
        let config = from_json(config.as_deref().unwrap_or_default());
        let config = config.map_err(|_| broken("a broken plan".to_owned()))?;
        let made = Timestamp(unsigned(made.unwrap_or_default()));
        (config, made, unsigned(version.unwrap_or_default()))
    };
    Ok(ListedGame {
        id: id.parse().map_err(|_| format!("{id:?} names no game"))?,
        config,
        is_over: *is_over,
        made,
        touched: Timestamp(unsigned(*touched)),
        version,
    })
}

/// The holder of a seat from the columns browser and seat.
pub(super) fn holder((browser, seat): &(Vec<u8>, String)) -> Result<(KeyHash, char), String> {
    let browser = bytes(browser)?;
    let seat = seat.parse();
    let seat = seat.map_err(|_| "a seat held is not one letter".to_owned())?;
    Ok((KeyHash::from_bytes(browser), seat))
}
