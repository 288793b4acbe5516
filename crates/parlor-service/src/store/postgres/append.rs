//! Appending entries.

use sqlx::postgres::PgConnection;
use sqlx::{query, query_as, query_scalar};

use super::entries::{self, key_bytes};
use crate::store::archive::Archived;
use crate::store::columns::{json, signed, unsigned};
use crate::store::jobs::WriteJob;
use crate::store::shared::Epoch;
use crate::store::{Append, Appended, validate};
use parlor_table::id::GameId;

/// Appends the entries of all jobs, which are of different games, and notes the answers.
pub(super) async fn all(
    connection: &mut PgConnection,
    jobs: &mut [WriteJob],
) -> Result<(), sqlx::Error> {
    let appends = || {
        jobs.iter().filter_map(|job| match job {
            WriteJob::Append(append, _) => Some(append),
            _ => None,
        })
    };
    let appended = insert_next(connection, &appends().collect::<Vec<_>>()).await?;
    for job in jobs {
        let WriteJob::Append(append, promise) = job else {
            continue;
        };
        promise.outcome = Some(if appended.contains(&append.game) {
            Appended::Done
        } else {
            otherwise(connection, append).await?
        });
    }
    Ok(())
}

/// Appends an entry.
pub(super) async fn one(
    connection: &mut PgConnection,
    append: &Append,
) -> Result<Appended, sqlx::Error> {
    if insert_next(connection, &[append]).await?.is_empty() {
        return otherwise(connection, append).await;
    }
    Ok(Appended::Done)
}

/// Appends those entries that are the next ones of games that are not archived, by nodes that own them;
/// returns their games.
async fn insert_next(
    connection: &mut PgConnection,
    appends: &[&Append],
) -> Result<Vec<GameId>, sqlx::Error> {
    let entries = || appends.iter().map(|append| &append.entry);
    let games: Vec<&str> = appends.iter().map(|append| append.game.as_str()).collect();
    let versions: Vec<i64> = entries().map(|entry| signed(entry.version)).collect();
    let times: Vec<i64> = entries().map(|entry| signed(entry.at.0)).collect();
    let actions: Vec<Option<&[u8]>> = entries()
        .map(|entry| entry.idempotency_key.as_ref().map(key_bytes))
        .collect();
    let events = entries().map(|entry| json(&entry.event));
    let events: Vec<String> = events.collect::<Result<_, _>>()?;
    let heads: Vec<Option<&[u8]>> = entries()
        .map(|entry| entry.head.as_ref().map(|head| &head.0[..]))
        .collect();
    let epochs: Vec<i64> = appends
        .iter()
        .map(|append| signed(append.epoch.0))
        .collect();
    let ends: Vec<bool> = appends.iter().map(|append| append.ends).collect();
    let done: Vec<String> = query_scalar(
        "WITH given AS (
             SELECT * FROM unnest($1::text[], $2::bigint[], $3::bigint[], $4::bytea[], $5::text[],
                                  $6::bytea[], $7::bigint[], $8::boolean[])
             AS given (game, version, at, action_id, happening, head, epoch, ends)
         ), moved AS (
             UPDATE parlor.log SET version = given.version, touched = given.at FROM given
             WHERE log.game = given.game AND log.version = given.version - 1
             AND log.epoch = given.epoch
             AND EXISTS (SELECT FROM parlor.game WHERE id = given.game)
             AND NOT EXISTS (SELECT FROM parlor.entry
                             WHERE entry.game = given.game AND entry.action_id = given.action_id)
             RETURNING log.game
         ), ended AS (
             UPDATE parlor.game SET is_over = true FROM given JOIN moved USING (game)
             WHERE game.id = given.game AND given.ends AND NOT game.is_over
         )
         INSERT INTO parlor.entry (game, version, at, action_id, happening, head)
         SELECT game, version, at, action_id, happening, head FROM given JOIN moved USING (game)
         RETURNING game",
    )
    .bind(games)
    .bind(versions)
    .bind(times)
    .bind(actions)
    .bind(events)
    .bind(heads)
    .bind(epochs)
    .bind(ends)
    .fetch_all(connection)
    .await?;
    // They are among those that were given.
    Ok(done.iter().filter_map(|game| game.parse().ok()).collect())
}

/// Appends an entry to an archived game; else why it cannot be appended.
async fn otherwise(
    connection: &mut PgConnection,
    append: &Append,
) -> Result<Appended, sqlx::Error> {
    let Append { game, entry, .. } = append;
    // Locked, so that what is read now is still so when the entry is written.
    let log: Option<(i64, i64)> =
        query_as("SELECT version, epoch FROM parlor.log WHERE game = $1 FOR UPDATE")
            .bind(game.as_str())
            .fetch_optional(&mut *connection)
            .await?;
    let Some((last, epoch)) = log else {
        return Ok(Appended::Stale(0));
    };
    let archived = entries::archived(connection, game).await?;
    if let Some(refusal) = match &archived {
        Some(archived) => validate::duplicate(&archived.entries, entry),
        None => duplicate(connection, append).await?,
    } {
        return Ok(refusal);
    }
    if unsigned(epoch) != append.epoch.0 {
        return Ok(Appended::Fenced(Epoch(unsigned(epoch))));
    }
    match archived {
        Some(archived) if Some(entry.version) == unsigned(last).checked_add(1) => {
            unarchive(connection, game, &archived).await?;
            let appended = insert_next(connection, &[append]).await?;
            Ok(if appended.is_empty() {
                Appended::Stale(unsigned(last))
            } else {
                Appended::Done
            })
        }
        _ => Ok(Appended::Stale(unsigned(last))),
    }
}

/// Whether an entry of the same action is there.
async fn duplicate(
    connection: &mut PgConnection,
    Append { game, entry, .. }: &Append,
) -> Result<Option<Appended>, sqlx::Error> {
    let same = "SELECT version FROM parlor.entry WHERE game = $1 AND action_id = $2";
    let same: Option<i64> = query_scalar(same)
        .bind(game.as_str())
        .bind(entry.idempotency_key.as_ref().map(key_bytes))
        .fetch_optional(connection)
        .await?;
    Ok(same.map(|version| Appended::Duplicate(unsigned(version))))
}

/// Makes an archived game one again that can go on.
async fn unarchive(
    connection: &mut PgConnection,
    id: &GameId,
    game: &Archived,
) -> Result<(), sqlx::Error> {
    query("DELETE FROM parlor.archived WHERE id = $1")
        .bind(id.as_str())
        .execute(&mut *connection)
        .await?;
    query(
        "INSERT INTO parlor.game (id, plan, secret, keys, is_over) VALUES ($1, $2, $3, $4, true)",
    )
    .bind(id.as_str())
    .bind(json(&game.config)?)
    .bind(&game.secret.0[..])
    .bind(json(&game.keys)?)
    .execute(&mut *connection)
    .await?;
    entries::insert(connection, id, &game.entries).await
}
