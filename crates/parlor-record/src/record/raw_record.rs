//! A record as written: the result of both readers, each part with its place
//! and none of them interpreted.

use std::borrow::Cow;

use super::error::{RecordError, RecordErrorKind};
use super::fields::{Fields, Json, JsonError};
use super::keys::{self, Keys};
use super::text_syntax::is_plain_key;
use crate::error::{Place, quoted};
use crate::json;

/// A record as written. Every part is a slice of `source`.
#[derive(Debug)]
pub(super) struct RawRecord<'a> {
    /// The whole text.
    pub(super) source: &'a str,
    /// The place of an error about a missing field.
    pub(super) missed_at: &'a str,
    /// The fields of the record itself, `seats` and `dice` among them.
    pub(super) fields: Vec<Field<'a>>,
    /// Fields of one seat that are not in the list of seats.
    pub(super) seat_fields: Vec<(char, Field<'a>)>,
    /// Fields of the dice that are not in the field `dice`.
    pub(super) dice_fields: Vec<Field<'a>>,
    /// The plies.
    pub(super) plies: Vec<RawPly<'a>>,
}

/// A named value.
#[derive(Clone, Debug)]
pub(super) struct Field<'a> {
    pub(super) key: Cow<'a, str>,
    /// The key as written.
    pub(super) at: &'a str,
    pub(super) value: Value<'a>,
}

impl Field<'_> {
    /// The key in the form in which its writer finds it.
    pub(super) fn shown(&self) -> String {
        // JSON puts every key in quotes, and a comment in braces has none.
        let is_plain = self.at.starts_with(['"', '{']) && is_plain_key(&self.key);
        quoted(if is_plain { &self.key } else { self.at })
    }
}

/// A value as written.
#[derive(Clone, Debug)]
pub(super) enum Value<'a> {
    /// The words after a colon.
    Words(&'a str),
    /// JSON.
    Json(&'a str),
    /// A part with a syntax of its own, and its value in JSON.
    Own(&'a str, Json),
}

/// A seat as written in the list of seats.
#[derive(Debug)]
pub(super) struct RawSeat<'a> {
    /// The letter, not yet checked.
    pub(super) letter: Value<'a>,
    pub(super) fields: Vec<Field<'a>>,
}

/// A ply as written.
#[derive(Debug)]
pub(super) struct RawPly<'a> {
    pub(super) word: Cow<'a, str>,
    /// The word as written.
    pub(super) at: &'a str,
    pub(super) fields: Vec<Field<'a>>,
}

impl<'a> Value<'a> {
    /// The value as written.
    pub(super) const fn at(&self) -> &'a str {
        match self {
            Self::Words(at) | Self::Json(at) | Self::Own(at, _) => at,
        }
    }

    /// The value as a text; `None` if it is not a text.
    pub(super) fn text(&self) -> Option<Cow<'a, str>> {
        match self {
            Self::Words(words) => Some(Cow::Borrowed(words)),
            Self::Json(value) => json::string(value),
            Self::Own(_, json) => json.to_text().map(Cow::Owned),
        }
    }

    /// The value as a whole number; `None` if it is not one.
    pub(super) fn number(&self) -> Option<u64> {
        let digits = match self {
            Self::Words(digits) | Self::Json(digits) => digits,
            Self::Own(_, json) => json.as_str(),
        };
        // No sign, and no zero in front: one way to write each.
        let is_number = digits.bytes().all(|byte| byte.is_ascii_digit())
            && (digits.len() == 1 || !digits.starts_with('0'));
        is_number.then(|| digits.parse().ok())?
    }

    /// Whether it is `null` in JSON.
    pub(super) fn is_null(&self) -> bool {
        matches!(self, Self::Json("null"))
    }

    /// The value as JSON.
    pub(super) fn to_json(&self) -> Result<Json, JsonError> {
        match self {
            Self::Words(words) => Ok(Json::text(words)),
            Self::Json(value) => Json::parse(value),
            Self::Own(_, json) => Ok(json.clone()),
        }
    }
}

impl<'a> RawRecord<'a> {
    /// An error at a part of the text.
    pub(super) fn error_at(&self, part: &str, kind: RecordErrorKind) -> RecordError {
        RecordError::new(Place::of_part(self.source, part), kind)
    }

    /// An error about an invalid value.
    pub(super) fn bad_value(
        &self,
        key: &str,
        at: &str,
        expected: impl Into<String>,
    ) -> RecordError {
        self.error_at(
            at,
            RecordErrorKind::BadValue {
                key: key.to_owned(),
                value: quoted(at),
                rule: None,
                expected: expected.into(),
            },
        )
    }

    /// An error about a field with an invalid value.
    pub(super) fn bad_field(&self, field: &Field<'_>, expected: impl Into<String>) -> RecordError {
        self.bad_value(&field.shown(), field.value.at(), expected)
    }

    /// Refuses a repeated field.
    pub(super) fn check_repeats(&self, fields: &[Field<'_>]) -> Result<(), RecordError> {
        let mut seen = std::collections::BTreeSet::new();
        match fields.iter().find(|field| !seen.insert(&*field.key)) {
            Some(field) => {
                let key = field.shown();
                Err(self.error_at(field.at, RecordErrorKind::RepeatedField { key }))
            }
            None => Ok(()),
        }
    }

    /// The unknown fields.
    pub(super) fn unknown(
        &self,
        known: &Keys,
        fields: &[Field<'_>],
    ) -> Result<Fields, RecordError> {
        let mut unknown = Fields::new();
        for field in fields.iter().filter(|field| !known.has(&field.key)) {
            let value = field.value.to_json().map_err(|error| {
                self.bad_value(&field.shown(), field.value.at(), error.to_string())
            })?;
            unknown.append(field.key.clone().into_owned(), value);
        }
        Ok(unknown)
    }

    /// The members of an object, with their places.
    pub(super) fn object(&self, value: &'a str) -> Result<Option<Vec<Field<'a>>>, RecordError> {
        let Some(members) = json::members(value) else {
            return Ok(None);
        };
        let field = |(key, value): (&'a str, &'a str)| {
            let name = json::string(key).ok_or_else(|| {
                self.bad_value("a field's name", key, "it is a string that is no Unicode")
            })?;
            Ok(Field {
                key: name,
                at: key,
                value: Value::Json(value),
            })
        };
        let fields: Vec<Field<'a>> = members.into_iter().map(field).collect::<Result<_, _>>()?;
        Ok(Some(fields))
    }

    /// The seats of a list, each with its fields.
    pub(super) fn seats(&self, value: &Value<'a>) -> Result<Vec<RawSeat<'a>>, RecordError> {
        const EXPECTED: &str = "it must name the seats in order, the one that begins first";
        let bare = |letter| RawSeat {
            letter,
            fields: Vec::new(),
        };
        match *value {
            Value::Words(words) => Ok(words
                .split(',')
                .map(|word| bare(Value::Words(word.trim_matches([' ', '\t']))))
                .collect()),
            Value::Json(list) => {
                let entries =
                    json::list(list).ok_or_else(|| self.bad_value(keys::SEATS, list, EXPECTED))?;
                entries
                    .into_iter()
                    .map(|entry| {
                        let Some(mut fields) = self.object(entry)? else {
                            return Ok(bare(Value::Json(entry)));
                        };
                        self.check_repeats(&fields)?;
                        let letter = fields
                            .iter()
                            .position(|field| field.key == keys::SEAT_KEY)
                            .ok_or_else(|| {
                                self.bad_value(
                                    keys::SEATS,
                                    entry,
                                    "a seat is an object with a member \"seat\"",
                                )
                            })?;
                        let letter = fields.remove(letter).value;
                        Ok(RawSeat { letter, fields })
                    })
                    .collect()
            }
            Value::Own(at, _) => Err(self.bad_value(keys::SEATS, at, EXPECTED)),
        }
    }
}

/// The value of a field, if it is there and not `null`.
pub(super) fn find<'s, 'a>(fields: &'s [Field<'a>], key: &str) -> Option<&'s Value<'a>> {
    find_field(fields, key).map(|field| &field.value)
}

/// A field, if it is there and not `null`.
pub(super) fn find_field<'s, 'a>(fields: &'s [Field<'a>], key: &str) -> Option<&'s Field<'a>> {
    let field = fields.iter().find(|field| field.key == key);
    field.filter(|field| !field.value.is_null())
}
