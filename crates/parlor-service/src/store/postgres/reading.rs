//! What the store answers from its database.

use parlor_dice::Bytes32;
use sqlx::postgres::PgConnection;
use sqlx::{query, query_as, query_scalar};

use crate::store::archive::Archived;
use crate::store::columns::{self, signed, unsigned};
use crate::store::rows::{self, RowError};
use crate::store::shared::{Epoch, Session, Standing};
use crate::store::{Holding, Invite, ListedGame, OpenGameCounts, OverGames, StoredGame};
use parlor_table::id::GameId;
use parlor_table::key::KeyHash;
use parlor_table::log::LogEntry;
use parlor_table::timestamp::Timestamp;

/// The columns plan, secret, keys, packed, and the browsers and seats of the holders, in their order.
type GameRow = (
    Option<String>,
    Option<Vec<u8>>,
    Option<String>,
    Option<Vec<u8>>,
    Vec<Vec<u8>>,
    Vec<i32>,
);

pub(super) async fn game(
    connection: &mut PgConnection,
    id: &GameId,
) -> Result<Option<StoredGame>, RowError> {
    let row: Option<GameRow> = query_as(
        "SELECT plan, secret, keys, packed,
                ARRAY(SELECT browser FROM parlor.holding WHERE holding.game = $1
                      ORDER BY seat, browser),
                ARRAY(SELECT seat FROM parlor.holding WHERE holding.game = $1
                      ORDER BY seat, browser)
         FROM parlor.log
         LEFT JOIN parlor.game ON game.id = log.game
         LEFT JOIN parlor.archived ON archived.id = log.game
         WHERE log.game = $1",
    )
    .bind(id.as_str())
    .fetch_optional(connection)
    .await?;
    let Some((config, secret, keys, packed, browsers, seats)) = row else {
        return Ok(None);
    };
    let broken = |what: String| format!("game {id}: {what}");
    let holders = browsers.into_iter().zip(seats);
    let holders = holders.map(|(browser, seat)| {
        let browser = KeyHash::from_bytes(columns::bytes(&browser)?);
        Ok((browser, letter(seat)?))
    });
    let holders = holders.collect::<Result<_, String>>().map_err(broken)?;
    let (config, secret, keys) = match (config, secret, keys, packed) {
        (Some(config), Some(secret), Some(keys), _) => (
            columns::from_json(&config).map_err(|_| broken("a broken plan".to_owned()))?,
            Bytes32(columns::bytes(&secret).map_err(broken)?),
            columns::from_json(&keys).map_err(|_| broken("broken keys".to_owned()))?,
        ),
        (_, _, _, Some(packed)) => {
            let archived = Archived::unpack(&packed).map_err(broken)?;
            (archived.config, archived.secret, archived.keys)
        }
        _ => return Err(broken("it has a log and no plan".to_owned()).into()),
    };
    Ok(Some(StoredGame {
        config,
        secret,
        keys,
        holders,
    }))
}

pub(super) async fn entries(
    connection: &mut PgConnection,
    id: &GameId,
    after: u64,
) -> Result<Vec<LogEntry>, RowError> {
    let entries: Vec<rows::EntryRow<Vec<u8>>> = query_as(
        "SELECT version, at, action_id, happening, head FROM parlor.entry
         WHERE game = $1 AND version > $2 ORDER BY version",
    )
    .bind(id.as_str())
    .bind(signed(after))
    .fetch_all(&mut *connection)
    .await?;
    if entries.is_empty() {
        let packed: Option<Vec<u8>> =
            query_scalar("SELECT packed FROM parlor.archived WHERE id = $1")
                .bind(id.as_str())
                .fetch_optional(&mut *connection)
                .await?;
        if let Some(packed) = packed {
            let archived = Archived::unpack(&packed);
            let mut entries = archived
                .map_err(|what| format!("game {id}: {what}"))?
                .entries;
            entries.retain(|entry| entry.version > after);
            return Ok(entries);
        }
    }
    let entries: Result<_, _> = entries.iter().map(rows::entry).collect();
    Ok(entries.map_err(|what| format!("game {id}: {what}"))?)
}

pub(super) async fn invite(
    connection: &mut PgConnection,
    code: KeyHash,
) -> Result<Option<Invite>, RowError> {
    let invite: Option<(String, Vec<i32>)> =
        query_as("SELECT game, seats FROM parlor.invite WHERE code = $1")
            .bind(&code.as_bytes()[..])
            .fetch_optional(connection)
            .await?;
    let invite = invite.map(|(game, seats)| {
        let seats = seats.into_iter().map(letter).collect::<Result<_, _>>()?;
        rows::invite(&game, seats)
    });
    Ok(invite.transpose()?)
}

pub(super) async fn invitation_to(
    connection: &mut PgConnection,
    id: &GameId,
) -> Result<Option<(KeyHash, Vec<char>)>, RowError> {
    let invite: Option<(Vec<u8>, Vec<i32>)> =
        query_as("SELECT code, seats FROM parlor.invite WHERE game = $1 ORDER BY code LIMIT 1")
            .bind(id.as_str())
            .fetch_optional(connection)
            .await?;
    let invite = invite.map(|(code, seats)| {
        let seats = seats.into_iter().map(letter).collect::<Result<_, _>>()?;
        rows::invitation(&code, seats)
    });
    Ok(invite.transpose()?)
}

pub(super) async fn secret_of_receipts(
    connection: &mut PgConnection,
) -> Result<Option<Bytes32>, RowError> {
    let kept: Option<String> =
        query_scalar("SELECT value FROM parlor.state WHERE name = 'receipts'")
            .fetch_optional(connection)
            .await?;
    let kept = kept.as_deref().map(rows::secret_of_receipts);
    Ok(kept.transpose()?)
}

pub(super) async fn held(
    connection: &mut PgConnection,
    browser: KeyHash,
    most: u32,
) -> Result<Vec<Holding>, RowError> {
    let held: Vec<(String, i32, i64)> = query_as(
        "SELECT holding.game, seat, since FROM parlor.holding
         LEFT JOIN parlor.game ON id = holding.game
         WHERE browser = $1
         ORDER BY coalesce(is_over, true), since DESC, holding.game, seat LIMIT $2",
    )
    .bind(&browser.as_bytes()[..])
    .bind(i64::from(most))
    .fetch_all(connection)
    .await?;
    let held = held.iter().map(|(game, seat, since)| {
        let seat = letter(*seat)?;
        rows::held(browser, game, seat, *since)
    });
    Ok(held.collect::<Result<_, _>>()?)
}

pub(super) async fn holdings_of(
    connection: &mut PgConnection,
    id: &GameId,
) -> Result<Vec<Holding>, RowError> {
    let held: Vec<(Vec<u8>, i32, i64)> = query_as(
        "SELECT browser, seat, since FROM parlor.holding WHERE game = $1 ORDER BY seat, browser",
    )
    .bind(id.as_str())
    .fetch_all(connection)
    .await?;
    let held = held.into_iter().map(|(browser, seat, since)| {
        let browser = KeyHash::from_bytes(columns::bytes(&browser)?);
        rows::held(browser, id.as_str(), letter(seat)?, since)
    });
    let held = held.collect::<Result<_, String>>();
    Ok(held.map_err(|what| format!("game {id}: {what}"))?)
}

pub(super) async fn count_open(
    connection: &mut PgConnection,
    browser: Option<KeyHash>,
) -> Result<OpenGameCounts, RowError> {
    let browser = browser.as_ref().map(|browser| &browser.as_bytes()[..]);
    let (all, held): (i64, i64) = query_as(
        "SELECT (SELECT count(*) FROM parlor.game WHERE NOT is_over),
                (SELECT count(DISTINCT holding.game) FROM parlor.holding
                 JOIN parlor.game ON id = holding.game WHERE browser = $1 AND NOT is_over)",
    )
    .bind(browser)
    .fetch_one(connection)
    .await?;
    Ok(OpenGameCounts {
        all: unsigned(all),
        held: unsigned(held),
    })
}

pub(super) async fn list(
    connection: &mut PgConnection,
    after: Option<&GameId>,
    most: u32,
) -> Result<Vec<ListedGame>, RowError> {
    let listed: Vec<rows::ListedRow> = query_as(
        "SELECT log.game, plan, coalesce(is_over, true), made.at, touched, log.version, packed
         FROM parlor.log
         LEFT JOIN parlor.game ON game.id = log.game
         LEFT JOIN parlor.entry AS made ON made.game = log.game AND made.version = 1
         LEFT JOIN parlor.archived ON archived.id = log.game
         WHERE log.game > $1 ORDER BY log.game LIMIT $2",
    )
    .bind(after.map_or("", GameId::as_str))
    .bind(i64::from(most))
    .fetch_all(connection)
    .await?;
    Ok(listed.iter().map(rows::listed).collect::<Result<_, _>>()?)
}

pub(super) async fn latest(connection: &mut PgConnection) -> Result<Option<Timestamp>, RowError> {
    let latest: Option<i64> = query_scalar(
        "SELECT max(touched) FROM parlor.log JOIN parlor.game ON id = log.game WHERE NOT is_over",
    )
    .fetch_one(connection)
    .await?;
    Ok(latest.map(|at| Timestamp(unsigned(at))))
}

pub(super) async fn idle(
    connection: &mut PgConnection,
    since: Timestamp,
    most: u32,
) -> Result<Vec<GameId>, RowError> {
    let idle: Vec<String> = query_scalar(
        "SELECT log.game FROM parlor.log JOIN parlor.game ON id = log.game
         WHERE NOT is_over AND touched < $1 ORDER BY touched, log.game LIMIT $2",
    )
    .bind(signed(since.0))
    .bind(i64::from(most))
    .fetch_all(connection)
    .await?;
    rows::parse_ids(&idle)
}

pub(super) async fn over(
    connection: &mut PgConnection,
    since: Timestamp,
    most: u32,
) -> Result<Vec<GameId>, RowError> {
    let over: Vec<String> = query_scalar(
        "SELECT log.game FROM parlor.log LEFT JOIN parlor.game ON id = log.game
         WHERE coalesce(is_over, true) AND touched < $1 ORDER BY touched, log.game LIMIT $2",
    )
    .bind(signed(since.0))
    .bind(i64::from(most))
    .fetch_all(connection)
    .await?;
    rows::parse_ids(&over)
}

pub(super) async fn count_over(
    connection: &mut PgConnection,
) -> Result<Option<OverGames>, RowError> {
    let (all, latest): (i64, Option<i64>) = query_as(
        "SELECT count(*), max(touched) FROM parlor.log LEFT JOIN parlor.game ON id = log.game
         WHERE coalesce(is_over, true)",
    )
    .fetch_one(connection)
    .await?;
    Ok(latest.map(|latest| OverGames {
        all: unsigned(all),
        latest: Timestamp(unsigned(latest)),
    }))
}

pub(super) async fn unarchived(
    connection: &mut PgConnection,
    since: Timestamp,
    after: Option<&GameId>,
    most: u32,
) -> Result<Vec<GameId>, RowError> {
    let ids: Vec<String> = query_scalar(
        "SELECT id FROM parlor.game JOIN parlor.log ON log.game = id
         WHERE is_over AND id > $1 AND touched < $2 ORDER BY id LIMIT $3",
    )
    .bind(after.map_or("", GameId::as_str))
    .bind(signed(since.0))
    .bind(i64::from(most))
    .fetch_all(connection)
    .await?;
    rows::parse_ids(&ids)
}

/// A game, its version, holders and epoch, the node that lives and owns it, and whether it is over.
type StandingRow = (String, i64, i64, i64, Option<i64>, bool);

pub(super) async fn standing(
    connection: &mut PgConnection,
    ids: &[GameId],
) -> Result<Vec<Option<Standing>>, RowError> {
    let names: Vec<&str> = ids.iter().map(GameId::as_str).collect();
    let rows: Vec<StandingRow> = query_as(
        "SELECT log.game, version, holders, epoch, session, coalesce(is_over, true) FROM parlor.log
         LEFT JOIN parlor.game ON id = log.game
         LEFT JOIN parlor.node ON session = owner AND until > clock_timestamp()
         WHERE log.game = ANY ($1)",
    )
    .bind(names)
    .fetch_all(connection)
    .await?;
    let found = |id: &GameId| {
        let row = rows.iter().find(|(game, ..)| game == id.as_str())?;
        let (_, version, holders, epoch, owner, is_over) = row;
        Some(Standing {
            version: unsigned(*version),
            holders: unsigned(*holders),
            is_over: *is_over,
            owner: owner.map(Session),
            epoch: Epoch(unsigned(*epoch)),
        })
    };
    Ok(ids.iter().map(found).collect())
}

/// The key by which messages between nodes are authenticated, which is made if there is none.
pub(super) async fn cluster_key(
    connection: &mut PgConnection,
    fresh: Bytes32,
) -> Result<Bytes32, RowError> {
    query("INSERT INTO parlor.state (name, value) VALUES ('cluster', $1) ON CONFLICT DO NOTHING")
        .bind(fresh.to_string())
        .execute(&mut *connection)
        .await?;
    let kept: String = query_scalar("SELECT value FROM parlor.state WHERE name = 'cluster'")
        .fetch_one(connection)
        .await?;
    let broken = |_| "the key of the nodes' messages is broken".to_owned();
    Ok(kept.parse().map_err(broken)?)
}

/// The seat whose letter has this number.
fn letter(number: i32) -> Result<char, String> {
    let letter = u32::try_from(number).ok().and_then(char::from_u32);
    letter.ok_or_else(|| format!("{number} is the number of no letter of a seat"))
}
