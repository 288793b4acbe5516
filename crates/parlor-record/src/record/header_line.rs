//! The key of a line of the text form's header.

use std::borrow::Cow;

use super::comment::BLANK;
use super::text_syntax::{Owner, owner};
use crate::json;

/// The key that a line of the header begins with.
#[derive(Debug)]
pub(super) struct HeaderKey<'a> {
    /// As written.
    pub(super) at: &'a str,
    pub(super) owner: Option<Owner>,
    pub(super) name: Cow<'a, str>,
    pub(super) sign: Sign,
    /// The text after the sign.
    pub(super) rest: &'a str,
}

/// The sign between a key and its value.
#[derive(Clone, Copy, Debug)]
pub(super) enum Sign {
    Words,
    Json,
}

impl<'a> HeaderKey<'a> {
    pub(super) fn at_start_of(line: &'a str) -> Option<Self> {
        let line = line.trim_start_matches([' ', '\t']);
        let plain_end = line.find(|letter: char| {
            !(letter.is_ascii_alphanumeric() || matches!(letter, '_' | '-' | '.'))
        });
        let (plain, mut rest) = line.split_at(plain_end.unwrap_or(line.len()));
        // `W."any key"`: the owner is plain, the name is not.
        let is_prefix = plain.is_empty() || plain.ends_with('.');
        let quoted = if is_prefix && rest.starts_with('"') {
            let (quoted, length) = json::prefix(rest).ok()?;
            rest = &rest[length..];
            Some(json::string(quoted)?)
        } else {
            None
        };
        let at = &line[..line.len() - rest.len()];
        let (owner, name) = match quoted {
            Some(name) if plain.is_empty() => (None, name),
            // Only an owner precedes a quoted name.
            Some(name) => match owner(plain) {
                Some((owner, "")) => (Some(owner), name),
                _ => return None,
            },
            None if !plain.starts_with(|letter: char| letter.is_ascii_alphabetic()) => return None,
            None => match owner(plain) {
                Some((owner, name)) => (Some(owner), Cow::Borrowed(name)),
                None => (None, Cow::Borrowed(plain)),
            },
        };
        let rest = rest.trim_start_matches([' ', '\t']);
        let (sign, rest) = match rest.as_bytes().first()? {
            b':' => (Sign::Words, &rest[1..]),
            b'=' => (Sign::Json, &rest[1..]),
            _ => return None,
        };
        Some(Self {
            at,
            owner,
            name,
            sign,
            rest: rest.trim_matches([' ', '\t']),
        })
    }
}

/// The names that fields may have.
pub(super) const A_NAME: &str = "a field stands on a line of its own before the plies, and its name is a \
                      word of the letters a to z and A to Z, digits, and the signs _ - . after \
                      the first letter; any other name stands in quotes, as in \
                      \"Event Name\": x";

/// The name in a line that looks like a field but is not one.
pub(super) fn bad_name(line: &str) -> Option<&str> {
    // What opens a comment or a field of a ply ends what could be a name.
    let end = line.find([':', '=', '{', '[', '#'])?;
    let is_field = line[end..].starts_with([':', '=']);
    let name = line[..end].trim_matches(BLANK);
    (is_field && !name.is_empty()).then_some(name)
}
