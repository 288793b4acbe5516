//! Words for what was sent and is no move, and a page for them.

use core::fmt::Display;

use askama::Template;

use super::super::sentences;

/// A page in the place of one that an address does not lead to.
#[derive(Template)]
#[template(path = "practice/error.html")]
pub(in crate::pages) struct ErrorPage {
    pub(in crate::pages) title: &'static str,
    pub(in crate::pages) says: String,
    /// Where one goes on, and what is there.
    pub(in crate::pages) address: String,
    pub(in crate::pages) onward: &'static str,
}

/// The most bytes of a move that is shown again where it is none.
const LONGEST_MOVE: usize = 8;

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

/// That the move of this number in a line, as it was sent, cannot be made.
pub(in crate::pages) fn illegal(number: usize, sent: &str, reason: &str) -> String {
    sentences::illegal_in_line(number, &shortened(sent, LONGEST_MOVE), reason)
}
