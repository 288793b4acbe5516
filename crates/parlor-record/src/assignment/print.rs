//! A scripted game as the lines of Python that make it.

use core::fmt;

use kuba_rules::Side;

use super::Scripted;
use crate::kuba_script::{self, Attempt, DEFAULT_RULES};

/// The most turns in a line.
const TURNS_OF_LINE: usize = 8;

impl fmt::Display for Scripted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Ludo(script) => {
                f.write_str("players = [")?;
                for (index, seat) in script.players().iter().enumerate() {
                    let separator = if index == 0 { "" } else { ", " };
                    write!(f, "{separator}'{seat}'")?;
                }
                f.write_str("]\nturns = [")?;
                for (index, turn) in script.turns().iter().enumerate() {
                    let separator = match index {
                        0 => "",
                        index if index % TURNS_OF_LINE == 0 => ",\n         ",
                        _ => ", ",
                    };
                    write!(f, "{separator}('{}', {})", turn.seat, turn.roll)?;
                }
                f.write_str("]\ngame = LudoGame()\ngame.play_game(players, turns)\n")
            }
            Self::Kuba(script) if has_program(script) => write_program(script, f),
            Self::Kuba(script) => write_json(script, f),
        }
    }
}

/// Whether every call can be written in Python: one with impossible values may have such as only
/// JSON has.
fn has_program(script: &kuba_script::Script<'_>) -> bool {
    let mut attempts = script.attempts().iter();
    attempts.all(|attempt| !matches!(attempt, Attempt::Malformed { .. }))
}

fn write_program(script: &kuba_script::Script<'_>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let [first, second] = players(script);
    let pair = |(name, color)| format!("({}, '{color}')", Text(name));
    write!(f, "game = KubaGame({}, {}", pair(first), pair(second))?;
    match script.game().rules().to_string() {
        rules if rules == DEFAULT_RULES => f.write_str(")\n")?,
        rules => writeln!(f, ", rules='{rules}')")?,
    }
    for attempt in script.attempts() {
        match attempt {
            Attempt::Push {
                name,
                coordinates: (row, column),
                direction,
            } => {
                let (name, direction) = (Text(name), Text(direction));
                writeln!(f, "game.make_move({name}, ({row}, {column}), {direction})")?;
            }
            Attempt::End { name } => writeln!(f, "game.end_turn({})", Text(name))?,
            Attempt::Malformed { .. } => {}
        }
    }
    Ok(())
}

fn write_json(script: &kuba_script::Script<'_>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let players = serde_json::json!(players(script));
    let rules = script.game().rules();
    write!(
        f,
        "{{\"players\":{players},\"rules\":\"{rules}\",\"moves\":["
    )?;
    for (index, attempt) in script.attempts().iter().enumerate() {
        let separator = if index == 0 { "" } else { "," };
        write!(f, "{separator}\n{}", attempt.to_json())?;
    }
    f.write_str("\n]}\n")
}

/// The names in the order written, with their colors.
fn players<'a>(script: &'a kuba_script::Script<'_>) -> [(&'a str, char); 2] {
    let game = script.game();
    script.names().map(|name| {
        let side = game.side(name);
        (name, side.map_or(' ', Side::letter))
    })
}

/// A string in the quotes that most people write, where it needs no escapes.
struct Text<'a>(&'a str);

impl fmt::Display for Text<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(text) = self;
        if text.contains(|next: char| matches!(next, '\'' | '\\') || next.is_control()) {
            write!(f, "{}", serde_json::Value::from(*text))
        } else {
            write!(f, "'{text}'")
        }
    }
}
