//! The names of games and of actions.

use core::fmt;
use core::str::FromStr;

use parlor_dice::Bytes32;
use serde::{Deserialize, Serialize};

use crate::key::KeyHash;
use crate::randomness::{Randomness, RandomnessError};

/// The digits of a game's name: no vowels, so that no words appear, and none
/// that look like others.
const DIGITS: &[u8; 16] = b"23456789bcdfghjk";

/// The name of a game: 16 characters, 64 bits that nobody can guess. Who knows
/// it may watch.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct GameId(String);

impl GameId {
    /// How many characters it has.
    pub const LENGTH: usize = 16;

    /// A new one.
    ///
    /// # Errors
    /// Without randomness there is none.
    pub fn draw(randomness: &dyn Randomness) -> Result<Self, RandomnessError> {
        let bytes: [u8; Self::LENGTH / 2] = randomness.bytes()?;
        Ok(Self::of_bytes(&bytes))
    }

    /// The one that a nonce stands for if this browser sends it, always the
    /// same; another browser's is another.
    pub fn of_nonce(nonce: &[u8; 16], browser: Option<KeyHash>) -> Self {
        let browser = browser.as_ref().map_or(&[][..], |hash| hash.as_bytes());
        let Bytes32(digest) = Bytes32::sha_256(&[nonce, browser].concat());
        Self::of_bytes(&digest[..Self::LENGTH / 2])
    }

    fn of_bytes(bytes: &[u8]) -> Self {
        let digits = bytes.iter().flat_map(|byte| [byte >> 4, byte & 15]);
        Self(
            digits
                .map(|digit| char::from(DIGITS[usize::from(digit)]))
                .collect(),
        )
    }

    /// As it stands in addresses.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for GameId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl FromStr for GameId {
    type Err = GameIdError;

    fn from_str(text: &str) -> Result<Self, GameIdError> {
        let is_one =
            text.len() == Self::LENGTH && text.bytes().all(|digit| DIGITS.contains(&digit));
        is_one.then(|| Self(text.to_owned())).ok_or(GameIdError)
    }
}

impl TryFrom<String> for GameId {
    type Error = GameIdError;

    fn try_from(text: String) -> Result<Self, GameIdError> {
        text.parse()
    }
}

impl From<GameId> for String {
    fn from(id: GameId) -> Self {
        id.0
    }
}

/// A text that is no game's name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a game's name is 16 of the characters 23456789bcdfghjk")]
pub struct GameIdError;

/// Names a command, so that the same one sent twice is carried out once. The wire calls it
/// `action_id`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct IdempotencyKey(String);

impl IdempotencyKey {
    /// The most characters that it may have.
    pub const LONGEST: usize = 64;

    /// The prefix of keys that stand in for forgotten ones; no client may use it.
    const ARCHIVED: &str = "archived-";

    /// The key that stands in for an entry's own one once that is forgotten.
    pub fn of_archived(version: u64) -> Self {
        Self(format!("{}{version}", Self::ARCHIVED))
    }

    /// Reads a stored key, which may be one that stands in for a forgotten one.
    ///
    /// # Errors
    /// When the text is not a key.
    pub fn kept(text: &str) -> Result<Self, IdempotencyKeyError> {
        let is_one = (1..=Self::LONGEST).contains(&text.len())
            && text.bytes().all(|byte| byte.is_ascii_graphic());
        is_one
            .then(|| Self(text.to_owned()))
            .ok_or(IdempotencyKeyError)
    }

    /// As it was sent.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for IdempotencyKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl FromStr for IdempotencyKey {
    type Err = IdempotencyKeyError;

    fn from_str(text: &str) -> Result<Self, IdempotencyKeyError> {
        if text.starts_with(Self::ARCHIVED) {
            return Err(IdempotencyKeyError);
        }
        Self::kept(text)
    }
}

impl TryFrom<String> for IdempotencyKey {
    type Error = IdempotencyKeyError;

    fn try_from(text: String) -> Result<Self, IdempotencyKeyError> {
        text.parse()
    }
}

impl From<IdempotencyKey> for String {
    fn from(id: IdempotencyKey) -> Self {
        id.0
    }
}

/// A text that is not an idempotency key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "action_id must be 1 to 64 visible ASCII characters that do not begin with archived-; \
     draw a new one for every action"
)]
pub struct IdempotencyKeyError;
