//! What a position is worth without looking ahead.

use core::fmt;
use std::sync::{Arc, LazyLock};

use kuba_rules::{Marble, Position, Rules};

use crate::features::{FILLINGS, KINDS, OF_LINE, features, lines};
use crate::score::{MAX_EVALUATION, Value};
use crate::weights::{LOST, REDS, TEMPO, Weights};

/// The evaluation: a sum over the seven rows and seven columns, and what the
/// marbles captured and left are worth.
///
/// The one idea: everything that a push does, and everything that decides
/// whether it is legal but the memory of K-7, happens in one line of seven
/// cells. So threats, room and place are features of lines, and as a line has
/// only 4⁷ fillings, what they are worth together is looked up. What is looked
/// up can come from a few [`Weights`] of features written by hand, or be
/// learned filling by filling; either way it takes the same time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Evaluation {
    /// By what [`lines`] says of a line, in hundredths of a red.
    lines: Box<[i16; LINES]>,
    /// By what [`material`] says of a position, in hundredths of a red.
    material: Box<[i16; MATERIALS]>,
}

/// How many lines are told apart: kinds times fillings.
pub(crate) const LINES: usize = KINDS * FILLINGS;
/// How many numbers [`material`] has.
pub(crate) const MATERIALS: usize = 1 << 14;

/// The reds captured and the marbles left, in one number: from the lowest bit
/// on three bits of reds of the side to move and three of the other's, four of
/// marbles of the side to move and four of the other's.
#[inline]
pub(crate) fn material(position: &Position) -> u16 {
    let side = position.to_move();
    let [own, enemy] = [side, side.other()].map(|side| {
        let reds = u16::from(position.captured(side) & 7);
        let marbles = u16::from(position.count(Marble::from(side)));
        reds | marbles << 6
    });
    own & 7 | (enemy & 7) << 3 | (own >> 6) << 6 | (enemy >> 6) << 10
}

impl Evaluation {
    /// The evaluations that the engine uses, by rule set: the learned ones.
    pub(crate) fn standard() -> Arc<[Self; 2]> {
        static STANDARD: LazyLock<Arc<[Evaluation; 2]>> = LazyLock::new(|| {
            Arc::new(Evaluation::read_both(LEARNED).expect("a test reads the file"))
        });
        Arc::clone(&STANDARD)
    }

    /// The evaluation that was learned, for games by these rules: the one that
    /// the engine uses.
    pub fn learned(rules: Rules) -> Self {
        Self::standard()[rules as usize].clone()
    }

    /// The evaluation by the features that were written by hand, for games by
    /// these rules.
    pub fn handcrafted(rules: Rules) -> Self {
        Self::new(&Weights::standard(rules))
    }

    /// The evaluation by these weights.
    pub fn new(Weights(weights): &Weights) -> Self {
        let line = |line| {
            let counts = features(line).into_iter().zip(&weights[..OF_LINE]);
            counts
                .map(|(count, weight)| f64::from(count) * weight)
                .sum()
        };
        let material = |material: u16| {
            let bits = |shift: u16, count: u16| usize::from(material >> shift & ((1 << count) - 1));
            let reds = |reds: usize| match reds {
                1..7 => weights[REDS + reds - 1],
                _ => 0.0,
            };
            let marbles = |left: usize| match left {
                1..8 => weights[LOST + 7 - left],
                _ => 0.0,
            };
            weights[TEMPO] + reds(bits(0, 3)) - reds(bits(3, 3)) + marbles(bits(6, 4))
                - marbles(bits(10, 4))
        };
        Self::from_values(line, material)
    }

    /// The evaluation in which each line and each material is worth so much.
    pub(crate) fn from_values(line: impl Fn(u16) -> f64, material: impl Fn(u16) -> f64) -> Self {
        let lines: Vec<i16> = (0..=u16::MAX).map(|number| rounded(line(number))).collect();
        let materials = 0..1 << 14;
        let material: Vec<i16> = materials.map(|number| rounded(material(number))).collect();
        Self {
            lines: boxed(&lines),
            material: boxed(&material),
        }
    }

    /// The evaluations of both rule sets, classroom first, as a file: a line
    /// that names the format and its version; lines that tell where it comes
    /// from; a line with the checksum of what follows; an empty line; and all
    /// values, two bytes each, the lower first: of a rule set first those of
    /// its lines, then those of its material.
    pub fn write_both(both: [&Self; 2], origin: &str) -> Vec<u8> {
        let values = both.into_iter().flat_map(|evaluation| {
            let (lines, material) = evaluation.values();
            lines.iter().chain(material)
        });
        let values: Vec<u8> = values.flat_map(|value| value.to_le_bytes()).collect();
        let checksum = checksum(&values);
        let origin = origin.trim_end();
        let heading = format!("{FORMAT}\n{origin}\nchecksum {checksum:016x}\n\n");
        [heading.into_bytes(), values].concat()
    }

    /// The evaluations that [`write_both`](Self::write_both) wrote.
    ///
    /// # Errors
    /// [`EvaluationError`] if the bytes are of another format, were changed,
    /// or are too few or too many.
    pub fn read_both(bytes: &[u8]) -> Result<[Self; 2], EvaluationError> {
        let end = bytes.windows(2).position(|pair| pair == b"\n\n");
        let (heading, values) = bytes.split_at(end.ok_or(EvaluationError::OtherFormat)?);
        let heading = str::from_utf8(heading).map_err(|_| EvaluationError::OtherFormat)?;
        let values = &values[2..];
        if heading.lines().next() != Some(FORMAT) {
            return Err(EvaluationError::OtherFormat);
        }
        let stated = heading
            .lines()
            .last()
            .and_then(|line| line.strip_prefix("checksum "));
        let stated = stated.and_then(|digits| u64::from_str_radix(digits, 16).ok());
        if stated != Some(checksum(values)) {
            return Err(EvaluationError::Changed {
                checksum: checksum(values),
            });
        }
        let (pairs, rest) = values.as_chunks();
        let values: Vec<i16> = pairs.iter().map(|pair| i16::from_le_bytes(*pair)).collect();
        let wanted = 2 * (LINES + MATERIALS);
        if values.len() != wanted || !rest.is_empty() {
            return Err(EvaluationError::OtherLength {
                bytes: 2 * values.len() + rest.len(),
                wanted: 2 * wanted,
            });
        }
        let part = |number: usize| {
            let (lines, material) = values[number * wanted / 2..][..wanted / 2].split_at(LINES);
            Self {
                lines: boxed(lines),
                material: boxed(material),
            }
        };
        Ok([part(0), part(1)])
    }

    /// What a line and what a material is worth.
    pub(crate) fn values(&self) -> (&[i16; LINES], &[i16; MATERIALS]) {
        (&self.lines, &self.material)
    }

    /// What the position is worth to its side to move.
    #[inline]
    pub(crate) fn of(&self, position: &Position) -> Value {
        let material = usize::from(material(position)) % MATERIALS;
        let mut sum = Value::from(self.material[material]);
        for line in lines(position) {
            sum += Value::from(self.lines[usize::from(line)]);
        }
        sum.clamp(-MAX_EVALUATION, MAX_EVALUATION)
    }
}

/// Why bytes are no evaluations of both rule sets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum EvaluationError {
    /// They do not begin as the format says.
    OtherFormat,
    /// Their checksum is not the one stated.
    Changed {
        /// What it is.
        checksum: u64,
    },
    /// There are too few values, or too many.
    OtherLength {
        /// How many bytes there are.
        bytes: usize,
        /// How many there would have to be.
        wanted: usize,
    },
}

impl fmt::Display for EvaluationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OtherFormat => write!(f, "the first line is not \u{201c}{FORMAT}\u{201d}"),
            Self::Changed { checksum } => {
                write!(
                    f,
                    "the values have the checksum {checksum:016x}, not the one stated"
                )
            }
            Self::OtherLength { bytes, wanted } => {
                write!(f, "there are {bytes} bytes of values, not {wanted}")
            }
        }
    }
}

impl core::error::Error for EvaluationError {}

/// The learned tables, as `train_evaluation` writes them: their first lines
/// say where they come from.
const LEARNED: &[u8] = include_bytes!("lines.bin");

/// The first line of a file of evaluations.
const FORMAT: &str = "parlor-kuba-evaluation 1";

/// FNV-1a of 64 bits: against damage, not against malice.
fn checksum(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xCBF2_9CE4_8422_2325, |sum, byte| {
        (sum ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01B3)
    })
}

/// An array on the heap from a slice of its length.
fn boxed<const N: usize>(values: &[i16]) -> Box<[i16; N]> {
    Box::<[i16]>::from(values)
        .try_into()
        .expect("the caller counts")
}

/// The nearest number of 16 bits.
#[expect(
    clippy::cast_possible_truncation,
    reason = "a conversion from floating point takes the nearest there is"
)]
fn rounded(weight: f64) -> i16 {
    weight.round() as i16
}
