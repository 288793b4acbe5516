//! What the statements of a program say about a game.

use std::collections::HashMap;

use super::kuba::KubaCalls;
use super::parts::{Listed, ONE_GAME};
use super::{Assignment, ludo};
use crate::error::{ReadError, ReadErrorKind};
use crate::program::{Program, Shape, Value};

/// What names stand for in lists, and not for values that were given to them.
const CONSTANTS: [&str; 6] = ["True", "False", "None", "true", "false", "null"];

/// The statements of a program, sorted.
#[derive(Debug)]
pub(super) struct Statements<'p, 'a> {
    program: &'p Program<'a>,
    /// The values that names have so far.
    given: HashMap<&'a str, Value<'p, 'a>>,
    lists: Vec<Listed<'p, 'a>>,
    /// The arguments of `play_game`.
    played: Option<[Value<'p, 'a>; 2]>,
    kuba: KubaCalls,
    ignored: usize,
}

impl<'p, 'a> Statements<'p, 'a> {
    pub(super) fn read(program: &'p Program<'a>) -> Result<Self, ReadError> {
        let mut statements = Self {
            program,
            given: HashMap::new(),
            lists: Vec::new(),
            played: None,
            kuba: KubaCalls::default(),
            ignored: 0,
        };
        for statement in program.statements() {
            statements.take(statement)?;
        }
        Ok(statements)
    }

    /// The game that they make.
    pub(super) fn game(self) -> Result<Assignment, ReadError> {
        let Self {
            program,
            given,
            mut lists,
            played,
            kuba,
            ignored,
        } = self;
        // A name has one value, the last.
        lists.retain(|listed| match listed.name {
            Some(name) => given.get(name) == Some(&listed.value),
            None => true,
        });
        let assignment = if let Some(script) = kuba.script(program)? {
            script.into()
        } else if let Some([players, turns]) = played {
            ludo::script(program, players, turns)?.into()
        } else if lists.is_empty() {
            return Err(program.error_at_end(ReadErrorKind::NoGame));
        } else {
            ludo::of_lists(program, &lists)?
        };
        Ok(Assignment {
            ignored,
            ..assignment
        })
    }

    fn take(&mut self, statement: Value<'p, 'a>) -> Result<(), ReadError> {
        match statement.shape() {
            Shape::Call => self.call(statement),
            Shape::List => {
                self.lists.push(Listed {
                    name: None,
                    value: statement,
                });
                Ok(())
            }
            Shape::Assignment => self.assign(statement),
            Shape::Name | Shape::Number | Shape::Text => {
                let expected = "alone it does nothing; turns are a list such as \
                                [('A', 6), ('A', 4)]";
                Err(self.program.refused(statement.part(), expected))
            }
        }
    }

    fn assign(&mut self, statement: Value<'p, 'a>) -> Result<(), ReadError> {
        let mut parts = statement.children();
        let name = parts.next().map_or("", Value::part);
        for value in parts {
            if value.shape() == Shape::Call {
                self.call(value)?;
                continue;
            }
            if value.shape() == Shape::List {
                let name = Some(name);
                self.lists.push(Listed { name, value });
            }
            let value = self.resolved(value)?;
            self.given.insert(name, value);
        }
        Ok(())
    }

    fn call(&mut self, call: Value<'p, 'a>) -> Result<(), ReadError> {
        let mut parts = call.children();
        let path = parts.next().map_or("", Value::part);
        let method = path.rsplit('.').next().unwrap_or(path);
        let arguments: Vec<Value<'p, 'a>> = parts.collect();
        match method {
            "LudoGame" => Ok(()),
            "play_game" => self.play_game(call, &arguments),
            "KubaGame" | "make_move" | "end_turn" => {
                let arguments = arguments.into_iter();
                let arguments = arguments.map(|argument| self.resolved(argument));
                let arguments: Vec<Value<'p, 'a>> = arguments.collect::<Result<_, _>>()?;
                self.kuba.take(self.program, call, method, &arguments)?;
                self.check_one_game(call)
            }
            "print" => {
                let calls = arguments.into_iter();
                let mut calls = calls.filter(|argument| argument.shape() == Shape::Call);
                calls.try_for_each(|call| self.call(call))
            }
            _ => {
                self.ignored += 1;
                Ok(())
            }
        }
    }

    fn play_game(
        &mut self,
        call: Value<'p, 'a>,
        arguments: &[Value<'p, 'a>],
    ) -> Result<(), ReadError> {
        let &[players, turns] = arguments else {
            let expected = "play_game takes the list of players and the list of turns: \
                            game.play_game(players, turns)";
            return Err(self.program.refused(call.part(), expected));
        };
        let both = [self.resolved(players)?, self.resolved(turns)?];
        if self.played.replace(both).is_some() {
            return Err(self.program.refused(call.part(), ONE_GAME));
        }
        self.check_one_game(call)
    }

    fn check_one_game(&self, call: Value<'p, 'a>) -> Result<(), ReadError> {
        if self.played.is_some() && self.kuba.has_any() {
            return Err(self.program.refused(call.part(), ONE_GAME));
        }
        Ok(())
    }

    /// The value itself, or what its name stands for.
    fn resolved(&self, value: Value<'p, 'a>) -> Result<Value<'p, 'a>, ReadError> {
        if value.shape() != Shape::Name || CONSTANTS.contains(&value.part()) {
            return Ok(value);
        }
        let given = self.given.get(value.part()).copied();
        given.ok_or_else(|| {
            let expected = "the name has no value above, such as turns = [('A', 6), ('A', 4)]";
            self.program.refused(value.part(), expected)
        })
    }
}
