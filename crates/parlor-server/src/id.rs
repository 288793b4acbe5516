//! The names of games and of actions.

use core::fmt;
use core::str::FromStr;

use parlor_record::record::Bytes32;
use serde::{Deserialize, Serialize};

use crate::key::KeyHash;
use crate::randomness::{NoRandomness, Randomness};

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
    pub fn draw(randomness: &dyn Randomness) -> Result<Self, NoRandomness> {
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
    type Err = NotAGameId;

    fn from_str(text: &str) -> Result<Self, NotAGameId> {
        let is_one =
            text.len() == Self::LENGTH && text.bytes().all(|digit| DIGITS.contains(&digit));
        is_one.then(|| Self(text.to_owned())).ok_or(NotAGameId)
    }
}

impl TryFrom<String> for GameId {
    type Error = NotAGameId;

    fn try_from(text: String) -> Result<Self, NotAGameId> {
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
pub struct NotAGameId;

/// What whoever sends an action calls it, so that the same one sent twice is
/// carried out once.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct ActionId(String);

impl ActionId {
    /// The most characters that it may have.
    pub const LONGEST: usize = 64;

    /// How actions are called whose own names are forgotten, and nobody else's.
    const ARCHIVED: &str = "archived-";

    /// What the action that led to an entry is called once its own name is forgotten.
    pub fn of_archived(version: u64) -> Self {
        Self(format!("{}{version}", Self::ARCHIVED))
    }

    /// The name of an action that was kept, be it forgotten or not.
    ///
    /// # Errors
    /// When no action could be called so.
    pub(crate) fn kept(text: &str) -> Result<Self, NotAnActionId> {
        let is_one = (1..=Self::LONGEST).contains(&text.len())
            && text.bytes().all(|byte| byte.is_ascii_graphic());
        is_one.then(|| Self(text.to_owned())).ok_or(NotAnActionId)
    }

    /// As it was sent.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for ActionId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl FromStr for ActionId {
    type Err = NotAnActionId;

    fn from_str(text: &str) -> Result<Self, NotAnActionId> {
        if text.starts_with(Self::ARCHIVED) {
            return Err(NotAnActionId);
        }
        Self::kept(text)
    }
}

impl TryFrom<String> for ActionId {
    type Error = NotAnActionId;

    fn try_from(text: String) -> Result<Self, NotAnActionId> {
        text.parse()
    }
}

impl From<ActionId> for String {
    fn from(id: ActionId) -> Self {
        id.0
    }
}

/// A text that cannot name an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "action_id must be 1 to 64 visible ASCII characters that do not begin with archived-; \
     draw a new one for every action"
)]
pub struct NotAnActionId;
