//! The network, ready to be asked.

use ludo_rules::PairIndex;

use super::exponential::exponential;
use super::view::{PLAYER_INPUTS, Player, SLOTS, View};
use super::weights::{Row, TRAITS, UNITS, Weights, add};

/// Gives each player his chance of finishing next.
///
/// The one design decision: all that it sees of one player alone follows from
/// one of 1770 pairs, so it is summed up beforehand, for each pair in each
/// slot. What is left to add in play is a row for each player and two for each
/// meeting of tokens, so that a position takes a fraction of a microsecond.
#[derive(Clone, Debug)]
pub(super) struct Network {
    /// By slot and pair.
    pairs: Vec<Row>,
    shared: Vec<Row>,
    scores: Vec<[f32; SLOTS]>,
}

impl Network {
    pub(super) fn new(weights: &Weights) -> Self {
        let pairs = (0..SLOTS).flat_map(|slot| {
            PairIndex::all().map(move |pair| {
                let mut sums = [0.0; UNITS];
                add_player(&mut sums, weights, slot, Player::new(pair.steps()));
                sums
            })
        });
        Self {
            pairs: pairs.collect(),
            shared: weights.shared.clone(),
            scores: weights.scores.clone(),
        }
    }

    /// Each player's chance of finishing next, by slot. They add up to 1.
    pub(super) fn chances(&self, view: &View) -> [f32; SLOTS] {
        let mut sums = [0.0; UNITS];
        for (slot, player) in view.players.iter().enumerate() {
            if let Some(player) = player {
                let row = &self.pairs[slot * PairIndex::COUNT + player.pair.index()];
                add(&mut sums, 1.0, row);
            }
        }
        view.shared_inputs(|input, value| add(&mut sums, value, &self.shared[input]));
        chances(&self.scores, view, &sums)
    }
}

/// Adds what the network sees of one player alone.
pub(super) fn add_player(sums: &mut Row, weights: &Weights, slot: usize, player: Player) {
    for input in player.inputs() {
        add(sums, 1.0, &weights.players[slot * PLAYER_INPUTS + input]);
    }
    let traits = weights.traits[player.pair.index()];
    for (value, row) in traits.into_iter().zip(&weights.mixing[slot * TRAITS..]) {
        add(sums, value, row);
    }
}

/// The chances that these sums of the units mean, by slot: they are to each
/// other as the exponentials of the scores.
pub(super) fn chances(scores: &[[f32; SLOTS]], view: &View, sums: &Row) -> [f32; SLOTS] {
    // Four sums side by side, as each addition waits for the one before.
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
    let mut by_slot = scores[UNITS];
    for part in parts {
        for (score, part) in by_slot.iter_mut().zip(part) {
            *score += part;
        }
    }
    let playing = view.players.map(|player| player.is_some());
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
