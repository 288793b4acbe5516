//! Games that other nodes over the same store may change.

use std::sync::Arc;

use super::{GameHandle, Service, ServiceError};
use crate::store::shared::SharedStore;

/// The number of games asked about at a time.
const AT_ONCE: usize = 500;

impl Service {
    fn shared(&self) -> Option<&dyn SharedStore> {
        self.inner.store.shared()
    }

    /// Brings a game up to what the store has of it; returns `false` if it is to be loaded anew.
    pub(super) async fn refresh(&self, handle: &Arc<GameHandle>) -> Result<bool, ServiceError> {
        let Some(store) = self.shared() else {
            return Ok(true);
        };
        let standing = store.standing(vec![handle.id().clone()]).await?;
        let standing = standing.into_iter().next().flatten();
        if standing.is_some_and(|standing| handle.is_current(&standing)) {
            return Ok(true);
        }
        if let Some(observed) = handle.observe(standing).await {
            observed?;
            return Ok(standing.is_some());
        }
        // Its actor has stopped: it is loaded again, with another.
        self.evict(handle);
        Ok(false)
    }

    /// Looks what other nodes have done in the games that somebody watches here. Unless this is called
    /// every second, pages wait for what happens elsewhere, and games of nodes that ended stand still.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn look_at_others(&self) -> Result<(), ServiceError> {
        let Some(store) = self.shared() else {
            return Ok(());
        };
        let handles = self.all_loaded();
        for handles in handles.chunks(AT_ONCE) {
            let ids = handles.iter().map(|handle| handle.id().clone());
            let standings = store.standing(ids.collect()).await?;
            for (handle, standing) in handles.iter().zip(standings) {
                let is_current = standing.is_some_and(|standing| handle.is_current(&standing));
                if !is_current || handle.waits_for_another() {
                    // An actor that has stopped has nothing to learn.
                    handle.observe(standing).await.transpose()?;
                }
            }
        }
        Ok(())
    }
}
