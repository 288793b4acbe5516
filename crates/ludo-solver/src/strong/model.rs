//! The file that holds a trained network.

use core::fmt;

use ludo_rules::Rules;
use sha2::{Digest as _, Sha256};

use super::weights::Weights;

/// The first line of a model's file.
const FIRST_LINE: &str = "parlor-ludo-model 1";

/// How many parts of 1 a weight is stored in.
const PARTS: f32 = 4096.0;

const CHECKSUM: usize = 32;

/// How a model was made. The same again makes the same model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Provenance {
    /// How many games it was trained by.
    pub games: u32,
    /// What everything random in them came from.
    pub seed: u64,
}

/// A trained network as it is kept: with its rules, and how it was made.
///
/// The form is explained in docs/formats/model.md.
#[derive(Clone, PartialEq, Eq)]
pub struct Model {
    rules: Rules,
    provenance: Provenance,
    numbers: Vec<i16>,
}

/// Why bytes are not a model.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ModelError {
    /// It does not begin as a model does.
    NotAModel,
    /// It is a model of another version.
    Version {
        /// Its first line.
        line: String,
    },
    /// A line of the head is missing or cannot be read.
    Head {
        /// What the line should say.
        expected: &'static str,
        /// What it says.
        line: String,
    },
    /// There are too few bytes, or too many.
    Length {
        /// How many follow the head.
        length: usize,
        /// How many should.
        expected: usize,
    },
    /// Some bytes are not those that were written.
    Checksum,
}

impl fmt::Display for ModelError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotAModel => write!(f, "this is no Ludo model: it does not begin with the line `{FIRST_LINE}`"),
            Self::Version { line } => write!(f, "the model's first line is `{line}`; this program reads `{FIRST_LINE}`"),
            Self::Head { expected, line } => write!(f, "the model's head says `{line}` where `{expected}` should stand"),
            Self::Length { length, expected } => write!(
                f,
                "{length} bytes follow the model's head; {expected} should, so it is cut off or something was added"
            ),
            Self::Checksum => f.write_str(
                "the model's last 32 bytes are not the SHA-256 of those before them, so it was altered",
            ),
        }
    }
}

impl core::error::Error for ModelError {}

impl fmt::Debug for Model {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Model")
            .field("rules", &self.rules)
            .field("provenance", &self.provenance)
            .finish_non_exhaustive()
    }
}

impl Model {
    pub(super) fn new(weights: &Weights, provenance: Provenance) -> Self {
        Self {
            rules: Rules::Classic,
            provenance,
            numbers: weights.iter().map(|&weight| number(weight)).collect(),
        }
    }

    /// The rules that it plays by.
    pub const fn rules(&self) -> Rules {
        self.rules
    }

    /// How it was made.
    pub const fn provenance(&self) -> Provenance {
        self.provenance
    }

    pub(super) fn weights(&self) -> Weights {
        let mut weights = Weights::zero();
        for (weight, &number) in weights.iter_mut().zip(&self.numbers) {
            *weight = f32::from(number) / PARTS;
        }
        weights
    }

    /// The whole file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let Self {
            rules,
            provenance: Provenance { games, seed },
            numbers,
        } = self;
        let head = format!("{FIRST_LINE}\nrules: {rules}\ngames: {games}\nseed: {seed}\n\n");
        let mut bytes = head.into_bytes();
        bytes.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
        let checksum = Sha256::digest(&bytes);
        bytes.extend(checksum);
        bytes
    }

    /// The model that a file holds.
    ///
    /// # Errors
    /// [`ModelError`] with what is wrong with it.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, ModelError> {
        let mut rest = bytes;
        let first = next_line(&mut rest).ok_or(ModelError::NotAModel)?;
        if first != FIRST_LINE {
            return Err(match first.split_once(' ') {
                Some(("parlor-ludo-model", _)) => ModelError::Version {
                    line: first.to_owned(),
                },
                _ => ModelError::NotAModel,
            });
        }
        let rules = field(&mut rest, "rules: classic", "rules: ")?;
        let games = field(&mut rest, "games: a number", "games: ")?;
        let seed = field(&mut rest, "seed: a number", "seed: ")?;
        match next_line(&mut rest) {
            Some("") => {}
            line => {
                return Err(ModelError::Head {
                    expected: "an empty line",
                    line: line.unwrap_or_default().to_owned(),
                });
            }
        }
        let expected = 2 * Weights::COUNT + CHECKSUM;
        if rest.len() != expected {
            return Err(ModelError::Length {
                length: rest.len(),
                expected,
            });
        }
        let (signed, checksum) = bytes.split_at(bytes.len() - CHECKSUM);
        if Sha256::digest(signed).as_slice() != checksum {
            return Err(ModelError::Checksum);
        }
        let (numbers, _) = rest[..2 * Weights::COUNT].as_chunks();
        Ok(Self {
            rules,
            provenance: Provenance { games, seed },
            numbers: numbers
                .iter()
                .map(|&number| i16::from_le_bytes(number))
                .collect(),
        })
    }
}

/// The text up to the end of the line, if it is text and short; the rest begins after it.
fn next_line<'a>(rest: &mut &'a [u8]) -> Option<&'a str> {
    let end = rest.iter().take(80).position(|&byte| byte == b'\n')?;
    let (line, after) = rest.split_at(end);
    *rest = &after[1..];
    core::str::from_utf8(line).ok()
}

/// What a line of the head says.
fn field<T: core::str::FromStr>(
    rest: &mut &[u8],
    expected: &'static str,
    name: &str,
) -> Result<T, ModelError> {
    let line = next_line(rest).unwrap_or_default();
    let value = line.strip_prefix(name).and_then(|value| value.parse().ok());
    value.ok_or_else(|| ModelError::Head {
        expected,
        line: line.to_owned(),
    })
}

/// A weight as it is stored; what is too large becomes as large as possible.
fn number(weight: f32) -> i16 {
    #[expect(
        clippy::cast_possible_truncation,
        reason = "the conversion saturates, and that is meant"
    )]
    let number = (weight * PARTS).round() as i16;
    number
}
