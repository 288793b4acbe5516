//! Scripted Ludo games: `{"players":["A","B"],"turns":[["A",6],["A",4]]}` or
//! `A,B: A6 A4`.

use std::sync::LazyLock;

use ludo_rules::{LaneTables, Players, Roll, Script, ScriptError, ScriptTurn, Seat, Step, Tokens};
use serde::ser::{Serialize, SerializeMap, SerializeSeq, Serializer};

use crate::error::{LineColumn, ReadError, ReadErrorKind, quoted};
use crate::json::{self, Keys, ScriptObject};
use crate::scanner::Scanner;

/// The keys of a game.
static KEYS: Keys = Keys {
    known: &["players", "turns"],
    shown: "\"players\" and \"turns\"",
    foreign: ("moves", "; `parlor kuba script` plays Kuba games"),
};

/// Reads one game from its JSON or its text form.
///
/// Rules: L-23 (every entry is checked, even if it would be skipped).
///
/// # Errors
/// The first error in the text, with its place.
pub fn read(text: &str) -> Result<Script, ReadError> {
    match text.trim_ascii_start().bytes().next() {
        None => Err(ReadError::new(LineColumn::START, ReadErrorKind::Empty)),
        Some(b'{') => read_fast(text).map_or_else(|| read_exactly(text), Ok),
        Some(b'[' | b']' | b'}' | b'"') => read_exactly(text),
        Some(_) => read_words(text),
    }
}

/// The fast reading; `None` for anything but the usual JSON form.
fn read_fast(text: &str) -> Option<Script> {
    let mut scanner = Scanner::new(text);
    scanner.take(b'{')?;
    scanner.key("players")?;
    let mut players = Vec::with_capacity(Seat::ALL.len());
    scanner.list(|scanner| {
        players.push(Seat::from_letter(scanner.letter()?)?);
        Some(())
    })?;
    scanner.take(b',')?;
    scanner.key("turns")?;
    let mut turns = Vec::with_capacity(scanner.remaining() / r#"["A",6],"#.len());
    scanner.list(|scanner| {
        scanner.take(b'[')?;
        let seat = Seat::from_letter(scanner.letter()?)?;
        scanner.take(b',')?;
        let roll = Roll::new(scanner.digit()?).ok()?;
        turns.push(ScriptTurn { seat, roll });
        scanner.take(b']')
    })?;
    scanner.take(b'}')?;
    scanner.end()?;
    let players = Players::check(players.into_iter().map(Ok)).ok()?;
    Some(Script::new(players, turns))
}

/// The exact reading of the JSON form.
fn read_exactly(text: &str) -> Result<Script, ReadError> {
    let object = ScriptObject::read(text, &KEYS)?;
    let players_text = object.required("players")?;
    let turns_text = object.required("turns")?;

    let error_at = |part: &str, error: &dyn Fn(String) -> ScriptError| {
        object.error(part, |value| ReadErrorKind::Ludo {
            error: error(value.clone()),
            value,
        })
    };
    let entries = json::list(players_text).ok_or_else(|| {
        error_at(players_text, &|value| ScriptError::PlayersNotAList {
            value,
        })
    })?;
    // All players are checked before any turn.
    let seat = |(entry, &part): (usize, &&str)| {
        seat(part).ok_or_else(|| {
            let value = quoted(part);
            ScriptError::UnknownPlayer { entry, value }
        })
    };
    let players = Players::check(entries.iter().enumerate().map(seat));
    let players = players.map_err(|error| {
        let part = error.entry().and_then(|entry| entries.get(entry).copied());
        error_at(part.unwrap_or(players_text), &|_| error.clone())
    })?;

    let entries = json::list(turns_text)
        .ok_or_else(|| error_at(turns_text, &|value| ScriptError::TurnsNotAList { value }))?;
    let turn = |(entry, part)| {
        let Some(&[seat_part, roll_part]) = json::list(part).as_deref() else {
            return Err(error_at(part, &|value| ScriptError::NotAPair {
                entry,
                value,
            }));
        };
        let seat = self::seat(seat_part).ok_or_else(|| {
            error_at(seat_part, &|value| ScriptError::UnknownSeat {
                entry,
                value,
            })
        })?;
        let roll = json::integer(roll_part).and_then(|roll| Roll::new(roll).ok());
        let roll = roll
            .ok_or_else(|| error_at(roll_part, &|value| ScriptError::BadRoll { entry, value }))?;
        Ok(ScriptTurn { seat, roll })
    };
    let turns = entries.into_iter().enumerate().map(turn);
    Ok(Script::new(players, turns.collect::<Result<_, _>>()?))
}

/// The seat that a JSON string names.
fn seat(value: &str) -> Option<Seat> {
    json::string(value)?.parse().ok()
}

/// The text form: players, a colon, turns.
fn read_words(text: &str) -> Result<Script, ReadError> {
    text.parse().map_err(|error| {
        let part = match text.split_once(':') {
            Some((players, turns)) => part_at_fault(players, turns, &error),
            None => text.trim(),
        };
        words_error(text, part, error)
    })
}

/// The turns of a text form that has no players: `A6 A4`.
///
/// # Errors
/// The first error in the text, with its place.
pub(crate) fn read_turns(text: &str) -> Result<Vec<ScriptTurn>, ReadError> {
    let script = format!("A,B,C,D:{text}").parse::<Script>();
    let script = script.map_err(|error| {
        let part = part_at_fault("", text, &error);
        words_error(text, part, error)
    })?;
    Ok(script.turns().to_vec())
}

/// An error of the text form about this part of it.
fn words_error(text: &str, part: &str, error: ScriptError) -> ReadError {
    let value = match part {
        "" => "\"\"".to_owned(),
        part => quoted(part),
    };
    let error = with_value(error, value.clone());
    ReadError::new(
        LineColumn::of_part(text, part),
        ReadErrorKind::Ludo { error, value },
    )
}

/// The part of the text form that an error is about.
fn part_at_fault<'a>(players: &'a str, turns: &'a str, error: &ScriptError) -> &'a str {
    let part = match *error {
        ScriptError::UnknownPlayer { entry, .. } | ScriptError::RepeatedPlayer { entry, .. } => {
            players.split(',').nth(entry).map(str::trim)
        }
        ScriptError::NotAPair { entry, .. } => turns.split_whitespace().nth(entry),
        ScriptError::UnknownSeat { entry, .. } => turns
            .split_whitespace()
            .nth(entry)
            .map(|word| split_turn(word).0),
        ScriptError::BadRoll { entry, .. } => turns
            .split_whitespace()
            .nth(entry)
            .map(|word| split_turn(word).1),
        _ => None,
    };
    part.unwrap_or(players.trim())
}

/// A turn's first letter and what follows it.
fn split_turn(word: &str) -> (&str, &str) {
    word.split_at(word.chars().next().map_or(0, char::len_utf8))
}

/// The same error with its value in quoted form.
fn with_value(error: ScriptError, value: String) -> ScriptError {
    match error {
        ScriptError::NoPlayers { .. } => ScriptError::NoPlayers { value },
        ScriptError::UnknownPlayer { entry, .. } => ScriptError::UnknownPlayer { entry, value },
        ScriptError::NotAPair { entry, .. } => ScriptError::NotAPair { entry, value },
        ScriptError::UnknownSeat { entry, .. } => ScriptError::UnknownSeat { entry, value },
        ScriptError::BadRoll { entry, .. } => ScriptError::BadRoll { entry, value },
        other => other,
    }
}

/// Plays a script to its end by the tables of bulk play: the tokens of
/// [`Script::run`], several times as fast. The first call builds the tables.
pub fn run(script: &Script) -> Tokens {
    static TABLES: LazyLock<LaneTables> = LazyLock::new(LaneTables::new);
    TABLES.run(script)
}

/// The end of a scripted game: the positions of all tokens.
///
/// Rules: L-21 (players in the list's order, `p` then `q`), L-26 (completed).
///
/// Serializes to `{"spaces":["4","H","R","H"],"players":{"A":{"p":4,"q":-1,"completed":false},…}}`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer<'a> {
    players: &'a [Seat],
    tokens: Tokens,
}

impl<'a> Answer<'a> {
    /// Plays the script to its end.
    pub fn of(script: &'a Script) -> Self {
        Self {
            players: script.players(),
            tokens: run(script),
        }
    }

    /// The players in the list's order.
    pub fn players(&self) -> &'a [Seat] {
        self.players
    }

    /// All tokens at the end.
    pub fn tokens(&self) -> &Tokens {
        &self.tokens
    }
}

impl Serialize for Answer<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(2))?;
        map.serialize_entry("spaces", &AnswerSpaces(self))?;
        map.serialize_entry("players", &PlayerAnswers(self))?;
        map.end()
    }
}

struct AnswerSpaces<'a>(&'a Answer<'a>);

impl Serialize for AnswerSpaces<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Answer { players, tokens } = self.0;
        let mut list = serializer.serialize_seq(Some(2 * players.len()))?;
        for &seat in *players {
            for step in tokens.steps(seat).into_iter().flatten() {
                list.serialize_element(space_name(seat, step))?;
            }
        }
        list.end()
    }
}

/// The name of the space of a seat's step.
///
/// Rules: L-3 (the steps), L-4 (the names).
fn space_name(seat: Seat, step: Step) -> &'static str {
    const FIRST: i8 = Step::YARD.value();
    const LAST: i8 = Step::FINISHED.value();
    // Built once: printing a number costs more than playing a roll.
    static NAMES: LazyLock<[Vec<String>; 4]> = LazyLock::new(|| {
        Seat::ALL.map(|seat| {
            (FIRST..=LAST)
                .filter_map(|value| Step::new(i64::from(value)).ok())
                .map(|step| step.space(seat).to_string())
                .collect()
        })
    });
    usize::try_from(step.value() - FIRST)
        .ok()
        .and_then(|index| NAMES[seat.index()].get(index))
        .map_or("", String::as_str)
}

struct PlayerAnswers<'a>(&'a Answer<'a>);

impl Serialize for PlayerAnswers<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Answer { players, tokens } = self.0;
        let mut map = serializer.serialize_map(Some(players.len()))?;
        for &seat in *players {
            if let Some([p, q]) = tokens.steps(seat) {
                let state = PlayerState {
                    p: p.value(),
                    q: q.value(),
                    completed: tokens.has_finished(seat),
                };
                map.serialize_entry(seat_name(seat), &state)?;
            }
        }
        map.end()
    }
}

#[derive(serde::Serialize)]
struct PlayerState {
    p: i8,
    q: i8,
    completed: bool,
}

fn seat_name(seat: Seat) -> &'static str {
    match seat {
        Seat::A => "A",
        Seat::B => "B",
        Seat::C => "C",
        Seat::D => "D",
    }
}

#[cfg(test)]
mod tests;
