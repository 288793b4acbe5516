//! The file format of a trained network.

use core::fmt;

use ludo_rules::Rules;
use sha2::{Digest as _, Sha256};

use super::weights::Weights;

/// The first line of a model's file.
const FIRST_LINE: &str = "parlor-ludo-model 1";

/// The factor between a weight and the whole number that is stored.
const WEIGHT_SCALE: f32 = 4096.0;

const CHECKSUM: usize = 32;

/// How a model was trained. Training is reproducible from this.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Provenance {
    /// The number of games of self-play.
    pub games: u32,
    /// The seed of the random numbers.
    pub seed: u64,
}

/// A trained network as it is stored, with its rules and provenance.
///
/// docs/formats/model.md describes the format.
#[derive(Clone, PartialEq, Eq)]
pub struct Model {
    rules: Rules,
    provenance: Provenance,
    numbers: Vec<i16>,
}

/// Why a model cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ModelError {
    /// The first line is not that of a model.
    NotAModel,
    /// The model has another version.
    Version {
        /// Its first line.
        line: String,
    },
    /// A header line is missing or cannot be parsed.
    Head {
        /// The expected line.
        expected: &'static str,
        /// The line found.
        line: String,
    },
    /// The file is too short or too long.
    Length {
        /// The number of bytes after the header.
        length: usize,
        /// The number of bytes expected.
        expected: usize,
    },
    /// The checksum does not match.
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

    /// The rules of the game.
    pub const fn rules(&self) -> Rules {
        self.rules
    }

    /// How it was trained.
    pub const fn provenance(&self) -> Provenance {
        self.provenance
    }

    pub(super) fn weights(&self) -> Weights {
        let mut weights = Weights::zero();
        for (weight, &number) in weights.iter_mut().zip(&self.numbers) {
            *weight = f32::from(number) / WEIGHT_SCALE;
        }
        weights
    }

    /// Encodes the model as a file.
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

    /// Decodes a file.
    ///
    /// # Errors
    /// [`ModelError`] with the first problem found.
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

/// The next line, if it is short and UTF-8; `rest` then starts after it.
fn next_line<'a>(rest: &mut &'a [u8]) -> Option<&'a str> {
    let end = rest.iter().take(80).position(|&byte| byte == b'\n')?;
    let (line, after) = rest.split_at(end);
    *rest = &after[1..];
    core::str::from_utf8(line).ok()
}

/// The value of a header line.
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

/// A weight as it is stored, saturating.
fn number(weight: f32) -> i16 {
    #[expect(
        clippy::cast_possible_truncation,
        reason = "the conversion saturates, and that is meant"
    )]
    let number = (weight * WEIGHT_SCALE).round() as i16;
    number
}
