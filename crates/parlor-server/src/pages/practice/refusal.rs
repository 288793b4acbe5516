//! Words for what was sent and is no move.

use core::fmt::Display;

/// The most bytes of a move that is shown again where it is none.
pub(in crate::pages) const LONGEST_MOVE: usize = 8;

/// A text that was sent, no longer than it may be.
pub(in crate::pages) fn shortened(text: &str, most: usize) -> String {
    let end = text.floor_char_boundary(most);
    let (short, rest) = text.split_at(end);
    if rest.is_empty() {
        short.to_owned()
    } else {
        format!("{short}…")
    }
}

/// Why a move cannot be made, with the rule that refuses it.
pub(in crate::pages) fn with_rule(error: &impl Display, rule: Option<&str>) -> String {
    match rule {
        Some(rule) => format!("{error} ({rule})"),
        None => error.to_string(),
    }
}
