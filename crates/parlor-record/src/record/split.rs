//! Several records in one text.

use super::read_text::MAGIC;
use crate::json;

/// One record of a text that may hold several.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Piece<'a> {
    /// The record as written.
    pub text: &'a str,
    /// How many lines come before it.
    pub lines_before: usize,
}

/// The records of a text, one after another; nothing of them is checked.
///
/// A record in the text form ends where a line begins with `parlor-record`.
/// One in JSON ends with its object, so that there may be one a line, or one
/// over many lines.
pub fn split(text: &str) -> Pieces<'_> {
    Pieces {
        rest: text.strip_prefix('\u{feff}').unwrap_or(text),
        lines_before: 0,
    }
}

/// The iterator that [`split`] returns.
#[derive(Clone, Debug)]
pub struct Pieces<'a> {
    rest: &'a str,
    lines_before: usize,
}

impl<'a> Iterator for Pieces<'a> {
    type Item = Piece<'a>;

    fn next(&mut self) -> Option<Piece<'a>> {
        let begin = self.rest.len() - self.rest.trim_ascii_start().len();
        // The blanks before a record on its first line belong to it, so that
        // columns count from the beginning of the line.
        let begin = self.rest[..begin]
            .rfind('\n')
            .map_or(0, |newline| newline + 1);
        self.take(begin);
        if self.rest.trim_ascii_start().is_empty() {
            return None;
        }
        let lines_before = self.lines_before;
        let text = self.take(length(self.rest));
        Some(Piece { text, lines_before })
    }
}

impl<'a> Pieces<'a> {
    fn take(&mut self, length: usize) -> &'a str {
        let (taken, rest) = self.rest.split_at(length);
        self.lines_before += taken.bytes().filter(|&byte| byte == b'\n').count();
        self.rest = rest;
        taken
    }
}

/// How long the record is with which a text begins.
fn length(text: &str) -> usize {
    let first = text.len() - text.trim_ascii_start().len();
    let lines = || {
        let ends = text[first..].match_indices('\n');
        ends.map(|(newline, _)| first + newline + 1)
    };
    let is_record = |&line: &usize| begins_record(&text[line..]);
    if !text[first..].starts_with('{') {
        return lines().find(is_record).unwrap_or(text.len());
    }
    // No line inside an object begins with a brace if it is set in the usual
    // way; so a broken object takes none of the records after it with it.
    let is_any_record = |line: &usize| text[*line..].starts_with('{') || is_record(line);
    let most = lines().find(is_any_record).unwrap_or(text.len());
    match json::value_length(&text[..most]) {
        // What else stands on its last line belongs to it.
        Some(length) => text[length..most]
            .find('\n')
            .map_or(most, |newline| length + newline + 1),
        None => most,
    }
}

/// Whether a line begins a record in the text form.
fn begins_record(line: &str) -> bool {
    line.strip_prefix(MAGIC)
        .is_some_and(|rest| rest.is_empty() || rest.starts_with([' ', '\t', '\r', '\n']))
}
