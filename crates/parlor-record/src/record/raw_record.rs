//! A record as written: a document whose values are not interpreted yet.

use core::fmt::Display;

use serde::de::DeserializeSeed as _;
use serde_path_to_error::{Segment, Track};

use super::document::{AddMembers, REPEATED, RecordDocument, RecordObject};
use super::error::{RecordError, RecordErrorKind};
use super::fields::JsonError;
use super::source::RecordText;
use super::{VERSION, keys};
use crate::error::quoted;
use crate::json;

/// A record as written, and the places of its parts.
#[derive(Debug)]
pub(super) struct RawRecord<'a> {
    pub(super) source: RecordText<'a>,
    pub(super) document: RecordDocument,
}

/// Checks the version, before anything else is read.
pub(super) fn check_version(source: &RecordText<'_>, version: &str) -> Result<(), RecordError> {
    let kind = if version.is_empty() {
        RecordErrorKind::MissingField {
            key: keys::VERSION.to_owned(),
            expected: "it says 1, the version of the format".to_owned(),
        }
    } else if version == VERSION.to_string() {
        return Ok(());
    } else {
        let value = quoted(version);
        RecordErrorKind::UnknownVersion { value }
    };
    Err(source.error_at(version, kind))
}

impl RecordText<'_> {
    /// Adds the members of an object to the one with this path.
    pub(super) fn read_into(
        &self,
        object: &mut impl RecordObject,
        path: &[&str],
        json: &str,
    ) -> Result<(), RecordError> {
        let mut json_reader = serde_json::Deserializer::from_str(json);
        let mut track = Track::new();
        let reader = serde_path_to_error::Deserializer::new(&mut json_reader, &mut track);
        let Err(error) = AddMembers(object).deserialize(reader) else {
            return Ok(());
        };
        let inner = track.path();
        let inner = inner.iter().filter_map(|segment| match segment {
            Segment::Seq { index } => Some(index.to_string()),
            Segment::Map { key } => Some(key.clone()),
            Segment::Enum { .. } | Segment::Unknown => None,
        });
        let inner: Vec<String> = inner.collect();
        let path = path.iter().map(|step| step as &dyn Display);
        let path: Vec<&dyn Display> = path.chain(inner.iter().map(|step| step as _)).collect();
        let (offset, mut reason) = json::syntax(json, &error);
        if reason == REPEATED {
            return Err(self.repeated(&path));
        }
        if error.is_syntax() && reason != "number out of range" {
            // All other syntax was checked before any string was read.
            reason = JsonError::NotUnicode.to_string();
        }
        if path.is_empty() {
            return Err(self.syntax_error(json, (offset, reason)));
        }
        let member = path.first().filter(|_| path.len() == 1);
        let expected = match &*member.map_or(String::new(), ToString::to_string) {
            keys::SEATS => "it must name the seats in order, the one that begins first".to_owned(),
            keys::ACTIONS => "it must be a list of actions such as [\"65F\"]".to_owned(),
            keys::DICE_KEY if !self.is_json() => {
                "write dice.scheme, dice.game_id and dice.commitment, each on its line".to_owned()
            }
            _ => match reason.split_once(", expected ") {
                Some((_, "a sequence")) => "it must be a list".to_owned(),
                Some((_, expected)) => format!("it must be {expected}"),
                None => reason,
            },
        };
        Err(self.bad(&path, expected))
    }
}
