//! What the store answers from its file.

use parlor_dice::Bytes32;
use sqlx::sqlite::SqliteConnection;
use sqlx::{query_as, query_scalar};

use super::SqliteStore;
use crate::store::archive::Archived;
use crate::store::columns::{self, signed, unsigned};
use crate::store::rows::{self, RowError};
use crate::store::{Holding, Invite, ListedGame, OpenGameCounts, OverGames, StoredGame};
use parlor_table::id::GameId;
use parlor_table::key::KeyHash;
use parlor_table::log::LogEntry;
use parlor_table::timestamp::Timestamp;

/// The games that are over, and when something last happened in each.
macro_rules! over {
    () => {
        "SELECT id, (SELECT at FROM entry WHERE game = id
                     ORDER BY version DESC LIMIT 1) AS last
         FROM game WHERE is_over = 1
         UNION ALL SELECT id, touched FROM archived"
    };
}

impl SqliteStore {
    pub(super) async fn read_game(&self, id: &GameId) -> Result<Option<StoredGame>, RowError> {
        // What is read stands at one moment: a game may just be archived.
        let mut reading = self.readers.begin().await?;
        let game = "SELECT plan, secret, keys FROM game WHERE id = ?";
        let game: Option<(String, Vec<u8>, String)> = query_as(game)
            .bind(id.as_str())
            .fetch_optional(&mut *reading)
            .await?;
        let archived = match game {
            Some(_) => None,
            None => self.read_archived(id, &mut reading).await?,
        };
        let holders = "SELECT browser, seat FROM holding WHERE game = ? ORDER BY seat, browser";
        let holders: Vec<(Vec<u8>, String)> = query_as(holders)
            .bind(id.as_str())
            .fetch_all(&mut *reading)
            .await?;
        let broken = |what: String| format!("game {id}: {what}");
        let holders = holders.iter().map(rows::holder);
        let holders = holders.collect::<Result<_, _>>().map_err(broken)?;
        let (config, secret, keys) = match (game, archived) {
            (Some((config, secret, keys)), _) => (
                columns::from_json(&config).map_err(|_| broken("a broken plan".to_owned()))?,
                Bytes32(columns::bytes(&secret).map_err(broken)?),
                columns::from_json(&keys).map_err(|_| broken("broken keys".to_owned()))?,
            ),
            (None, Some(archived)) => (archived.config, archived.secret, archived.keys),
            (None, None) => return Ok(None),
        };
        Ok(Some(StoredGame {
            config,
            secret,
            keys,
            holders,
        }))
    }

    pub(super) async fn read_invite(&self, code: KeyHash) -> Result<Option<Invite>, RowError> {
        let invite: Option<(String, String)> =
            query_as("SELECT game, seats FROM invite WHERE code = ?")
                .bind(&code.as_bytes()[..])
                .fetch_optional(&self.readers)
                .await?;
        let invite = invite.map(|(game, seats)| rows::invite(&game, seats.chars().collect()));
        Ok(invite.transpose()?)
    }

    pub(super) async fn read_invitation_to(
        &self,
        id: &GameId,
    ) -> Result<Option<(KeyHash, Vec<char>)>, RowError> {
        let invite: Option<(Vec<u8>, String)> =
            query_as("SELECT code, seats FROM invite WHERE game = ? ORDER BY code")
                .bind(id.as_str())
                .fetch_optional(&self.readers)
                .await?;
        let invite = invite.map(|(code, seats)| rows::invitation(&code, seats.chars().collect()));
        Ok(invite.transpose()?)
    }

    pub(super) async fn read_secret_of_receipts(&self) -> Result<Option<Bytes32>, RowError> {
        let kept: Option<String> = query_scalar("SELECT value FROM state WHERE name = 'receipts'")
            .fetch_optional(&self.readers)
            .await?;
        let kept = kept.as_deref().map(rows::secret_of_receipts);
        Ok(kept.transpose()?)
    }

    pub(super) async fn read_entries(
        &self,
        id: &GameId,
        after: u64,
    ) -> Result<Vec<LogEntry>, RowError> {
        let mut reading = self.readers.begin().await?;
        let entries: Vec<rows::EntryRow<String>> = query_as(
            "SELECT version, at, action_id, happening, head FROM entry
             WHERE game = ? AND version > ? ORDER BY version",
        )
        .bind(id.as_str())
        .bind(signed(after))
        .fetch_all(&mut *reading)
        .await?;
        if entries.is_empty()
            && let Some(archived) = self.read_archived(id, &mut reading).await?
        {
            let mut entries = archived.entries;
            entries.retain(|entry| entry.version > after);
            return Ok(entries);
        }
        let entries: Result<_, _> = entries.iter().map(rows::entry).collect();
        Ok(entries.map_err(|what| format!("game {id}: {what}"))?)
    }

    async fn read_archived(
        &self,
        id: &GameId,
        reading: &mut SqliteConnection,
    ) -> Result<Option<Archived>, RowError> {
        let packed: Option<Vec<u8>> = query_scalar("SELECT packed FROM archived WHERE id = ?")
            .bind(id.as_str())
            .fetch_optional(reading)
            .await?;
        let archived = packed.as_deref().map(Archived::unpack).transpose();
        Ok(archived.map_err(|what| format!("game {id}: {what}"))?)
    }

    pub(super) async fn read_held(
        &self,
        browser: KeyHash,
        most: u32,
    ) -> Result<Vec<Holding>, RowError> {
        let held: Vec<(String, String, i64)> = query_as(
            "SELECT game, seat, since FROM holding LEFT JOIN game ON id = game
             WHERE browser = ? ORDER BY coalesce(is_over, 1), since DESC, game, seat LIMIT ?",
        )
        .bind(&browser.as_bytes()[..])
        .bind(most)
        .fetch_all(&self.readers)
        .await?;
        let held = held.iter().map(|(game, seat, since)| {
            let seat = rows::letter(seat)?;
            rows::held(browser, game, seat, *since)
        });
        Ok(held.collect::<Result<_, _>>()?)
    }

    pub(super) async fn read_holdings_of(&self, id: &GameId) -> Result<Vec<Holding>, RowError> {
        let held: Vec<(Vec<u8>, String, i64)> = query_as(
            "SELECT browser, seat, since FROM holding WHERE game = ? ORDER BY seat, browser",
        )
        .bind(id.as_str())
        .fetch_all(&self.readers)
        .await?;
        let held = held.into_iter().map(|(browser, seat, since)| {
            let (browser, seat) = rows::holder(&(browser, seat))?;
            rows::held(browser, id.as_str(), seat, since)
        });
        let held = held.collect::<Result<_, _>>();
        Ok(held.map_err(|what| format!("game {id}: {what}"))?)
    }

    pub(super) async fn read_open(
        &self,
        browser: Option<KeyHash>,
    ) -> Result<OpenGameCounts, RowError> {
        let browser = browser.as_ref().map(|browser| &browser.as_bytes()[..]);
        let (all, held): (i64, i64) = query_as(
            "SELECT (SELECT count(*) FROM game WHERE is_over = 0),
                    (SELECT count(DISTINCT game) FROM holding JOIN game ON id = game
                     WHERE browser = ? AND is_over = 0)",
        )
        .bind(browser)
        .fetch_one(&self.readers)
        .await?;
        Ok(OpenGameCounts {
            all: unsigned(all),
            held: unsigned(held),
        })
    }

    pub(super) async fn read_list(
        &self,
        after: Option<&GameId>,
        most: u32,
    ) -> Result<Vec<ListedGame>, RowError> {
        let listed: Vec<rows::ListedRow> = query_as(
            "SELECT id, plan, is_over, made.at, last.at, last.version, NULL FROM game
             JOIN entry AS made ON made.game = id AND made.version = 1
             JOIN entry AS last ON last.game = id AND last.version =
                 (SELECT max(version) FROM entry WHERE game = id)
             WHERE id > ?1
             UNION ALL
             SELECT id, NULL, 1, NULL, touched, NULL, packed FROM archived WHERE id > ?1
             ORDER BY id LIMIT ?2",
        )
        .bind(after.map_or("", GameId::as_str))
        .bind(most)
        .fetch_all(&self.readers)
        .await?;
        Ok(listed.iter().map(rows::listed).collect::<Result<_, _>>()?)
    }

    pub(super) async fn read_latest(&self) -> Result<Option<Timestamp>, RowError> {
        let latest: Option<i64> = query_scalar(
            "SELECT max((SELECT at FROM entry WHERE game = id ORDER BY version DESC LIMIT 1))
             FROM game WHERE is_over = 0",
        )
        .fetch_one(&self.readers)
        .await?;
        Ok(latest.map(|at| Timestamp(unsigned(at))))
    }

    pub(super) async fn read_idle(
        &self,
        since: Timestamp,
        most: u32,
    ) -> Result<Vec<GameId>, RowError> {
        let idle: Vec<String> = query_scalar(
            "SELECT id FROM (
                 SELECT id, (SELECT at FROM entry WHERE game = id
                             ORDER BY version DESC LIMIT 1) AS last
                 FROM game WHERE is_over = 0)
             WHERE last < ? ORDER BY last, id LIMIT ?",
        )
        .bind(signed(since.0))
        .bind(most)
        .fetch_all(&self.readers)
        .await?;
        rows::parse_ids(&idle)
    }

    pub(super) async fn read_over(
        &self,
        since: Timestamp,
        most: u32,
    ) -> Result<Vec<GameId>, RowError> {
        let over: Vec<String> = query_scalar(concat!(
            "SELECT id FROM (",
            over!(),
            ") WHERE last < ? ORDER BY last, id LIMIT ?"
        ))
        .bind(signed(since.0))
        .bind(most)
        .fetch_all(&self.readers)
        .await?;
        rows::parse_ids(&over)
    }

    pub(super) async fn read_count_over(&self) -> Result<Option<OverGames>, RowError> {
        let (all, latest): (i64, Option<i64>) =
            query_as(concat!("SELECT count(*), max(last) FROM (", over!(), ")"))
                .fetch_one(&self.readers)
                .await?;
        let over = |latest| OverGames {
            all: unsigned(all),
            latest: Timestamp(unsigned(latest)),
        };
        Ok(latest.map(over))
    }

    /// Games that are over, in which nothing has happened since, and which take as much as
    /// in play: the first after one, by their names.
    pub(super) async fn read_unarchived(
        &self,
        since: Timestamp,
        after: Option<&GameId>,
        most: u32,
    ) -> Result<Vec<GameId>, RowError> {
        let ids: Vec<String> = query_scalar(
            "SELECT id FROM game WHERE is_over = 1 AND id > ?
             AND (SELECT at FROM entry WHERE game = id ORDER BY version DESC LIMIT 1) < ?
             ORDER BY id LIMIT ?",
        )
        .bind(after.map_or("", GameId::as_str))
        .bind(signed(since.0))
        .bind(most)
        .fetch_all(&self.readers)
        .await?;
        rows::parse_ids(&ids)
    }
}
