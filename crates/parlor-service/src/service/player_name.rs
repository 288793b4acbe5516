//! The names that players may have.

use crate::store::moderation::OF_PROGRAM;

/// The most characters that a player's name may have.
pub const LONGEST_NAME: usize = 40;

/// What somebody without a name is called beside somebody who is called like their seat, and whose name is hidden.
pub const UNNAMED: &str = "Somebody";

/// The name of a program in its games.
pub(super) fn of_program(name: Option<&str>) -> String {
    let name = name.unwrap_or(UNNAMED);
    let name = name.strip_suffix(OF_PROGRAM).unwrap_or(name);
    let kept = name.chars().take(LONGEST_NAME - OF_PROGRAM.len());
    kept.chain(OF_PROGRAM.chars()).collect()
}

/// Why a text cannot be a player's name. Front ends put it into words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NameError {
    /// It is empty, or too long.
    Length,
    /// It has characters that cannot be shown in a line.
    NotALine(String),
}

/// A player's name as it is stored: its words with single spaces between them.
///
/// # Errors
/// A name that is too long, or has characters that cannot be shown in a line.
pub fn checked_name(name: &str) -> Result<String, NameError> {
    let name = name.trim();
    if name.chars().count() > LONGEST_NAME || name.is_empty() {
        return Err(NameError::Length);
    }
    if parlor_view::printable(name) != name {
        return Err(NameError::NotALine(name.to_owned()));
    }
    let words: Vec<&str> = name.split_whitespace().collect();
    Ok(words.join(" "))
}
