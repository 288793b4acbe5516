//! Inference: the network with its first layer precomputed.

use ludo_rules::PairIndex;

use super::exponential::exponential;
use super::features::{Features, PLAYER_INPUTS, PlayerFeatures, SLOTS};
use super::weights::{EMBEDDING_SIZE, HIDDEN_UNITS, HiddenRow, Weights, add};

/// Estimates each player's chance of finishing next.
///
/// The one design decision: the inputs of one player alone are a function of one of
/// 1770 pairs, so their sum is precomputed for each pair in each slot. What is left is
/// to add a row for each player and two for each threat between tokens, so that a
/// position takes a fraction of a microsecond.
#[derive(Clone, Debug)]
pub(super) struct Network {
    /// By slot and pair.
    pairs: Vec<HiddenRow>,
    shared: Vec<HiddenRow>,
    scores: Vec<[f32; SLOTS]>,
}

impl Network {
    pub(super) fn new(weights: &Weights) -> Self {
        let pairs = (0..SLOTS).flat_map(|slot| {
            PairIndex::all().map(move |pair| {
                let mut sums = [0.0; HIDDEN_UNITS];
                add_player(&mut sums, weights, slot, PlayerFeatures::new(pair.steps()));
                sums
            })
        });
        Self {
            pairs: pairs.collect(),
            shared: weights.shared.clone(),
            scores: weights.scores.clone(),
        }
    }

    /// Each player's chance of finishing next, by slot; they add up to 1.
    pub(super) fn chances(&self, features: &Features) -> [f32; SLOTS] {
        let mut sums = [0.0; HIDDEN_UNITS];
        for (slot, player) in features.players.iter().enumerate() {
            if let Some(player) = player {
                let row = &self.pairs[slot * PairIndex::COUNT + player.pair.index()];
                add(&mut sums, 1.0, row);
            }
        }
        features.shared_inputs(|input, value| add(&mut sums, value, &self.shared[input]));
        chances(&self.scores, features, &sums)
    }
}

/// Adds the inputs of one player alone.
pub(super) fn add_player(
    sums: &mut HiddenRow,
    weights: &Weights,
    slot: usize,
    player: PlayerFeatures,
) {
    for input in player.inputs() {
        add(sums, 1.0, &weights.players[slot * PLAYER_INPUTS + input]);
    }
    let embeddings = weights.embeddings[player.pair.index()];
    for (value, row) in embeddings
        .into_iter()
        .zip(&weights.projection[slot * EMBEDDING_SIZE..])
    {
        add(sums, value, row);
    }
}

/// The output layer: a softmax over the scores of the players, by slot.
pub(super) fn chances(
    scores: &[[f32; SLOTS]],
    features: &Features,
    sums: &HiddenRow,
) -> [f32; SLOTS] {
    // Four independent sums, since each addition waits for the one before.
    let (by_unit, _) = scores.as_chunks::<4>();
    let (sums, _) = sums.as_chunks::<4>();
    let mut parts = [[0.0; SLOTS]; 4];
    for (sums, weights) in sums.iter().zip(by_unit) {
        for ((part, &sum), weights) in parts.iter_mut().zip(sums).zip(weights) {
            let unit = if sum > 0.0 { sum } else { 0.0 };
            for (score, weight) in part.iter_mut().zip(weights) {
                *score += unit * weight;
            }
        }
    }
    let mut by_slot = scores[HIDDEN_UNITS];
    for part in parts {
        for (score, part) in by_slot.iter_mut().zip(part) {
            *score += part;
        }
    }
    let playing = features.players.map(|player| player.is_some());
    let scores = by_slot.into_iter().zip(playing);
    let best = scores
        .filter_map(|(score, plays)| plays.then_some(score))
        .fold(
            f32::MIN,
            |best, score| if score > best { score } else { best },
        );
    let mut total = 0.0;
    for (score, plays) in by_slot.iter_mut().zip(playing) {
        *score = if plays {
            exponential(*score - best)
        } else {
            0.0
        };
        total += *score;
    }
    by_slot.map(|part| part / total)
}
