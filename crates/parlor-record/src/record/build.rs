//! From a raw record to a valid one: parses, checks and plays what both forms
//! have in common.

use core::num::NonZeroU32;
use core::ptr;
use core::str::FromStr;
use std::borrow::Cow;

use parlor_game::Game;

use super::date::Date;
use super::end::add_end;
use super::error::{RecordError, RecordErrorKind};
use super::fields::Fields;
use super::opening::Opening;
use super::ply::{Act, Clock, Notes, Ply};
use super::push::WordError;
use super::raw_record::{Field, RawPly, RawRecord, Value, find, find_field};
use super::{Record, keys, read_json, read_text, seats, split};
use crate::error::{Place, quoted};

/// Reads either form as far as possible without knowing the game.
pub(super) fn raw(source: &str) -> Result<RawRecord<'_>, RecordError> {
    let source = source.strip_prefix('\u{feff}').unwrap_or(source);
    let text = split::trim_start(source);
    let raw = match text.bytes().next() {
        None => return Err(RecordError::new(Place::START, RecordErrorKind::Empty)),
        Some(b'{') => read_json::read(source, text)?,
        Some(_) => read_text::read(source, text)?,
    };
    raw.check_repeats(&raw.fields)?;
    raw.check_repeats(&raw.dice_fields)?;
    for (number, ply) in (1..).zip(&raw.plies) {
        raw.check_repeats(&ply.fields)
            .map_err(|error| error.in_ply(number))?;
    }
    Ok(raw)
}

/// What an error expects where a text belongs.
const A_TEXT: &str = "it must be a text";

/// The longest message of a game's own error, in characters: it may quote its
/// whole input.
const MESSAGE: usize = 400;

/// A message, cut where it is too long.
fn cut(message: String) -> String {
    match message.char_indices().nth(MESSAGE) {
        Some((end, _)) => format!("{}…", &message[..end]),
        None => message,
    }
}

impl<'a> RawRecord<'a> {
    /// Checks the version, before anything else is read.
    pub(super) fn check_version(&self) -> Result<(), RecordError> {
        let expected = "it says 1, the version of the format";
        let version = self.required(keys::VERSION, expected)?;
        if version.at().is_empty() {
            let kind = RecordErrorKind::MissingField {
                key: keys::VERSION,
                expected: expected.to_owned(),
            };
            return Err(self.error_at(version.at(), kind));
        }
        if version.number() == Some(super::VERSION.into()) {
            return Ok(());
        }
        let value = quoted(version.at());
        Err(self.error_at(version.at(), RecordErrorKind::UnknownVersion { value }))
    }

    /// The value of a required field.
    pub(super) fn required(
        &self,
        key: &'static str,
        expected: &str,
    ) -> Result<&Value<'a>, RecordError> {
        find(&self.fields, key).ok_or_else(|| {
            let expected = expected.to_owned();
            self.error_at(
                self.missed_at,
                RecordErrorKind::MissingField { key, expected },
            )
        })
    }

    /// The parsed value of a field, if it is there.
    pub(super) fn meant<T>(
        &self,
        fields: &[Field<'a>],
        key: &str,
        expected: &str,
        meaning: impl FnOnce(&Value<'a>) -> Option<T>,
    ) -> Result<Option<T>, RecordError> {
        find_field(fields, key)
            .map(|field| meaning(&field.value).ok_or_else(|| self.bad_field(field, expected)))
            .transpose()
    }

    /// The value of a text field, if it is there.
    pub(super) fn text(
        &self,
        fields: &[Field<'a>],
        key: &str,
    ) -> Result<Option<String>, RecordError> {
        self.meant(fields, key, A_TEXT, |value| {
            value.text().map(Cow::into_owned)
        })
    }

    /// The value that a text field parses to, if it is there.
    pub(super) fn parsed<T: FromStr<Err: core::fmt::Display>>(
        &self,
        fields: &[Field<'a>],
        key: &str,
    ) -> Result<Option<T>, RecordError> {
        let Some(field) = find_field(fields, key) else {
            return Ok(None);
        };
        let text = field.value.text();
        let text = text.ok_or_else(|| self.bad_field(field, A_TEXT))?;
        let wrong = |error: T::Err| self.bad_field(field, cut(error.to_string()));
        text.parse().map(Some).map_err(wrong)
    }

    /// Compares the checksum, if there is one, with that of the record as read,
    /// which `count` computes only then.
    pub(super) fn check_sum(&self, count: impl FnOnce() -> String) -> Result<(), RecordError> {
        let Some(value) = find(&self.fields, keys::CHECKSUM) else {
            return Ok(());
        };
        let text = value.text();
        let is_checksum =
            |text: &str| text.len() == 16 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
        let text = text.filter(|text| is_checksum(text)).ok_or_else(|| {
            self.bad_value(
                keys::CHECKSUM,
                value.at(),
                "it must be 16 hexadecimal digits; a record written by hand needs none",
            )
        })?;
        let computed = count();
        if text.eq_ignore_ascii_case(&computed) {
            return Ok(());
        }
        let kind = RecordErrorKind::WrongChecksum {
            value: quoted(value.at()),
            computed,
        };
        Err(self.error_at(value.at(), kind))
    }

    pub(super) fn date(&self) -> Result<Option<Date>, RecordError> {
        self.parsed(&self.fields, keys::DATE)
    }

    /// The notes on a ply.
    pub(super) fn notes(&self, written: &RawPly<'a>) -> Result<Notes, RecordError> {
        let fields = &written.fields;
        Ok(Notes {
            comment: self.text(fields, keys::COMMENT)?,
            clock: self.meant(
                fields,
                keys::CLOCK,
                "it must be a whole number of milliseconds up to 9007199254740991",
                |value| value.number().and_then(Clock::from_milliseconds),
            )?,
            fields: self.unknown(&keys::PLY, fields)?,
        })
    }
}

/// Reads the record of a live game as written.
pub(super) fn live<G: Game>(raw: &RawRecord<'_>) -> Result<Record<G>, RecordError> {
    let opening = opening::<G>(raw)?;
    let mut record = Record::begin(opening).map_err(|error| seats::opening_error(raw, &error))?;
    for (number, written) in (1..).zip(&raw.plies) {
        add_ply(raw, &mut record, written).map_err(|error| error.in_ply(number))?;
    }
    add_end(raw, &mut record)?;
    raw.check_sum(|| record.checksum())?;
    Ok(record)
}

fn opening<G: Game>(raw: &RawRecord<'_>) -> Result<Opening<G>, RecordError> {
    let rules = raw.parsed::<G::Rules>(&raw.fields, keys::RULES)?;
    let start = raw.parsed::<G::Position>(&raw.fields, keys::START)?;
    let expected = format!(
        "it must be a whole number from 1 to {}; without a limit leave the field out ({})",
        u32::MAX,
        G::LIMIT_RULE
    );
    let limit = raw
        .meant(&raw.fields, keys::LIMIT, &expected, |value| {
            NonZeroU32::new(u32::try_from(value.number()?).ok()?)
        })
        .map_err(|error| error.by_rule(G::LIMIT_RULE))?;
    if !G::has_dice() {
        raw.refuse_dice()?;
    }
    Ok(Opening {
        // A position names its rules itself.
        rules: rules
            .or_else(|| start.as_ref().map(G::rules))
            .unwrap_or_default(),
        players: raw.players(G::SEATS, G::letter)?,
        limit,
        start,
        date: raw.date()?,
        dice: raw.dice()?,
        fields: unknown_header(raw)?,
    })
}

pub(super) fn unknown_header(raw: &RawRecord<'_>) -> Result<Fields, RecordError> {
    raw.unknown(&keys::HEADER, &raw.fields)
}

/// Plays a ply as written.
fn add_ply<G: Game>(
    raw: &RawRecord<'_>,
    record: &mut Record<G>,
    written: &RawPly<'_>,
) -> Result<(), RecordError> {
    let value = || quoted(written.at);
    let refused = |rule, reason: String| {
        let value = value();
        let kind = RecordErrorKind::Refused {
            value,
            rule,
            reason,
        };
        raw.error_at(written.at, kind)
    };
    record
        .push_word(&written.word)
        .map_err(|error| match error {
            WordError::NotAnAct(error) => {
                let kind = RecordErrorKind::NotAnAction {
                    value: value(),
                    reason: cut(error.to_string()),
                };
                raw.error_at(written.at, kind)
            }
            WordError::Push(error) => refused(error.rule(), error.to_string()),
        })?;
    let is_last = raw.plies.last().is_some_and(|last| ptr::eq(last, written));
    if let (false, Some(&Act::Chance(_, outcome))) = (is_last, record.plies().last().map(Ply::act))
    {
        // Another one would be refused by the same rule.
        let another = record.game().clone().take_chance(outcome);
        let rule = another.err().map(|error| error.rule());
        let reason = "the roll is not answered; only a record's last ply may leave that open";
        return Err(refused(rule, reason.to_owned()));
    }
    let notes = record.last_notes_mut().expect("a ply was just added");
    *notes = raw.notes(written)?;
    Ok(())
}
