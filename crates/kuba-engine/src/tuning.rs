//! Fitting the handcrafted weights to the engine's own games, for `cargo run
//! --release -p kuba-engine --example train_evaluation`.
//!
//! The win probability is modeled as the logistic function of the evaluation.
//! The weights are fitted to search scores and game results of many positions by
//! logistic regression: Texel's tuning method, known from chess engines.

use kuba_rules::{Action, Marble, Outcome, Position, Rules};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use crate::engine::Engine;
use crate::limits::{Limits, Root};
use crate::samples::logistic;
use crate::score::Score;
use crate::weights::{FEATURES, REDS, of_view};

pub use crate::samples::TrainingSample;
pub use crate::weights::Weights;

/// The longest random opening.
const LONGEST_OPENING: u64 = 24;
/// The push limit of training games; few games between equals last as long.
const MAX_PUSHES: u32 = 300;

/// Plays a game against itself, with `nodes` per action, after an opening of
/// random length, and returns its quiet positions: those whose best action does
/// not capture, for which a static evaluation makes sense.
///
/// The same engine, rules, nodes and seed give the same game.
pub fn play(engine: &mut Engine, rules: Rules, nodes: u64, seed: u64) -> Vec<TrainingSample> {
    let mut words = ChaCha8Rng::seed_from_u64(seed);
    let mut root = Root {
        pushes_left: Some(MAX_PUSHES),
        ..Root::new(Position::start(rules))
    };
    for _ in 0..words.next_u64() % LONGEST_OPENING {
        if let Some(push) = kuba_rules::random_move(&root.position, words.next_u64()) {
            advance(&mut root, Action::Push(push));
        }
    }
    let mut seen = Vec::new();
    while !root.is_over() {
        // A short search finds most captures, which need no score; so the long
        // searches are of the positions that are wanted.
        let Some((mut best, score)) = searched(engine, &root, (nodes / 10).max(1)) else {
            break;
        };
        if score.is_some() && is_quiet(&root.position, best) {
            let Some((found, score)) = searched(engine, &root, nodes) else {
                break;
            };
            best = found;
            if let Some(score) = score
                && is_quiet(&root.position, best)
            {
                seen.push((root.position, score));
            }
        }
        advance(&mut root, best);
    }
    let winner = root.position.outcome().and_then(Outcome::winner);
    let sample = |(position, score): (Position, i32)| {
        let result = winner.map_or(1, |side| 2 * u8::from(side == position.to_move()));
        TrainingSample::new(&position, score, result)
    };
    seen.into_iter().map(sample).collect()
}

/// The best action by a search, and its score in hundredths of a red unless the
/// search has proved a win.
fn searched(engine: &mut Engine, root: &Root, nodes: u64) -> Option<(Action, Option<i32>)> {
    let report = engine.search(root, &Limits::nodes(nodes), &|| false, &mut |_| {});
    let score = match report.lines.first()?.score {
        Score::Reds(score) => Some(score),
        Score::Win(_) | Score::Loss(_) => None,
    };
    Some((report.best()?, score))
}

/// Whether an action captures nothing, in a turn that has captured nothing.
fn is_quiet(position: &Position, action: Action) -> bool {
    let mut after = *position;
    let played = after.play_action(action);
    debug_assert_eq!(played, Ok(()), "the engine plays legal actions");
    let count = |marble: &Marble| position.count(*marble) == after.count(*marble);
    !position.may_push_again() && Marble::ALL.iter().all(count)
}

/// Plays a legal action.
fn advance(root: &mut Root, action: Action) {
    let played = root.position.play_action(action);
    debug_assert_eq!(played, Ok(()), "the engine plays legal actions");
    root.repetitions.turn_began(&root.position);
    if let (Action::Push(_), Some(left)) = (action, &mut root.pushes_left) {
        *left -= 1;
    }
}

/// The weight of the search score in the target: half, because the first
/// searches are weak, and 42 weights cannot overfit single games.
const TRUST: f64 = 0.5;
/// The passes over the samples.
const STEPS: i32 = 400;
/// Adam's learning rate, in reds.
const RATE: f64 = 0.02;
/// The ridge (L2) penalty.
const RIDGE: f64 = 1e-5;

/// Fits the weights to the samples' win probabilities, scaled so that four
/// captured reds are worth 400; also returns the mean log loss in bits.
pub fn fit(samples: &[TrainingSample]) -> (Weights, f64) {
    let samples: Vec<([i16; FEATURES], f64)> = samples
        .iter()
        .map(|sample| (of_view(&sample.view), sample.chance(TRUST)))
        .collect();
    let mut weights = [0.0; FEATURES];
    let (mut mean, mut square) = ([0.0; FEATURES], [0.0; FEATURES]);
    let mut loss = 0.0;
    for step in 1..=STEPS {
        let slope;
        (slope, loss) = gradient_and_loss(&samples, &weights);
        for place in 0..FEATURES {
            // Adam (D. P. Kingma and J. Ba, 2015), with its default constants.
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

/// The gradient of the mean loss, and the loss.
fn gradient_and_loss(
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
