//! The calls of `KubaGame` in a program.

use std::borrow::Cow;

use kuba_rules::{KubaGame, PlayersError};

use super::Scripted;
use super::parts::ONE_GAME;
use crate::error::{ReadError, ReadErrorKind};
use crate::kuba_script::{Attempt, DEFAULT_RULES, Script, with_short_values};
use crate::program::{Program, Shape, Value};

/// The name of the argument for the rules.
const RULES: &str = "rules";

/// Players as a call gives them: names and colors, and the name of the rules.
type Players = ([(String, String); 2], String);

/// The calls so far.
#[derive(Debug, Default)]
pub(super) struct KubaCalls {
    players: Option<Players>,
    attempts: Vec<Attempt<'static>>,
}

impl KubaCalls {
    pub(super) fn has_any(&self) -> bool {
        self.players.is_some() || !self.attempts.is_empty()
    }

    /// The game of all calls; `None` if there was none.
    pub(super) fn script(self, program: &Program<'_>) -> Result<Option<Scripted>, ReadError> {
        let Some((players, rules)) = self.players else {
            return Ok(None);
        };
        let named = players.each_ref().map(|(name, color)| (&**name, &**color));
        let script = Script::new(named, &rules, self.attempts).map_err(|error| {
            // They were checked where they were read.
            program.error_at_end(ReadErrorKind::Kuba {
                error,
                entry: None,
                value: rules.clone(),
            })
        })?;
        Ok(Some(Scripted::Kuba(script.into_owned())))
    }

    /// Takes a call with its arguments.
    ///
    /// Rules: K-14 (the players and the rules), K-16 (what a move is made of).
    pub(super) fn take(
        &mut self,
        program: &Program<'_>,
        call: Value<'_, '_>,
        method: &str,
        arguments: &[Value<'_, '_>],
    ) -> Result<(), ReadError> {
        if method == "KubaGame" {
            let players = read_players(program, call, arguments)?;
            return match self.players.replace(players) {
                Some(_) => Err(program.refused(call.part(), ONE_GAME)),
                None => Ok(()),
            };
        }
        if self.players.is_none() {
            let expected = "its game comes first: \
                            game = KubaGame(('PlayerA', 'W'), ('PlayerB', 'B'))";
            return Err(program.refused(call.part(), expected));
        }
        let entry = self.attempts.len();
        let mut json = String::from("[");
        for argument in arguments {
            write_json(program, *argument, &mut json)?;
            json.push(',');
        }
        match method {
            "end_turn" => json.push_str("\"end\""),
            _ => {
                json.pop();
            }
        }
        json.push(']');
        let number = if method == "end_turn" { 1 } else { 3 };
        let attempt = Attempt::from_json(&json).filter(|_| arguments.len() == number);
        let attempt = attempt.ok_or_else(|| {
            program.error(call.part(), |value| ReadErrorKind::NotAMove {
                entry,
                value,
            })
        })?;
        self.attempts.push(attempt.into_owned());
        Ok(())
    }
}

fn read_players(
    program: &Program<'_>,
    call: Value<'_, '_>,
    arguments: &[Value<'_, '_>],
) -> Result<Players, ReadError> {
    let wrong = |part: &str, entry, error| {
        program.error(part, |value| ReadErrorKind::Kuba {
            error: with_short_values(error),
            entry,
            value,
        })
    };
    let (first, second, rules) = match *arguments {
        [first, second] => (first, second, None),
        [first, second, rules] if rules.shape() == Shape::Text => (first, second, Some(rules)),
        [first, second, rules] if rules.shape() == Shape::Assignment => {
            let mut parts = rules.children();
            let name = parts.next().map_or("", Value::part);
            let value = parts.next().filter(|_| name == RULES);
            let expected = "the third argument of KubaGame is rules='classroom' or \
                            rules='tournament'";
            let value = value.ok_or_else(|| program.refused(rules.part(), expected))?;
            (first, second, Some(value))
        }
        _ => {
            return Err(program.error(call.part(), |value| ReadErrorKind::NotTwoPlayers { value }));
        }
    };
    let pair = |entry, player: Value<'_, '_>| {
        let mut parts = player.elements().into_iter().flatten();
        let strings = match (parts.next(), parts.next(), parts.next()) {
            (Some(name), Some(color), None) => name.string().zip(color.string()),
            _ => None,
        };
        let strings = strings.map(|(name, color)| (name.into_owned(), color.into_owned()));
        strings.ok_or_else(|| {
            let value = player.part().to_owned();
            wrong(player.part(), Some(entry), PlayersError::NotAPair { value })
        })
    };
    let both = [pair(0, first)?, pair(1, second)?];
    let rules_part = rules.unwrap_or(call).part();
    let rules = match rules.map(Value::string) {
        None => Cow::Borrowed(DEFAULT_RULES),
        Some(Some(rules)) => rules,
        Some(None) => {
            let value = rules_part.to_owned();
            return Err(wrong(
                rules_part,
                None,
                PlayersError::UnknownRules { value },
            ));
        }
    };
    let named = both.each_ref().map(|(name, color)| (&**name, &**color));
    KubaGame::with_rules(named[0], named[1], &rules).map_err(|error| match &error {
        PlayersError::UnknownRules { .. } => wrong(rules_part, None, error),
        PlayersError::UnknownColor { name, value } if (&**name, &**value) == named[0] => {
            wrong(first.part(), Some(0), error)
        }
        _ => wrong(second.part(), Some(1), error),
    })?;
    Ok((both, rules.into_owned()))
}

/// Appends a literal as JSON.
fn write_json(
    program: &Program<'_>,
    value: Value<'_, '_>,
    json: &mut String,
) -> Result<(), ReadError> {
    let refused = |expected| Err(program.refused(value.part(), expected));
    match (value.shape(), value.part()) {
        (Shape::Number, number) => json.push_str(number),
        (Shape::Text, _) => match value.string() {
            Some(text) => json.push_str(&serde_json::Value::from(&*text).to_string()),
            None => return refused("a string has the escapes \\\\, \\', \\\" and \\n"),
        },
        (Shape::Name, "True" | "true") => json.push_str("true"),
        (Shape::Name, "False" | "false") => json.push_str("false"),
        (Shape::Name, "None" | "null") => json.push_str("null"),
        (Shape::List, _) => {
            json.push('[');
            for (entry, element) in value.children().enumerate() {
                if entry > 0 {
                    json.push(',');
                }
                write_json(program, element, json)?;
            }
            json.push(']');
        }
        _ => {
            return refused(
                "make_move takes a name, a cell and a direction: ('PlayerA', (6, 5), 'F')",
            );
        }
    }
    Ok(())
}
