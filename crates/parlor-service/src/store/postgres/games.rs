//! Writing games as wholes, and who holds their seats.

use sqlx::postgres::PgConnection;
use sqlx::{query, query_scalar};

use super::{append, entries, lobby};
use crate::store::columns::{json, letter, signed};
use crate::store::jobs::Found;
use crate::store::rows::ArchivedRow;
use crate::store::shared::Session;
use crate::store::{Appended, Created, Holding, NewGame};
use parlor_table::id::GameId;

/// Stores a new game, which this node then owns.
pub(super) async fn create(
    connection: &mut PgConnection,
    game: &NewGame,
    owner: Session,
) -> Result<Created, sqlx::Error> {
    let code = game.invite.as_ref().map(|(code, _)| &code.as_bytes()[..]);
    let known: Option<bool> = query_scalar(
        "SELECT true FROM parlor.log WHERE game = $1
         UNION ALL SELECT false FROM parlor.invite WHERE code = $2",
    )
    .bind(game.id.as_str())
    .bind(code)
    .fetch_optional(&mut *connection)
    .await?;
    match known {
        Some(true) => return Ok(Created::Exists),
        Some(false) => return Ok(Created::CodeTaken),
        None => {}
    }
    // First what may be refused, so that nothing need be undone.
    if let Some(append) = &game.follows
        && append::one(connection, append).await? != Appended::Done
    {
        return Ok(Created::Stale);
    }
    if !game.pairs.is_empty() && !lobby::pair(connection, &game.id, &game.pairs).await? {
        return Ok(Created::Stale);
    }
    insert(connection, game, owner).await?;
    Ok(Created::Done)
}

/// All rows of a new game. Where another node has made it at the same time, its key is taken, and all
/// of the transaction is tried again.
async fn insert(
    connection: &mut PgConnection,
    game: &NewGame,
    owner: Session,
) -> Result<(), sqlx::Error> {
    let touched = game.entries.last().map(|entry| signed(entry.at.0));
    let since = game.entries.first().map(|entry| signed(entry.at.0));
    let seats: Vec<i32> = game.holders.iter().map(|(_, seat)| letter(*seat)).collect();
    let browsers = game.holders.iter().map(|(browser, _)| browser.as_bytes());
    let browsers: Vec<&[u8]> = browsers.map(|browser| &browser[..]).collect();
    let invited = game.invite.as_ref();
    let invited: Option<Vec<i32>> =
        invited.map(|(_, seats)| seats.iter().map(|seat| letter(*seat)).collect());
    query(
        "WITH new_log AS (
             INSERT INTO parlor.log (game, version, touched, owner) VALUES ($1, $2, $3, $4)
         ), held AS (
             INSERT INTO parlor.holding (game, seat, browser, since)
             SELECT $1, seat, browser, $8
             FROM unnest($9::integer[], $10::bytea[]) AS held (seat, browser)
             ON CONFLICT DO NOTHING
         ), invited AS (
             INSERT INTO parlor.invite (code, game, seats)
             SELECT $11, $1, $12 WHERE $11::bytea IS NOT NULL
         )
         INSERT INTO parlor.game (id, plan, secret, keys) VALUES ($1, $5, $6, $7)",
    )
    .bind(game.id.as_str())
    .bind(i64::try_from(game.entries.len()).unwrap_or(i64::MAX))
    .bind(touched)
    .bind(owner.0)
    .bind(json(&game.config)?)
    .bind(&game.secret.0[..])
    .bind(json(&game.keys)?)
    .bind(since)
    .bind(seats)
    .bind(browsers)
    .bind(game.invite.as_ref().map(|(code, _)| &code.as_bytes()[..]))
    .bind(invited)
    .execute(&mut *connection)
    .await?;
    entries::insert(connection, &game.id, &game.entries).await
}

/// Stores that a browser holds a seat; returns whether there is such a game.
pub(super) async fn hold(
    connection: &mut PgConnection,
    holding: &Holding,
) -> Result<Found, sqlx::Error> {
    let found: bool = query_scalar(
        "WITH there AS (
             SELECT FROM parlor.log WHERE game = $1 FOR UPDATE
         ), held AS (
             INSERT INTO parlor.holding (game, seat, browser, since)
             SELECT $1, $2, $3, $4 FROM there
             ON CONFLICT DO NOTHING RETURNING game
         ), counted AS (
             UPDATE parlor.log SET holders = holders + 1
             WHERE game = $1 AND EXISTS (SELECT FROM held)
         )
         SELECT EXISTS (SELECT FROM there)",
    )
    .bind(holding.game.as_str())
    .bind(letter(holding.seat))
    .bind(&holding.browser.as_bytes()[..])
    .bind(signed(holding.since.0))
    .fetch_one(connection)
    .await?;
    Ok(Found::when(found))
}

/// Deletes all rows of a game; returns whether there is such a game.
pub(super) async fn delete(
    connection: &mut PgConnection,
    game: &GameId,
) -> Result<Found, sqlx::Error> {
    // First what every other change of the game waits for.
    let found = query("DELETE FROM parlor.log WHERE game = $1")
        .bind(game.as_str())
        .execute(&mut *connection)
        .await?;
    for sql in [
        "DELETE FROM parlor.game WHERE id = $1",
        "DELETE FROM parlor.entry WHERE game = $1",
        "DELETE FROM parlor.archived WHERE id = $1",
        "DELETE FROM parlor.holding WHERE game = $1",
        "DELETE FROM parlor.invite WHERE game = $1",
        "DELETE FROM parlor.challenge WHERE game = $1",
    ] {
        query(sql)
            .bind(game.as_str())
            .execute(&mut *connection)
            .await?;
    }
    Ok(Found::when(found.rows_affected() > 0))
}

/// Puts games into one piece each that are over, and have not gone on since that was made; returns how
/// many.
pub(super) async fn archive(
    connection: &mut PgConnection,
    games: &[ArchivedRow],
) -> Result<u64, sqlx::Error> {
    let mut archived = 0;
    for row in games {
        let inserted = query(
            "WITH there AS (
                 SELECT FROM parlor.log JOIN parlor.game ON id = game
                 WHERE game = $1 AND version = $2 AND is_over FOR UPDATE
             )
             INSERT INTO parlor.archived (id, packed) SELECT $1, $3 FROM there",
        )
        .bind(row.id.as_str())
        .bind(signed(row.version))
        .bind(&row.packed)
        .execute(&mut *connection)
        .await?;
        if inserted.rows_affected() == 0 {
            continue;
        }
        for sql in [
            "DELETE FROM parlor.entry WHERE game = $1",
            "DELETE FROM parlor.game WHERE id = $1",
        ] {
            query(sql)
                .bind(row.id.as_str())
                .execute(&mut *connection)
                .await?;
        }
        archived += 1;
    }
    Ok(archived)
}
