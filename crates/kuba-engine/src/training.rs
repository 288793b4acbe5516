//! Learning what every line is worth.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use crate::evaluation::{Evaluation, LINES, material};
use crate::features::{lines, mirrored};
use crate::tuning::{ODDS, Sample, logistic};

/// Of what the search said of a position and how its game ended, the share of
/// the former in what is learned: the results are the same for all positions
/// of a game, so they say little about what tells one push from another.
const TRUST: f64 = 0.95;
/// How often the samples are gone through.
const EPOCHS: u32 = 12;
/// How fast values move.
const RATE: f64 = 0.06;
/// As if every value had met slopes of this sum of squares before: what has
/// been seen a few times only hardly moves.
const CAUTION: f64 = 6.0;
/// One in so many samples is kept apart, to see what was learned.
const KEPT_APART: usize = 10;
/// The values that make up an evaluation: its lines' and its material's.
const PLACES: usize = 15;

/// What came of learning.
#[derive(Clone, Debug)]
pub struct Learned {
    /// The evaluation.
    pub evaluation: Evaluation,
    /// How far the chances to win that it gives are from the results, of the
    /// positions kept apart: the mean logarithmic loss in bits.
    pub loss: f64,
}

/// A sample as the learning sees it.
struct Lesson {
    places: [usize; PLACES],
    target: f64,
    result: f64,
}

impl Lesson {
    fn of(sample: &Sample) -> Self {
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

/// An evaluation learned from what searches found of positions and from how
/// their games ended, beginning with another evaluation.
///
/// The chance to win is taken to be the logistic function of the sum of the
/// values, and each value follows the slope of the logarithmic loss, the more
/// slowly the more it has moved already (`AdaGrad`: Duchi, Hazan and Singer 2011).
/// The seed settles the order in which the samples are gone through.
pub fn train(samples: &[Sample], start: &Evaluation, seed: u64) -> Learned {
    let (lines, materials) = start.values();
    let values = lines.iter().chain(materials);
    let mut values: Vec<f64> = values.map(|value| f64::from(*value) * ODDS).collect();
    let mut squares = vec![CAUTION; values.len()];
    let mut lessons: Vec<Lesson> = samples.iter().map(Lesson::of).collect();
    // Whole games: the last are in no other's company.
    let kept_apart = lessons.split_off(lessons.len() - lessons.len() / KEPT_APART);
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
    let losses = kept_apart.iter().map(|lesson| {
        let chance = lesson.chance(&values).clamp(1e-6, 1.0 - 1e-6);
        -lesson.result * chance.log2() - (1.0 - lesson.result) * (1.0 - chance).log2()
    });
    Learned {
        loss: losses.sum::<f64>() / kept_apart.len().max(1) as f64,
        evaluation: Evaluation::from_values(
            |line| worth(shared(line)),
            |material| worth(LINES + usize::from(material)),
        ),
    }
}

/// The number that a line shares with its mirror image: the board has no
/// left and right.
fn shared(line: u16) -> usize {
    usize::from(line.min(mirrored(line)))
}

/// By Fisher and Yates.
fn shuffle(lessons: &mut [Lesson], words: &mut ChaCha8Rng) {
    for last in (1..lessons.len()).rev() {
        let place = (u128::from(words.next_u64()) * (last as u128 + 1)) >> 64;
        lessons.swap(last, usize::try_from(place).unwrap_or(last));
    }
}
