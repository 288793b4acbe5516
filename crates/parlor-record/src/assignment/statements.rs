//! What the statements of a program say about a game.

use std::collections::HashMap;

use super::kuba::KubaCalls;
use super::parts::{Listed, ONE_GAME};
use super::{Assignment, ludo};
use crate::error::{ReadError, ReadErrorKind};
use crate::program::{Program, Shape, Value};

/// The methods by which a list is changed.
const CHANGES: [&str; 8] = [
    "append", "clear", "extend", "insert", "pop", "remove", "reverse", "sort",
];

/// The names of the arguments of `play_game`, as programs have them.
const PLAYERS: [&str; 2] = ["players", "players_list"];
const TURNS: [&str; 2] = ["turns", "turns_list"];

/// What names stand for in lists, and not for values that were given to them.
const CONSTANTS: [&str; 6] = ["True", "False", "None", "true", "false", "null"];

/// The statements of a program, sorted.
#[derive(Debug)]
pub(super) struct Statements<'p, 'a> {
    program: &'p Program<'a>,
    /// The values that names have so far.
    given: HashMap<&'a str, Value<'p, 'a>>,
    lists: Vec<Listed<'p, 'a>>,
    /// The name that the game was given.
    game: Option<&'a str>,
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
            game: None,
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
            game: _,
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
                self.calls_within(statement)?;
                self.lists.push(Listed {
                    name: None,
                    value: statement,
                });
                Ok(())
            }
            Shape::Assignment => self.assign(statement),
            // A comment in the form of a string.
            Shape::Text => Ok(()),
            Shape::Name | Shape::Number => {
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
                // In a chain of calls the last one says what is given the name.
                let is_game = ["LudoGame", "KubaGame"].contains(&path_of(value).1);
                self.game = if is_game {
                    Some(name)
                } else {
                    self.game.filter(|game| *game != name)
                };
                continue;
            }
            self.calls_within(value)?;
            if value.shape() == Shape::List {
                let name = Some(name);
                self.lists.push(Listed { name, value });
            }
            let value = self.resolved(value)?;
            self.given.insert(name, value);
        }
        Ok(())
    }

    /// Takes the calls that a value consists of, in the order in which a program makes them.
    fn calls_within(&mut self, value: Value<'p, 'a>) -> Result<(), ReadError> {
        match value.shape() {
            Shape::Call => self.call(value),
            Shape::List | Shape::Assignment => {
                let mut parts = value.children();
                parts.try_for_each(|part| self.calls_within(part))
            }
            Shape::Name | Shape::Number | Shape::Text => Ok(()),
        }
    }

    fn call(&mut self, call: Value<'p, 'a>) -> Result<(), ReadError> {
        let (owner, method) = path_of(call);
        let arguments: Vec<Value<'p, 'a>> = call.children().skip(1).collect();
        for argument in &arguments {
            self.calls_within(*argument)?;
        }
        self.check_owner(call, owner, method)?;
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
            "print" => Ok(()),
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
        let Some([players, turns]) = players_and_turns(arguments) else {
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

    /// Refuses a call that changes a list, or plays another game than the one that has a name: to pass
    /// over it would be to show another game than the program plays.
    fn check_owner(
        &self,
        call: Value<'p, 'a>,
        owner: Option<&'a str>,
        method: &str,
    ) -> Result<(), ReadError> {
        let Some(owner) = owner else {
            return Ok(());
        };
        let given = self.given.get(owner);
        if CHANGES.contains(&method) && given.is_some_and(|value| value.shape() == Shape::List) {
            let expected =
                "lists are read as they are given, and not changed: write it into the list";
            return Err(self.program.refused(call.part(), expected));
        }
        let plays = ["play_game", "make_move", "end_turn"].contains(&method);
        if plays && self.game.is_some_and(|game| game != owner) {
            let expected = "the game has another name above";
            return Err(self.program.refused(call.part(), expected));
        }
        Ok(())
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

/// What a call is of, and its name: of `game.play_game`, `game` and `play_game`.
fn path_of<'a>(call: Value<'_, 'a>) -> (Option<&'a str>, &'a str) {
    let path = call.children().next().map_or("", Value::part);
    match path.rsplit_once('.') {
        Some((owner, method)) => (Some(owner), method),
        None => (None, path),
    }
}

/// The arguments of `play_game`, by their places or their names; `None` if these are not two.
fn players_and_turns<'p, 'a>(arguments: &[Value<'p, 'a>]) -> Option<[Value<'p, 'a>; 2]> {
    let &[first, second] = arguments else {
        return None;
    };
    let [first, second] = [first, second].map(named);
    let is_called = |(name, _): (Option<&str>, _), names: [&str; 2]| {
        name.is_none_or(|name| names.contains(&name))
    };
    if is_called(first, PLAYERS) && is_called(second, TURNS) {
        Some([first.1, second.1])
    } else if first.0.is_some() && is_called(first, TURNS) && is_called(second, PLAYERS) {
        Some([second.1, first.1])
    } else {
        None
    }
}

/// An argument with its name, if it is given by it.
fn named<'p, 'a>(argument: Value<'p, 'a>) -> (Option<&'a str>, Value<'p, 'a>) {
    let mut parts = argument.children();
    match (argument.shape(), parts.next(), parts.next()) {
        (Shape::Assignment, Some(name), Some(value)) => (Some(name.part()), value),
        _ => (None, argument),
    }
}
