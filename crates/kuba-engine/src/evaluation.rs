//! The static evaluation.

use core::fmt;
use std::sync::{Arc, LazyLock};

use kuba_rules::{Position, Rules};

use crate::features::{FILLINGS, KINDS, OF_LINE, View, features};
use crate::score::{MAX_EVALUATION, Value};
use crate::weights::{LOST, REDS, TEMPO, Weights};

/// The evaluation: a sum over the seven rows and seven columns, plus material.
///
/// The one idea: everything that a push does, and everything that decides its
/// legality except ko (K-7), happens in one line of seven cells. So threats,
/// room and squares are features of lines, and as a line has only 4⁷ fillings,
/// their total value is looked up. The tables are computed from the [`Weights`]
/// of a few handcrafted features, or learned filling by filling (an n-tuple
/// network); either way the evaluation takes the same time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Evaluation {
    /// The value of each line by its [`lines`](View::lines) index, in hundredths of
    /// a red, for one [`phase`] after the other.
    lines: Box<[i16; PHASES * LINES]>,
    /// The value of each [`material`](View::material) index, in hundredths of a red.
    material: Box<[i16; MATERIALS]>,
}

/// The number of distinct lines: kinds times fillings.
pub(crate) const LINES: usize = KINDS * FILLINGS;
/// The number of [`material`](View::material) indices.
pub(crate) const MATERIALS: usize = 1 << 14;
/// The phases of a game, each with its own table of lines.
pub(crate) const PHASES: usize = 4;
/// The values of one evaluation.
const VALUES: usize = PHASES * LINES + MATERIALS;

/// The phase of a game: half the captured reds of the side that has more.
#[inline]
pub(crate) fn phase(view: &View) -> usize {
    let [own, enemy] = view.captured;
    usize::from(own.max(enemy) / 2) % PHASES
}

impl Evaluation {
    /// The evaluations that the engine uses, by rule set: the learned ones.
    pub(crate) fn standard() -> Arc<[Self; 2]> {
        static STANDARD: LazyLock<Arc<[Evaluation; 2]>> = LazyLock::new(|| {
            Arc::new(Evaluation::read_both(LEARNED).expect("a test reads the file"))
        });
        Arc::clone(&STANDARD)
    }

    /// The learned evaluation for a rule set, which the engine uses.
    pub fn learned(rules: Rules) -> Self {
        Self::standard()[rules as usize].clone()
    }

    /// The evaluation by handcrafted features for a rule set.
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
        let lines: Vec<f64> = (0..=u16::MAX).map(line).collect();
        Self::from_values(|_, line| lines[usize::from(line)], material)
    }

    /// The evaluation with these values of lines, by phase, and of material.
    pub(crate) fn from_values(
        line: impl Fn(usize, u16) -> f64,
        material: impl Fn(u16) -> f64,
    ) -> Self {
        let lines = (0..PHASES).flat_map(|phase| (0..=u16::MAX).map(move |line| (phase, line)));
        let lines: Vec<i16> = lines
            .map(|(phase, number)| rounded(line(phase, number)))
            .collect();
        let materials = 0..1 << 14;
        let material: Vec<i16> = materials.map(|number| rounded(material(number))).collect();
        Self {
            lines: boxed(&lines),
            material: boxed(&material),
        }
    }

    /// The evaluations of both rule sets, classroom first, as a file: a line
    /// with the format and its version; lines with its origin; a line with the
    /// checksum of the values; an empty line; and all values as little-endian
    /// 16-bit integers: for each rule set the lines of
    /// each phase, then the material.
    pub fn write_both(both: [&Self; 2], origin: &str) -> Vec<u8> {
        let values = both.map(Self::bytes).concat();
        let checksum = checksum(&values);
        let origin = origin.trim_end();
        let heading = format!("{FORMAT}\n{origin}\nchecksum {checksum:016x}\n\n");
        [heading.into_bytes(), values].concat()
    }

    /// The evaluations that [`write_both`](Self::write_both) wrote.
    ///
    /// # Errors
    /// [`EvaluationError`] for another format, a wrong checksum or length.
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
        let wanted = 2 * VALUES;
        if values.len() != wanted || !rest.is_empty() {
            return Err(EvaluationError::OtherLength {
                bytes: 2 * values.len() + rest.len(),
                wanted: 2 * wanted,
            });
        }
        let part = |number: usize| {
            let (lines, material) = values[number * VALUES..][..VALUES].split_at(PHASES * LINES);
            Self {
                lines: boxed(lines),
                material: boxed(material),
            }
        };
        Ok([part(0), part(1)])
    }

    /// The checksum of its values, which names it.
    pub fn checksum(&self) -> u64 {
        checksum(&self.bytes())
    }

    /// The lines, then the material, as little-endian 16-bit integers.
    fn bytes(&self) -> Vec<u8> {
        let values = self.lines.iter().chain(self.material.iter());
        values.flat_map(|value| value.to_le_bytes()).collect()
    }

    /// The values of lines and material.
    pub(crate) fn values(&self) -> (&[i16; PHASES * LINES], &[i16; MATERIALS]) {
        (&self.lines, &self.material)
    }

    /// What the position is worth to its side to move.
    #[inline]
    pub(crate) fn of(&self, position: &Position) -> Value {
        let view = View::of(position);
        let mut sum = Value::from(self.material[view.material() % MATERIALS]);
        let (phases, _) = self.lines.as_chunks::<LINES>();
        let lines = &phases[phase(&view)];
        for line in view.lines() {
            sum += Value::from(lines[usize::from(line)]);
        }
        sum.clamp(-MAX_EVALUATION, MAX_EVALUATION)
    }
}

/// Why bytes are not a valid evaluation file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum EvaluationError {
    /// Another format or version.
    OtherFormat,
    /// The checksum does not match.
    Changed {
        /// The actual checksum.
        checksum: u64,
    },
    /// The number of values is wrong.
    OtherLength {
        /// The bytes found.
        bytes: usize,
        /// The bytes expected.
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

/// The learned tables, as written by the example `train_evaluation`; their
/// header records their origin.
const LEARNED: &[u8] = include_bytes!("lines.bin");

/// The first line of a file of evaluations.
const FORMAT: &str = "parlor-kuba-evaluation 2";

/// 64-bit FNV-1a: detects damage, not tampering.
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

/// The nearest 16-bit integer, saturating.
#[expect(
    clippy::cast_possible_truncation,
    reason = "a conversion from floating point takes the nearest there is"
)]
fn rounded(weight: f64) -> i16 {
    weight.round() as i16
}
