//! The file format of values.
//!
//! | bytes | what |
//! |---|---|
//! | 8 | `PLUDOVAL` |
//! | 2 | the format's version, 1 |
//! | 1 | bits per value: 64 or 16 |
//! | 1 | the seating: 0 opposite, 1 adjacent |
//! | 8 | the rules preset, `classic`, padded with zeros |
//! | 4 | the version of the solver's results, `SOLVER` below |
//! | … | the values |
//! | 32 | SHA-256 of everything before |
//!
//! Numbers are little-endian. There is a table for each side of the seating
//! (one, or two: first that of the player with the other next clockwise). A table
//! has a row for each pair of step counts of the player who waits, and a column for
//! each pair of the opponent, who is about to make a first roll. Pairs are numbered
//! by [`PairIndex`](ludo_rules::PairIndex). A value is the chance of winning of the
//! player who waits: a binary64, or a 16-bit number of 65535ths.

use core::error::Error;
use core::fmt;
use core::ops::Range;
use std::io::{self, Write};
#[cfg(feature = "files")]
use std::sync::Arc;

use ludo_rules::Rules;
#[cfg(feature = "files")]
use parlor_map::FileMap;
use sha2::{Digest, Sha256};

use super::numbering::PAIRS;
use super::seating::Seating;
use super::values::{Precision, Tables, Values};

const MAGIC: &[u8; 8] = b"PLUDOVAL";
const VERSION: u16 = 1;
/// Raise this when the solver computes other values, so that cached files are
/// replaced.
const SOLVER: u32 = 3;
const HEADER: usize = 24;
const CHECKSUM: usize = 32;

impl Values {
    /// The largest error of the 16-bit form: half of a step.
    pub const QUANTIZATION_ERROR: f64 = 0.5 / u16::MAX as f64;

    /// The values as 16-bit numbers: a quarter of the size, and each off by at most
    /// [`Values::QUANTIZATION_ERROR`]. Good for playing, not for proofs.
    #[must_use]
    pub fn quantized(&self) -> Self {
        if self.precision() == Precision::Quantized {
            return self.clone();
        }
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "a chance times 65535 lies in the range of 16 bits"
        )]
        let quantize = |value: f64| (value * f64::from(u16::MAX)).round() as u16;
        let bytes = exact(self.tables().bytes()).flat_map(|value| quantize(value).to_le_bytes());
        let bytes = Tables::Owned(bytes.collect());
        Self::new(self.seating(), Precision::Quantized, bytes)
    }

    /// The values as the bytes of a file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let [header, checksum] = self.frame();
        [&header[..], self.tables().bytes(), &checksum].concat()
    }

    /// Writes the bytes of a file.
    ///
    /// # Errors
    /// Any I/O error.
    pub fn write_to(&self, mut file: impl Write) -> io::Result<()> {
        let [header, checksum] = self.frame();
        file.write_all(&header)?;
        file.write_all(self.tables().bytes())?;
        file.write_all(&checksum)
    }

    /// What a file has before the tables and after them.
    fn frame(&self) -> [Vec<u8>; 2] {
        let mut header = MAGIC.to_vec();
        header.extend(VERSION.to_le_bytes());
        header.extend([bits(self.precision()), seating_number(self.seating())]);
        header.extend(preset());
        header.extend(SOLVER.to_le_bytes());
        let checksum = Sha256::new_with_prefix(&header)
            .chain_update(self.tables().bytes())
            .finalize();
        [header, checksum.to_vec()]
    }

    /// The values in a file's bytes, which are copied.
    ///
    /// # Errors
    /// [`FileError`] unless the bytes are complete, unaltered, and of this format,
    /// these rules and this solver.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, FileError> {
        let Content {
            seating,
            precision,
            tables,
        } = check(bytes)?;
        Ok(Self::new(
            seating,
            precision,
            Tables::Owned(bytes[tables].into()),
        ))
    }

    /// The values in a mapped file, which are read where they are: processes that map the same file
    /// share its memory.
    ///
    /// The whole file is checked once, now. Who maps it must not overwrite it: see [`FileMap`].
    ///
    /// # Errors
    /// As [`Values::from_bytes`].
    #[cfg(feature = "files")]
    pub fn from_map(file: FileMap) -> Result<Self, FileError> {
        let Content {
            seating,
            precision,
            tables,
        } = check(&file)?;
        let tables = Tables::Mapped {
            file: Arc::new(file),
            place: tables,
        };
        Ok(Self::new(seating, precision, tables))
    }
}

/// What a valid file holds.
struct Content {
    seating: Seating,
    precision: Precision,
    /// Where its tables are.
    tables: Range<usize>,
}

/// Reads the header of a file, and checks everything in it.
fn check(bytes: &[u8]) -> Result<Content, FileError> {
    if !bytes.starts_with(MAGIC) {
        return Err(FileError::Foreign);
    }
    let Some(header) = bytes.first_chunk::<HEADER>() else {
        return Err(FileError::Length {
            found: bytes.len(),
            expected: HEADER,
        });
    };
    let version = u16::from_le_bytes([header[8], header[9]]);
    if version != VERSION {
        return Err(FileError::Version { found: version });
    }
    let precision = [Precision::Exact, Precision::Quantized]
        .into_iter()
        .find(|&precision| bits(precision) == header[10]);
    let precision = precision.ok_or(FileError::Bits { found: header[10] })?;
    let seating = Seating::ALL
        .into_iter()
        .find(|&s| seating_number(s) == header[11]);
    let seating = seating.ok_or(FileError::Seating { found: header[11] })?;
    if header[12..20] != preset() {
        let name = header[12..20]
            .iter()
            .take_while(|&&byte| byte != 0)
            .copied()
            .collect();
        return Err(FileError::Rules { found: name });
    }
    let solver = u32::from_le_bytes([header[20], header[21], header[22], header[23]]);
    if solver != SOLVER {
        return Err(FileError::Solver { found: solver });
    }
    let end = HEADER + seating.sides() * PAIRS * PAIRS * precision.bytes();
    let expected = end + CHECKSUM;
    if bytes.len() != expected {
        return Err(FileError::Length {
            found: bytes.len(),
            expected,
        });
    }
    let (content, checksum) = bytes.split_at(end);
    if Sha256::digest(content)[..] != *checksum {
        return Err(FileError::Altered);
    }
    let tables = HEADER..end;
    if precision == Precision::Exact {
        let mut values = exact(&bytes[tables.clone()]);
        if let Some(found) = values.find(|value| !(0.0..=1.0).contains(value)) {
            return Err(FileError::Value { found });
        }
    }
    Ok(Content {
        seating,
        precision,
        tables,
    })
}

/// Each value of tables in double precision.
fn exact(tables: &[u8]) -> impl Iterator<Item = f64> {
    let (values, _) = tables.as_chunks();
    values.iter().map(|&bytes| f64::from_le_bytes(bytes))
}

/// The bits of a value.
const fn bits(precision: Precision) -> u8 {
    match precision {
        Precision::Exact => 64,
        Precision::Quantized => 16,
    }
}

const fn seating_number(seating: Seating) -> u8 {
    match seating {
        Seating::Opposite => 0,
        Seating::Adjacent => 1,
    }
}

/// The name of the rules, in eight bytes.
fn preset() -> [u8; 8] {
    let mut bytes = [0; 8];
    let name = Rules::Classic.to_string();
    bytes[..name.len()].copy_from_slice(name.as_bytes());
    bytes
}

/// Why a file of values cannot be read.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum FileError {
    /// It does not start with the magic bytes.
    Foreign,
    /// It has another format.
    Version {
        /// Its version.
        found: u16,
    },
    /// It was made by another version of the solver.
    Solver {
        /// That version.
        found: u32,
    },
    /// It is for other rules.
    Rules {
        /// The bytes of their name.
        found: Vec<u8>,
    },
    /// The seating is unknown.
    Seating {
        /// The number found.
        found: u8,
    },
    /// The number of bits per value is unknown.
    Bits {
        /// The number found.
        found: u8,
    },
    /// It is too short or too long.
    Length {
        /// Its length in bytes.
        found: usize,
        /// The length that the header requires.
        expected: usize,
    },
    /// The checksum does not match.
    Altered,
    /// A value is not a probability.
    Value {
        /// The value.
        found: f64,
    },
}

impl fmt::Display for FileError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Foreign => write!(
                formatter,
                "this is no file of Ludo values: it does not begin with PLUDOVAL"
            ),
            Self::Version { found } => write!(
                formatter,
                "the file has format {found}; this program reads format {VERSION}"
            ),
            Self::Solver { found } => write!(
                formatter,
                "the file was made by version {found} of the solver; this is version {SOLVER}"
            ),
            Self::Rules { found } => write!(
                formatter,
                "the file is about the rules {:?}; these are {}",
                String::from_utf8_lossy(found),
                Rules::Classic,
            ),
            Self::Seating { found } => write!(
                formatter,
                "the file names the seating {found}; there are 0 (opposite) and 1 (adjacent)"
            ),
            Self::Bits { found } => write!(
                formatter,
                "the file has values of {found} bits; there are 64 and 16"
            ),
            Self::Length { found, expected } if found < expected => write!(
                formatter,
                "the file is cut off: it has {found} bytes of {expected}"
            ),
            Self::Length { found, expected } => write!(
                formatter,
                "the file is too long: it has {found} bytes and should have {expected}"
            ),
            Self::Altered => {
                formatter.write_str("the file has been altered: its checksum does not fit")
            }
            Self::Value { found } => write!(
                formatter,
                "the file holds {found}, which is no chance from 0 to 1"
            ),
        }
    }
}

impl Error for FileError {}
