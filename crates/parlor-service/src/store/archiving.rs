//! Archiving finished games, in any database.

use super::rows::ArchivedRow;
use super::{Store, StoreError, StoreFuture};
use parlor_table::id::GameId;
use parlor_table::timestamp::Timestamp;

/// How many games are archived in one transaction at most.
const AT_ONCE: u32 = 16;

/// A database that archives.
pub(super) trait Archives: Store {
    /// Its name in errors.
    fn name(&self) -> &str;

    /// Up to `most` finished games without an entry since that are not archived, in the order of their
    /// ids, after one.
    fn unarchived<'a>(
        &'a self,
        since: Timestamp,
        after: Option<&'a GameId>,
        most: u32,
    ) -> StoreFuture<'a, Vec<GameId>>;

    /// Puts these games into one piece each, unless they have gone on; returns how many it did.
    fn put_away(&self, games: Vec<ArchivedRow>) -> StoreFuture<'_, u64>;
}

/// Archives the games that are over and in which nothing has happened since, a few at a time, so that
/// what is played is written between.
pub(super) async fn archive_all(
    store: &impl Archives,
    since: Timestamp,
) -> Result<u64, StoreError> {
    let mut archived = 0;
    let mut after = None;
    loop {
        let ids = store.unarchived(since, after.as_ref(), AT_ONCE).await?;
        let Some(last) = ids.last() else {
            return Ok(archived);
        };
        after = Some(last.clone());
        let mut rows = Vec::new();
        for id in ids {
            match pack(store, &id).await {
                Ok(row) => rows.extend(row),
                Err(error @ (StoreError::Damaged { .. } | StoreError::InvalidEntry { .. })) => {
                    tracing::warn!(%error, "not archived");
                }
                Err(error) => return Err(error),
            }
        }
        archived += store.put_away(rows).await?;
    }
}

/// A game as one piece; `None` if there is none of this name any more.
async fn pack(store: &impl Archives, id: &GameId) -> Result<Option<ArchivedRow>, StoreError> {
    let Some(game) = store.game(id).await? else {
        return Ok(None);
    };
    let entries = store.entries(id, 0).await?;
    let row = ArchivedRow::of(id, game, entries);
    row.map(Some).map_err(|what| StoreError::InvalidEntry {
        store: store.name().to_owned(),
        reason: format!("game {id}: {what}"),
    })
}
