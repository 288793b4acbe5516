//! Fields that this version does not know, kept as they are.

use core::fmt;
use std::collections::BTreeSet;

use serde::de::{Deserialize, Deserializer};
use serde::ser::{Serialize, Serializer};
use serde_json::value::RawValue;

use crate::error::quoted;
use crate::json;

/// Any JSON value in a canonical form: compact, strings with the fewest
/// escapes, numbers as written.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Json(Box<str>);

impl Json {
    /// A string.
    pub fn text(text: &str) -> Self {
        // A `str` as JSON is plain data, which cannot fail.
        Self(serde_json::Value::from(text).to_string().into())
    }

    /// A value from its JSON text.
    ///
    /// # Errors
    /// The text is not JSON, or has something that cannot be kept.
    pub fn parse(text: &str) -> Result<Self, JsonError> {
        let raw: &RawValue = serde_json::from_str(text).map_err(|_| JsonError::Syntax)?;
        let mut compact = String::with_capacity(raw.get().len());
        let mut rest = raw.get();
        // The objects and lists around a place, with the keys that an object
        // has so far. A list, since values may be nested to any depth.
        let mut around: Vec<Option<BTreeSet<String>>> = Vec::new();
        let mut is_key = false;
        while let Some(first) = rest.chars().next() {
            let length = match first {
                '"' => {
                    let length = string_length(rest);
                    let value = json::string(&rest[..length]).ok_or(JsonError::NotUnicode)?;
                    compact.push_str(&Self::text(&value).0);
                    if let (true, Some(Some(keys))) = (is_key, around.last_mut())
                        && !keys.insert(value.clone().into_owned())
                    {
                        let key = quoted(&value);
                        return Err(JsonError::RepeatedKey { key });
                    }
                    is_key = false;
                    length
                }
                ' ' | '\t' | '\r' | '\n' => 1,
                _ => {
                    match first {
                        '{' => around.push(Some(BTreeSet::new())),
                        '[' => around.push(None),
                        '}' | ']' => drop(around.pop()),
                        _ => {}
                    }
                    is_key = match first {
                        '{' => true,
                        ',' => matches!(around.last(), Some(Some(_))),
                        _ => false,
                    };
                    compact.push(first);
                    first.len_utf8()
                }
            };
            rest = &rest[length..];
        }
        Ok(Self(compact.into()))
    }

    /// The JSON text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The text of a string; `None` for any other value.
    pub fn to_text(&self) -> Option<String> {
        json::string(&self.0).map(Into::into)
    }
}

/// Why a text is not a JSON value that a record can keep.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum JsonError {
    /// It is not JSON.
    #[error("it must be one JSON value")]
    Syntax,
    /// It has a string that is not Unicode: half of a surrogate pair.
    #[error("it has a string that is no Unicode")]
    NotUnicode,
    /// An object in it has a repeated member, of which readers would keep one.
    #[error("an object in it has the member {key:?} twice; give it once")]
    RepeatedKey {
        /// The member's name.
        key: String,
    },
}

/// The length of the string that a valid JSON text begins with, quotes
/// included.
fn string_length(text: &str) -> usize {
    let mut is_escaped = false;
    let end = text.bytes().skip(1).position(|byte| {
        let ends = byte == b'"' && !is_escaped;
        is_escaped = byte == b'\\' && !is_escaped;
        ends
    });
    end.map_or(text.len(), |end| end + 2)
}

impl fmt::Display for Json {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl fmt::Debug for Json {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Serialize for Json {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let raw: &RawValue = serde_json::from_str(&self.0).map_err(serde::ser::Error::custom)?;
        raw.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Json {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let raw = <&RawValue>::deserialize(deserializer)?;
        Self::parse(raw.get()).map_err(serde::de::Error::custom)
    }
}

/// Named values in the order written.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Fields(Vec<(String, Json)>);

impl Fields {
    /// An empty list.
    pub const fn new() -> Self {
        Self(Vec::new())
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The value of a field.
    pub fn get(&self, key: &str) -> Option<&Json> {
        self.iter()
            .find_map(|(known, value)| (known == key).then_some(value))
    }

    /// Every field in order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Json)> {
        self.0.iter().map(|(key, value)| (key.as_str(), value))
    }

    /// Sets a field in place, or appends it.
    pub fn set(&mut self, key: &str, value: Json) {
        match self.0.iter_mut().find(|(known, _)| known == key) {
            Some((_, old)) => *old = value,
            None => self.append(key.to_owned(), value),
        }
    }

    /// Appends a field that is not there yet.
    pub(super) fn append(&mut self, key: String, value: Json) {
        self.0.push((key, value));
    }
}
