//! What a position is worth without looking ahead.

use std::sync::{Arc, LazyLock};

use kuba_rules::{Marble, Position, Rules};

use crate::features::{FILLINGS, KINDS, OF_LINE, features, lines};
use crate::score::{MOST_REDS, Value};
use crate::weights::{LOST, REDS, TEMPO, Weights};

/// The evaluation: a sum over the seven rows and seven columns, beside what
/// is captured and what is lost.
///
/// The one idea: everything that a push does, and everything that decides
/// whether it is legal but the memory of K-7, happens in one line of seven
/// cells. So threats, room and place are features of lines, and as a line has
/// only 4⁷ fillings, what they are worth together is looked up.
#[derive(Debug)]
pub(crate) struct Evaluation {
    /// By what [`lines`] says of a line.
    lines: Box<[i16; KINDS * FILLINGS]>,
    /// By how many reds a side has captured.
    reds: [Value; 8],
    /// By how many marbles a side has left.
    marbles: [Value; 9],
    tempo: Value,
}

impl Evaluation {
    /// The evaluations that the engine uses, by rule set.
    pub(crate) fn standard() -> Arc<[Self; 2]> {
        static STANDARD: LazyLock<Arc<[Evaluation; 2]>> = LazyLock::new(|| {
            Arc::new(Rules::ALL.map(|rules| Evaluation::new(&Weights::standard(rules))))
        });
        Arc::clone(&STANDARD)
    }

    pub(crate) fn new(Weights(weights): &Weights) -> Self {
        let line = |line| {
            let counts = features(line);
            let worth = counts.iter().zip(&weights[..OF_LINE]);
            rounded(
                worth
                    .map(|(count, weight)| f64::from(*count) * weight)
                    .sum(),
            )
        };
        let lines: Box<[i16]> = (0..=u16::MAX).map(line).collect();
        let mut reds = [0; 8];
        for (count, weight) in (1..).zip(&weights[REDS..LOST]) {
            reds[count] = rounded(*weight).into();
        }
        let mut marbles = [0; 9];
        for (lost, weight) in (1..).zip(&weights[LOST..TEMPO]) {
            marbles[8 - lost] = rounded(*weight).into();
        }
        Self {
            lines: lines.try_into().expect("kinds times fillings is 65,536"),
            reds,
            marbles,
            tempo: rounded(weights[TEMPO]).into(),
        }
    }

    /// What the position is worth to its side to move.
    #[inline]
    pub(crate) fn of(&self, position: &Position) -> Value {
        let side = position.to_move();
        let other = side.other();
        let mut sum = self.tempo;
        for line in lines(position) {
            sum += Value::from(self.lines[usize::from(line)]);
        }
        let reds = |side| self.reds[usize::from(position.captured(side) & 7)];
        let marbles = |side| self.marbles[usize::from(position.count(Marble::from(side)))];
        let sum = sum + reds(side) - reds(other) + marbles(side) - marbles(other);
        sum.clamp(-MOST_REDS, MOST_REDS)
    }
}

/// The nearest number of 16 bits.
#[expect(
    clippy::cast_possible_truncation,
    reason = "a conversion from floating point takes the nearest there is"
)]
fn rounded(weight: f64) -> i16 {
    weight.round() as i16
}
