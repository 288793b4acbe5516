//! Why a build ends without tables.

use core::fmt;
use std::io;

use crate::material::Material;

/// Why tables were not built.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum BuildError {
    /// `progress` broke.
    Stopped,
    /// The system does not give the memory: see [`BuildNeeds`](crate::BuildNeeds).
    Memory {
        /// Bytes that are needed at once.
        bytes: usize,
    },
    /// A finished layer of tables that take hours cannot be stored.
    NotStored {
        /// What the system says.
        kind: io::ErrorKind,
    },
    /// The value of a state takes more pushes than can be stored.
    TooLong {
        /// The material of the state, or the same as the other side sees it.
        material: Material,
        /// The most pushes that can be stored.
        most: u8,
    },
}

impl fmt::Display for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Stopped => f.write_str("the build was stopped"),
            Self::Memory { bytes } => write!(
                f,
                "the build needs {:.1} GB of memory at once, and the system does not give it; free memory, raise \
                 the limit of the process, or build tables of fewer marbles",
                *bytes as f64 / 1e9,
            ),
            Self::NotStored { kind } => write!(
                f,
                "a finished part of the tables cannot be stored: {kind}; make room in their folder, or name \
                 another one; the build then goes on from the parts that are stored"
            ),
            Self::TooLong { material, most } => write!(
                f,
                "a position with {material} is decided after more than {most} pushes, the most that a byte \
                 of the tables can hold"
            ),
        }
    }
}

impl core::error::Error for BuildError {}
