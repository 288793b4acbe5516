//! The players and turns of a program.

use ludo_rules::{Players, Roll, Script, ScriptError, ScriptTurn, Seat};

use super::parts::{Listed, ONE_GAME};
use super::{Assignment, Scripted, seats_of};
use crate::error::{ReadError, ReadErrorKind};
use crate::program::{Program, Shape, Value};

/// The game of the arguments of `play_game`.
///
/// Rules: L-23. All players are checked before any turn.
pub(super) fn script(
    program: &Program<'_>,
    players: Value<'_, '_>,
    turns: Value<'_, '_>,
) -> Result<Scripted, ReadError> {
    let players = read_players(program, players)?;
    Ok(Scripted::Ludo(Script::new(
        players,
        read_turns(program, turns)?,
    )))
}

/// What a list is by its name or its first element.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Role {
    Players,
    Turns,
    /// A turn that stands outside of a list.
    Turn,
}

impl Role {
    fn of(listed: &Listed<'_, '_>) -> Self {
        match listed.name {
            Some("players") => return Self::Players,
            Some("turns") => return Self::Turns,
            _ => {}
        }
        let mut elements = listed.value.children();
        match (elements.next(), elements.next()) {
            (None, _) => Self::Turns,
            (Some(first), _) if first.shape() == Shape::List => Self::Turns,
            (_, Some(second)) if second.shape() == Shape::Number => Self::Turn,
            _ => Self::Players,
        }
    }
}

/// The game of lists that stand alone or were given names.
pub(super) fn of_lists(
    program: &Program<'_>,
    lists: &[Listed<'_, '_>],
) -> Result<Assignment, ReadError> {
    let (mut players, mut turns, mut single) = (None, None, Vec::new());
    for listed in lists {
        let part = listed.value.part();
        let is_first = match Role::of(listed) {
            Role::Players => players.replace(listed.value).is_none(),
            Role::Turns => turns.replace(listed.value).is_none() && single.is_empty(),
            Role::Turn => {
                single.push(read_turn(program, single.len(), listed.value)?);
                turns.is_none()
            }
        };
        if !is_first {
            return Err(program.refused(part, ONE_GAME));
        }
    }
    let seats = players.map(|players| read_players(program, players));
    let seats = seats.transpose()?;
    let read = match turns {
        Some(turns) => read_turns(program, turns)?,
        None if single.is_empty() => return Err(program.error_at_end(ReadErrorKind::NoGame)),
        None => single,
    };
    let are_players_assumed = seats.is_none();
    let seats = match seats {
        Some(seats) => seats,
        None => seats_of(read.iter().map(|turn| turn.seat)).map_err(|kind| {
            let part = turns.map_or("", Value::part);
            match part {
                "" => program.error_at_end(kind),
                part => program.error(part, |_| kind),
            }
        })?,
    };
    Ok(Assignment {
        are_players_assumed,
        ..Scripted::Ludo(Script::new(seats, read)).into()
    })
}

fn read_players(program: &Program<'_>, value: Value<'_, '_>) -> Result<Players, ReadError> {
    let entries = value.elements().ok_or_else(|| {
        error(program, value.part(), |value| {
            ScriptError::PlayersNotAList { value }
        })
    })?;
    let seat = |(entry, player): (usize, Value<'_, '_>)| {
        seat(player).ok_or_else(|| {
            let value = crate::error::quoted(player.part());
            ScriptError::UnknownPlayer { entry, value }
        })
    };
    Players::check(entries.clone().enumerate().map(seat)).map_err(|wrong| {
        let mut entries = entries;
        let part = wrong.entry().and_then(|entry| entries.nth(entry));
        error(program, part.unwrap_or(value).part(), |_| wrong)
    })
}

fn read_turns(program: &Program<'_>, value: Value<'_, '_>) -> Result<Vec<ScriptTurn>, ReadError> {
    let entries = value.elements().ok_or_else(|| {
        error(program, value.part(), |value| ScriptError::TurnsNotAList {
            value,
        })
    })?;
    let turns = entries.enumerate();
    let turns = turns.map(|(entry, turn)| read_turn(program, entry, turn));
    turns.collect()
}

fn read_turn(
    program: &Program<'_>,
    entry: usize,
    turn: Value<'_, '_>,
) -> Result<ScriptTurn, ReadError> {
    let mut parts = turn.elements().into_iter().flatten();
    let (Some(player), Some(rolled), None) = (parts.next(), parts.next(), parts.next()) else {
        return Err(error(program, turn.part(), |value| ScriptError::NotAPair {
            entry,
            value,
        }));
    };
    let seat = seat(player).ok_or_else(|| {
        error(program, player.part(), |value| ScriptError::UnknownSeat {
            entry,
            value,
        })
    })?;
    let roll = match rolled.shape() {
        Shape::Number => rolled.part().parse().ok(),
        _ => None,
    };
    let roll = roll.and_then(|roll| Roll::new(roll).ok()).ok_or_else(|| {
        error(program, rolled.part(), |value| ScriptError::BadRoll {
            entry,
            value,
        })
    })?;
    Ok(ScriptTurn { seat, roll })
}

/// The seat that a string names.
fn seat(value: Value<'_, '_>) -> Option<Seat> {
    value.string()?.parse().ok()
}

/// An error about a part of the program, which is quoted.
fn error(
    program: &Program<'_>,
    part: &str,
    wrong: impl FnOnce(String) -> ScriptError,
) -> ReadError {
    program.error(part, |value| ReadErrorKind::Ludo {
        error: wrong(value.clone()),
        value,
    })
}
