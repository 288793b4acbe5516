//! The file format of tables.
//!
//! | bytes | what |
//! |---|---|
//! | 8 | `PKUBATAB` |
//! | 2 | the format's version, 1 |
//! | 2 | the most marbles on the board, 3 to 6 |
//! | 16 | the rules preset, `classroom`, padded with zeros |
//! | 4 | the version of the values and of their order, `SOLVER` in `header.rs` |
//! | … | the values, a byte each |
//! | 32 | SHA-256 of everything before |
//!
//! Numbers are little-endian. A byte is 0 for an endless position, 255 for a number that is of none,
//! and else one more than the number of pushes, which is odd for a win of the side to move.

use core::fmt;
use std::io::{self, Write};

use kuba_rules::Rules;
use parlor_map::FileMap;
use sha2::{Digest, Sha256};

use crate::header::{CHECKSUM, HEADER, SOLVER, VERSION, header, preset};
use crate::index::Index;
use crate::size::{MAX_MARBLES, MIN_MARBLES};
use crate::tables::Tables;
use crate::values::Values;

const MAGIC: &[u8; 8] = b"PKUBATAB";

impl Tables {
    /// Writes the bytes of a file.
    ///
    /// # Errors
    /// Any I/O error.
    pub fn write_to(&self, mut file: impl Write) -> io::Result<()> {
        let header = header(*MAGIC, self.marbles());
        let checksum = Sha256::new_with_prefix(&header)
            .chain_update(self.values())
            .finalize();
        file.write_all(&header)?;
        file.write_all(self.values())?;
        file.write_all(&checksum)
    }

    /// The tables in the bytes of a file, of which they become the owner.
    ///
    /// # Errors
    /// [`FileError`] unless the bytes are complete, unaltered, and of this format, these rules and
    /// this solver.
    pub fn from_bytes(mut bytes: Vec<u8>) -> Result<Self, FileError> {
        let index = check(&bytes)?;
        bytes.truncate(bytes.len() - CHECKSUM);
        bytes.drain(..HEADER);
        Ok(Self::new(index, Values::Owned(bytes)))
    }

    /// The tables in the bytes of a file that are part of the program, where they stay.
    pub(crate) fn from_static(bytes: &'static [u8]) -> Result<Self, FileError> {
        let index = check(bytes)?;
        let values = &bytes[HEADER..bytes.len() - CHECKSUM];
        Ok(Self::new(index, Values::Embedded(values)))
    }

    /// The tables in a mapped file, which are read where they are: processes that map the same file
    /// share its memory.
    ///
    /// The whole file is checked once, now. Who maps it must not overwrite it: see [`FileMap`].
    ///
    /// # Errors
    /// As [`Tables::from_bytes`].
    pub fn from_map(file: FileMap) -> Result<Self, FileError> {
        let index = check(&file)?;
        let place = HEADER..file.len() - CHECKSUM;
        Ok(Self::new(index, Values::Mapped { file, place }))
    }
}

/// Reads the header of a file, and checks everything in it.
fn check(bytes: &[u8]) -> Result<Index, FileError> {
    if !bytes.starts_with(MAGIC) {
        return Err(FileError::Foreign);
    }
    let Some(header) = bytes.first_chunk::<HEADER>() else {
        return Err(FileError::Length {
            found: bytes.len(),
            expected: HEADER + CHECKSUM,
        });
    };
    let version = u16::from_le_bytes([header[8], header[9]]);
    if version != VERSION {
        return Err(FileError::Version { found: version });
    }
    if header[12..28] != preset() {
        let name = header[12..28].iter().copied();
        return Err(FileError::Rules {
            found: name.take_while(|&byte| byte != 0).collect(),
        });
    }
    let solver = u32::from_le_bytes([header[28], header[29], header[30], header[31]]);
    if solver != SOLVER {
        return Err(FileError::Solver { found: solver });
    }
    let found = u16::from_le_bytes([header[10], header[11]]);
    let marbles = u8::try_from(found).ok();
    let marbles = marbles.filter(|marbles| (MIN_MARBLES..=MAX_MARBLES).contains(marbles));
    let marbles = marbles.ok_or(FileError::Marbles { found })?;
    let index = Index::new(marbles);
    let end = HEADER + index.states();
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
    Ok(index)
}

/// Why a file of tables cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FileError {
    /// It does not start with the magic bytes.
    Foreign,
    /// It has another format.
    Version {
        /// Its version.
        found: u16,
    },
    /// Its values were found by another version of the solver.
    Solver {
        /// That version.
        found: u32,
    },
    /// It is for other rules.
    Rules {
        /// The bytes of their name.
        found: Vec<u8>,
    },
    /// There are no tables of so many marbles.
    Marbles {
        /// The number found.
        found: u16,
    },
    /// It is cut off, or too long.
    Length {
        /// Its length in bytes.
        found: usize,
        /// The length that its header demands.
        expected: usize,
    },
    /// Its checksum does not fit.
    Altered,
}

impl fmt::Display for FileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Foreign => {
                f.write_str("the file holds no Kuba tables: it does not begin with PKUBATAB")
            }
            Self::Version { found } => write!(
                f,
                "the file has version {found} of the format; this program reads version {VERSION}"
            ),
            Self::Solver { found } => write!(
                f,
                "the file is from version {found} of the solver; this program has version {SOLVER}"
            ),
            Self::Rules { found } => write!(
                f,
                "the file is for the rules `{}`; expected `{}`",
                String::from_utf8_lossy(found),
                Rules::Classroom,
            ),
            Self::Marbles { found } => write!(
                f,
                "the file names {found} marbles; there are tables of {MIN_MARBLES} to {MAX_MARBLES}"
            ),
            Self::Length { found, expected } if found < expected => {
                write!(f, "the file is cut off: it has {found} bytes of {expected}")
            }
            Self::Length { found, expected } => write!(
                f,
                "the file is too long: it has {found} bytes and should have {expected}"
            ),
            Self::Altered => f.write_str("the file has been altered: its checksum does not fit"),
        }
    }
}

impl core::error::Error for FileError {}
