//! Why a game cannot be analysed.

use ludo_rules::{PlayError, Roll};

/// Why a game cannot be analysed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum AnalysisError {
    /// The judge knows nothing of such positions.
    #[error("ply {ply}: nothing is known of positions with {players} players left")]
    Unknown {
        /// Which ply, from 1.
        ply: usize,
        /// How many players are left.
        players: usize,
    },
    /// Another roll is in hand.
    #[error("ply {ply}: {in_hand} is in hand, so {roll} cannot be rolled")]
    OtherRoll {
        /// Which ply, from 1.
        ply: usize,
        /// What is in hand.
        in_hand: Roll,
        /// What was to be rolled.
        roll: Roll,
    },
    /// The rules do not allow it.
    #[error("ply {ply}: {reason}")]
    Refused {
        /// Which ply, from 1.
        ply: usize,
        /// Why not.
        reason: PlayError,
    },
}
