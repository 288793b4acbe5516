//! Where the values of tables are.

use core::ops::{Deref, Range};

use parlor_map::FileMap;

/// The bytes of all states, by number.
#[derive(Debug)]
pub(crate) enum Values {
    /// In memory of the process.
    Owned(Vec<u8>),
    /// Part of the program.
    Embedded(&'static [u8]),
    /// At a place in a mapped file.
    Mapped { file: FileMap, place: Range<usize> },
}

impl Deref for Values {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        match self {
            Self::Owned(values) => values,
            Self::Embedded(values) => values,
            Self::Mapped { file, place } => &file[place.clone()],
        }
    }
}
