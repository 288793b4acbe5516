//! The names that players may have.

/// The most characters that a player's name may have.
pub const LONGEST_NAME: usize = 40;

/// A text that cannot be a player's name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NameError {
    /// It is empty, or too long.
    #[error("a name has 1 to {LONGEST_NAME} characters")]
    Length,
    /// It cannot be shown in a line.
    #[error(
        "the name {0:?} has characters that cannot be shown in a line: controls, or ones that turn the writing round"
    )]
    NotALine(String),
}

/// A player's name as it is stored, without blanks around it.
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
    Ok(name.to_owned())
}
