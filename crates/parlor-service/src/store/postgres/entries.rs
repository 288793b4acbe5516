//! Entries as rows, and as parts of an archived game.

use sqlx::postgres::PgConnection;
use sqlx::{query, query_scalar};

use crate::store::archive::Archived;
use crate::store::columns::{json, signed};
use parlor_table::id::{GameId, IdempotencyKey};
use parlor_table::log::LogEntry;

/// A key as its column has it: not as text, which could not have every character.
pub(super) fn key_bytes(key: &IdempotencyKey) -> &[u8] {
    key.as_str().as_bytes()
}

/// All entries of a game that has none.
pub(super) async fn insert(
    connection: &mut PgConnection,
    game: &GameId,
    entries: &[LogEntry],
) -> Result<(), sqlx::Error> {
    let versions: Vec<i64> = entries.iter().map(|entry| signed(entry.version)).collect();
    let times: Vec<i64> = entries.iter().map(|entry| signed(entry.at.0)).collect();
    let actions: Vec<Option<&[u8]>> = entries
        .iter()
        .map(|entry| entry.idempotency_key.as_ref().map(key_bytes))
        .collect();
    let events = entries.iter().map(|entry| json(&entry.event));
    let events: Vec<String> = events.collect::<Result<_, _>>()?;
    let heads: Vec<Option<&[u8]>> = entries
        .iter()
        .map(|entry| entry.head.as_ref().map(|head| &head.0[..]))
        .collect();
    query(
        "INSERT INTO parlor.entry (game, version, at, action_id, happening, head)
         SELECT $1, * FROM unnest($2::bigint[], $3::bigint[], $4::bytea[], $5::text[], $6::bytea[])",
    )
    .bind(game.as_str())
    .bind(versions)
    .bind(times)
    .bind(actions)
    .bind(events)
    .bind(heads)
    .execute(connection)
    .await
    .map(drop)
}

/// An archived game; `None` if there is no such game.
pub(super) async fn archived(
    connection: &mut PgConnection,
    id: &GameId,
) -> Result<Option<Archived>, sqlx::Error> {
    let packed: Option<Vec<u8>> = query_scalar("SELECT packed FROM parlor.archived WHERE id = $1")
        .bind(id.as_str())
        .fetch_optional(connection)
        .await?;
    let unpacked = packed.as_deref().map(Archived::unpack).transpose();
    // Readers get the error; the other writes of the group are not to suffer.
    let unpacked = unpacked.inspect_err(|error| tracing::error!(game = %id, error, "damaged"));
    Ok(unpacked.unwrap_or_default())
}
