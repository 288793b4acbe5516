//! A scripted game as its author has it at hand: the lines of Python from the assignments, a list
//! of turns alone, or one of the forms of [`ludo_script`] and
//! [`kuba_script`].
//!
//! A program is read and never run: of its lines those are played that make a game, and what is
//! neither that nor a call that only asks for something is an error at its place. What was assumed
//! or passed over is part of the result, so that a front end can say it.
//!
//! ```
//! use parlor_record::assignment;
//!
//! let assignment = assignment::read("turns = [('A', 6), ('B', 2)]  # no players")?;
//! assert!(assignment.are_players_assumed);
//! let error = assignment::read("players = ['A', 'B']\nturns = [('A', 7)]").unwrap_err();
//! assert_eq!(error.to_string(), "2:16: entry 0 of the turns has roll 7; a roll is an integer from 1 to 6");
//! # Ok::<(), parlor_record::ReadError>(())
//! ```

mod kuba;
mod ludo;
mod parts;
mod print;
mod statements;

#[cfg(test)]
mod tests;

use ludo_rules::{Players, Script, Seat};

use crate::error::{LineColumn, ReadError, ReadErrorKind};
use crate::program::Program;
use crate::{json, kuba_script, ludo_script};
use statements::Statements;

/// A scripted game of either kind. Prints as the lines of Python that make it, which
/// [`read`] reads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Scripted {
    /// Rolls by their seats.
    Ludo(Script),
    /// Calls of `make_move`.
    Kuba(kuba_script::Script<'static>),
}

/// A game as it was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Assignment {
    /// The game.
    pub game: Scripted,
    /// Whether no players were given, so that they are the seats of the turns, clockwise.
    pub are_players_assumed: bool,
    /// The number of calls that were passed over, since they only ask for something.
    pub ignored: usize,
}

impl From<Scripted> for Assignment {
    fn from(game: Scripted) -> Self {
        Self {
            game,
            are_players_assumed: false,
            ignored: 0,
        }
    }
}

/// Reads one game.
///
/// Rules: L-23, K-14, K-16.
///
/// # Errors
/// The first error in the text, with its place.
pub fn read(text: &str) -> Result<Assignment, ReadError> {
    let begin = text.trim_start_matches('\u{feff}').trim_start();
    match begin.chars().next() {
        None => Err(ReadError::new(LineColumn::START, ReadErrorKind::Empty)),
        Some('{') => read_json(text).map(Assignment::from),
        Some(_) if has_words(begin) => {
            let script = ludo_script::read(text)?;
            Ok(Scripted::Ludo(script).into())
        }
        Some(_) if begin.split_whitespace().next().is_some_and(is_turn) => {
            let turns = ludo_script::read_turns(text)?;
            let players = seats_of(turns.iter().map(|turn| turn.seat)).map_err(|kind| {
                let part = text.trim();
                ReadError::new(LineColumn::of_part(text, part), kind)
            })?;
            Ok(Assignment {
                are_players_assumed: true,
                ..Scripted::Ludo(Script::new(players, turns)).into()
            })
        }
        Some(_) => Statements::read(&Program::read(text)?)?.game(),
    }
}

/// The game of a JSON object, which its keys tell.
fn read_json(text: &str) -> Result<Scripted, ReadError> {
    let members = json::members(text).unwrap_or_default();
    let mut keys = members.iter().filter_map(|(key, _)| json::string(key));
    if keys.any(|key| key == "moves") {
        Ok(Scripted::Kuba(kuba_script::read(text)?.into_owned()))
    } else {
        Ok(Scripted::Ludo(ludo_script::read(text)?))
    }
}

/// Whether a text is of the form `A,B: A6 A4`, though its players may be wrong.
fn has_words(begin: &str) -> bool {
    let Some((players, _)) = begin.split_once(':') else {
        return false;
    };
    let mut names = players.split(',').map(str::trim);
    let is_letter = players.trim().chars().nth(1).is_none();
    (is_letter || players.contains(','))
        && names.all(|name| !name.is_empty() && name.chars().all(char::is_alphanumeric))
}

/// Whether a word is a turn, though maybe a wrong one: `A6`.
fn is_turn(word: &str) -> bool {
    let mut letters = word.chars();
    let first = letters.next();
    let number = letters.as_str();
    first.is_some_and(char::is_alphabetic)
        && !number.is_empty()
        && number.chars().all(|digit| digit.is_ascii_digit())
}

/// The players where none are given: the seats of the turns, clockwise.
///
/// Rules: L-1, L-23.
fn seats_of(seats: impl Iterator<Item = Seat>) -> Result<Players, ReadErrorKind> {
    let mut playing = [false; Seat::ALL.len()];
    for seat in seats {
        playing[seat.index()] = true;
    }
    let seats = Seat::ALL.into_iter();
    let seats = seats.filter(|seat| playing[seat.index()]).map(Ok);
    Players::check(seats).map_err(|_| ReadErrorKind::NoPlayers {
        count: playing.into_iter().filter(|&is_playing| is_playing).count(),
    })
}
