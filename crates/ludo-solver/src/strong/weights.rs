//! The weights of the network.

use ludo_rules::PairIndex;

use super::features::{PLAYER_INPUTS, SHARED_INPUTS, SLOTS};

/// The number of units in the hidden layer.
pub(super) const HIDDEN_UNITS: usize = 64;

/// The size of the learned embedding of a player's pair of tokens.
pub(super) const EMBEDDING_SIZE: usize = 8;

/// One weight for each hidden unit.
pub(super) type HiddenRow = [f32; HIDDEN_UNITS];

/// All weights, as they are trained and stored.
///
/// A hidden unit is the rectified weighted sum of the inputs and of every player's
/// embedding. A player's score is the weighted sum of the hidden units and a bias of
/// the slot.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Weights {
    /// By slot and input.
    pub(super) players: Vec<HiddenRow>,
    /// By input.
    pub(super) shared: Vec<HiddenRow>,
    /// By pair.
    pub(super) embeddings: Vec<[f32; EMBEDDING_SIZE]>,
    /// By slot and component of the embedding.
    pub(super) projection: Vec<HiddenRow>,
    /// By hidden unit, a weight for each slot; the biases are the last row.
    pub(super) scores: Vec<[f32; SLOTS]>,
}

impl Weights {
    /// The number of weights.
    pub(super) const COUNT: usize =
        (SLOTS * PLAYER_INPUTS + SHARED_INPUTS + SLOTS * EMBEDDING_SIZE) * HIDDEN_UNITS
            + PairIndex::COUNT * EMBEDDING_SIZE
            + (HIDDEN_UNITS + 1) * SLOTS;

    /// Every weight 0.
    pub(super) fn zero() -> Self {
        Self {
            players: vec![[0.0; HIDDEN_UNITS]; SLOTS * PLAYER_INPUTS],
            shared: vec![[0.0; HIDDEN_UNITS]; SHARED_INPUTS],
            embeddings: vec![[0.0; EMBEDDING_SIZE]; PairIndex::COUNT],
            projection: vec![[0.0; HIDDEN_UNITS]; SLOTS * EMBEDDING_SIZE],
            scores: vec![[0.0; SLOTS]; HIDDEN_UNITS + 1],
        }
    }

    /// Every weight, in the order in which they are stored.
    pub(super) fn iter(&self) -> impl Iterator<Item = &f32> {
        let parts = [
            self.players.as_flattened(),
            self.shared.as_flattened(),
            self.embeddings.as_flattened(),
            self.projection.as_flattened(),
            self.scores.as_flattened(),
        ];
        parts.into_iter().flatten()
    }

    /// The same, mutable.
    pub(super) fn iter_mut(&mut self) -> impl Iterator<Item = &mut f32> {
        let parts = [
            self.players.as_flattened_mut(),
            self.shared.as_flattened_mut(),
            self.embeddings.as_flattened_mut(),
            self.projection.as_flattened_mut(),
            self.scores.as_flattened_mut(),
        ];
        parts.into_iter().flatten()
    }
}

/// Adds a row `times` times.
///
/// Without fused multiply-add, so that the result is the same on every machine.
pub(super) fn add(sums: &mut HiddenRow, times: f32, row: &HiddenRow) {
    for (sum, weight) in sums.iter_mut().zip(row) {
        *sum += times * weight;
    }
}
