//! Receipts: the store's signature under an entry.

use super::{Service, ServiceError};
use crate::service::host::GameHandle;
use parlor_dice::Bytes32;
use parlor_table::receipt::{Receipt, ReceiptKey};

impl Service {
    /// The public key by which receipts of this store are verified.
    ///
    /// # Errors
    /// When the store fails, or nothing is random.
    pub async fn receipt_key(&self) -> Result<Bytes32, ServiceError> {
        self.signing_key().await.map(ReceiptKey::public)
    }

    /// The receipt for an entry of a game; `None` if the game has none of this number.
    ///
    /// # Errors
    /// When the store fails, or nothing is random.
    pub async fn receipt(
        &self,
        handle: &GameHandle,
        version: u64,
    ) -> Result<Option<Receipt>, ServiceError> {
        let key = self.signing_key().await?;
        let line = handle.table().entry_line(version);
        Ok(line.map(|line| key.sign(line)))
    }

    async fn signing_key(&self) -> Result<&ReceiptKey, ServiceError> {
        let key = async || {
            let fresh = Bytes32(self.randomness().bytes()?);
            let secret = self.inner.store.secret_of_receipts(fresh).await?;
            if secret == fresh {
                tracing::info!("a key for receipts was drawn, as there was none");
            }
            Ok(ReceiptKey::of_secret(&secret))
        };
        self.inner.receipt_key.get_or_try_init(key).await
    }
}
