//! A named value of the text form, and how it is added to an object.

use std::borrow::Cow;

use super::document::RecordObject;
use super::error::RecordError;
use super::fields::Json;
use super::source::{Part, RecordText};

/// A named value, key and value as written.
#[derive(Debug)]
pub(super) struct NamedValue<'a> {
    pub(super) name: Cow<'a, str>,
    pub(super) key: &'a str,
    pub(super) value: &'a str,
    /// The value in JSON.
    pub(super) json: String,
}

impl<'a> RecordText<'a> {
    pub(super) fn add_part(&mut self, path: &[&str], key: &'a str, value: &'a str) {
        let path = path.iter().map(ToString::to_string).collect();
        self.parts.push(Part { path, key, value });
    }

    /// Adds a field to the object with this path.
    pub(super) fn add(
        &mut self,
        object: &mut impl RecordObject,
        path: &[&str],
        field: &NamedValue<'a>,
    ) -> Result<(), RecordError> {
        self.add_as(&field.name, object, path, field)
    }

    /// Adds a field under another name.
    pub(super) fn add_as(
        &mut self,
        name: &str,
        object: &mut impl RecordObject,
        path: &[&str],
        field: &NamedValue<'a>,
    ) -> Result<(), RecordError> {
        self.add_part(&[path, &[name]].concat(), field.key, field.value);
        let json = format!("{{{}:{}}}", Json::text(name), field.json);
        self.read_into(object, path, &json)
    }
}
