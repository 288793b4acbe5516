//! Reads the JSON form into a `RawRecord`.

use serde_json::value::RawValue;

use super::error::{RecordError, RecordErrorKind};
use super::keys;
use super::raw_record::{Field, RawPly, RawRecord, Value};
use crate::error::{Place, quoted};
use crate::json;

/// Reads a text that begins with `{`.
pub(super) fn read<'a>(source: &'a str, text: &'a str) -> Result<RawRecord<'a>, RecordError> {
    let raw: &RawValue = serde_json::from_str(text).map_err(|error| {
        let (offset, reason) = json::syntax(text, &error);
        let start = source.len() - text.len();
        RecordError::new(
            Place::of_offset(source, start + offset),
            RecordErrorKind::Syntax { reason },
        )
    })?;
    let whole = raw.get();
    let mut raw = RawRecord {
        source,
        missed_at: &whole[whole.len().saturating_sub(1)..],
        fields: Vec::new(),
        seat_fields: Vec::new(),
        dice_fields: Vec::new(),
        plies: Vec::new(),
    };
    let fields = raw.object(whole)?;
    raw.fields = fields.ok_or_else(|| {
        let value = quoted(whole);
        raw.error_at(whole, RecordErrorKind::NotARecord { value })
    })?;
    raw.check_version()?;
    let actions = raw.required(
        keys::ACTIONS,
        "it is a list of actions, empty if there are none",
    )?;
    raw.plies = plies(&raw, actions.at())?;
    Ok(raw)
}

fn plies<'a>(raw: &RawRecord<'a>, actions: &'a str) -> Result<Vec<RawPly<'a>>, RecordError> {
    let entries = json::list(actions).ok_or_else(|| {
        raw.bad_value(
            keys::ACTIONS,
            actions,
            "it must be a list of actions such as [\"65F\"]",
        )
    })?;
    let ply = |(entry, at): (usize, &'a str)| ply(raw, at).map_err(|error| error.in_ply(entry + 1));
    entries.into_iter().enumerate().map(ply).collect()
}

fn ply<'a>(raw: &RawRecord<'a>, at: &'a str) -> Result<RawPly<'a>, RecordError> {
    const EXPECTED: &str = "a ply is an action such as \"65F\", or an object such as \
                            {\"action\":\"65F\",\"comment\":\"good\"}";
    let unexpected = |at: &'a str| {
        let value = quoted(at);
        raw.error_at(
            at,
            RecordErrorKind::Unexpected {
                value,
                expected: EXPECTED.into(),
            },
        )
    };
    let (word, fields) = match raw.object(at)? {
        None => (Value::Json(at), Vec::new()),
        Some(fields) => {
            raw.check_repeats(&fields)?;
            let is_action = |field: &Field<'_>| field.key == keys::ACTION;
            let action = fields
                .iter()
                .find(|field| is_action(field))
                .map(|field| field.value.clone());
            let rest = fields
                .into_iter()
                .filter(|field| !is_action(field))
                .collect();
            (action.ok_or_else(|| unexpected(at))?, rest)
        }
    };
    Ok(RawPly {
        word: word.text().ok_or_else(|| unexpected(word.at()))?,
        at: word.at(),
        fields,
    })
}
