//! What is kept, as the tables have it.

use super::archive::{self, Archived};
use super::columns::{bytes, from_json, json, signed, unsigned};
use crate::store::{Append, Appended, Holding, ListedGame, NewGame, StoredGame};
use parlor_table::id::{GameId, IdempotencyKey};
use parlor_table::key::KeyHash;
use parlor_table::log::Entry;
use parlor_table::timestamp::Timestamp;

/// A row of the table of games, and those that come with it.
#[derive(Debug)]
pub(super) struct GameRow {
    pub(super) id: String,
    pub(super) config: String,
    pub(super) secret: Vec<u8>,
    pub(super) keys: String,
    pub(super) entries: Vec<EntryRow>,
    pub(super) holdings: Vec<HoldingRow>,
    pub(super) follows: Option<EntryRow>,
}

/// A row of the table of entries.
#[derive(Debug)]
pub(super) struct EntryRow {
    pub(super) game: String,
    pub(super) version: i64,
    pub(super) at: i64,
    pub(super) action_id: Option<String>,
    pub(super) event: String,
    /// Not of the row: whether the game is over with it.
    pub(super) ends_game: bool,
}

/// A row of the table of archived games.
#[derive(Debug)]
pub(super) struct ArchivedRow {
    pub(super) id: String,
    pub(super) touched: i64,
    pub(super) packed: Vec<u8>,
    /// Not of the row: how many entries the game has.
    pub(super) version: i64,
}

/// A row of the table of seats held.
#[derive(Debug)]
pub(super) struct HoldingRow {
    pub(super) game: String,
    pub(super) seat: String,
    pub(super) browser: Vec<u8>,
    pub(super) since: i64,
}

impl GameRow {
    pub(super) fn of(game: &NewGame) -> Result<Self, String> {
        let NewGame { id, entries, .. } = game;
        let since = entries.first().map(|entry| entry.at).unwrap_or_default();
        let entries = entries.iter().map(|entry| EntryRow::of(id, entry));
        let follows = game.follows.as_ref();
        let holdings = game.holders.iter().map(|&(browser, seat)| {
            HoldingRow::of(&Holding {
                browser,
                game: id.clone(),
                seat,
                since,
            })
        });
        Ok(Self {
            id: id.to_string(),
            config: json(&game.config)?,
            secret: game.secret.0.to_vec(),
            keys: json(&game.keys)?,
            entries: entries.collect::<Result<_, _>>()?,
            holdings: holdings.collect(),
            follows: follows
                .map(|(id, entry)| EntryRow::of(id, entry))
                .transpose()?,
        })
    }

    /// Why an entry cannot follow these; none if it can.
    pub(super) fn refusal(&self, entry: &EntryRow) -> Option<Appended> {
        let mut kept = self.entries.iter();
        let is_same =
            |kept: &&EntryRow| kept.action_id.is_some() && kept.action_id == entry.action_id;
        if let Some(same) = kept.find(is_same) {
            return Some(Appended::Duplicate(unsigned(same.version)));
        }
        let last = self.entries.last().map_or(0, |last| last.version);
        (entry.version != last + 1).then_some(Appended::Stale(unsigned(last)))
    }

    /// The rows of a game that is one piece.
    pub(super) fn of_archived(id: &str, archived: Archived) -> Result<Self, String> {
        let Archived {
            config,
            secret,
            keys,
            entries,
        } = archived;
        Self::of(&NewGame {
            id: id.parse().map_err(|_| format!("{id:?} names no game"))?,
            config,
            secret,
            keys,
            entries,
            holders: Vec::new(),
            follows: None,
        })
    }
}

impl EntryRow {
    fn of(game: &GameId, entry: &Entry) -> Result<Self, String> {
        Ok(Self {
            game: game.to_string(),
            version: signed(entry.version),
            at: signed(entry.at.0),
            action_id: entry.idempotency_key.as_ref().map(ToString::to_string),
            event: json(&entry.event)?,
            ends_game: false,
        })
    }

    pub(super) fn of_append(append: &Append) -> Result<Self, String> {
        let row = Self::of(&append.game, &append.entry)?;
        Ok(Self {
            ends_game: append.ends,
            ..row
        })
    }
}

impl ArchivedRow {
    /// A game with all of its entries.
    pub(super) fn of(id: &GameId, game: StoredGame, entries: Vec<Entry>) -> Result<Self, String> {
        let last = entries.last().ok_or("it has no entry")?;
        let (touched, version) = (signed(last.at.0), signed(last.version));
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
            id: id.to_string(),
            touched,
            packed: archived.pack()?,
            version,
        })
    }
}

impl HoldingRow {
    pub(super) fn of(holding: &Holding) -> Self {
        Self {
            game: holding.game.to_string(),
            seat: holding.seat.to_string(),
            browser: holding.browser.as_bytes().to_vec(),
            since: signed(holding.since.0),
        }
    }
}

/// An entry from the columns version, at, `action_id` and happening.
pub(super) fn entry(
    (version, at, action_id, event): &(i64, i64, Option<String>, String),
) -> Result<Entry, String> {
    let wrong = |what: &str| format!("entry {version} has a broken {what}");
    let action_id = action_id.as_deref().map(IdempotencyKey::kept).transpose();
    Ok(Entry {
        version: unsigned(*version),
        at: Timestamp(unsigned(*at)),
        idempotency_key: action_id.map_err(|_| wrong("action_id"))?,
        event: from_json(event).map_err(|_| wrong("happening"))?,
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
