//! Reads the text form.

use std::borrow::Cow;

use serde_json::Value;

use super::comment::{self, BLANK, CommentError};
use super::document::{PlyDocument, RecordDocument, RecordObject as _};
use super::error::{RecordError, RecordErrorKind};
use super::fields::Json;
use super::header_line::{A_NAME, HeaderKey, Sign, bad_name};
use super::keys;
use super::named_value::NamedValue;
use super::ply::Clock;
use super::raw_record::{RawRecord, check_version};
use super::source::RecordText;
use super::split::{begins_text, next_line};
use super::text_syntax::{MAGIC, Owner, epoch_field, owner};
use crate::error::quoted;
use crate::json;

/// Reads a record, whose first line is not blank.
pub(super) fn read<'a>(text: &'a str, record: &'a str) -> Result<RawRecord<'a>, RecordError> {
    let mut reader = TextReader {
        source: RecordText {
            text,
            missed_at: record.lines().next().unwrap_or_default(),
            parts: Vec::new(),
        },
        rest: record,
        document: RecordDocument::default(),
        plies: Vec::new(),
        owned: Vec::new(),
    };
    reader.first_line()?;
    // A record ends there even within a comment, as when several are read.
    let end = next_line(record, 0, begins_text);
    let end = end.saturating_sub(record.len() - reader.rest.len());
    let (rest, next) = reader.rest.split_at(end);
    reader.rest = rest;
    reader.header()?;
    reader.body()?;
    match next.lines().next() {
        Some(line) => Err(reader.unexpected(line, ANOTHER)),
        None => reader.finish(),
    }
}

const ANOTHER: &str = "another record begins here, and one alone is wanted";

/// Reads a record from left to right.
struct TextReader<'a> {
    source: RecordText<'a>,
    rest: &'a str,
    document: RecordDocument,
    plies: Vec<PlyDocument>,
    /// The lines of fields of a seat or of the dice, which are added last.
    owned: Vec<(Owner, NamedValue<'a>)>,
}

/// The words in a list.
fn list(words: &str, separator: char) -> Vec<&str> {
    words
        .split(separator)
        .map(|word| word.trim_matches(BLANK))
        .collect()
}

/// The words after the colon of a field, in JSON.
fn words_json(key: &HeaderKey<'_>) -> String {
    let words = key.rest;
    let is_number = serde_json::from_str::<u64>(words).is_ok();
    match (key.owner, &*key.name) {
        (None, keys::SEATS) => Value::from(list(words, ',')).to_string(),
        (None, keys::RESULT) => {
            let groups = list(words, ',').into_iter().map(|group| list(group, '='));
            Value::from(groups.collect::<Vec<_>>()).to_string()
        }
        (None, keys::LIMIT) if is_number => words.to_owned(),
        (Some(Owner::Dice), name) if is_number && epoch_field(Owner::Dice, name).is_some() => {
            words.to_owned()
        }
        _ => Json::text(words).to_string(),
    }
}

impl<'a> TextReader<'a> {
    /// Adds the fields of seats and of the dice, and the plies.
    fn finish(self) -> Result<RawRecord<'a>, RecordError> {
        let (mut source, mut document) = (self.source, self.document);
        source.add_owned(&mut document, &self.owned)?;
        document.actions = Some(self.plies);
        Ok(RawRecord { source, document })
    }

    fn unexpected(&self, part: &str, expected: &'static str) -> RecordError {
        self.source.unexpected(part, expected)
    }

    /// Takes the rest of the line without its end.
    fn take_line(&mut self) -> &'a str {
        let (line, rest) = match self.rest.split_once('\n') {
            Some((line, rest)) => (line, rest),
            None => self.rest.split_at(self.rest.len()),
        };
        self.rest = rest;
        line.strip_suffix('\r').unwrap_or(line)
    }

    fn first_line(&mut self) -> Result<(), RecordError> {
        let line = self.take_line();
        let words = line.trim_matches(BLANK);
        let version = words
            .strip_prefix(MAGIC)
            .filter(|version| version.is_empty() || version.starts_with([' ', '\t']));
        let Some(version) = version else {
            let value = quoted(words);
            return Err(self
                .source
                .error_at(words, RecordErrorKind::NotARecord { value }));
        };
        let version = version.trim_matches(BLANK);
        check_version(&self.source, version)?;
        let field = NamedValue {
            name: keys::VERSION.into(),
            key: &words[..MAGIC.len()],
            value: version,
            json: version.to_owned(),
        };
        self.source.add(&mut self.document, &[], &field)
    }

    /// Reads the lines of fields, up to the first other line.
    fn header(&mut self) -> Result<(), RecordError> {
        loop {
            let before = self.rest;
            let line = self.take_line();
            if line.trim_matches(BLANK).is_empty() {
                if self.rest.is_empty() {
                    return Ok(());
                }
                continue;
            }
            let Some(key) = HeaderKey::at_start_of(line) else {
                self.rest = before;
                return match bad_name(line) {
                    Some(name) => Err(self.unexpected(name, A_NAME)),
                    None => Ok(()),
                };
            };
            self.field(key)?;
        }
    }

    /// The JSON value that a part begins with, and its length.
    fn json_value(&self, part: &'a str) -> Result<(&'a str, usize), RecordError> {
        json::prefix(part).map_err(|error| self.source.syntax_error(part, error))
    }

    fn field(&mut self, key: HeaderKey<'a>) -> Result<(), RecordError> {
        let (value, json) = match key.sign {
            Sign::Words => (key.rest, words_json(&key)),
            Sign::Json => {
                let (value, length) = self.json_value(key.rest)?;
                let after = key.rest[length..].trim_matches(BLANK);
                if !after.is_empty() {
                    return Err(self.unexpected(
                        after,
                        "after `=` stands one JSON value and nothing else; for words write a colon",
                    ));
                }
                (value, value.to_owned())
            }
        };
        if key.owner.is_some() && key.name.is_empty() && !key.at.ends_with('"') {
            return Err(self.unexpected(
                key.at,
                "after the point stands the name of a field, such as `W.bot`",
            ));
        }
        if key.owner.is_none() && key.name == keys::ACTIONS {
            return Err(self.unexpected(
                key.at,
                "in the text form the plies have no name; write them after the last line of the \
                 header, with blanks between them: 65F 05B",
            ));
        }
        match key.owner {
            Some(Owner::Seat(_)) => self.seat_key(&key)?,
            Some(Owner::Dice) if key.name == keys::EPOCHS => {
                return Err(self.unexpected(
                    key.at,
                    "in the text form each epoch has a field of its own, the number of rolls \
                     before it, as in `dice.epoch.1: 20`",
                ));
            }
            _ => {}
        }
        let field = NamedValue {
            name: key.name,
            key: key.at,
            value,
            json,
        };
        match key.owner {
            None => self.source.add(&mut self.document, &[], &field),
            Some(owner) => {
                self.owned.push((owner, field));
                Ok(())
            }
        }
    }

    /// Refuses names that a seat's field has only in JSON.
    fn seat_key(&self, key: &HeaderKey<'a>) -> Result<(), RecordError> {
        if key.name == keys::SEAT_KEY {
            return Err(self.unexpected(
                key.at,
                "the letter before the point is the seat; who plays stands in `seats`",
            ));
        }
        if key.name == keys::NAME && key.at.len() > 1 {
            return Err(self.unexpected(
                key.at,
                "the letter alone stands for the player's name, as in `W: Ann`",
            ));
        }
        Ok(())
    }

    /// The next character after blanks, which are skipped.
    fn peek(&mut self) -> Option<char> {
        self.rest = self.rest.trim_start_matches(BLANK);
        self.rest.chars().next()
    }

    /// Reads the plies.
    fn body(&mut self) -> Result<(), RecordError> {
        while let Some(first) = self.peek() {
            match first {
                '{' => self.comment().map_err(|error| self.in_last_ply(error))?,
                '[' => self.bracket().map_err(|error| self.in_last_ply(error))?,
                _ => self.ply()?,
            }
        }
        Ok(())
    }

    fn in_last_ply(&self, error: RecordError) -> RecordError {
        match self.plies.len() {
            0 => error,
            ply => error.in_ply(ply),
        }
    }

    /// Takes a ply with its number, if it has one.
    fn ply(&mut self) -> Result<(), RecordError> {
        let next = self.plies.len() + 1;
        let number = self.number().map_err(|error| error.in_ply(next))?;
        if let Some(number) = number
            && matches!(self.peek(), None | Some('{' | '['))
        {
            let error = self.unexpected(number, "after a number stands the ply that it counts");
            return Err(error.in_ply(next));
        }
        let word = self.word()?;
        let path = &[keys::ACTIONS, &self.plies.len().to_string()];
        self.source.add_part(path, word, word);
        self.plies.push(PlyDocument {
            action: Some(word.to_owned()),
            ..PlyDocument::default()
        });
        Ok(())
    }

    /// Takes the number in front of a ply: `17.`.
    fn number(&mut self) -> Result<Option<&'a str>, RecordError> {
        let digits = self
            .rest
            .trim_start_matches(|digit: char| digit.is_ascii_digit());
        let length = self.rest.len() - digits.len();
        if length == 0 || !digits.starts_with('.') {
            return Ok(None);
        }
        let (written, rest) = self.rest.split_at(length + 1);
        let right = self.plies.len() + 1;
        if written[..length].trim_start_matches('0') != right.to_string() {
            let value = quoted(written);
            let kind = RecordErrorKind::WrongNumber { value, right };
            return Err(self.source.error_at(written, kind));
        }
        self.rest = rest;
        Ok(Some(written))
    }

    /// Takes a word, which is a ply.
    fn word(&mut self) -> Result<&'a str, RecordError> {
        let end = self
            .rest
            .find(|letter| BLANK.contains(&letter) || matches!(letter, '{' | '[' | '}' | ']'));
        let (word, rest) = self.rest.split_at(end.unwrap_or(self.rest.len()));
        if word.is_empty() {
            return Err(self.unexpected(
                &self.rest[..1],
                "a comment begins with { and a field with [",
            ));
        }
        if word.starts_with('#') {
            return Err(self.unexpected(
                word,
                "write a comment in braces after a ply, {like this}, and a remark on the whole \
                 game as a field, `note: like this`",
            ));
        }
        if word == MAGIC {
            return Err(self.unexpected(word, ANOTHER));
        }
        // The blanks are looked at again as those before the next word, but
        // by no other word, so a long line costs no more than a short one.
        let has_sign = rest.trim_start_matches([' ', '\t']).starts_with([':', '=']);
        if has_sign || HeaderKey::at_start_of(word).is_some() {
            return Err(self.unexpected(word, "fields of the record stand before the first ply"));
        }
        let is_known = RecordDocument::KNOWN.contains(&word) || owner(word).is_some();
        if self.plies.is_empty() && is_known {
            return Err(self.unexpected(word, "after the name of a field stands a colon"));
        }
        self.rest = rest;
        Ok(word)
    }

    /// Adds a field to the last ply.
    fn note(&mut self, field: &NamedValue<'a>) -> Result<(), RecordError> {
        let index = self.plies.len().saturating_sub(1).to_string();
        match self.plies.last_mut() {
            Some(ply) => self.source.add(ply, &[keys::ACTIONS, &index], field),
            None => Err(self.unexpected(
                field.key,
                "comments and other notes follow the ply that they belong to",
            )),
        }
    }

    /// Takes `{comment}`.
    fn comment(&mut self) -> Result<(), RecordError> {
        let (text, length) = comment::read(self.rest).map_err(|error| match error {
            CommentError::NoEnd => self.unexpected(
                &self.rest[..1],
                "this comment is not closed before the record ends; close it with }",
            ),
            CommentError::Number(start, end) => self.unexpected(
                &self.rest[start..end],
                "the braces hold the number of a character, in one to six hexadecimal digits: \
                 at most 10ffff, and not d800 to dfff, which are halves of characters",
            ),
            CommentError::Escape(place) => {
                let escape = self.rest[place..].chars().take(2).map(char::len_utf8);
                self.unexpected(
                    &self.rest[place..place + escape.sum::<usize>()],
                    "in a comment a backslash stands before \\, {, } or a blank, \
                     or in \\n, \\r, \\t or \\u{2014}",
                )
            }
        })?;
        let (written, rest) = self.rest.split_at(length);
        self.rest = rest;
        self.note(&NamedValue {
            name: keys::COMMENT.into(),
            key: &written[..1],
            value: written,
            json: Json::text(&text).to_string(),
        })
    }

    /// Takes `[clock 0:09:41.5]` or `[name value]`.
    fn bracket(&mut self) -> Result<(), RecordError> {
        let opening = &self.rest[..1];
        self.rest = &self.rest[1..];
        let (name, key) = self.bracket_name(opening)?;
        self.peek();
        let field = if key == "clock" {
            let end = self.rest.find(']').unwrap_or(self.rest.len());
            let (written, rest) = self.rest.split_at(end);
            self.rest = rest;
            let written = written.trim_matches(BLANK);
            let clock = Clock::parse(written).ok_or_else(|| {
                let part = if written.is_empty() { key } else { written };
                self.unexpected(part, "a clock is written as in [clock 0:09:41.5]")
            })?;
            NamedValue {
                name: keys::CLOCK.into(),
                key,
                value: written,
                json: clock.milliseconds().to_string(),
            }
        } else {
            let (value, length) = self.json_value(self.rest)?;
            self.rest = &self.rest[length..];
            let json = value.to_owned();
            NamedValue {
                name,
                key,
                value,
                json,
            }
        };
        if self.peek() != Some(']') {
            let found = self.rest.lines().next().unwrap_or(opening);
            return Err(self.unexpected(found, "a field of a ply ends with ] after its one value"));
        }
        self.rest = &self.rest[1..];
        self.note(&field)
    }

    /// Takes the name of a field of a ply: its value, and as written.
    fn bracket_name(&mut self, opening: &'a str) -> Result<(Cow<'a, str>, &'a str), RecordError> {
        let expected = "a field of a ply is its name and a JSON value, as in [eval 0.25]; \
                        the clock is written as in [clock 0:09:41.5]";
        let (name, at, length) = if self.peek() == Some('"') {
            let (at, length) = self.json_value(self.rest)?;
            let name = json::string(at).ok_or_else(|| self.unexpected(at, expected))?;
            (name, at, length)
        } else {
            let is_end = |letter| BLANK.contains(&letter) || letter == ']';
            let end = self.rest.find(is_end).unwrap_or(self.rest.len());
            let at = &self.rest[..end];
            (Cow::Borrowed(at), at, end)
        };
        let other_form = match &*name {
            _ if at.is_empty() => return Err(self.unexpected(opening, expected)),
            keys::ACTION => Some("the word before the bracket is the action already"),
            keys::COMMENT => Some("a comment stands in braces, {like this}"),
            keys::CLOCK => Some("the clock is written as in [clock 0:09:41.5]"),
            _ => None,
        };
        if let Some(expected) = other_form {
            return Err(self.unexpected(at, expected));
        }
        self.rest = &self.rest[length..];
        Ok((name, at))
    }
}
