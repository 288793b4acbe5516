//! Writes the text form.

use core::fmt::{Display, Write as _};

use super::VERSION;
use super::comment::{self, is_unprintable};
use super::document::{EpochDocument, Lenient, PlyDocument, RecordDocument, SeatDocument};
use super::fields::{Fields, Json};
use super::keys;
use super::ply::Clock;
use super::text_syntax::{epoch_field, is_plain_key, owner};

/// The width of a line of plies, unless a single item is wider.
const WIDTH: usize = 80;
/// Lines of plies end at multiples of this number, so that plies are easy to
/// count.
const PLIES_A_LINE: usize = 10;

/// The record as a text for people.
pub(super) fn text(document: &RecordDocument) -> String {
    let mut text = format!("parlor-record {VERSION}\n");
    let out = &mut text;
    let seats = document.seats.as_deref().unwrap_or_default();
    let letters: Vec<&str> = seats
        .iter()
        .filter_map(|seat| seat.seat.as_deref())
        .collect();
    optional(out, keys::GAME, document.game.as_ref());
    optional(out, keys::PLAY, document.play.as_ref());
    optional(out, keys::RULES, document.rules.as_ref());
    field(out, keys::SEATS, &letters.join(", "));
    let epochs = document.dice.as_ref().and_then(|dice| dice.epochs.as_ref());
    let epochs = epochs.map_or(&[][..], Vec::as_slice);
    for one in seats {
        seat(out, one, epochs);
    }
    optional(out, keys::LIMIT, value(document.limit.as_ref()));
    optional(out, keys::START, document.start.as_ref());
    optional(out, keys::DATE, document.date.as_ref());
    if let Some(dice) = &document.dice {
        let prefix = keys::DICE_KEY;
        under(out, prefix, keys::SCHEME, dice.scheme.as_ref());
        under(out, prefix, keys::GAME_ID, dice.game_id.as_ref());
        under(out, prefix, keys::COMMITMENT, dice.commitment.as_ref());
        under(out, prefix, keys::SECRET, dice.secret.as_ref());
        for (number, epoch) in (1..).zip(epochs) {
            let key = format!("{prefix}.{}.{number}", keys::EPOCH);
            optional(out, &key, value(epoch.roll.as_ref()));
        }
        unknown(out, Some(prefix), &dice.fields);
    }
    optional(out, keys::RESULT, value(document.result.as_ref()));
    optional(out, keys::ENDING, document.ending.as_ref());
    optional(out, keys::LOG_HEAD, document.log_head.as_ref());
    unknown(out, None, &document.fields);
    field(out, keys::CHECKSUM, &document.checksum());
    if let Some(actions @ [_, ..]) = document.actions.as_deref() {
        out.push('\n');
        plies(out, actions);
    }
    text
}

fn seat(out: &mut String, seat: &SeatDocument, epochs: &[EpochDocument]) {
    let letter = seat.seat.as_deref().unwrap_or_default();
    optional(out, letter, seat.name.as_ref());
    under(out, letter, keys::BOT, seat.bot.as_ref());
    for (key, value) in seat.contribution().members() {
        under(out, letter, key, value);
    }
    for (number, epoch) in (1..).zip(epochs) {
        let players = epoch.players.as_ref();
        let given = players.and_then(|players| players.0.get(letter));
        for (key, value) in given
            .into_iter()
            .flat_map(|given| given.contribution().members())
        {
            under(out, letter, &format!("{key}.{number}"), value);
        }
    }
    unknown(out, Some(letter), &seat.fields);
}

fn value<T>(value: Option<&Lenient<T>>) -> Option<&T> {
    value?.0.as_ref()
}

fn optional(out: &mut String, key: &str, value: Option<&impl Display>) {
    if let Some(value) = value {
        field(out, key, &value.to_string());
    }
}

fn under(out: &mut String, prefix: &str, key: &str, value: Option<&String>) {
    optional(out, &format!("{prefix}.{key}"), value);
}

/// The fields that this version does not know, of one part of the record.
fn unknown(out: &mut String, prefix: Option<&str>, fields: &Fields) {
    for (key, value) in fields.iter() {
        let key = match prefix {
            None => written_key(key),
            Some(prefix) => owned_key(prefix, key),
        };
        match value.to_text() {
            Some(words) => field(out, &key, &words),
            None => json_field(out, &key, value),
        }
    }
}

/// The written form of an unknown field's key.
fn written_key(key: &str) -> String {
    if is_plain_key(key) {
        key.to_owned()
    } else {
        printable(&Json::text(key))
    }
}

/// The written form of the key of an unknown field of a seat or of the dice.
fn owned_key(prefix: &str, key: &str) -> String {
    let plain = format!("{prefix}.{key}");
    match owner(&plain) {
        // In quotes it is no field of an epoch.
        Some((owner, name)) if epoch_field(owner, name).is_some() => {
            format!("{prefix}.{}", printable(&Json::text(key)))
        }
        _ => format!("{prefix}.{}", written_key(key)),
    }
}

/// `key: words`, or `key = "words"` where words alone would not be preserved.
fn field(out: &mut String, key: &str, words: &str) {
    let is_plain = !words.contains(is_unprintable) && words.trim_matches([' ', '\t']) == words;
    if !is_plain {
        return json_field(out, key, &Json::text(words));
    }
    let blank = if words.is_empty() { "" } else { " " };
    // Writing to a `String` cannot fail.
    let _ = writeln!(out, "{key}:{blank}{words}");
}

fn json_field(out: &mut String, key: &str, value: &Json) {
    let _ = writeln!(out, "{key} = {}", printable(value));
}

/// A JSON value with invisible characters escaped.
fn printable(value: &Json) -> String {
    let mut text = String::with_capacity(value.as_str().len());
    for letter in value.as_str().chars() {
        // Outside strings there are none; inside, JSON has an escape for them.
        if is_unprintable(letter) {
            let _ = write!(text, "\\u{:04x}", u32::from(letter));
        } else {
            text.push(letter);
        }
    }
    text
}

/// The lines of plies, each with the number of its first ply.
fn plies(out: &mut String, plies: &[PlyDocument]) {
    let digits = plies.len().to_string().len().max(3);
    let indent = digits + 2;
    let mut begins_line = true;
    let mut column = 0;
    for (number, ply) in (1..).zip(plies) {
        let pieces = pieces(ply);
        let first_width = pieces.first().map_or(0, |piece| width(piece));
        if !begins_line && column + 1 + first_width > WIDTH {
            out.push('\n');
            begins_line = true;
        }
        if begins_line {
            let _ = write!(out, "{number:>digits$}.");
            column = digits + 1;
        }
        for (place, piece) in pieces.iter().enumerate() {
            let width = width(piece);
            if place > 0 && column + 1 + width > WIDTH {
                out.push('\n');
                out.extend(core::iter::repeat_n(' ', indent));
                column = indent;
            } else {
                out.push(' ');
                column += 1;
            }
            out.push_str(piece);
            column += width;
        }
        begins_line = ply.comment.is_some() || number % PLIES_A_LINE == 0;
        if begins_line {
            out.push('\n');
        }
    }
    if !begins_line {
        out.push('\n');
    }
}

fn width(piece: &str) -> usize {
    piece.chars().count()
}

/// The pieces of a ply; a line may end between them.
fn pieces(ply: &PlyDocument) -> Vec<String> {
    let mut pieces: Vec<String> = ply.action.iter().cloned().collect();
    let clock = value(ply.clock_ms.as_ref()).copied();
    if let Some(clock) = clock.and_then(Clock::from_milliseconds) {
        pieces.push(format!("[clock {clock}]"));
    }
    for (key, value) in ply.fields.iter() {
        // What the text form calls `clock` is something else.
        let key = match key {
            "clock" => "\"clock\"".to_owned(),
            key => written_key(key),
        };
        pieces.push(format!("[{key} {}]", printable(value)));
    }
    if let Some(comment) = &ply.comment {
        pieces.append(&mut comment::words(comment));
    }
    pieces
}
