//! 32 bytes in hexadecimal: a secret, or a SHA-256 digest.

use core::fmt;
use core::str::FromStr;
use std::borrow::Cow;

use serde::de::{Deserialize, Deserializer, Error as _};
use serde::ser::{Serialize, Serializer};
use sha2::{Digest as _, Sha256};

/// 32 bytes, a secret or a SHA-256 digest.
///
/// They print, serialize and parse as 64 hexadecimal digits; either case is
/// read, lower case is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Bytes32(pub [u8; 32]);

impl Bytes32 {
    /// The SHA-256 digest of `bytes`.
    pub fn sha_256(bytes: &[u8]) -> Self {
        Self(Sha256::digest(bytes).into())
    }
}

impl fmt::Display for Bytes32 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&hex::encode(self.0))
    }
}

impl FromStr for Bytes32 {
    type Err = HexError;

    fn from_str(text: &str) -> Result<Self, HexError> {
        let mut bytes = [0; 32];
        hex::decode_to_slice(text, &mut bytes).map_err(|_| HexError)?;
        Ok(Self(bytes))
    }
}

impl Serialize for Bytes32 {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Bytes32 {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = Cow::<str>::deserialize(deserializer)?;
        text.parse().map_err(D::Error::custom)
    }
}

/// The text is not 64 hexadecimal digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("it must be 64 hexadecimal digits, which are 32 bytes")]
pub struct HexError;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thirty_two_bytes_are_sixty_four_digits() {
        let bytes = "00fFA5Bc".repeat(8).parse::<Bytes32>();
        let bytes = bytes.expect("64 digits");
        assert_eq!(bytes.to_string(), "00ffa5bc".repeat(8));
        for wrong in [
            "00".repeat(31),
            "00".repeat(33),
            "0g".repeat(32),
            "+1".repeat(32),
            " 0".repeat(32),
            "é".repeat(32),
            "0".repeat(63),
            String::new(),
        ] {
            assert_eq!(wrong.parse::<Bytes32>(), Err(HexError), "{wrong}");
        }
    }

    #[test]
    fn they_serialize_as_they_print() {
        let bytes = Bytes32([0xa5; 32]);
        let json = format!("\"{bytes}\"");
        assert_eq!(serde_json::to_string(&bytes).expect("plain data"), json);
        assert_eq!(serde_json::from_str::<Bytes32>(&json).ok(), Some(bytes));
        assert!(serde_json::from_str::<Bytes32>("\"00\"").is_err());
    }
}
