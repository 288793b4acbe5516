//! The words of the text form: its first line, and its keys.

use super::keys;

/// What the first line of a record begins with.
pub(super) const MAGIC: &str = "parlor-record";

/// Whether a key needs no quotes in the text form: a word that begins with a
/// letter, and that is neither a seat nor a part of one, nor of the dice.
pub(super) fn is_plain_key(key: &str) -> bool {
    let is_word = key.bytes().enumerate().all(|(place, byte)| match byte {
        b'a'..=b'z' | b'A'..=b'Z' => true,
        b'0'..=b'9' | b'_' | b'-' | b'.' => place > 0,
        _ => false,
    });
    // A line that begins as a record does would begin another one.
    is_word && !key.is_empty() && owner(key).is_none() && key != MAGIC
}

/// Whose field a plain key names, and which.
pub(super) fn owner(key: &str) -> Option<(Owner, &str)> {
    let (first, rest) = key.split_once('.').unwrap_or((key, ""));
    match first.as_bytes() {
        [letter @ b'A'..=b'Z'] if first.len() == key.len() => {
            Some((Owner::Seat(char::from(*letter)), keys::NAME))
        }
        [letter @ b'A'..=b'Z'] => Some((Owner::Seat(char::from(*letter)), rest)),
        b"dice" if first.len() < key.len() => Some((Owner::Dice, rest)),
        _ => None,
    }
}

/// Whose field it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Owner {
    Seat(char),
    Dice,
}
