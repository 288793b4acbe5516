//! The lobby in the file.

use core::time::Duration;

use sqlx::sqlite::SqliteConnection;
use sqlx::{query, query_as, query_scalar};

use super::SqliteStore;
use crate::store::columns::{json, unsigned};
use crate::store::lobby::{Challenge, LobbyWrite, Seated, Terms, Unplayed};
use crate::store::rows::{self, ChallengeRow, RowError};
use parlor_table::id::GameId;
use parlor_table::key::KeyHash;

/// The time now, in milliseconds since 1970.
macro_rules! now {
    () => {
        "CAST(unixepoch('subsec') * 1000 AS INTEGER)"
    };
}

/// The columns of a [`ChallengeRow`]: all wait here.
macro_rules! columns {
    () => {
        concat!(
            "SELECT id, terms, name, key, browser, net, is_bot, TRUE, coalesce(waited, ",
            now!(),
            " - made), game, unicode(seat) FROM challenge "
        )
    };
}

/// Does what is wanted; returns how many rows it has changed.
pub(super) async fn write(
    connection: &mut SqliteConnection,
    write: &LobbyWrite,
) -> Result<u64, sqlx::Error> {
    match write {
        LobbyWrite::Post(challenge) => {
            let posted = query(concat!(
                "INSERT INTO challenge (id, terms, name, key, browser, net, is_bot, made)
                 VALUES (?, ?, ?, ?, ?, ?, ?, ",
                now!(),
                ") ON CONFLICT DO NOTHING"
            ))
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
            .bind(challenge.is_bot)
            .execute(connection)
            .await?;
            Ok(posted.rows_affected())
        }
        LobbyWrite::MoveHere(id) => {
            // There is no other node: only whether they still wait is to be found out.
            let waits: i64 =
                query_scalar("SELECT count(*) FROM challenge WHERE id = ? AND game IS NULL")
                    .bind(id.as_str())
                    .fetch_one(connection)
                    .await?;
            Ok(unsigned(waits))
        }
        // All wait here.
        LobbyWrite::Withdraw(ids) | LobbyWrite::WithdrawHere(ids) => {
            let mut withdrawn = 0;
            for id in ids {
                let done = query("DELETE FROM challenge WHERE id = ? AND game IS NULL")
                    .bind(id.as_str())
                    .execute(&mut *connection)
                    .await?;
                withdrawn += done.rows_affected();
            }
            Ok(withdrawn)
        }
        LobbyWrite::WithdrawLost => Ok(0),
    }
}

/// Ends the waiting of these with a game, of all or of none; whether it did.
pub(super) async fn pair(
    connection: &mut SqliteConnection,
    game: &GameId,
    seated: &[Seated],
) -> Result<bool, sqlx::Error> {
    for Seated { challenge, .. } in seated {
        let waits: Option<i64> =
            query_scalar("SELECT 1 FROM challenge WHERE id = ? AND game IS NULL")
                .bind(challenge.as_str())
                .fetch_optional(&mut *connection)
                .await?;
        if waits.is_none() {
            return Ok(false);
        }
    }
    for Seated { challenge, seat } in seated {
        query(concat!(
            "UPDATE challenge SET game = ?, seat = ?, waited = max(0, ",
            now!(),
            " - made) WHERE id = ?"
        ))
        .bind(game.as_str())
        .bind(seat.to_string())
        .bind(challenge.as_str())
        .execute(&mut *connection)
        .await?;
    }
    Ok(true)
}

impl SqliteStore {
    pub(super) async fn read_waiting(&self) -> Result<Vec<Challenge>, RowError> {
        let rows: Vec<ChallengeRow<i64>> =
            query_as(concat!(columns!(), "WHERE game IS NULL ORDER BY number"))
                .fetch_all(&self.readers)
                .await?;
        let challenges = rows.into_iter().map(rows::challenge);
        Ok(challenges.collect::<Result<_, _>>()?)
    }

    pub(super) async fn read_waiting_of(&self, browser: KeyHash) -> Result<Vec<GameId>, RowError> {
        let ids: Vec<String> = query_scalar(
            "SELECT id FROM challenge WHERE browser = ? AND game IS NULL ORDER BY number",
        )
        .bind(&browser.as_bytes()[..])
        .fetch_all(&self.readers)
        .await?;
        rows::parse_ids(&ids)
    }

    pub(super) async fn read_challenge(&self, id: &GameId) -> Result<Option<Challenge>, RowError> {
        let row: Option<ChallengeRow<i64>> = query_as(concat!(columns!(), "WHERE id = ?"))
            .bind(id.as_str())
            .fetch_optional(&self.readers)
            .await?;
        Ok(row.map(rows::challenge).transpose()?)
    }

    pub(super) async fn read_waits(
        &self,
        terms: &Terms,
        most: u32,
    ) -> Result<Vec<Duration>, RowError> {
        let waits: Vec<i64> = query_scalar(
            "SELECT max(waited) FROM challenge
             WHERE terms = ? AND game IS NOT NULL GROUP BY game ORDER BY max(number) DESC LIMIT ?",
        )
        .bind(json(terms)?)
        .bind(most)
        .fetch_all(&self.readers)
        .await?;
        let waits = waits.into_iter().map(unsigned);
        Ok(waits.map(Duration::from_millis).collect())
    }

    pub(super) async fn read_unplayed(&self, browser: KeyHash) -> Result<Vec<Unplayed>, RowError> {
        // A game has the name of the challenge of the one who waited.
        let rows: Vec<(String, i64, bool)> = query_as(
            "SELECT terms, unicode(holding.seat), challenge.browser IS NOT holding.browser
             FROM holding JOIN game ON game.id = holding.game JOIN challenge ON challenge.id = holding.game
             WHERE holding.browser = ? AND is_over = 0 AND challenge.game = holding.game
             AND NOT EXISTS (SELECT 1 FROM entry WHERE entry.game = holding.game AND version = 2)
             ORDER BY challenge.number",
        )
        .bind(&browser.as_bytes()[..])
        .fetch_all(&self.readers)
        .await?;
        let unplayed = rows.iter().map(rows::unplayed);
        Ok(unplayed.collect::<Result<_, _>>()?)
    }

    pub(super) async fn read_watchable(&self, most: u32) -> Result<Vec<GameId>, RowError> {
        let games: Vec<String> = query_scalar(
            "SELECT challenge.game FROM challenge JOIN game ON game.id = challenge.game
             WHERE is_over = 0
             AND EXISTS (SELECT 1 FROM entry WHERE entry.game = challenge.game AND version = 2)
             GROUP BY challenge.game ORDER BY max(is_bot), max(number) DESC LIMIT ?",
        )
        .bind(most)
        .fetch_all(&self.readers)
        .await?;
        rows::parse_ids(&games)
    }
}
