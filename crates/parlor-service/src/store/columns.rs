//! Values as columns hold them.

use serde::de::DeserializeOwned;

/// 32 bytes, as hashes and secrets have.
pub(super) fn bytes(bytes: &[u8]) -> Result<[u8; 32], String> {
    let wrong = |_| format!("a hash or secret has {} bytes instead of 32", bytes.len());
    bytes.try_into().map_err(wrong)
}

pub(super) fn from_json<T: DeserializeOwned>(text: &str) -> Result<T, serde_json::Error> {
    serde_json::from_str(text)
}

pub(super) fn json(value: &impl serde::Serialize) -> Result<String, sqlx::Error> {
    serde_json::to_string(value).map_err(|error| sqlx::Error::Encode(error.into()))
}

/// As SQLite counts. What is too large for it is larger than anything kept, and
/// stays so.
pub(super) fn signed(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

/// As we count. Nothing below zero is ever written.
pub(super) fn unsigned(number: i64) -> u64 {
    u64::try_from(number).unwrap_or_default()
}

/// The number of a seat's letter.
pub(super) fn letter(seat: char) -> i32 {
    // Unicode ends far below the largest integer.
    u32::from(seat).cast_signed()
}
