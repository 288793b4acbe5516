//! Secret keys: who has one may act.
//!
//! A key is shown once, to whom it belongs. What is kept is its SHA-256, and
//! what is compared is that, in constant time; a key has 256 random bits, so a
//! plain hash is as good as a slow one.

use core::fmt;
use core::str::FromStr;

use parlor_dice::{Bytes32, HexError};
use serde::{Deserialize, Serialize};
use subtle::ConstantTimeEq as _;

use crate::randomness::{Randomness, RandomnessError};

/// A secret key, 64 hexadecimal digits. It is never printed by accident:
/// [`Key::reveal`] says when it is.
#[derive(Clone)]
pub struct Key(Bytes32);

impl Key {
    /// A new one.
    ///
    /// # Errors
    /// Without randomness there is none.
    pub fn draw(randomness: &dyn Randomness) -> Result<Self, RandomnessError> {
        Ok(Self(Bytes32(randomness.bytes()?)))
    }

    /// A key of these secret bytes.
    pub const fn of_bytes(bytes: [u8; 32]) -> Self {
        Self(Bytes32(bytes))
    }

    /// Its secret bytes.
    pub const fn as_bytes(&self) -> &[u8; 32] {
        &self.0.0
    }

    /// The key as it is handed to its owner.
    pub fn reveal(&self) -> String {
        self.0.to_string()
    }

    /// What is kept of it.
    pub fn hash(&self) -> KeyHash {
        KeyHash(Bytes32::sha_256(&self.0.0))
    }
}

impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Key(…)")
    }
}

impl FromStr for Key {
    type Err = HexError;

    fn from_str(text: &str) -> Result<Self, HexError> {
        text.parse().map(Self)
    }
}

/// The SHA-256 of a key.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct KeyHash(Bytes32);

impl KeyHash {
    /// Whether both are of one key, compared in constant time.
    pub fn is_of_same_key(&self, other: &Self) -> bool {
        self.0.0.ct_eq(&other.0.0).into()
    }

    /// The hash of a secret that somebody else has chosen.
    pub fn of_text(secret: &str) -> Self {
        Self(Bytes32::sha_256(secret.as_bytes()))
    }

    /// The bytes, to be kept.
    pub const fn as_bytes(&self) -> &[u8; 32] {
        &self.0.0
    }

    /// A hash as it was kept.
    pub const fn from_bytes(bytes: [u8; 32]) -> Self {
        Self(Bytes32(bytes))
    }
}

impl fmt::Debug for KeyHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("KeyHash(…)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_not_printed_by_accident() {
        let key: Key = "ab".repeat(32).parse().expect("64 digits");
        assert_eq!(format!("{key:?} {:?}", key.hash()), "Key(…) KeyHash(…)");
        assert_eq!(key.reveal(), "ab".repeat(32));
        assert!(key.hash().is_of_same_key(&key.hash()));
    }
}
