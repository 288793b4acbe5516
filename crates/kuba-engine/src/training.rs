//! Training the learned evaluation: an n-tuple network of lines.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use crate::evaluation::{Evaluation, LINES, material};
use crate::features::{lines, mirrored};
use crate::tuning::{ODDS, TrainingSample, logistic};

/// The weight of the search score in the target, against the game's result: all
/// positions of a game share one result, so it says little about single pushes.
/// `docs/kuba-engine.md` has the match of training on results alone.
const TRUST: f64 = 0.95;
/// The passes over the samples.
const EPOCHS: u32 = 12;
/// The initial learning rate, which falls linearly to zero.
const RATE: f64 = 0.06;
/// The initial sum of squared gradients of every value, so that rare fillings
/// hardly move.
const CAUTION: f64 = 6.0;
/// One in this many samples is held out for validation.
const HELD_OUT: usize = 10;
/// The values summed in an evaluation: fourteen lines and the material.
const PLACES: usize = 15;

/// The result of training.
#[derive(Clone, Debug)]
pub struct Learned {
    /// The evaluation.
    pub evaluation: Evaluation,
    /// The mean log loss of its win probabilities on the held-out positions, in
    /// bits.
    pub loss: f64,
}

/// A sample as indices and target.
struct Lesson {
    places: [usize; PLACES],
    target: f64,
    result: f64,
}

impl Lesson {
    fn of(sample: &TrainingSample) -> Self {
        let mut places = [LINES + usize::from(material(&sample.position)); PLACES];
        for (place, line) in places.iter_mut().zip(lines(&sample.position)) {
            *place = shared(line);
        }
        Self {
            places,
            target: sample.chance(TRUST),
            result: sample.result,
        }
    }

    fn chance(&self, values: &[f64]) -> f64 {
        logistic(self.places.iter().map(|&place| values[place]).sum())
    }
}

/// Trains an evaluation on search scores and game results, starting from another
/// evaluation.
///
/// The win probability is modeled as the logistic function of the sum of the
/// values, and each value descends the gradient of the log loss with a step that
/// shrinks with its past gradients (`AdaGrad`: Duchi, Hazan and Singer 2011). The
/// seed determines the order of the samples.
pub fn train(samples: &[TrainingSample], start: &Evaluation, seed: u64) -> Learned {
    let (lines, materials) = start.values();
    let values = lines.iter().chain(materials);
    let mut values: Vec<f64> = values.map(|value| f64::from(*value) * ODDS).collect();
    let mut squares = vec![CAUTION; values.len()];
    let mut lessons: Vec<Lesson> = samples.iter().map(Lesson::of).collect();
    // The last samples are whole games, with no positions left in training.
    let held_out = lessons.split_off(lessons.len() - lessons.len() / HELD_OUT);
    let mut words = ChaCha8Rng::seed_from_u64(seed);
    for epoch in 0..EPOCHS {
        shuffle(&mut lessons, &mut words);
        let rate = RATE * (1.0 - f64::from(epoch) / f64::from(EPOCHS));
        for lesson in &lessons {
            let slope = lesson.chance(&values) - lesson.target;
            for place in lesson.places {
                squares[place] += slope * slope;
                values[place] -= rate * slope / squares[place].sqrt();
            }
        }
    }
    let worth = |place: usize| values[place] / ODDS;
    let losses = held_out.iter().map(|lesson| {
        let chance = lesson.chance(&values).clamp(1e-6, 1.0 - 1e-6);
        -lesson.result * chance.log2() - (1.0 - lesson.result) * (1.0 - chance).log2()
    });
    Learned {
        loss: losses.sum::<f64>() / held_out.len().max(1) as f64,
        evaluation: Evaluation::from_values(
            |line| worth(shared(line)),
            |material| worth(LINES + usize::from(material)),
        ),
    }
}

/// The index that a line shares with its mirror image.
fn shared(line: u16) -> usize {
    usize::from(line.min(mirrored(line)))
}

/// The Fisher–Yates shuffle.
fn shuffle(lessons: &mut [Lesson], words: &mut ChaCha8Rng) {
    for last in (1..lessons.len()).rev() {
        let place = (u128::from(words.next_u64()) * (last as u128 + 1)) >> 64;
        lessons.swap(last, usize::try_from(place).unwrap_or(last));
    }
}
