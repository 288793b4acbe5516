//! The server's contribution to the dice in a record.

use parlor_dice::{Bytes32, DiceError, check_secret};

use super::fields::Fields;

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

impl Dice {
    /// Checks what the server has revealed.
    pub(super) fn check(&self) -> Result<(), DiceError> {
        self.secret
            .map_or(Ok(()), |secret| check_secret(&self.commitment, &secret))
    }
}
