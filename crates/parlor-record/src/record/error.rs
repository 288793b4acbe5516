//! Errors of reading a record, with their places.

use std::borrow::Cow;

use parlor_dice::DiceError;

use crate::error::{ErrorAnswer, LineColumn};

/// What is wrong with a record that could not be read.
///
/// Values are shown as written; long ones are cut.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RecordErrorKind {
    /// Nothing but white space.
    #[error(
        "there is no record here; one begins with the line `parlor-record 1`, or is a JSON object"
    )]
    Empty,
    /// Neither the text form nor a JSON object.
    #[error(
        "a record begins with the line `parlor-record 1`, or is a JSON object, not with {value}"
    )]
    NotARecord {
        /// The text instead.
        value: String,
    },
    /// A version of the format that is not known.
    #[error("this record has version {value} of the format; this program knows version 1")]
    UnknownVersion {
        /// The version as written.
        value: String,
    },
    /// Malformed JSON.
    #[error("this is no valid JSON: {reason}")]
    Syntax {
        /// The message of the JSON reader.
        reason: String,
    },
    /// Something that violates the format.
    #[error("at `{value}`: {expected}")]
    Unexpected {
        /// The text there.
        value: String,
        /// What would be right.
        expected: Cow<'static, str>,
    },
    /// A required field is missing.
    #[error("the field `{key}` is missing; {expected}")]
    MissingField {
        /// The missing field.
        key: String,
        /// What its value would be.
        expected: String,
    },
    /// The same field twice.
    #[error("the field `{key}` appears twice; give it once")]
    RepeatedField {
        /// The field.
        key: String,
    },
    /// A field with an invalid value.
    #[error("`{key}` is {}; {expected}", shown(.value))]
    BadValue {
        /// The field.
        key: String,
        /// Its value as written.
        value: String,
        /// The rule that is broken, if any.
        rule: Option<&'static str>,
        /// What would be right, or why this is wrong.
        expected: String,
    },
    /// Inconsistent dice.
    #[error("{error}")]
    Dice {
        /// What is wrong.
        error: DiceError,
        /// The value as written.
        value: String,
    },
    /// A result or an ending other than that of the actions.
    #[error("`{key}` is {}, but by the actions it is {right}", shown(.value))]
    NotTheEnd {
        /// `result` or `ending`.
        key: &'static str,
        /// Its value as written.
        value: String,
        /// What it is by the actions.
        right: String,
        /// The rule that ended the game.
        rule: &'static str,
    },
    /// A wrong number in front of a ply.
    #[error("{value} is not the number of the next ply, which is {right}")]
    WrongNumber {
        /// The number as written.
        value: String,
        /// The right one.
        right: usize,
    },
    /// A word that is no action of the game.
    #[error("{value} is no action: {reason}")]
    NotAnAction {
        /// The word.
        value: String,
        /// What would be right.
        reason: String,
    },
    /// An action that the rules refuse.
    #[error("{value} is refused: {reason}{}", cited(*.rule))]
    Refused {
        /// The action.
        value: String,
        /// The rule that refuses it.
        rule: Option<&'static str>,
        /// Why.
        reason: String,
    },
    /// A wrong checksum.
    #[error(
        "the checksum is {value}, but this record's is {computed}; it was changed or cut off after it was written (whoever changes a record by hand takes the line out)"
    )]
    WrongChecksum {
        /// The checksum as written.
        value: String,
        /// The right one.
        computed: String,
    },
}

/// A value in a sentence.
fn shown(value: &str) -> &str {
    if value.is_empty() { "empty" } else { value }
}

/// A rule's id at the end of a sentence.
fn cited(rule: Option<&str>) -> String {
    rule.map_or_else(String::new, |rule| format!(" ({rule})"))
}

impl RecordErrorKind {
    /// The rule that is broken, such as `K-7`; `None` if there is none.
    pub const fn rule(&self) -> Option<&'static str> {
        match self {
            Self::BadValue { rule, .. } | Self::Refused { rule, .. } => *rule,
            Self::NotTheEnd { rule, .. } => Some(rule),
            _ => None,
        }
    }

    /// The wrong value as written.
    pub fn value(&self) -> Option<&str> {
        match self {
            Self::NotARecord { value }
            | Self::UnknownVersion { value }
            | Self::Unexpected { value, .. }
            | Self::BadValue { value, .. }
            | Self::Dice { value, .. }
            | Self::NotTheEnd { value, .. }
            | Self::WrongNumber { value, .. }
            | Self::NotAnAction { value, .. }
            | Self::Refused { value, .. }
            | Self::WrongChecksum { value, .. } => Some(value),
            Self::RepeatedField { key } => Some(key),
            Self::Empty | Self::Syntax { .. } | Self::MissingField { .. } => None,
        }
    }
}

/// A record that could not be read: what is wrong, and its place.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{place}: {}{kind}", numbered(*.ply))]
pub struct RecordError {
    place: LineColumn,
    ply: Option<usize>,
    kind: RecordErrorKind,
}

/// Which ply an error is about, at the beginning of a sentence.
fn numbered(ply: Option<usize>) -> String {
    ply.map_or_else(String::new, |ply| format!("ply {ply}: "))
}

impl RecordError {
    /// An error in the record itself.
    pub(super) const fn new(place: LineColumn, kind: RecordErrorKind) -> Self {
        Self {
            place,
            ply: None,
            kind,
        }
    }

    /// The same error in a ply, counted from 1.
    pub(super) const fn in_ply(mut self, ply: usize) -> Self {
        self.ply = Some(ply);
        self
    }

    /// The same error as the violation of a rule.
    pub(super) fn by_rule(mut self, broken: &'static str) -> Self {
        if let RecordErrorKind::BadValue { rule, .. } = &mut self.kind {
            *rule = Some(broken);
        }
        self
    }

    /// The place of the error.
    pub const fn place(&self) -> LineColumn {
        self.place
    }

    /// The ply, from 1, if the error is in one.
    pub const fn ply(&self) -> Option<usize> {
        self.ply
    }

    /// What is wrong.
    pub const fn kind(&self) -> &RecordErrorKind {
        &self.kind
    }

    /// The same error in a longer text, in which `lines` lines precede this one.
    #[must_use]
    pub const fn after_lines(mut self, lines: usize) -> Self {
        self.place.line += lines;
        self
    }

    /// The error as one JSON object,
    /// `{"line":7,"error":{"rule":"K-3","entry":16,"value":"65F","message":"…"}}`.
    pub fn answer(&self) -> ErrorAnswer {
        let Self { place, ply, kind } = self;
        ErrorAnswer::new(
            *place,
            kind.rule(),
            ply.map(|ply| ply - 1),
            kind.value().map(str::to_owned),
            format_args!("{}{kind}", numbered(*ply)),
        )
    }
}
