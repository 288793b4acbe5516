//! Training the learned evaluation: an n-tuple network of lines.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use crate::evaluation::{Evaluation, LINES, PHASES, phase};
use crate::features::mirrored;
use crate::samples::{ODDS, TrainingSample, logistic, probability};

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

/// The result of training.
#[derive(Clone, Debug)]
pub struct Learned {
    /// The evaluation.
    pub evaluation: Evaluation,
    /// The mean log loss of its win probabilities on the held-out positions, in
    /// bits.
    pub loss: f64,
}

/// A sample as indices and target, in 44 bytes: ten million fit in memory, and
/// most of training waits for it.
struct Lesson {
    lines: [u16; 14],
    material: u16,
    phase: u16,
    target: f32,
    result: u8,
}

/// A value, and the sum of its squared gradients.
#[derive(Clone, Copy)]
struct Learning {
    value: f32,
    squares: f32,
}

impl Lesson {
    fn of(sample: &TrainingSample) -> Self {
        let small = |index: usize| u16::try_from(index).expect("a phase or a material");
        Self {
            lines: sample.view.lines().map(shared),
            material: small(sample.view.material()),
            phase: small(phase(&sample.view)),
            target: narrowed(sample.chance(TRUST)),
            result: sample.result,
        }
    }

    /// The places of the values that are summed.
    fn places(&self) -> [usize; 15] {
        let first = usize::from(self.phase) * LINES;
        let mut places = [PHASES * LINES + usize::from(self.material); 15];
        for (place, line) in places.iter_mut().zip(self.lines) {
            *place = first + usize::from(line);
        }
        places
    }
}

/// The win probability by the values at these places.
fn chance(values: &[Learning], places: [usize; 15]) -> f64 {
    let odds: f32 = places.iter().map(|&place| values[place].value).sum();
    logistic(f64::from(odds))
}

/// Trains an evaluation on search scores and game results, starting from another
/// evaluation.
///
/// The win probability is modeled as the logistic function of the sum of the
/// values, and each value descends the gradient of the log loss with a step that
/// shrinks with its past gradients (`AdaGrad`: Duchi, Hazan and Singer 2011). The
/// seed determines the order of the samples. All is arithmetic that every machine
/// does alike, so the same samples and seed give the same evaluation.
pub fn train(samples: &[TrainingSample], start: &Evaluation, seed: u64) -> Learned {
    let (lines, materials) = start.values();
    let values = lines.iter().chain(materials).map(|value| Learning {
        value: narrowed(f64::from(*value) * ODDS),
        squares: narrowed(CAUTION),
    });
    let mut values: Vec<Learning> = values.collect();
    let mut lessons: Vec<Lesson> = samples.iter().map(Lesson::of).collect();
    // The last samples are whole games, with no positions left in training.
    let held_out = lessons.split_off(lessons.len() - lessons.len() / HELD_OUT);
    let mut words = ChaCha8Rng::seed_from_u64(seed);
    for epoch in 0..EPOCHS {
        shuffle(&mut lessons, &mut words);
        let rate = narrowed(RATE * (1.0 - f64::from(epoch) / f64::from(EPOCHS)));
        for lesson in &lessons {
            let places = lesson.places();
            let slope = narrowed(chance(&values, places)) - lesson.target;
            for place in places {
                let learning = &mut values[place];
                learning.squares += slope * slope;
                learning.value -= rate * slope / learning.squares.sqrt();
            }
        }
    }
    let losses = held_out.iter().map(|lesson| {
        let chance = chance(&values, lesson.places()).clamp(1e-6, 1.0 - 1e-6);
        let result = probability(lesson.result);
        -result * chance.log2() - (1.0 - result) * (1.0 - chance).log2()
    });
    let worth = |place: usize| f64::from(values[place].value) / ODDS;
    Learned {
        loss: losses.sum::<f64>() / held_out.len().max(1) as f64,
        evaluation: Evaluation::from_values(
            |phase, line| worth(phase * LINES + usize::from(shared(line))),
            |material| worth(PHASES * LINES + usize::from(material)),
        ),
    }
}

/// The line that stands for both a line and its mirror image.
fn shared(line: u16) -> u16 {
    line.min(mirrored(line))
}

/// The nearest number of single precision.
#[expect(
    clippy::cast_possible_truncation,
    reason = "a conversion between floating point takes the nearest there is"
)]
const fn narrowed(number: f64) -> f32 {
    number as f32
}

/// The Fisher–Yates shuffle.
fn shuffle(lessons: &mut [Lesson], words: &mut ChaCha8Rng) {
    for last in (1..lessons.len()).rev() {
        let place = (u128::from(words.next_u64()) * (last as u128 + 1)) >> 64;
        lessons.swap(last, usize::try_from(place).unwrap_or(last));
    }
}
