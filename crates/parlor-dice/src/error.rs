//! What can be wrong with a game's dice, apart from its rolls.

use core::fmt;

use crate::Bytes32;

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
    /// A player's bytes are not what was committed to, in version 1.
    #[error("the SHA-256 of {seat}'s entropy is {computed}, which is not {seat}'s commitment")]
    WrongEntropy {
        /// The player's seat.
        seat: char,
        /// The SHA-256 of the bytes.
        computed: Bytes32,
    },
    /// A player's bytes are not what was committed to, in version 2: other
    /// bytes, or the commitment of another seat or of another game.
    #[error(
        "{} do not fit the commitment of this game and seat, which would be {computed}",
        Owned(*.seat, "bytes", *.epoch)
    )]
    WrongBytes {
        /// The player's seat.
        seat: char,
        /// The epoch, from 0.
        epoch: u64,
        /// The commitment to the bytes.
        computed: Bytes32,
    },
    /// A player's bytes were never committed to.
    #[error(
        "{} was never committed to; only a bot needs no commitment, and its entropy is empty",
        Owned(*.seat, "entropy", *.epoch)
    )]
    NoCommitment {
        /// The player's seat.
        seat: char,
        /// The epoch, from 0.
        epoch: u64,
    },
    /// A salt in version 1.
    #[error("{0} has a salt, which only the dice of parlor-dice-v2 have")]
    SaltInV1(char),
    /// A salt without the entropy that it belongs to.
    #[error(
        "{} is revealed and the entropy before it is not; they are revealed together",
        Owned(*.seat, "salt", *.epoch)
    )]
    SaltAlone {
        /// The player's seat.
        seat: char,
        /// The epoch, from 0.
        epoch: u64,
    },
    /// A later epoch in version 1.
    #[error("an epoch begins, which only the dice of parlor-dice-v2 have")]
    EpochInV1,
    /// An epoch that begins before the one before it.
    #[error(
        "epoch {epoch} begins after {rolls} rolls, but epoch {} after {before}; no epoch begins \
         before an earlier one",
        .epoch.saturating_sub(1)
    )]
    EpochTooEarly {
        /// The epoch, from 1.
        epoch: u64,
        /// The number of rolls before it.
        rolls: u64,
        /// The number of rolls before the epoch that precedes it.
        before: u64,
    },
    /// A seat makes a commitment again that it made for an earlier epoch.
    #[error(
        "{} is that for epoch {earlier} again, whose bytes may be known; each epoch needs new bytes",
        Owned(*.seat, "commitment", *.epoch)
    )]
    RepeatedCommitment {
        /// The player's seat.
        seat: char,
        /// The epoch, from 1.
        epoch: u64,
        /// The earlier epoch, from 0.
        earlier: u64,
    },
    /// A bot plays for a person and gives something, or plays before the game
    /// begins.
    #[error(
        "{} cannot be a bot's: a bot plays for a person from epoch 1 on alone, without a \
         commitment, an entropy or a salt",
        Owned(*.seat, "contribution", *.epoch)
    )]
    DrawnByBot {
        /// The player's seat.
        seat: char,
        /// The epoch, from 0.
        epoch: u64,
    },
    /// A seat that nobody plays at contributes to an epoch.
    #[error("{seat} contributes to epoch {epoch}, but does not play")]
    NotAPlayer {
        /// The seat.
        seat: char,
        /// The epoch, from 1.
        epoch: u64,
    },
}

/// Something of a player's: `C's entropy`, `C's entropy for epoch 1`.
struct Owned(char, &'static str, u64);

impl fmt::Display for Owned {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(seat, what, epoch) = self;
        write!(f, "{seat}'s {what}")?;
        match epoch {
            0 => Ok(()),
            _ => write!(f, " for epoch {epoch}"),
        }
    }
}

impl DiceError {
    /// The seat whose contribution is wrong; `None` if the server's is, or the
    /// beginning of an epoch.
    pub const fn seat(&self) -> Option<char> {
        match *self {
            Self::NotCommitted(seat)
            | Self::SaltInV1(seat)
            | Self::WrongEntropy { seat, .. }
            | Self::WrongBytes { seat, .. }
            | Self::NoCommitment { seat, .. }
            | Self::SaltAlone { seat, .. }
            | Self::RepeatedCommitment { seat, .. }
            | Self::DrawnByBot { seat, .. }
            | Self::NotAPlayer { seat, .. } => Some(seat),
            Self::NoDice
            | Self::WrongSecret { .. }
            | Self::EpochInV1
            | Self::EpochTooEarly { .. } => None,
        }
    }

    /// The epoch that is wrong, or the one in which a contribution is; 0 is
    /// the one that the game begins with.
    pub const fn epoch(&self) -> u64 {
        match *self {
            Self::WrongBytes { epoch, .. }
            | Self::NoCommitment { epoch, .. }
            | Self::SaltAlone { epoch, .. }
            | Self::RepeatedCommitment { epoch, .. }
            | Self::DrawnByBot { epoch, .. }
            | Self::EpochTooEarly { epoch, .. }
            | Self::NotAPlayer { epoch, .. } => epoch,
            Self::EpochInV1 => 1,
            Self::NoDice
            | Self::NotCommitted(_)
            | Self::WrongSecret { .. }
            | Self::WrongEntropy { .. }
            | Self::SaltInV1(_) => 0,
        }
    }
}
