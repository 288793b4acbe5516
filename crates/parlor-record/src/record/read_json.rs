//! The JSON form, read into a sheet.

use serde_json::value::RawValue;

use super::fault::{RecordError, RecordFault};
use super::keys;
use super::sheet::{Field, PlySheet, Sheet, Value};
use crate::error::{Place, quoted};
use crate::json;

/// Reads a text that begins with `{`.
pub(super) fn read<'a>(source: &'a str, text: &'a str) -> Result<Sheet<'a>, RecordError> {
    let raw: &RawValue = serde_json::from_str(text).map_err(|error| {
        let (offset, reason) = json::syntax(text, &error);
        let start = source.len() - text.len();
        RecordError::new(
            Place::of_offset(source, start + offset),
            RecordFault::Syntax { reason },
        )
    })?;
    let whole = raw.get();
    let mut sheet = Sheet {
        source,
        missed_at: &whole[whole.len().saturating_sub(1)..],
        fields: Vec::new(),
        seat_fields: Vec::new(),
        dice_fields: Vec::new(),
        plies: Vec::new(),
    };
    let fields = sheet.object(whole)?;
    sheet.fields = fields.ok_or_else(|| {
        let value = quoted(whole);
        sheet.error_at(whole, RecordFault::NotARecord { value })
    })?;
    sheet.check_version()?;
    let actions = sheet.required(
        keys::ACTIONS,
        "it is a list of actions, empty if there are none",
    )?;
    sheet.plies = plies(&sheet, actions.at())?;
    Ok(sheet)
}

fn plies<'a>(sheet: &Sheet<'a>, actions: &'a str) -> Result<Vec<PlySheet<'a>>, RecordError> {
    let entries = json::list(actions).ok_or_else(|| {
        sheet.bad_value(
            keys::ACTIONS,
            actions,
            "it must be a list of actions such as [\"65F\"]",
        )
    })?;
    let ply =
        |(entry, at): (usize, &'a str)| ply(sheet, at).map_err(|error| error.in_ply(entry + 1));
    entries.into_iter().enumerate().map(ply).collect()
}

fn ply<'a>(sheet: &Sheet<'a>, at: &'a str) -> Result<PlySheet<'a>, RecordError> {
    const EXPECTED: &str = "a ply is an action such as \"65F\", or an object such as \
                            {\"action\":\"65F\",\"comment\":\"good\"}";
    let unexpected = |at: &'a str| {
        let value = quoted(at);
        sheet.error_at(
            at,
            RecordFault::Unexpected {
                value,
                expected: EXPECTED.into(),
            },
        )
    };
    let (word, fields) = match sheet.object(at)? {
        None => (Value::Json(at), Vec::new()),
        Some(fields) => {
            sheet.check_repeats(&fields)?;
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
    Ok(PlySheet {
        word: word.text().ok_or_else(|| unexpected(word.at()))?,
        at: word.at(),
        fields,
    })
}
