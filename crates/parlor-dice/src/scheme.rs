//! The versions of the scheme, and what a player's commitment is in each.

use core::str::FromStr;
use std::borrow::Cow;

use serde::de::{Deserialize, Deserializer, Error as _};
use serde::ser::{Serialize, Serializer};
use sha2::{Digest as _, Sha256};

use crate::Bytes32;
use crate::message::update_with_length;

/// A version of the scheme.
///
/// It serializes and parses as its [name](Self::as_str).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Scheme {
    /// `parlor-dice-v1`: a commitment is the plain SHA-256, and the bytes of the
    /// players hold for the whole game.
    V1,
    /// `parlor-dice-v2`: a commitment names its game and its seat, typed words
    /// may be salted, and the players can contribute again, in later epochs.
    V2,
}

/// What a commitment of version 2 begins with.
const COMMITMENT_DOMAIN: &str = "parlor-commit-v2";

impl Scheme {
    /// Both versions.
    pub const ALL: [Self; 2] = [Self::V1, Self::V2];

    /// The version of new games.
    pub const NEWEST: Self = Self::V2;

    /// The name in records and in the stream's messages.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::V1 => "parlor-dice-v1",
            Self::V2 => "parlor-dice-v2",
        }
    }

    /// Whether a salt may follow the bytes of a player.
    pub const fn has_salts(self) -> bool {
        matches!(self, Self::V2)
    }

    /// The commitment of the player at `seat` to their bytes.
    ///
    /// In version 1 it is the SHA-256 of the bytes, so it can be copied: from
    /// another seat, or from another game with the same words. In version 2 it
    /// is the SHA-256 of `parlor-commit-v2`, the game id, the seat's letter and
    /// the bytes, each of the three after its length in bytes, 64 bits,
    /// big-endian.
    ///
    /// ```
    /// use parlor_dice::{Bytes32, Scheme};
    ///
    /// let plain = Scheme::V1.commitment("g-17", 'A', b"words");
    /// assert_eq!(plain, Bytes32::sha_256(b"words"));
    /// let bound = Scheme::V2.commitment("g-17", 'A', b"words");
    /// assert_ne!(bound, Scheme::V2.commitment("g-17", 'C', b"words"));
    /// assert_ne!(bound, Scheme::V2.commitment("g-18", 'A', b"words"));
    /// ```
    pub fn commitment(self, game_id: &str, seat: char, bytes: &[u8]) -> Bytes32 {
        match self {
            Self::V1 => Bytes32::sha_256(bytes),
            Self::V2 => {
                let mut message = Sha256::new_with_prefix(COMMITMENT_DOMAIN);
                let letter = seat.to_string();
                for part in [game_id.as_bytes(), letter.as_bytes(), bytes] {
                    update_with_length(&mut message, part);
                }
                Bytes32(message.finalize().into())
            }
        }
    }
}

impl FromStr for Scheme {
    type Err = SchemeError;

    fn from_str(text: &str) -> Result<Self, SchemeError> {
        let mut schemes = Self::ALL.into_iter();
        schemes
            .find(|scheme| scheme.as_str() == text)
            .ok_or(SchemeError)
    }
}

impl Serialize for Scheme {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

impl<'de> Deserialize<'de> for Scheme {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = Cow::<str>::deserialize(deserializer)?;
        text.parse().map_err(D::Error::custom)
    }
}

/// The text names no version of the scheme.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the schemes are {} and {}", Scheme::V1.as_str(), Scheme::V2.as_str())]
pub struct SchemeError;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_scheme_is_read_and_written_by_its_name() {
        for scheme in Scheme::ALL {
            let json = format!("\"{}\"", scheme.as_str());
            assert_eq!(serde_json::to_string(&scheme).expect("plain data"), json);
            assert_eq!(serde_json::from_str::<Scheme>(&json).ok(), Some(scheme));
        }
        for wrong in ["parlor-dice-v3", "parlor-dice-v", "PARLOR-DICE-V1", ""] {
            assert_eq!(wrong.parse::<Scheme>(), Err(SchemeError), "{wrong}");
        }
    }

    #[test]
    fn a_commitment_of_version_2_is_the_digest_of_the_documented_message() {
        let message = [
            &b"parlor-commit-v2"[..],
            &[0, 0, 0, 0, 0, 0, 0, 4],
            "π-1".as_bytes(),
            &[0, 0, 0, 0, 0, 0, 0, 1],
            b"C",
            &[0, 0, 0, 0, 0, 0, 0, 2],
            b"ab",
        ];
        let expected = Bytes32::sha_256(&message.concat());
        assert_eq!(Scheme::V2.commitment("π-1", 'C', b"ab"), expected);
    }

    #[test]
    fn no_part_of_a_commitment_can_be_moved_into_another() {
        let all = [
            Scheme::V2.commitment("g", 'A', b"words"),
            Scheme::V2.commitment("g", 'B', b"words"),
            Scheme::V2.commitment("h", 'A', b"words"),
            Scheme::V2.commitment("gA", 'A', b"words"),
            Scheme::V2.commitment("g", 'A', b"Awords"),
            Scheme::V2.commitment("", 'A', b"words"),
            Scheme::V2.commitment("g", 'A', b""),
            Scheme::V1.commitment("g", 'A', b"words"),
        ];
        for (at, one) in all.iter().enumerate() {
            assert!(!all[..at].contains(one), "{at}");
        }
    }
}
