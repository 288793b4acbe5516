//! The errors of an analysis.

use ludo_rules::{PlayError, Roll};

/// Why a game cannot be analyzed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum AnalysisError {
    /// The judge has no values for such positions.
    #[error("ply {ply}: nothing is known of positions with {players} players left")]
    Unknown {
        /// The number of the ply, from 1.
        ply: usize,
        /// The number of players left.
        players: usize,
    },
    /// Another roll is in hand.
    #[error("ply {ply}: {in_hand} is in hand, so {roll} cannot be rolled")]
    OtherRoll {
        /// The number of the ply, from 1.
        ply: usize,
        /// The roll in hand.
        in_hand: Roll,
        /// The roll of the game.
        roll: Roll,
    },
    /// The roll or choice is illegal.
    #[error("ply {ply}: {reason}")]
    Refused {
        /// The number of the ply, from 1.
        ply: usize,
        /// The reason.
        reason: PlayError,
    },
}
