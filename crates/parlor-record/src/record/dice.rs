//! What a record says about fair dice: the commitments made before the game
//! and what was revealed of them.
//!
//! A commitment is the SHA-256 of what it promises, so whatever is revealed
//! is checked as soon as it is there. That the rolls follow from it takes
//! everything revealed and the game played through: `verify_dice`.

use core::fmt;
use core::str::FromStr;

use sha2::{Digest as _, Sha256};

use super::fields::Fields;
use crate::hex;

/// The one scheme there is.
pub const SCHEME: &str = "parlor-dice-v1";

/// 32 bytes, written as 64 hexadecimal digits: a secret, or a SHA-256.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Bytes32(pub [u8; 32]);

impl Bytes32 {
    /// The SHA-256 of these bytes.
    pub fn sha_256(bytes: &[u8]) -> Self {
        Self(Sha256::digest(bytes).into())
    }
}

impl fmt::Display for Bytes32 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&hex::encode(&self.0))
    }
}

impl FromStr for Bytes32 {
    type Err = HexError;

    fn from_str(text: &str) -> Result<Self, HexError> {
        let bytes = hex::decode(text).ok_or(HexError)?;
        Ok(Self(bytes.try_into().map_err(|_| HexError)?))
    }
}

/// A text that is not 64 hexadecimal digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("it must be 64 hexadecimal digits, which are 32 bytes")]
pub struct HexError;

/// The dice of a game that commits to them: what the server published.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Dice {
    /// The game's name in the stream of rolls.
    pub game_id: String,
    /// The SHA-256 of the server's secret.
    pub commitment: Bytes32,
    /// The server's secret, revealed after the end.
    pub secret: Option<Bytes32>,
    /// Fields that this version does not know.
    pub fields: Fields,
}

/// A player's part in the dice.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Entropy {
    /// The SHA-256 of the player's bytes; a bot needs none.
    pub commitment: Option<Bytes32>,
    /// The player's bytes, revealed once everybody has committed; a bot's are
    /// none at all.
    pub bytes: Option<Vec<u8>>,
    /// Who drew the bytes.
    pub drawn_by: Option<DrawnBy>,
}

impl Entropy {
    /// Whether nothing is said.
    pub const fn is_empty(&self) -> bool {
        self.commitment.is_none() && self.bytes.is_none() && self.drawn_by.is_none()
    }
}

/// Who drew a player's bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DrawnBy {
    /// The player, or the player's browser.
    Player,
    /// The server, because the player left it to it.
    Server,
}

impl DrawnBy {
    /// Both, in the order of this list.
    pub const ALL: [Self; 2] = [Self::Player, Self::Server];

    /// The word in records.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Player => "player",
            Self::Server => "server",
        }
    }
}

/// What is wrong with a record's dice.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum DiceError {
    /// The game has no dice.
    #[error("no die is rolled in this game, so it has no dice to commit to")]
    NoDice,
    /// A player has a part in the dice of a game that has not committed to any.
    #[error(
        "{0} has a part in dice that the record does not have; say dice.scheme, dice.game_id and dice.commitment"
    )]
    NotCommitted(char),
    /// The secret is not what was committed to.
    #[error("the secret's SHA-256 is {computed}, which is not the commitment")]
    WrongSecret {
        /// Its SHA-256.
        computed: Bytes32,
    },
    /// A player's bytes are not what was committed to.
    #[error("the SHA-256 of {seat}'s entropy is {computed}, which is not {seat}'s commitment")]
    WrongEntropy {
        /// Whose.
        seat: char,
        /// Its SHA-256.
        computed: Bytes32,
    },
    /// A player's bytes were never committed to.
    #[error(
        "{0}'s entropy was never committed to; only a bot needs no commitment, and its entropy is empty"
    )]
    NoCommitment(char),
}

impl DiceError {
    /// Whose part is wrong; nobody's if it is the server's.
    pub(super) const fn seat(&self) -> Option<char> {
        match *self {
            Self::NotCommitted(seat)
            | Self::NoCommitment(seat)
            | Self::WrongEntropy { seat, .. } => Some(seat),
            Self::NoDice | Self::WrongSecret { .. } => None,
        }
    }
}

impl Dice {
    /// Checks what the server has revealed.
    pub(super) fn check(&self) -> Result<(), DiceError> {
        match self.secret.map(|secret| Bytes32::sha_256(&secret.0)) {
            Some(computed) if computed != self.commitment => {
                Err(DiceError::WrongSecret { computed })
            }
            _ => Ok(()),
        }
    }
}

impl Entropy {
    /// Checks what a player has revealed.
    pub(super) fn check(&self, seat: char, plays: Plays) -> Result<(), DiceError> {
        let Some(bytes) = &self.bytes else {
            return Ok(());
        };
        match self.commitment {
            Some(commitment) => {
                let computed = Bytes32::sha_256(bytes);
                if computed == commitment {
                    Ok(())
                } else {
                    Err(DiceError::WrongEntropy { seat, computed })
                }
            }
            None if plays == Plays::Bot && bytes.is_empty() => Ok(()),
            None => Err(DiceError::NoCommitment(seat)),
        }
    }
}

/// Who plays at a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Plays {
    Person,
    Bot,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thirty_two_bytes_are_sixty_four_digits() {
        let bytes = "00fFA5Bc".repeat(8).parse::<Bytes32>();
        let bytes = bytes.expect("64 digits");
        assert_eq!(bytes.to_string(), "00ffa5bc".repeat(8));
        for wrong in ["00".repeat(31), "00".repeat(33), "0g".repeat(32)] {
            assert_eq!(wrong.parse::<Bytes32>(), Err(HexError), "{wrong}");
        }
    }

    #[test]
    fn what_is_revealed_is_what_was_committed_to() {
        let secret = Bytes32([7; 32]);
        let mut dice = Dice {
            game_id: "g".into(),
            commitment: Bytes32::sha_256(&secret.0),
            secret: None,
            fields: Fields::new(),
        };
        assert_eq!(dice.check(), Ok(()));
        dice.secret = Some(secret);
        assert_eq!(dice.check(), Ok(()));
        dice.secret = Some(Bytes32([8; 32]));
        assert!(matches!(dice.check(), Err(DiceError::WrongSecret { .. })));

        let mut entropy = Entropy::default();
        assert_eq!(entropy.check('A', Plays::Person), Ok(()));
        entropy.bytes = Some(Vec::new());
        assert_eq!(
            entropy.check('A', Plays::Person),
            Err(DiceError::NoCommitment('A'))
        );
        assert_eq!(entropy.check('A', Plays::Bot), Ok(()));
        entropy.bytes = Some(b"words".to_vec());
        assert_eq!(
            entropy.check('A', Plays::Bot),
            Err(DiceError::NoCommitment('A'))
        );
        entropy.commitment = Some(Bytes32::sha_256(b"words"));
        assert_eq!(entropy.check('A', Plays::Person), Ok(()));
        entropy.bytes = Some(b"other words".to_vec());
        assert!(matches!(
            entropy.check('A', Plays::Person),
            Err(DiceError::WrongEntropy { seat: 'A', .. })
        ));
    }
}
