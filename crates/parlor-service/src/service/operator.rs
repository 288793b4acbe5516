//! Ending and deleting games for the operator.

use super::{Service, ServiceError};
use crate::store::Store;
use parlor_table::id::GameId;
use parlor_table::log::EndReason;

/// The outcome of a request to end a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// It is over now, without a result.
    Done,
    /// It was over before.
    WasOver,
    /// There is no such game.
    NoGame,
}

impl Service {
    /// The store.
    pub(crate) fn store(&self) -> &dyn Store {
        &*self.inner.store
    }

    /// Ends a game without a result.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn end(&self, id: &GameId, reason: EndReason) -> Result<Ended, ServiceError> {
        loop {
            let Some(handle) = self.game(id).await? else {
                return Ok(Ended::NoGame);
            };
            match handle.end(reason).await {
                Some(Ok(true)) => return Ok(Ended::Done),
                Some(Ok(false)) => return Ok(Ended::WasOver),
                Some(Err(error)) => return Err(error),
                // Its actor has stopped: it is loaded again, with another.
                None => self.evict(&handle),
            }
        }
    }

    /// Deletes a game and everything stored of it, and disconnects its viewers; returns whether there
    /// was one.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn delete(&self, id: &GameId) -> Result<bool, ServiceError> {
        if *self.inner.closing.borrow() {
            return Err(ServiceError::Closing);
        }
        // Nobody can load it meanwhile, nor have read it just before.
        let _lane = self.lane(id).await;
        let handle = self.loaded(id);
        if let Some(handle) = &handle {
            handle.stop().await;
        }
        let deleted = self.inner.store.delete(id).await?;
        self.inner.open.remove(id);
        if let Some(handle) = handle {
            handle.announce_deleted();
        }
        self.tell_change(id);
        Ok(deleted)
    }
}
