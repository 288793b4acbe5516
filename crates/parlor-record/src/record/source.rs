//! The text of a record and the places of its parts, which errors name.

use core::fmt::{Display, Write as _};

use super::error::{RecordError, RecordErrorKind};
use super::keys;
use super::text_syntax::is_plain_key;
use crate::error::{LineColumn, quoted};
use crate::json;

/// The steps from a record to a part of it: names of members and indexes.
pub(super) type MemberPath<'p> = &'p [&'p dyn Display];

/// The text of a record in either form.
#[derive(Debug)]
pub(super) struct RecordText<'a> {
    /// The whole text.
    pub(super) text: &'a str,
    /// The place of an error about a missing field.
    pub(super) missed_at: &'a str,
    /// The parts that are known by their paths. The text form has one for each
    /// field. The JSON form has the whole object, where all others are found.
    pub(super) parts: Vec<Part<'a>>,
}

/// A part of a record, key and value as written.
#[derive(Clone, Debug)]
pub(super) struct Part<'a> {
    pub(super) path: Vec<String>,
    pub(super) key: &'a str,
    pub(super) value: &'a str,
}

impl Part<'_> {
    /// The member of an object, or the element of a list; of repeated members
    /// the one with this number, from 0.
    fn child(&self, step: &str, number: usize) -> Option<Self> {
        let (key, value) = if let Some(members) = json::members(self.value) {
            let mut named = members.into_iter().filter(|(key, _)| {
                let name = json::string(key);
                name.as_deref() == Some(step)
            });
            named.nth(number)?
        } else {
            let index: usize = step.parse().ok()?;
            // The text form has commas alone.
            let words = || self.value.split(',').map(str::trim).collect();
            let elements = json::list(self.value).unwrap_or_else(words);
            let element = *elements.get(index)?;
            (element, element)
        };
        let path = [&self.path[..], &[step.to_owned()]].concat();
        Some(Self { path, key, value })
    }
}

impl<'a> RecordText<'a> {
    /// Whether this is the JSON form.
    pub(super) fn is_json(&self) -> bool {
        self.parts.first().is_some_and(|part| part.path.is_empty())
    }

    /// The part with this path, or the innermost one around it.
    pub(super) fn part(&self, path: MemberPath<'_>) -> Part<'a> {
        self.find(&steps(path), 0)
    }

    /// The same; of repeated parts the one with this number, from 0.
    fn find(&self, path: &[String], number: usize) -> Part<'a> {
        let same = self.parts.iter().filter(|part| part.path == path);
        if let Some(part) = same.take(number + 1).last() {
            return part.clone();
        }
        let Some((last, around)) = path.split_last() else {
            return Part {
                path: Vec::new(),
                key: self.missed_at,
                value: self.missed_at,
            };
        };
        let around = self.find(around, 0);
        around.child(last, number).unwrap_or(around)
    }

    /// The name of a part: its key in the text form, its path in JSON.
    fn name(&self, path: &[String], part: &Part<'a>) -> String {
        if self.parts.iter().any(|field| field.path == path) {
            // A comment has braces instead of a key.
            let name = path.last().filter(|name| is_plain_key(name));
            let name = name.filter(|_| part.key.starts_with(['"', '{']));
            return quoted(name.map_or(part.key, String::as_str));
        }
        quoted(&dotted(path))
    }

    /// An error at a slice of the text.
    pub(super) fn error_at(&self, at: &str, kind: RecordErrorKind) -> RecordError {
        RecordError::new(LineColumn::of_part(self.text, at), kind)
    }

    /// An error about malformed JSON in a slice of the text.
    pub(super) fn syntax_error(
        &self,
        json: &str,
        (offset, reason): (usize, String),
    ) -> RecordError {
        let start = json.as_ptr().addr().wrapping_sub(self.text.as_ptr().addr());
        let place = LineColumn::of_offset(self.text, start + offset);
        RecordError::new(place, RecordErrorKind::Syntax { reason })
    }

    /// An error about something that violates the format.
    pub(super) fn unexpected(&self, at: &str, expected: &'static str) -> RecordError {
        let kind = RecordErrorKind::Unexpected {
            value: quoted(at),
            expected: expected.into(),
        };
        self.error_at(at, kind)
    }

    /// An error at a part of the record, which is in a ply or not.
    fn error_in(&self, path: &[String], at: &str, kind: RecordErrorKind) -> RecordError {
        let error = self.error_at(at, kind);
        let index = path.get(1).filter(|_| path[0] == keys::ACTIONS);
        match index.and_then(|index| index.parse::<usize>().ok()) {
            Some(index) => error.in_ply(index + 1),
            None => error,
        }
    }

    /// An error about a value, which is quoted.
    pub(super) fn error(
        &self,
        path: MemberPath<'_>,
        kind: impl FnOnce(String) -> RecordErrorKind,
    ) -> RecordError {
        let value = self.part(path).value;
        self.error_in(&steps(path), value, kind(quoted(value)))
    }

    /// An error about an invalid value.
    pub(super) fn bad(&self, path: MemberPath<'_>, expected: impl Into<String>) -> RecordError {
        let name = self.name(&steps(path), &self.part(path));
        self.error(path, |value| RecordErrorKind::BadValue {
            key: name,
            value,
            rule: None,
            expected: expected.into(),
        })
    }

    /// An error about the second of two members with the same name.
    pub(super) fn repeated(&self, path: MemberPath<'_>) -> RecordError {
        let path = steps(path);
        let part = self.find(&path, 1);
        let key = self.name(&path, &part);
        self.error_in(&path, part.key, RecordErrorKind::RepeatedField { key })
    }

    /// A member that must be there.
    pub(super) fn required<T>(
        &self,
        path: MemberPath<'_>,
        member: Option<T>,
        expected: &str,
    ) -> Result<T, RecordError> {
        member.ok_or_else(|| {
            let at = match path {
                [_] => self.missed_at,
                _ => self.part(path).key,
            };
            let kind = RecordErrorKind::MissingField {
                key: dotted(&steps(path)),
                expected: expected.to_owned(),
            };
            self.error_at(at, kind)
        })
    }
}

/// The name of a part by its path: `seats[0].bot`.
fn dotted(path: &[String]) -> String {
    let mut name = path.first().cloned().unwrap_or_default();
    for step in path.iter().skip(1) {
        let is_index = step.bytes().all(|digit| digit.is_ascii_digit());
        // Writing to a `String` cannot fail.
        let _ = if is_index {
            write!(name, "[{step}]")
        } else {
            write!(name, ".{step}")
        };
    }
    name
}

fn steps(path: MemberPath<'_>) -> Vec<String> {
    path.iter().map(ToString::to_string).collect()
}
