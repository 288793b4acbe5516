//! What the network has learned, as numbers.

use ludo_rules::PairIndex;

use super::view::{PLAYER_INPUTS, SHARED_INPUTS, SLOTS};

/// How many units lie between what the network sees and what it says.
pub(super) const UNITS: usize = 64;

/// In how many numbers the network describes a player's two tokens.
pub(super) const TRAITS: usize = 8;

/// One weight for each unit.
pub(super) type Row = [f32; UNITS];

/// All weights, in the form in which they are learned and stored.
///
/// A unit is the weighted sum of the inputs and of every player's traits, or 0
/// if that is less. A player's score is the weighted sum of the units and a
/// bias of his slot.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Weights {
    /// By slot and input.
    pub(super) players: Vec<Row>,
    /// By input.
    pub(super) shared: Vec<Row>,
    /// By pair.
    pub(super) traits: Vec<[f32; TRAITS]>,
    /// By slot and trait.
    pub(super) mixing: Vec<Row>,
    /// By unit, a weight for each slot; and the biases as one row more.
    pub(super) scores: Vec<[f32; SLOTS]>,
}

impl Weights {
    /// How many weights there are.
    pub(super) const COUNT: usize = (SLOTS * PLAYER_INPUTS + SHARED_INPUTS + SLOTS * TRAITS)
        * UNITS
        + PairIndex::COUNT * TRAITS
        + (UNITS + 1) * SLOTS;

    /// Every weight 0.
    pub(super) fn zero() -> Self {
        Self {
            players: vec![[0.0; UNITS]; SLOTS * PLAYER_INPUTS],
            shared: vec![[0.0; UNITS]; SHARED_INPUTS],
            traits: vec![[0.0; TRAITS]; PairIndex::COUNT],
            mixing: vec![[0.0; UNITS]; SLOTS * TRAITS],
            scores: vec![[0.0; SLOTS]; UNITS + 1],
        }
    }

    /// Every weight, in the order in which they are stored.
    pub(super) fn iter(&self) -> impl Iterator<Item = &f32> {
        let parts = [
            self.players.as_flattened(),
            self.shared.as_flattened(),
            self.traits.as_flattened(),
            self.mixing.as_flattened(),
            self.scores.as_flattened(),
        ];
        parts.into_iter().flatten()
    }

    /// The same, to change them.
    pub(super) fn iter_mut(&mut self) -> impl Iterator<Item = &mut f32> {
        let parts = [
            self.players.as_flattened_mut(),
            self.shared.as_flattened_mut(),
            self.traits.as_flattened_mut(),
            self.mixing.as_flattened_mut(),
            self.scores.as_flattened_mut(),
        ];
        parts.into_iter().flatten()
    }
}

/// Adds a row so many times.
///
/// Products and sums stay apart, as they are the same on every machine only so.
pub(super) fn add(sums: &mut Row, times: f32, row: &Row) {
    for (sum, weight) in sums.iter_mut().zip(row) {
        *sum += times * weight;
    }
}
