//! The dice in a record: the server's contribution, and the later epochs.

use std::collections::BTreeMap;

use parlor_dice::{Bytes32, Contribution, DiceError, Scheme, check_epochs, check_secret};

use super::fields::Fields;

/// The dice of a game that commits to them: what the server published, and with
/// which roll the players contributed again.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Dice {
    /// The scheme.
    pub scheme: Scheme,
    /// The game's name in the stream of rolls.
    pub game_id: String,
    /// The SHA-256 of the server's secret.
    pub commitment: Bytes32,
    /// The server's secret, revealed after the end.
    pub secret: Option<Bytes32>,
    /// The epochs from 1; epoch 0 is what the players contributed before the
    /// game ([`SeatEntry::contribution`](super::SeatEntry::contribution)).
    pub epochs: Vec<DiceEpoch>,
    /// Fields that this version does not know.
    pub fields: Fields,
}

/// What the players contribute during the game, for the rolls from one on.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct DiceEpoch {
    /// The number of rolls of the stream before the epoch, so its first roll.
    pub first_roll: u64,
    /// The contributions by the letters of the seats; a bot needs none.
    pub contributions: BTreeMap<char, Contribution>,
}

impl Dice {
    /// The dice of a game that begins.
    pub const fn new(scheme: Scheme, game_id: String, commitment: Bytes32) -> Self {
        Self {
            scheme,
            game_id,
            commitment,
            secret: None,
            epochs: Vec::new(),
            fields: Fields::new(),
        }
    }

    /// Checks what the server has revealed, and the beginnings of the epochs.
    pub(super) fn check(&self) -> Result<(), DiceError> {
        if let Some(secret) = &self.secret {
            check_secret(&self.commitment, secret)?;
        }
        let beginnings = self.epochs.iter().map(|epoch| epoch.first_roll);
        check_epochs(self.scheme, beginnings)
    }

    /// The commitments of the later epochs, each with its seat and its epoch.
    pub(super) fn later_commitments(&self) -> impl Iterator<Item = (char, u64, Bytes32)> {
        (1..).zip(&self.epochs).flat_map(|(number, epoch)| {
            let given = epoch.contributions.iter();
            given.filter_map(move |(&seat, given)| Some((seat, number, given.commitment?)))
        })
    }

    /// Drops the contributions of which nothing is known, which are not
    /// written.
    pub(super) fn drop_empty(&mut self) {
        for epoch in &mut self.epochs {
            epoch.contributions.retain(|_, given| !given.is_empty());
        }
    }
}

impl DiceEpoch {
    /// The contribution of the player at a seat.
    pub fn contribution(&self, seat: char) -> &Contribution {
        const NONE: &Contribution = &Contribution::EMPTY;
        self.contributions.get(&seat).unwrap_or(NONE)
    }
}
