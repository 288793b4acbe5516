//! Programs that play in place of people, each with a token.
//!
//! Whoever asks is given one. It holds seats as the cookie of a browser does, so that a program finds its
//! games again wherever it comes back, and it marks who plays with it as a program, also at a seat to which
//! somebody was invited. Nothing is stored of it: half
//! of a token is random, and the other half is an HMAC-SHA-256 (RFC 2104) of that, by a key that follows from a
//! secret of the store, so that all nodes know it.

use hmac::{Hmac, KeyInit as _, Mac as _};
use parlor_dice::Bytes32;
use sha2::Sha256;

use super::player_name::of_program;
use super::{Service, ServiceError};
use crate::client_net::ClientNet;
use crate::rate_limit::RateLimited;
use crate::store::moderation::Block;
use parlor_table::command::CommandKind;
use parlor_table::key::{Key, KeyHash};
use parlor_table::log::DiceContribution;

/// Taking a seat for a program, which everybody sees by its name as well.
pub fn join_as_program(name: Option<&str>, dice: DiceContribution) -> CommandKind {
    CommandKind::JoinAsProgram {
        name: of_program(name),
        dice,
    }
}

/// What tells this use of the secret from others.
const LABEL: &str = "parlor-program-v1";

/// The bytes of each half.
const HALF: usize = 16;

/// Why no token is given.
#[derive(Debug)]
pub enum ProgramTokenError {
    /// The client was given many.
    RateLimited(RateLimited),
    /// Its network is blocked.
    Blocked(Block),
    /// The store fails, or nothing is random.
    Service(ServiceError),
}

impl<E: Into<ServiceError>> From<E> for ProgramTokenError {
    fn from(error: E) -> Self {
        Self::Service(error.into())
    }
}

/// The key by which tokens are known.
#[derive(Clone)]
pub(super) struct TokenKey(Hmac<Sha256>);

impl core::fmt::Debug for TokenKey {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("TokenKey").finish_non_exhaustive()
    }
}

impl TokenKey {
    pub(super) fn of_secret(secret: &Bytes32) -> Self {
        let keyed: Hmac<Sha256> =
            Hmac::new_from_slice(&secret.0).expect("HMAC takes a key of any length");
        Self(keyed.chain_update(LABEL))
    }

    fn token(&self, drawn: [u8; HALF]) -> Key {
        let proof = self.0.clone().chain_update(drawn).finalize().into_bytes();
        let mut bytes = [0; 2 * HALF];
        bytes[..HALF].copy_from_slice(&drawn);
        bytes[HALF..].copy_from_slice(&proof[..HALF]);
        Key::of_bytes(bytes)
    }

    fn has_made(&self, token: &Key) -> bool {
        let (drawn, proof) = token.as_bytes().split_at(HALF);
        let of_drawn = self.0.clone().chain_update(drawn);
        of_drawn.verify_truncated_left(proof).is_ok()
    }
}

impl Service {
    /// A token for a program of this client.
    ///
    /// # Errors
    /// When the client was given many, the store fails, or nothing is random.
    pub async fn program_token(
        &self,
        client: ClientNet,
        is_owner: bool,
    ) -> Result<Key, ProgramTokenError> {
        if let Some(block) = self.block_of(client).await? {
            return Err(ProgramTokenError::Blocked(block));
        }
        if let Some(limiters) = self.inner.new_programs.as_ref().filter(|_| !is_owner) {
            limiters
                .step(client)
                .map_err(ProgramTokenError::RateLimited)?;
        }
        let drawn = self.randomness().bytes()?;
        let token = self.secrets().await?.programs.token(drawn);
        metrics::counter!("parlor_program_tokens_total").increment(1);
        Ok(token)
    }

    /// Whether a key is the token of a program.
    ///
    /// # Errors
    /// When the store fails, or nothing is random.
    pub async fn is_program(&self, key: &Key) -> Result<bool, ServiceError> {
        Ok(self.secrets().await?.programs.has_made(key))
    }

    /// Notes that a program is here: its challenges stand as long as it is.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn keep_challenges_of(&self, program: KeyHash) -> Result<(), ServiceError> {
        for id in self.inner.store.lobby().waiting_of(program).await? {
            self.look_for(&id).await?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_is_known_and_no_other_key_is() {
        let key = TokenKey::of_secret(&Bytes32([7; 32]));
        let token = key.token([3; HALF]);
        assert!(key.has_made(&token));
        assert!(!TokenKey::of_secret(&Bytes32([8; 32])).has_made(&token));
        for place in 0..32 {
            for bit in 0..8 {
                let mut bytes = *token.as_bytes();
                bytes[place] ^= 1 << bit;
                assert!(!key.has_made(&Key::of_bytes(bytes)), "byte {place}");
            }
        }
    }
}
