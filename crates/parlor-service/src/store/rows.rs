//! Rows of the tables.

use core::time::Duration;
use std::collections::BTreeMap;

use parlor_dice::Bytes32;

use super::archive::{self, Archived};
use super::columns::{bytes, from_json, unsigned};
use super::lobby::{Challenge, ChallengeState, NewChallenge, Unplayed};
use super::moderation::{Block, FoldedName, NameDecision, ReportedName, Rulings, WatchedName};
use crate::client_net::{ClientNet, Prefix};
use crate::store::{Holding, Invite, ListedGame, StoredGame};
use parlor_table::id::{GameId, IdempotencyKey};
use parlor_table::key::KeyHash;
use parlor_table::log::LogEntry;
use parlor_table::timestamp::Timestamp;

/// Why something cannot be read.
pub(super) enum RowError {
    /// The database has failed.
    Sql(sqlx::Error),
    /// A row is damaged in this way.
    Damaged(String),
}

impl From<sqlx::Error> for RowError {
    fn from(error: sqlx::Error) -> Self {
        Self::Sql(error)
    }
}

impl From<String> for RowError {
    fn from(what: String) -> Self {
        Self::Damaged(what)
    }
}

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
pub(super) type EntryRow<K> = (i64, i64, Option<K>, String, Option<Vec<u8>>);

/// An entry.
pub(super) fn entry<K: AsRef<[u8]>>(
    (version, at, action_id, event, head): &EntryRow<K>,
) -> Result<LogEntry, String> {
    let wrong = |what: &str| format!("entry {version} has a broken {what}");
    let head = head.as_deref().map(|head| bytes(head).map(Bytes32));
    let action_id = action_id.as_ref().map(|key| {
        let key = core::str::from_utf8(key.as_ref()).map_err(|_| wrong("action_id"))?;
        IdempotencyKey::kept(key).map_err(|_| wrong("action_id"))
    });
    Ok(LogEntry {
        version: unsigned(*version),
        at: Timestamp(unsigned(*at)),
        idempotency_key: action_id.transpose()?,
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
    Ok((KeyHash::from_bytes(browser), letter(seat)?))
}

/// A seat from its column.
pub(super) fn letter(seat: &str) -> Result<char, String> {
    let wrong = |_| format!("a seat held, {seat:?}, is not one letter");
    seat.parse().map_err(wrong)
}

/// The names of games.
pub(super) fn parse_ids(ids: &[String]) -> Result<Vec<GameId>, RowError> {
    let parse = |id: &String| id.parse().map_err(|_| format!("{id:?} names no game"));
    Ok(ids.iter().map(parse).collect::<Result<_, _>>()?)
}

/// What a code leads to.
pub(super) fn invite(game: &str, seats: Vec<char>) -> Result<Invite, String> {
    let game = game.parse();
    let game = game.map_err(|_| "an invitation is to no game".to_owned())?;
    Ok(Invite { game, seats })
}

/// The hash of the code of an invitation, and the seats that it gives.
pub(super) fn invitation(code: &[u8], seats: Vec<char>) -> Result<(KeyHash, Vec<char>), String> {
    Ok((KeyHash::from_bytes(bytes(code)?), seats))
}

/// A seat that a browser holds.
pub(super) fn held(
    browser: KeyHash,
    game: &str,
    seat: char,
    since: i64,
) -> Result<Holding, String> {
    let broken = |_| format!("seat {seat} of game {game:?} cannot be held");
    Ok(Holding {
        browser,
        game: game.parse().map_err(broken)?,
        seat,
        since: Timestamp(unsigned(since)),
    })
}

/// The columns of a challenge; the last are its game and seat.
pub(super) type ChallengeRow<S> = (
    String,
    String,
    Option<String>,
    Vec<u8>,
    Option<Vec<u8>>,
    String,
    bool,
    bool,
    i64,
    Option<String>,
    Option<S>,
);

/// A challenge, whose seat is the number of its letter in Unicode.
pub(super) fn challenge<S: TryInto<u32>>(row: ChallengeRow<S>) -> Result<Challenge, String> {
    let (id, terms, name, key, browser, net, is_bot, is_here, waited, game, seat) = row;
    let broken = |what: &str| format!("challenge {id:?} has a broken {what}");
    let state = match (game, seat) {
        (None, _) => ChallengeState::Waiting { is_here },
        (Some(game), seat) => ChallengeState::Paired {
            game: game.parse().map_err(|_| broken("game"))?,
            seat: seat
                .and_then(|seat| seat.try_into().ok().and_then(char::from_u32))
                .ok_or_else(|| broken("seat"))?,
        },
    };
    let browser = browser.map(|browser| bytes(&browser).map(KeyHash::from_bytes));
    Ok(Challenge {
        posted: NewChallenge {
            terms: from_json(&terms).map_err(|_| broken("terms"))?,
            name,
            key: KeyHash::from_bytes(bytes(&key)?),
            browser: browser.transpose()?,
            net: from_json(&net).map_err(|_| broken("net"))?,
            is_bot,
            id: id.parse().map_err(|_| broken("id"))?,
        },
        waited: Duration::from_millis(unsigned(waited)),
        state,
    })
}

/// Somebody in a game in which nobody has moved, from the columns terms, seat, and whether they came; the seat is
/// the number of its letter in Unicode.
pub(super) fn unplayed<S: Copy + TryInto<u32>>(
    (terms, seat, came): &(String, S, bool),
) -> Result<Unplayed, String> {
    let seat = (*seat).try_into().ok().and_then(char::from_u32);
    Ok(Unplayed {
        terms: from_json(terms).map_err(|_| "a challenge has broken terms".to_owned())?,
        seat: seat.ok_or("a seat held is not one letter")?,
        came: *came,
    })
}

/// What is wrong where the secret of receipts is not there right after it was stored.
pub(super) fn no_secret_of_receipts() -> String {
    "the secret by which receipts are signed has gone".to_owned()
}

/// The secret by which receipts are signed, from its column.
pub(super) fn secret_of_receipts(kept: &str) -> Result<Bytes32, String> {
    let broken = |_| "the secret by which receipts are signed is broken".to_owned();
    kept.parse().map_err(broken)
}

/// A reported name: itself, its reports, when it was reported last, and what was decided.
pub(super) type NameRow = (String, i64, Option<i64>, Option<String>);

pub(super) fn reported_name(
    (name, reports, last, decision): NameRow,
) -> Result<ReportedName, String> {
    Ok(ReportedName {
        name: FoldedName::of(&name),
        reports: unsigned(reports),
        last: last.map(|last| Timestamp(unsigned(last))),
        decision: decision
            .map(|decision| NameDecision::parse(&decision))
            .transpose()?,
    })
}

/// A report: the name, the network, and when.
pub(super) type ReportRow = (String, String, i64);

/// Names with their reports, which are in the order of their names and networks.
pub(super) fn watched_names(
    names: Vec<NameRow>,
    reports: Vec<ReportRow>,
) -> Result<Vec<WatchedName>, String> {
    let mut watched = BTreeMap::new();
    for row in names {
        let known = reported_name(row)?;
        let reports = Vec::new();
        watched.insert(known.name.clone(), WatchedName { known, reports });
    }
    for (name, net, at) in reports {
        let name = watched.get_mut(&FoldedName::of(&name));
        let name =
            name.ok_or_else(|| format!("a name is reported that is not listed, by {net}"))?;
        let net = reporter(&net)?;
        name.reports.push((net, Timestamp(unsigned(at))));
    }
    Ok(watched.into_values().collect())
}

/// The network of a report, which may be that of clients whose address is unknown.
fn reporter(text: &str) -> Result<Prefix, String> {
    let unknown = ClientNet::of(None).widest();
    if text == unknown.to_string() {
        return Ok(unknown);
    }
    let network = text.parse();
    network.map_err(|error| format!("a network has reported a name and is none: {error}"))
}

/// A blocked network, and until when.
pub(super) type BlockRow = (String, i64);

pub(super) fn rulings(
    hidden: &[String],
    shown: &[String],
    blocks: Vec<BlockRow>,
) -> Result<Rulings, String> {
    let names = |names: &[String]| names.iter().map(|name| FoldedName::of(name)).collect();
    let block = |(network, until): BlockRow| {
        let network = network.parse();
        Ok(Block {
            network: network
                .map_err(|error| format!("a network is blocked that is none: {error}"))?,
            until: Timestamp(unsigned(until)),
        })
    };
    Ok(Rulings {
        hidden: names(hidden),
        shown: names(shown),
        blocks: blocks
            .into_iter()
            .map(block)
            .collect::<Result<_, String>>()?,
    })
}
