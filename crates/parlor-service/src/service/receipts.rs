//! Receipts: the store's signature under an entry.

use super::programs::TokenKey;
use super::{Service, ServiceError};
use crate::service::host::GameHandle;
use parlor_dice::Bytes32;
use parlor_table::receipt::{Receipt, ReceiptKey};

/// What follows from the secret that all nodes of a store have.
#[derive(Debug)]
pub(super) struct Secrets {
    /// Signs receipts.
    receipts: ReceiptKey,
    /// Knows the tokens of programs.
    pub(super) programs: TokenKey,
}

impl Service {
    /// The public key by which receipts of this store are verified.
    ///
    /// # Errors
    /// When the store fails, or nothing is random.
    pub async fn receipt_key(&self) -> Result<Bytes32, ServiceError> {
        Ok(self.secrets().await?.receipts.public())
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
        let key = &self.secrets().await?.receipts;
        let line = handle.table().entry_line(version);
        Ok(line.map(|line| key.sign(line)))
    }

    pub(super) async fn secrets(&self) -> Result<&Secrets, ServiceError> {
        let secrets = async || {
            let fresh = Bytes32(self.randomness().bytes()?);
            let secret = self.inner.store.secret_of_receipts(fresh).await?;
            if secret == fresh {
                tracing::info!("a key for receipts was drawn, as there was none");
            }
            Ok(Secrets {
                receipts: ReceiptKey::of_secret(&secret),
                programs: TokenKey::of_secret(&secret),
            })
        };
        self.inner.secrets.get_or_try_init(secrets).await
    }
}
