//! Evaluations from the engine's own games: what `cargo run --release -p
//! kuba-engine --example train_evaluation` is made of.
//!
//! The chance to win is taken to be the logistic function of the evaluation.
//! So the weights sought are those that come closest to what searches of many
//! positions found and how their games ended, and finding them is a logistic
//! regression: the way of Texel's tuning, known from chess.

use kuba_rules::{Action, Marble, Outcome, Position, Rules};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use crate::engine::Engine;
use crate::limits::{Limits, Root};
use crate::score::Score;
use crate::weights::{FEATURES, REDS, of_position};

pub use crate::weights::Weights;

/// A position of a game, and how the game ended.
#[derive(Clone, Copy, Debug)]
pub struct Sample {
    /// The position, a quiet one.
    pub position: Position,
    /// What the search found that it is worth to the side to move, in
    /// hundredths of a red.
    pub score: i32,
    /// What the side to move got: 1, ½ or 0.
    pub result: f64,
}

/// How much a hundredth of a red weighs in the logarithm of the odds.
pub(crate) const ODDS: f64 = 1.0 / 250.0;

impl Sample {
    /// The chance to win that is to be learned: so much of what the search
    /// found, and the rest of how the game ended.
    pub(crate) fn chance(&self, trust: f64) -> f64 {
        trust * logistic(f64::from(self.score) * ODDS) + (1.0 - trust) * self.result
    }
}

pub(crate) fn logistic(odds: f64) -> f64 {
    1.0 / (1.0 + (-odds).exp())
}

/// The longest random opening.
const LONGEST_OPENING: u64 = 24;
/// After so many pushes a game is a draw; few games between equals last so
/// long.
const MOST_PUSHES: u32 = 300;

/// Plays a game against itself, with so many nodes for each action, after an
/// opening of random length, and returns its quiet positions: those whose
/// best action takes nothing, so that evaluating them as they stand makes sense.
///
/// The same engine, rules, nodes and seed give the same game.
pub fn play(engine: &mut Engine, rules: Rules, nodes: u64, seed: u64) -> Vec<Sample> {
    let mut words = ChaCha8Rng::seed_from_u64(seed);
    let mut root = Root {
        pushes_left: Some(MOST_PUSHES),
        ..Root::new(Position::start(rules))
    };
    for _ in 0..words.next_u64() % LONGEST_OPENING {
        if let Some(push) = kuba_rules::random_move(&root.position, words.next_u64()) {
            advance(&mut root, Action::Push(push));
        }
    }
    let limits = Limits::nodes(nodes);
    let mut seen = Vec::new();
    while !root.is_over() {
        let report = engine.search(&root, &limits, &|| false, &mut |_| {});
        let Some(best) = report.best() else { break };
        let before = root.position;
        advance(&mut root, best);
        let is_quiet = !before.may_push_again()
            && Marble::ALL
                .iter()
                .all(|&marble| root.position.count(marble) == before.count(marble));
        if let Score::Reds(score) = report.lines[0].score
            && is_quiet
        {
            seen.push((before, score));
        }
    }
    let winner = root.position.outcome().and_then(Outcome::winner);
    let sample = |(position, score): (Position, i32)| Sample {
        position,
        score,
        result: winner.map_or(0.5, |side| f64::from(side == position.to_move())),
    };
    seen.into_iter().map(sample).collect()
}

/// The game after an action that is legal.
fn advance(root: &mut Root, action: Action) {
    let played = root.position.play_action(action);
    debug_assert_eq!(played, Ok(()), "the engine plays legal actions");
    root.repetitions.turn_began(&root.position);
    if let (Action::Push(_), Some(left)) = (action, &mut root.pushes_left) {
        *left -= 1;
    }
}

/// What weights are learned from is half what the search found and half how
/// the game ended: the first searches know hardly anything, and 42 weights
/// cannot learn games by heart.
const TRUST: f64 = 0.5;
/// How often the samples are gone through.
const STEPS: i32 = 400;
/// How fast Adam walks, in units of one red.
const RATE: f64 = 0.02;
/// How much a weight must gain to be worth its size.
const RIDGE: f64 = 1e-5;

/// The weights that come closest to the chances to win of the samples, scaled
/// so that four captured reds are worth 400; and the mean logarithmic loss, in
/// bits, that they leave.
pub fn fit(samples: &[Sample]) -> (Weights, f64) {
    let samples: Vec<([i16; FEATURES], f64)> = samples
        .iter()
        .map(|sample| (of_position(&sample.position), sample.chance(TRUST)))
        .collect();
    let mut weights = [0.0; FEATURES];
    let (mut mean, mut square) = ([0.0; FEATURES], [0.0; FEATURES]);
    let mut loss = 0.0;
    for step in 1..=STEPS {
        let slope;
        (slope, loss) = slope_and_loss(&samples, &weights);
        for place in 0..FEATURES {
            // Adam, by Kingma and Ba (2015), with the constants they give.
            let slope = slope[place] + RIDGE * weights[place];
            mean[place] = 0.9 * mean[place] + 0.1 * slope;
            square[place] = 0.999 * square[place] + 0.001 * slope * slope;
            let mean = mean[place] / (1.0 - 0.9_f64.powi(step));
            let square = square[place] / (1.0 - 0.999_f64.powi(step));
            weights[place] -= RATE * mean / (square.sqrt() + 1e-8);
        }
    }
    let scale = 400.0 / weights[REDS + 3];
    (Weights(weights.map(|weight| weight * scale)), loss)
}

/// How the mean loss changes with each weight, and how large it is.
fn slope_and_loss(
    samples: &[([i16; FEATURES], f64)],
    weights: &[f64; FEATURES],
) -> ([f64; FEATURES], f64) {
    let mut slope = [0.0; FEATURES];
    let mut loss = 0.0;
    for (features, wanted) in samples {
        let features = features.map(f64::from);
        let value: f64 = features
            .iter()
            .zip(weights)
            .map(|(count, weight)| count * weight)
            .sum();
        let chance = logistic(value);
        for (slope, count) in slope.iter_mut().zip(features) {
            *slope += (chance - wanted) * count;
        }
        loss -= wanted * chance.max(1e-9).log2() + (1.0 - wanted) * (1.0 - chance).max(1e-9).log2();
    }
    let count = samples.len().max(1) as f64;
    (slope.map(|sum| sum / count), loss / count)
}
