//! What the server and the players commit to, and what they reveal of it.
//!
//! Whatever is revealed is checked against its commitment at once. That the
//! rolls follow from it takes everything revealed and the game played through:
//! [`verify`](crate::verify).

use crate::Bytes32;

/// A player's contribution to the dice.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Contribution {
    /// The SHA-256 of the player's bytes; a bot needs none.
    pub commitment: Option<Bytes32>,
    /// The player's bytes, revealed once everybody has committed; a bot's are
    /// empty.
    pub entropy: Option<Vec<u8>>,
    /// Who drew the bytes.
    pub drawn_by: Option<DrawnBy>,
}

/// Who drew a player's bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DrawnBy {
    /// The player, or the player's browser.
    Player,
    /// The server, for a player who sent none.
    Server,
}

impl DrawnBy {
    /// Both variants.
    pub const ALL: [Self; 2] = [Self::Player, Self::Server];

    /// The word in records.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Player => "player",
            Self::Server => "server",
        }
    }
}

/// Who plays at a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Participant {
    /// A person, who must commit before they reveal.
    Person,
    /// A bot, which contributes no bytes.
    Bot,
}

/// What is wrong with a game's dice.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum DiceError {
    /// The game has no dice.
    #[error("no die is rolled in this game, so it has no dice to commit to")]
    NoDice,
    /// A player contributes to the dice of a game that commits to none.
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
        /// The player's seat.
        seat: char,
        /// The SHA-256 of the bytes.
        computed: Bytes32,
    },
    /// A player's bytes were never committed to.
    #[error(
        "{0}'s entropy was never committed to; only a bot needs no commitment, and its entropy is empty"
    )]
    NoCommitment(char),
}

impl DiceError {
    /// The seat whose contribution is wrong; `None` if the server's is.
    pub const fn seat(&self) -> Option<char> {
        match *self {
            Self::NotCommitted(seat)
            | Self::NoCommitment(seat)
            | Self::WrongEntropy { seat, .. } => Some(seat),
            Self::NoDice | Self::WrongSecret { .. } => None,
        }
    }
}

/// Checks the server's secret against its commitment.
///
/// # Errors
/// [`DiceError::WrongSecret`].
pub fn check_secret(commitment: &Bytes32, secret: &Bytes32) -> Result<(), DiceError> {
    let computed = Bytes32::sha_256(&secret.0);
    if computed == *commitment {
        Ok(())
    } else {
        Err(DiceError::WrongSecret { computed })
    }
}

impl Contribution {
    /// Whether nothing is known of it.
    pub const fn is_empty(&self) -> bool {
        self.commitment.is_none() && self.entropy.is_none() && self.drawn_by.is_none()
    }

    /// Checks what the player at `seat` has revealed.
    ///
    /// # Errors
    /// [`DiceError::WrongEntropy`]; [`DiceError::NoCommitment`].
    pub fn check(&self, seat: char, player: Participant) -> Result<(), DiceError> {
        let Some(bytes) = &self.entropy else {
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
            None if player == Participant::Bot && bytes.is_empty() => Ok(()),
            None => Err(DiceError::NoCommitment(seat)),
        }
    }

    /// The player's bytes, once they are known. A bot that committed to
    /// nothing has none, revealed or not.
    pub fn revealed(&self, player: Participant) -> Option<&[u8]> {
        let is_plain_bot = player == Participant::Bot && self.commitment.is_none();
        let none: Option<&[u8]> = is_plain_bot.then_some(&[]);
        self.entropy.as_deref().or(none)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_revealed_is_what_was_committed_to() {
        let secret = Bytes32([7; 32]);
        let commitment = Bytes32::sha_256(&secret.0);
        assert_eq!(check_secret(&commitment, &secret), Ok(()));
        assert!(matches!(
            check_secret(&commitment, &Bytes32([8; 32])),
            Err(DiceError::WrongSecret { .. })
        ));

        let mut part = Contribution::default();
        assert_eq!(part.check('A', Participant::Person), Ok(()));
        part.entropy = Some(Vec::new());
        assert_eq!(
            part.check('A', Participant::Person),
            Err(DiceError::NoCommitment('A'))
        );
        assert_eq!(part.check('A', Participant::Bot), Ok(()));
        part.entropy = Some(b"words".to_vec());
        assert_eq!(
            part.check('A', Participant::Bot),
            Err(DiceError::NoCommitment('A'))
        );
        part.commitment = Some(Bytes32::sha_256(b"words"));
        assert_eq!(part.check('A', Participant::Person), Ok(()));
        part.entropy = Some(b"other words".to_vec());
        assert!(matches!(
            part.check('A', Participant::Person),
            Err(DiceError::WrongEntropy { seat: 'A', .. })
        ));
    }
}
