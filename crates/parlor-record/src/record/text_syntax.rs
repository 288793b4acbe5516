//! The words of the text form: its first line, and its keys.

use super::document::{ContributionDocument, RecordObject as _};
use super::keys;

/// The word that the first line of a record begins with.
pub(super) const MAGIC: &str = "parlor-record";

/// Whether a key needs no quotes in the text form: a word that begins with a
/// letter and does not look like a field of a seat or of the dice.
pub(super) fn is_plain_key(key: &str) -> bool {
    let is_word = key.bytes().enumerate().all(|(place, byte)| match byte {
        b'a'..=b'z' | b'A'..=b'Z' => true,
        b'0'..=b'9' | b'_' | b'-' | b'.' => place > 0,
        _ => false,
    });
    // A line that begins as a record does would begin another one.
    is_word && !key.is_empty() && owner(key).is_none() && key != MAGIC
}

/// The owner and the name of the field that a plain key names.
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

/// The field of a later epoch that a plain name means, and the digits of the
/// epoch: `commitment` and `1` for `A.commitment.1`.
pub(super) fn epoch_field(owner: Owner, name: &str) -> Option<(&str, &str)> {
    let (field, digits) = name.rsplit_once('.')?;
    let is_known = match owner {
        Owner::Seat(_) => ContributionDocument::KNOWN.contains(&field),
        Owner::Dice => field == keys::EPOCH,
    };
    let is_number = !digits.is_empty() && digits.bytes().all(|digit| digit.is_ascii_digit());
    (is_known && is_number).then_some((field, digits))
}

/// The part of the record that a field belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Owner {
    Seat(char),
    Dice,
}
