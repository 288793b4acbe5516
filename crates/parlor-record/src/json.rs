//! The exact reading of a JSON object, in which every part keeps its place.
//!
//! The fast reading gives no reason when it gives up. This one runs only then,
//! over slices of the text, so that an error can quote what was written and
//! name its place.

use core::fmt;
use std::borrow::Cow;

use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;

use crate::error::{LineColumn, ReadError, ReadErrorKind, quoted};

/// The keys that a kind of game has.
#[derive(Debug)]
pub(crate) struct Keys {
    /// All of them.
    pub(crate) known: &'static [&'static str],
    /// How an error lists them.
    pub(crate) shown: &'static str,
    /// A key of another kind of game, and the end of the error about it.
    pub(crate) foreign: (&'static str, &'static str),
}

/// A JSON object of the text, its members in the order written.
#[derive(Debug)]
pub(crate) struct ScriptObject<'a> {
    text: &'a str,
    keys: &'static Keys,
    members: Vec<(Cow<'a, str>, &'a str)>,
}

impl<'a> ScriptObject<'a> {
    /// Reads the object that the whole text must be.
    ///
    /// # Errors
    /// Malformed JSON, not an object, an unknown or repeated key.
    pub(crate) fn read(text: &'a str, keys: &'static Keys) -> Result<Self, ReadError> {
        let whole: &RawValue =
            serde_json::from_str(text).map_err(|error| syntax_error(text, &error))?;
        if !whole.get().starts_with('{') {
            return Err(ReadError::new(
                LineColumn::of_part(text, whole.get()),
                ReadErrorKind::NotAnObject {
                    value: quoted(whole.get()),
                    keys: keys.shown,
                },
            ));
        }
        let RawMembers(raw) =
            serde_json::from_str(text).map_err(|error| syntax_error(text, &error))?;
        let mut members: Vec<(Cow<'a, str>, &'a str)> = Vec::with_capacity(raw.len());
        for (key, value) in raw {
            let fault = match string(key.get()) {
                Some(name) if members.iter().any(|(known, _)| *known == name) => {
                    ReadErrorKind::RepeatedKey {
                        key: quoted(key.get()),
                    }
                }
                Some(name) if keys.known.contains(&&*name) => {
                    members.push((name, value.get()));
                    continue;
                }
                name => ReadErrorKind::UnknownKey {
                    key: quoted(key.get()),
                    keys: keys.shown,
                    hint: if name.as_deref() == Some(keys.foreign.0) {
                        keys.foreign.1
                    } else {
                        ""
                    },
                },
            };
            return Err(ReadError::new(LineColumn::of_part(text, key.get()), fault));
        }
        Ok(Self {
            text,
            keys,
            members,
        })
    }

    /// The value of `key` as written, if there is one.
    pub(crate) fn optional(&self, key: &str) -> Option<&'a str> {
        self.members
            .iter()
            .find_map(|(name, value)| (name == key).then_some(*value))
    }

    /// The value of `key` as written.
    ///
    /// # Errors
    /// [`ReadErrorKind::MissingKey`], at the end of the object.
    pub(crate) fn required(&self, key: &'static str) -> Result<&'a str, ReadError> {
        self.optional(key).ok_or_else(|| {
            let end = self.text.trim_end();
            ReadError::new(
                LineColumn::of_offset(self.text, end.len().saturating_sub(1)),
                ReadErrorKind::MissingKey {
                    key,
                    keys: self.keys.shown,
                },
            )
        })
    }

    /// An error at `part`, a slice of this object's text, which is quoted.
    pub(crate) fn error(
        &self,
        part: &str,
        kind: impl FnOnce(String) -> ReadErrorKind,
    ) -> ReadError {
        ReadError::new(LineColumn::of_part(self.text, part), kind(quoted(part)))
    }
}

/// The elements of a JSON array as written; `None` if it is not an array.
pub(crate) fn list(value: &str) -> Option<Vec<&str>> {
    let elements: Vec<&RawValue> = serde_json::from_str(value).ok()?;
    Some(elements.into_iter().map(RawValue::get).collect())
}

/// The text of a JSON string; `None` if it is not a string.
pub(crate) fn string(value: &str) -> Option<Cow<'_, str>> {
    let inside = value.strip_prefix('"')?.strip_suffix('"')?;
    if inside.contains('\\') {
        serde_json::from_str(value).ok().map(Cow::Owned)
    } else {
        Some(Cow::Borrowed(inside))
    }
}

/// The integer of a JSON number; `None` if it is not a number, has a point or
/// an exponent, or is too large to be right anywhere.
pub(crate) fn integer(value: &str) -> Option<i64> {
    value.parse().ok()
}

/// The members of a JSON object as written, in order; `None` if it is not an
/// object.
pub(crate) fn members(value: &str) -> Option<Vec<(&str, &str)>> {
    let RawMembers(members) = serde_json::from_str(value).ok()?;
    let members = members.into_iter();
    Some(
        members
            .map(|(key, value)| (key.get(), value.get()))
            .collect(),
    )
}

/// The JSON value at the beginning of a text, and its length including the
/// white space before it. What follows the value is not read.
///
/// # Errors
/// The byte and the message of the JSON reader.
pub(crate) fn prefix(text: &str) -> Result<(&str, usize), (usize, String)> {
    let mut values = serde_json::Deserializer::from_str(text).into_iter::<&RawValue>();
    match values.next() {
        Some(Ok(value)) => Ok((value.get(), values.byte_offset())),
        Some(Err(error)) => Err(syntax(text, &error)),
        None => Err((text.len(), "the text ends before a value".to_owned())),
    }
}

fn syntax_error(text: &str, error: &serde_json::Error) -> ReadError {
    let (offset, reason) = syntax(text, error);
    ReadError::new(
        LineColumn::of_offset(text, offset),
        ReadErrorKind::Syntax { reason },
    )
}

/// The byte and the message of an error of the JSON reader.
pub(crate) fn syntax(text: &str, error: &serde_json::Error) -> (usize, String) {
    let described = error.to_string();
    let reason = described
        .rsplit_once(" at line ")
        .map_or(described.as_str(), |(reason, _)| reason);
    let offset = if error.is_eof() {
        text.trim_ascii_end().len()
    } else {
        let line_start: usize = text
            .split_inclusive('\n')
            .take(error.line().saturating_sub(1))
            .map(str::len)
            .sum();
        // The JSON reader counts columns in bytes.
        line_start + error.column().saturating_sub(1)
    };
    (
        offset,
        reason.replace("EOF while parsing", "the text ends within"),
    )
}

/// The raw members of an object.
struct RawMembers<'a>(Vec<(&'a RawValue, &'a RawValue)>);

impl<'de> Deserialize<'de> for RawMembers<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct MembersVisitor;

        impl<'de> Visitor<'de> for MembersVisitor {
            type Value = RawMembers<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut members = Vec::new();
                while let Some(member) = map.next_entry()? {
                    members.push(member);
                }
                Ok(RawMembers(members))
            }
        }

        deserializer.deserialize_map(MembersVisitor)
    }
}
