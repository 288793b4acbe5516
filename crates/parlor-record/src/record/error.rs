//! What can be wrong with a record on its way in, and where.

use core::fmt;
use std::borrow::Cow;

use parlor_dice::DiceError;

use crate::error::{ErrorAnswer, Place};

/// What is wrong with a record that could not be read.
///
/// Values are shown as they were written; long ones are cut.
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
        /// What stands there instead.
        value: String,
    },
    /// A version of the format that is not known.
    #[error("this record has version {value} of the format; this program knows version 1")]
    UnknownVersion {
        /// The version as written.
        value: String,
    },
    /// No well-formed JSON.
    #[error("this is no valid JSON: {reason}")]
    Syntax {
        /// What the JSON reader stumbled over.
        reason: String,
    },
    /// Something that does not follow the form.
    #[error("at `{value}`: {expected}")]
    Unexpected {
        /// What stands there.
        value: String,
        /// What would be right.
        expected: Cow<'static, str>,
    },
    /// A field that every record needs.
    #[error("the field `{key}` is missing; {expected}")]
    MissingField {
        /// The missing field.
        key: &'static str,
        /// What it says.
        expected: String,
    },
    /// The same field twice.
    #[error("the field `{key}` stands here a second time; give it once")]
    RepeatedField {
        /// The field.
        key: String,
    },
    /// A field whose value cannot be right.
    #[error("`{key}` is {}; {expected}", Shown(.value))]
    BadValue {
        /// The field.
        key: String,
        /// Its value as written.
        value: String,
        /// The rule that is broken, if it is one.
        rule: Option<&'static str>,
        /// What would be right, or why it is not.
        expected: String,
    },
    /// Dice whose parts do not fit each other.
    #[error("{error}")]
    Dice {
        /// What is wrong.
        error: DiceError,
        /// The value as written.
        value: String,
    },
    /// A result or an ending that the game does not have.
    #[error("`{key}` is {}, but by the actions it is {right}", Shown(.value))]
    NotTheEnd {
        /// `result` or `ending`.
        key: &'static str,
        /// Its value as written.
        value: String,
        /// What it is.
        right: String,
        /// The rule that ended the game.
        rule: &'static str,
    },
    /// A number in front of a ply that is not that ply's.
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
    #[error("{value} is refused: {reason}{}", Cited(*.rule))]
    Refused {
        /// The action.
        value: String,
        /// The rule that refuses it.
        rule: Option<&'static str>,
        /// Why.
        reason: String,
    },
    /// A checksum that is not the record's.
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
struct Shown<'a>(&'a str);

impl fmt::Display for Shown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.0.is_empty() { "empty" } else { self.0 })
    }
}

/// A rule's id at the end of a sentence.
struct Cited(Option<&'static str>);

impl fmt::Display for Cited {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.map_or(Ok(()), |rule| write!(f, " ({rule})"))
    }
}

impl RecordErrorKind {
    /// The rule that is broken, such as `K-7`; none for what belongs to no
    /// rule.
    pub const fn rule(&self) -> Option<&'static str> {
        match self {
            Self::BadValue { rule, .. } | Self::Refused { rule, .. } => *rule,
            Self::NotTheEnd { rule, .. } => Some(rule),
            _ => None,
        }
    }

    /// The value at fault as it was written.
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

/// A record that could not be read: what is wrong, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{place}: {}{kind}", PlyNumber(*.ply))]
pub struct RecordError {
    place: Place,
    ply: Option<usize>,
    kind: RecordErrorKind,
}

/// Which ply an error is about, at the beginning of a sentence.
struct PlyNumber(Option<usize>);

impl fmt::Display for PlyNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.map_or(Ok(()), |ply| write!(f, "ply {ply}: "))
    }
}

impl RecordError {
    /// An error about the record itself.
    pub(super) const fn new(place: Place, kind: RecordErrorKind) -> Self {
        Self {
            place,
            ply: None,
            kind,
        }
    }

    /// The same about a ply, counted from 1.
    pub(super) const fn in_ply(mut self, ply: usize) -> Self {
        self.ply = Some(ply);
        self
    }

    /// The same about a value that breaks a rule.
    pub(super) fn by_rule(mut self, broken: &'static str) -> Self {
        if let RecordErrorKind::BadValue { rule, .. } = &mut self.kind {
            *rule = Some(broken);
        }
        self
    }

    /// Where the fault stands.
    pub const fn place(&self) -> Place {
        self.place
    }

    /// Which ply it is about, from 1.
    pub const fn ply(&self) -> Option<usize> {
        self.ply
    }

    /// What is wrong.
    pub const fn kind(&self) -> &RecordErrorKind {
        &self.kind
    }

    /// The same error in a longer text, of which `lines` lines come before.
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
            format_args!("{}{kind}", PlyNumber(*ply)),
        )
    }
}
