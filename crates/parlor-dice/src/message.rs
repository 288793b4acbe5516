//! How the parts of a hashed message are joined.

use hmac::digest::Update;

/// Adds bytes after their length, so that no two lists of parts give the same
/// message.
pub(crate) fn update_with_length(message: &mut impl Update, bytes: &[u8]) {
    // Lengths in memory are below 2⁶⁴ on every machine.
    let length = u64::try_from(bytes.len()).unwrap_or(u64::MAX);
    message.update(&length.to_be_bytes());
    message.update(bytes);
}
