//! Scripted Kuba games:
//! `{"players":[["PlayerA","W"],["PlayerB","B"]],"moves":[["PlayerA",[6,5],"F"]],"rules":"classroom"}`.
//!
//! A move that the rules refuse is part of a game and answered by `false`, and
//! so is one with impossible values (K-16). Only an entry without the form of a
//! move is an error.

use core::fmt;
use std::borrow::Cow;

use kuba_rules::{Cell, EventSink, KubaGame, Marble, Move, MoveError, PlayersError};
use serde::ser::{Error as _, Serialize, SerializeMap, Serializer};

use crate::error::{LineColumn, ReadError, ReadErrorKind, quoted};
use crate::json::{self, Keys, ScriptObject};
use crate::scanner::Scanner;

/// The keys of a game.
static KEYS: Keys = Keys {
    known: &["players", "moves", "rules"],
    shown: "\"players\", \"moves\" and, if wanted, \"rules\"",
    foreign: ("turns", LUDO_HINT),
};

/// The end of an error about a Ludo game.
const LUDO_HINT: &str = "; `parlor ludo script` plays Ludo games";

/// The entry of the moves that ends a tournament turn early.
const END: &str = "end";

/// A game as written: its players, its rules and all attempted moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Script<'a> {
    names: [Cow<'a, str>; 2],
    game: KubaGame,
    attempts: Vec<Attempt<'a>>,
}

/// One entry of the moves: an attempt of a player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Attempt<'a> {
    /// A push, which the rules may still refuse.
    Push {
        /// The player.
        name: Cow<'a, str>,
        /// Row and column; may be off the board.
        coordinates: (i64, i64),
        /// The direction; may be invalid.
        direction: Cow<'a, str>,
    },
    /// The end of a tournament turn. Rules: K-18.
    End {
        /// The player.
        name: Cow<'a, str>,
    },
    /// A move with an impossible value, such as half a row: refused in every
    /// game. Rules: K-16.
    Malformed {
        /// The player, as written.
        name: Cow<'a, str>,
        /// The whole entry as JSON.
        written: Cow<'a, str>,
        /// Coordinates and direction as written.
        tried: String,
        /// The reason for the refusal.
        refusal: MoveError,
    },
}

impl<'a> Attempt<'a> {
    /// Reads an entry of the moves from its JSON form; `None` if it does not have the form of a
    /// move.
    ///
    /// Rules: K-16 (an impossible value is refused like any other), K-18.
    pub fn from_json(part: &'a str) -> Option<Self> {
        read_attempt(part)
    }

    /// The entry of the moves as JSON, which [`from_json`](Self::from_json) reads as the same.
    pub fn to_json(&self) -> String {
        let entry = match self {
            Self::Push {
                name,
                coordinates: (row, column),
                direction,
            } => serde_json::json!([name, [row, column], direction]),
            Self::End { name } => serde_json::json!([name, END]),
            Self::Malformed { written, .. } => return written.clone().into_owned(),
        };
        entry.to_string()
    }

    /// The same without the text that it was read from.
    pub fn into_owned(self) -> Attempt<'static> {
        match self {
            Self::Push {
                name,
                coordinates,
                direction,
            } => Attempt::Push {
                name: owned(name),
                coordinates,
                direction: owned(direction),
            },
            Self::End { name } => Attempt::End { name: owned(name) },
            Self::Malformed {
                name,
                written,
                tried,
                refusal,
            } => Attempt::Malformed {
                name: owned(name),
                written: owned(written),
                tried,
                refusal,
            },
        }
    }

    /// Plays the move in `game`.
    ///
    /// # Errors
    /// Why it is refused; the game is unchanged.
    pub fn try_in(
        &self,
        game: &mut KubaGame,
        events: &mut impl EventSink,
    ) -> Result<(), MoveError> {
        match self {
            Self::Push {
                name,
                coordinates,
                direction,
            } => game.try_move_into(name, *coordinates, direction, events),
            Self::End { name } => game.try_end_turn_into(name, events),
            Self::Malformed { refusal, .. } => Err(refusal.clone()),
        }
    }

    /// The player.
    pub fn name(&self) -> &str {
        match self {
            Self::Push { name, .. } | Self::End { name } | Self::Malformed { name, .. } => name,
        }
    }
}

/// The attempt for people: `65F` or `end`; `(9, 5) F` where there is no
/// notation for it.
impl fmt::Display for Attempt<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Push {
                coordinates: (row, column),
                direction,
                ..
            } => match push(*row, *column, direction) {
                Some(push) => push.fmt(f),
                None => write!(f, "({row}, {column}) {direction}"),
            },
            Self::End { .. } => f.write_str(END),
            Self::Malformed { tried, .. } => f.write_str(tried),
        }
    }
}

fn owned(text: Cow<'_, str>) -> Cow<'static, str> {
    Cow::Owned(text.into_owned())
}

/// The push, if the cell and the direction exist.
fn push(row: i64, column: i64, direction: &str) -> Option<Move> {
    Some(Move {
        cell: Cell::new(row, column).ok()?,
        direction: direction.parse().ok()?,
    })
}

impl<'a> Script<'a> {
    /// A game of two players, each a name and a color, under rules of this name.
    ///
    /// Rules: K-14.
    ///
    /// # Errors
    /// What is wrong with the players or the rules.
    pub fn new(
        players: [(&'a str, &'a str); 2],
        rules: &str,
        attempts: Vec<Attempt<'a>>,
    ) -> Result<Self, PlayersError> {
        let [first, second] = players;
        Ok(Self {
            names: [first.0.into(), second.0.into()],
            game: KubaGame::with_rules(first, second, rules)?,
            attempts,
        })
    }

    /// The same without the text that it was read from.
    pub fn into_owned(self) -> Script<'static> {
        let attempts = self.attempts.into_iter();
        Script {
            names: self.names.map(owned),
            game: self.game,
            attempts: attempts.map(Attempt::into_owned).collect(),
        }
    }

    /// The players' names in the order written.
    pub fn names(&self) -> [&str; 2] {
        self.names.each_ref().map(|name| &**name)
    }

    /// All attempts, in order.
    pub fn attempts(&self) -> &[Attempt<'a>] {
        &self.attempts
    }

    /// The game before the first move.
    pub fn game(&self) -> KubaGame {
        self.game.clone()
    }
}

/// Reads one game from its JSON form.
///
/// Rules: K-14 (players and rules), K-16 (what a move is made of).
///
/// # Errors
/// The first error in the text, with its place.
pub fn read(text: &str) -> Result<Script<'_>, ReadError> {
    match text.trim_ascii_start().bytes().next() {
        None => Err(ReadError::new(LineColumn::START, ReadErrorKind::Empty)),
        Some(b'{') => read_fast(text).map_or_else(|| read_exactly(text), Ok),
        Some(b'[' | b']' | b'}' | b'"') => read_exactly(text),
        Some(_) => Err(not_kuba(text)),
    }
}

/// The error about words instead of JSON.
fn not_kuba(text: &str) -> ReadError {
    let hint = match text.parse::<ludo_rules::Script>() {
        Ok(_) => LUDO_HINT,
        Err(_) => "",
    };
    let words = text.trim_ascii();
    let value = quoted(words);
    ReadError::new(
        LineColumn::of_part(text, words),
        ReadErrorKind::NotKuba { value, hint },
    )
}

/// The fast reading; `None` for anything but the usual JSON form.
fn read_fast(text: &str) -> Option<Script<'_>> {
    let mut scanner = Scanner::new(text);
    scanner.take(b'{')?;
    scanner.key("players")?;
    scanner.take(b'[')?;
    let first = scan_player(&mut scanner)?;
    scanner.take(b',')?;
    let second = scan_player(&mut scanner)?;
    scanner.take(b']')?;
    scanner.take(b',')?;
    scanner.key("moves")?;
    let mut attempts = Vec::with_capacity(scanner.remaining() / r#"["W",[0,0],"F"],"#.len());
    scanner.list(|scanner| {
        attempts.push(scan_attempt(scanner)?);
        Some(())
    })?;
    let mut rules = DEFAULT_RULES;
    if scanner.peek()? == b',' {
        scanner.take(b',')?;
        scanner.key("rules")?;
        rules = scanner.string()?;
    }
    scanner.take(b'}')?;
    scanner.end()?;
    Script::new([first, second], rules, attempts).ok()
}

/// Takes `[name, color]`.
fn scan_player<'a>(scanner: &mut Scanner<'a>) -> Option<(&'a str, &'a str)> {
    scanner.take(b'[')?;
    let name = scanner.string()?;
    scanner.take(b',')?;
    let color = scanner.string()?;
    scanner.take(b']')?;
    Some((name, color))
}

/// Takes `[name, [row, column], direction]` or `[name, "end"]`.
fn scan_attempt<'a>(scanner: &mut Scanner<'a>) -> Option<Attempt<'a>> {
    scanner.take(b'[')?;
    let name = scanner.string()?.into();
    scanner.take(b',')?;
    if scanner.peek()? == b'"' {
        (scanner.string()? == END).then_some(())?;
        scanner.take(b']')?;
        return Some(Attempt::End { name });
    }
    scanner.take(b'[')?;
    let row = scanner.digit()?;
    scanner.take(b',')?;
    let column = scanner.digit()?;
    scanner.take(b']')?;
    scanner.take(b',')?;
    let direction = scanner.string()?.into();
    scanner.take(b']')?;
    Some(Attempt::Push {
        name,
        coordinates: (row, column),
        direction,
    })
}

/// The exact reading.
fn read_exactly(text: &str) -> Result<Script<'_>, ReadError> {
    let object = ScriptObject::read(text, &KEYS)?;
    let (names, game) = read_players(&object)?;
    let moves_text = object.required("moves")?;
    let entries = json::list(moves_text)
        .ok_or_else(|| object.error(moves_text, |value| ReadErrorKind::MovesNotAList { value }))?;
    let attempt = |(entry, part)| {
        let not_a_move = |value| ReadErrorKind::NotAMove { entry, value };
        read_attempt(part).ok_or_else(|| object.error(part, not_a_move))
    };
    let attempts = entries.into_iter().enumerate().map(attempt);
    Ok(Script {
        names,
        game,
        attempts: attempts.collect::<Result<_, _>>()?,
    })
}

/// The players by name, and their game before its first move.
///
/// Rules: K-14.
fn read_players<'a>(object: &ScriptObject<'a>) -> Result<([Cow<'a, str>; 2], KubaGame), ReadError> {
    let fault_at = |part: &str, entry, error| {
        object.error(part, |value| ReadErrorKind::Kuba {
            error: with_short_values(error),
            entry,
            value,
        })
    };
    let pair = |entry, part: &'a str| {
        let strings = match json::list(part).as_deref() {
            Some(&[name, color]) => json::string(name).zip(json::string(color)),
            _ => None,
        };
        strings.ok_or_else(|| {
            let value = part.to_owned();
            fault_at(part, Some(entry), PlayersError::NotAPair { value })
        })
    };
    let players_text = object.required("players")?;
    let Some(&[first_text, second_text]) = json::list(players_text).as_deref() else {
        let kind = |value| ReadErrorKind::NotTwoPlayers { value };
        return Err(object.error(players_text, kind));
    };
    let first = pair(0, first_text)?;
    let second = pair(1, second_text)?;
    let rules_text = object.optional("rules");
    let game = match rules_text.map(json::string) {
        None => Ok(DEFAULT_RULES.into()),
        Some(Some(rules)) => Ok(rules),
        Some(None) => Err(rules_text.unwrap_or_default().to_owned()),
    }
    .map_err(|value| PlayersError::UnknownRules { value })
    .and_then(|rules: Cow<'_, str>| {
        KubaGame::with_rules((&first.0, &first.1), (&second.0, &second.1), &rules)
    })
    .map_err(|error| match (&error, rules_text) {
        (PlayersError::UnknownRules { .. }, Some(part)) => fault_at(part, None, error),
        (PlayersError::UnknownColor { name, value }, _)
            if *name == first.0 && *value == first.1 =>
        {
            fault_at(first_text, Some(0), error)
        }
        _ => fault_at(second_text, Some(1), error),
    })?;
    Ok(([first.0, second.0], game))
}

/// The same error with its values cut for quoting.
pub(crate) fn with_short_values(error: PlayersError) -> PlayersError {
    match error {
        PlayersError::NotAPair { value } => PlayersError::NotAPair {
            value: quoted(&value),
        },
        PlayersError::UnknownColor { name, value } => PlayersError::UnknownColor {
            name: quoted(&name),
            value: quoted(&value),
        },
        PlayersError::SameNames { name } => PlayersError::SameNames {
            name: quoted(&name),
        },
        PlayersError::UnknownRules { value } => PlayersError::UnknownRules {
            value: quoted(&value),
        },
        other => other,
    }
}

/// The rules of a game that names none.
pub(crate) const DEFAULT_RULES: &str = "classroom";

/// A move as written; `None` if it does not have the form of one.
///
/// Rules: K-16 (an impossible value is refused like any other), K-18.
fn read_attempt(part: &str) -> Option<Attempt<'_>> {
    let elements = json::list(part)?;
    let (name_text, rest) = elements.split_first()?;
    let name = json::string(name_text);
    let tried = match rest {
        [end] => {
            let end = json::string(end)?;
            (end == END).then(|| END.to_owned())?
        }
        [coordinates, direction] => format!("{} {}", quoted(coordinates), quoted(direction)),
        _ => return None,
    };
    let Some(name) = name else {
        return Some(Attempt::Malformed {
            name: Cow::Borrowed(name_text),
            written: Cow::Borrowed(part),
            tried,
            refusal: MoveError::UnknownPlayer {
                name: quoted(name_text),
            },
        });
    };
    let &[coordinates_text, direction_text] = rest else {
        return Some(Attempt::End { name });
    };
    let coordinates = match json::list(coordinates_text).as_deref() {
        Some(&[row, column]) => json::integer(row).zip(json::integer(column)),
        _ => None,
    };
    let refusal = match (coordinates, json::string(direction_text)) {
        (Some(coordinates), Some(direction)) => {
            return Some(Attempt::Push {
                name,
                coordinates,
                direction,
            });
        }
        (None, _) => MoveError::BadCoordinates {
            value: quoted(coordinates_text),
        },
        (_, None) => MoveError::BadDirection {
            value: quoted(direction_text),
        },
    };
    Some(Attempt::Malformed {
        name,
        written: Cow::Borrowed(part),
        tried,
        refusal,
    })
}

/// The state of a scripted game after its last move.
///
/// Rules: K-15 (turn), K-16 (results), K-17 (winner, captured, count), K-18 (draw).
///
/// Serializes to `{"results":[true],"turn":"PlayerB","winner":null,"draw":false,
/// "captured":{…},"count":[8,8,13],"board":["WW...BB",…]}`.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Answer<'a> {
    results: Vec<bool>,
    turn: Option<&'a str>,
    winner: Option<&'a str>,
    draw: bool,
    captured: Captured<'a>,
    count: (u8, u8, u8),
    board: [BoardRow; 7],
}

impl<'a> Answer<'a> {
    /// The state of `game`, in which the moves of `script` gave `results`.
    pub fn new(script: &'a Script<'_>, game: &'a KubaGame, results: Vec<bool>) -> Self {
        // Both names are the game's own, so neither is ever unknown to it.
        let reds = |name| game.get_captured(name).unwrap_or_default();
        Self {
            results,
            turn: game.get_current_turn(),
            winner: game.get_winner(),
            draw: game.is_draw(),
            captured: Captured(script.names().map(|name| (name, reds(name)))),
            count: game.get_marble_count(),
            board: game.board().map(BoardRow),
        }
    }
}

/// Serializes to the letters of seven cells, `.` for an empty one.
#[derive(Clone, Debug, PartialEq, Eq)]
struct BoardRow([Option<Marble>; 7]);

impl Serialize for BoardRow {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let letters = self
            .0
            .map(|cell| cell.map_or(b'.', |marble| marble.letter() as u8));
        serializer.serialize_str(str::from_utf8(&letters).map_err(S::Error::custom)?)
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Captured<'a>([(&'a str, u8); 2]);

impl Serialize for Captured<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(2))?;
        for (name, reds) in self.0 {
            map.serialize_entry(name, &reds)?;
        }
        map.end()
    }
}

#[cfg(test)]
mod tests;
