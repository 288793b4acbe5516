//! Reads a record in either form, as far as possible without knowing the game.

use serde::de::IgnoredAny;

use super::document::RecordDocument;
use super::error::{RecordError, RecordErrorKind};
use super::raw_record::{RawRecord, check_version};
use super::source::{Part, RecordText};
use super::{keys, read_text, split};
use crate::error::LineColumn;
use crate::json;

/// Reads either form as far as possible without knowing the game.
pub(super) fn read(text: &str) -> Result<RawRecord<'_>, RecordError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let record = split::trim_start(text);
    match record.bytes().next() {
        None => Err(RecordError::new(LineColumn::START, RecordErrorKind::Empty)),
        Some(b'{') => read_json(text, record.trim_ascii_end()),
        Some(_) => read_text::read(text, record),
    }
}

fn read_json<'a>(text: &'a str, json: &'a str) -> Result<RawRecord<'a>, RecordError> {
    let whole = Part {
        path: Vec::new(),
        key: json,
        value: json,
    };
    let source = RecordText {
        text,
        missed_at: json.get(json.len() - 1..).unwrap_or(json),
        parts: vec![whole],
    };
    serde_json::from_str::<IgnoredAny>(json)
        .map_err(|error| source.syntax_error(json, json::syntax(json, &error)))?;
    let version = source.part(&[&keys::VERSION]);
    let is_missing = version.path.is_empty() || version.value == "null";
    let nothing = &source.missed_at[..0];
    check_version(&source, if is_missing { nothing } else { version.value })?;
    let mut document = RecordDocument::default();
    source.read_into(&mut document, &[], json)?;
    Ok(RawRecord { source, document })
}
