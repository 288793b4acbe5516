//! The lobby in the database.

use core::time::Duration;

use sqlx::postgres::PgConnection;
use sqlx::{query, query_as, query_scalar};

use crate::store::columns::{json, letter, unsigned};
use crate::store::lobby::{Challenge, LOST_AFTER, LobbyWrite, Seated, Terms, Unplayed};
use crate::store::rows::{self, ChallengeRow, RowError};
use crate::store::shared::Session;
use parlor_table::id::GameId;
use parlor_table::key::KeyHash;

/// The columns of a [`ChallengeRow`]; `$1` is this node.
macro_rules! columns {
    () => {
        "SELECT id, terms, name, key, browser, net, is_bot, node = $1,
                coalesce(waited, (extract(epoch FROM clock_timestamp() - made) * 1000)::bigint),
                game, seat
         FROM parlor.challenge "
    };
}

/// That the node of a challenge lives.
macro_rules! is_there {
    () => {
        "EXISTS (SELECT FROM parlor.node WHERE session = node AND until > clock_timestamp())"
    };
}

/// Does what is wanted; returns how many rows it has changed. Who is being paired at the same time is left
/// to that, so that nothing here waits for it.
pub(super) async fn write(
    connection: &mut PgConnection,
    write: &LobbyWrite,
    node: Session,
) -> Result<u64, sqlx::Error> {
    let query = match write {
        LobbyWrite::Post(challenge) => query(
            "INSERT INTO parlor.challenge (id, terms, name, key, browser, net, is_bot, node)
             VALUES ($2, $3, $4, $5, $6, $7, $8, $1) ON CONFLICT DO NOTHING",
        )
        .bind(node.0)
        .bind(challenge.id.as_str())
        .bind(json(&challenge.terms)?)
        .bind(challenge.name.as_deref())
        .bind(&challenge.key.as_bytes()[..])
        .bind(
            challenge
                .browser
                .as_ref()
                .map(|browser| &browser.as_bytes()[..]),
        )
        .bind(json(&challenge.net)?)
        .bind(challenge.is_bot),
        LobbyWrite::MoveHere(id) => query(
            "UPDATE parlor.challenge SET node = $1 WHERE id IN (
                     SELECT id FROM parlor.challenge WHERE id = $2 AND game IS NULL
                     FOR UPDATE SKIP LOCKED
                 )",
        )
        .bind(node.0)
        .bind(id.as_str()),
        LobbyWrite::Withdraw(ids) => query(
            "DELETE FROM parlor.challenge WHERE id IN (
                 SELECT id FROM parlor.challenge WHERE id = ANY($1) AND game IS NULL
                 FOR UPDATE SKIP LOCKED
             )",
        )
        .bind(ids.iter().map(GameId::as_str).collect::<Vec<_>>()),
        LobbyWrite::WithdrawHere(ids) => query(
            "DELETE FROM parlor.challenge WHERE id IN (
                 SELECT id FROM parlor.challenge WHERE id = ANY($2) AND game IS NULL AND node = $1
                 FOR UPDATE SKIP LOCKED
             )",
        )
        .bind(node.0)
        .bind(ids.iter().map(GameId::as_str).collect::<Vec<_>>()),
        LobbyWrite::WithdrawLost => query(
            "DELETE FROM parlor.challenge WHERE id IN (
                 SELECT id FROM parlor.challenge
                 WHERE game IS NULL AND made < clock_timestamp() - make_interval(secs => $1)
                 AND NOT EXISTS (
                     SELECT FROM parlor.node WHERE session = node AND until > clock_timestamp()
                 ) FOR UPDATE SKIP LOCKED
             )",
        )
        .bind(LOST_AFTER.as_secs_f64()),
    };
    Ok(query.execute(connection).await?.rows_affected())
}

/// Ends the waiting of these with a game, of all or of none; whether it did. Who is being paired by another
/// node at the same time is left to it, so that nobody waits for anybody.
pub(super) async fn pair(
    connection: &mut PgConnection,
    game: &GameId,
    seated: &[Seated],
) -> Result<bool, sqlx::Error> {
    let challenges: Vec<&str> = seated
        .iter()
        .map(|seated| seated.challenge.as_str())
        .collect();
    let seats: Vec<i32> = seated.iter().map(|seated| letter(seated.seat)).collect();
    let paired = query(
        "WITH seated AS (
             SELECT * FROM unnest($2::text[], $3::integer[]) AS seated (challenge, seat)
         ), there AS (
             SELECT id FROM parlor.challenge
             WHERE id IN (SELECT challenge FROM seated) AND game IS NULL
             FOR UPDATE SKIP LOCKED
         )
         UPDATE parlor.challenge SET
             game = $1, seat = seated.seat,
             waited = (extract(epoch FROM clock_timestamp() - made) * 1000)::bigint
         FROM seated
         WHERE id = challenge AND (SELECT count(*) FROM there) = (SELECT count(*) FROM seated)",
    )
    .bind(game.as_str())
    .bind(&challenges)
    .bind(seats)
    .execute(connection)
    .await?;
    Ok(paired.rows_affected() == challenges.len() as u64)
}

pub(super) async fn waiting(
    connection: &mut PgConnection,
    node: Session,
) -> Result<Vec<Challenge>, RowError> {
    let rows: Vec<ChallengeRow<i32>> = query_as(concat!(
        columns!(),
        "WHERE game IS NULL AND ",
        is_there!(),
        " ORDER BY number"
    ))
    .bind(node.0)
    .fetch_all(connection)
    .await?;
    let challenges = rows.into_iter().map(rows::challenge);
    Ok(challenges.collect::<Result<_, _>>()?)
}

pub(super) async fn waiting_of(
    connection: &mut PgConnection,
    browser: KeyHash,
) -> Result<Vec<GameId>, RowError> {
    let ids: Vec<String> = query_scalar(concat!(
        "SELECT id FROM parlor.challenge WHERE browser = $1 AND game IS NULL AND ",
        is_there!(),
        " ORDER BY number"
    ))
    .bind(&browser.as_bytes()[..])
    .fetch_all(connection)
    .await?;
    rows::parse_ids(&ids)
}

pub(super) async fn challenge(
    connection: &mut PgConnection,
    id: &GameId,
    node: Session,
) -> Result<Option<Challenge>, RowError> {
    let row: Option<ChallengeRow<i32>> = query_as(concat!(columns!(), "WHERE id = $2"))
        .bind(node.0)
        .bind(id.as_str())
        .fetch_optional(connection)
        .await?;
    Ok(row.map(rows::challenge).transpose()?)
}

pub(super) async fn waits(
    connection: &mut PgConnection,
    terms: &Terms,
    most: u32,
) -> Result<Vec<Duration>, RowError> {
    let waits: Vec<i64> = query_scalar(
        "SELECT max(waited) FROM parlor.challenge
         WHERE terms = $1 AND game IS NOT NULL GROUP BY game ORDER BY max(number) DESC LIMIT $2",
    )
    .bind(json(terms)?)
    .bind(i64::from(most))
    .fetch_all(connection)
    .await?;
    let waits = waits.into_iter().map(unsigned);
    Ok(waits.map(Duration::from_millis).collect())
}

pub(super) async fn unplayed(
    connection: &mut PgConnection,
    browser: KeyHash,
) -> Result<Vec<Unplayed>, RowError> {
    // A game has the name of the challenge of the one who waited.
    let rows: Vec<(String, i32, bool)> = query_as(
        "SELECT terms, holding.seat, challenge.browser IS DISTINCT FROM holding.browser
         FROM parlor.holding
         JOIN parlor.game ON game.id = holding.game
         JOIN parlor.log ON log.game = holding.game
         JOIN parlor.challenge ON challenge.id = holding.game
         WHERE holding.browser = $1 AND NOT is_over AND version = 1 AND challenge.game = holding.game
         ORDER BY challenge.number",
    )
    .bind(&browser.as_bytes()[..])
    .fetch_all(connection)
    .await?;
    let unplayed = rows.iter().map(rows::unplayed);
    Ok(unplayed.collect::<Result<_, _>>()?)
}

pub(super) async fn watchable(
    connection: &mut PgConnection,
    most: u32,
) -> Result<Vec<GameId>, RowError> {
    let games: Vec<String> = query_scalar(
        "SELECT challenge.game FROM parlor.challenge JOIN parlor.game ON game.id = challenge.game
         JOIN parlor.log ON log.game = challenge.game
         WHERE NOT is_over AND version > 1 GROUP BY challenge.game
         ORDER BY bool_or(is_bot), max(number) DESC LIMIT $1",
    )
    .bind(i64::from(most))
    .fetch_all(connection)
    .await?;
    rows::parse_ids(&games)
}
