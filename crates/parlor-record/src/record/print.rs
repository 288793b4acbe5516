//! Writes the text form.

use core::fmt::Write as _;

use super::VERSION;
use super::comment::{self, is_unprintable};
use super::document::{DocumentPly, DocumentSeat, RecordDocument};
use super::fields::{Fields, Json};
use super::keys;
use super::text_syntax::is_plain_key;

/// The width of a line of plies, unless a single item is wider.
const WIDTH: usize = 80;
/// Lines of plies end at multiples of this number, so that plies are easy to
/// count.
const PLIES_A_LINE: usize = 10;

/// The record as a text for people.
pub(super) fn text(document: &RecordDocument<'_>) -> String {
    let mut text = format!("parlor-record {VERSION}\n");
    let out = &mut text;
    field(out, keys::GAME, document.game);
    optional(out, keys::PLAY, document.play);
    field(out, keys::RULES, &document.rules);
    let letters: Vec<String> = document
        .seats
        .iter()
        .map(|seat| seat.seat.to_string())
        .collect();
    field(out, keys::SEATS, &letters.join(", "));
    for one in &document.seats {
        seat(out, one);
    }
    optional(
        out,
        keys::LIMIT,
        document.limit.map(|limit| limit.to_string()).as_deref(),
    );
    optional(out, keys::START, document.start.as_deref());
    optional(out, keys::DATE, document.date);
    if let Some(dice) = &document.dice {
        let prefix = keys::DICE_KEY;
        under(out, prefix, keys::SCHEME, Some(dice.scheme));
        under(out, prefix, keys::GAME_ID, Some(dice.game_id));
        under(out, prefix, keys::COMMITMENT, Some(&dice.commitment));
        under(out, prefix, keys::SECRET, dice.secret.as_deref());
        unknown(out, Some(prefix), dice.fields);
    }
    optional(
        out,
        keys::RESULT,
        document.result.as_ref().map(ToString::to_string).as_deref(),
    );
    optional(out, keys::ENDING, document.ending);
    unknown(out, None, document.fields);
    field(out, keys::CHECKSUM, &document.checksum());
    if !document.plies.is_empty() {
        out.push('\n');
        plies(out, &document.plies);
    }
    text
}

fn seat(out: &mut String, seat: &DocumentSeat<'_>) {
    let letter = seat.seat.to_string();
    optional(out, &letter, seat.name);
    under(out, &letter, keys::BOT, seat.bot);
    under(out, &letter, keys::COMMITMENT, seat.commitment.as_deref());
    under(out, &letter, keys::ENTROPY, seat.entropy.as_deref());
    under(out, &letter, keys::DRAWN_BY, seat.drawn_by);
    unknown(out, Some(&letter), seat.fields);
}

fn optional(out: &mut String, key: &str, value: Option<&str>) {
    if let Some(value) = value {
        field(out, key, value);
    }
}

fn under(out: &mut String, prefix: &str, key: &str, value: Option<&str>) {
    optional(out, &format!("{prefix}.{key}"), value);
}

/// The fields that this version does not know, of one part of the record.
fn unknown(out: &mut String, prefix: Option<&str>, fields: &Fields) {
    for (key, value) in fields.iter() {
        let mut key = written_key(key);
        if let Some(prefix) = prefix {
            key = format!("{prefix}.{key}");
        }
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
fn plies(out: &mut String, plies: &[DocumentPly<'_>]) {
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
        begins_line = ply.notes.comment.is_some() || number % PLIES_A_LINE == 0;
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
fn pieces(ply: &DocumentPly<'_>) -> Vec<String> {
    let mut pieces = vec![ply.word.to_string()];
    let notes = ply.notes;
    if let Some(clock) = notes.clock {
        pieces.push(format!("[clock {clock}]"));
    }
    for (key, value) in notes.fields().iter() {
        // What the text form calls `clock` is something else.
        let key = match key {
            "clock" => "\"clock\"".to_owned(),
            key => written_key(key),
        };
        pieces.push(format!("[{key} {}]", printable(value)));
    }
    if let Some(comment) = &notes.comment {
        pieces.append(&mut comment::words(comment));
    }
    pieces
}
