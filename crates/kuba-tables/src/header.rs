//! What the files of tables and of their layers begin and end with.

use kuba_rules::Rules;

pub(crate) const VERSION: u16 = 1;
/// Raise this when the values or their order change, so that cached files are replaced.
pub(crate) const SOLVER: u32 = 1;
/// The bytes of a header.
pub(crate) const HEADER: usize = 32;
/// The bytes of a SHA-256.
pub(crate) const CHECKSUM: usize = 32;

/// The header of a file with these magic bytes.
pub(crate) fn header(magic: [u8; 8], marbles: u8) -> Vec<u8> {
    let mut header = magic.to_vec();
    header.extend(VERSION.to_le_bytes());
    header.extend(u16::from(marbles).to_le_bytes());
    header.extend(preset());
    header.extend(SOLVER.to_le_bytes());
    header
}

/// The name of the rules, in sixteen bytes.
pub(crate) fn preset() -> [u8; 16] {
    let mut bytes = [0; 16];
    let name = Rules::Classroom.to_string();
    bytes[..name.len()].copy_from_slice(name.as_bytes());
    bytes
}
