//! Policies of Python that play.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::mpsc::{self, Sender};
use std::sync::{Arc, Mutex, PoisonError};

use parlor_game::{Budget, Choice, Game, Kuba, Ludo};
use parlor_sim::{GameSoFar, Player, PlayerError};
use pyo3::exceptions::PyException;
use pyo3::prelude::*;

use crate::asked::{self, _Asked, Asks};
use crate::long_call::Event;

/// The exceptions of functions by the number of the game, for the error that is raised.
pub(super) type Causes = Arc<Mutex<BTreeMap<u64, PyErr>>>;

/// What a player gives for a game.
type Answer<G> = Result<Option<Choice<<G as Game>::Action>>, PlayerError>;

/// A policy of Python, which is called on the thread that called us: so one call is made at a time, and
/// Ctrl-C interrupts it.
pub(super) struct Function {
    called: Arc<Py<PyAny>>,
    calls: Sender<Event>,
    causes: Causes,
    /// The limit of the games, which observations have.
    limit: u32,
}

impl fmt::Debug for Function {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Function").finish_non_exhaustive()
    }
}

impl Function {
    pub(super) fn new(policy: Py<PyAny>, calls: Sender<Event>, causes: Causes, limit: u32) -> Self {
        Self {
            called: Arc::new(policy),
            calls,
            causes,
            limit,
        }
    }

    /// The number of the action that the policy answers; `None` once nobody waits for it.
    fn ask(&self, game: u64, asked: _Asked) -> Result<Option<i64>, PlayerError> {
        let (reply, answer) = mpsc::channel();
        let policy = Arc::clone(&self.called);
        let causes = Arc::clone(&self.causes);
        let call = move |py: Python<'_>| {
            let answered = match asked.answers(py, &policy) {
                Ok(numbers) => Ok(numbers),
                Err(error) if error.is_instance_of::<PyException>(py) => {
                    let words = words(py, &error);
                    let mut causes = causes.lock().unwrap_or_else(PoisonError::into_inner);
                    causes.insert(game, error);
                    Err(words)
                }
                // What ends a program ends the match.
                Err(error) => return Err(error),
            };
            // A game that was stopped meanwhile waits for no answer.
            let _unheard = reply.send(answered);
            Ok(())
        };
        if self.calls.send(Event::Call(Box::new(call))).is_err() {
            return Ok(None);
        }
        match answer.recv() {
            Ok(Ok(numbers)) => Ok(numbers.first().copied()),
            Ok(Err(words)) => Err(words.into()),
            Err(_) => Ok(None),
        }
    }
}

/// An exception in words: its class and its message.
fn words(py: Python<'_>, error: &PyErr) -> String {
    let class = error.get_type(py);
    let class = class
        .name()
        .map_or_else(|_| "an exception".to_owned(), |name| name.to_string());
    match error.value(py).str() {
        Ok(message) if message.len().is_ok_and(|length| length > 0) => {
            format!("{class}: {}", message.to_string_lossy())
        }
        _ => class,
    }
}

impl Function {
    fn action<G: Asks>(&self, so_far: &GameSoFar<'_, G>, seed: u64) -> Answer<G> {
        let about = (so_far.game, seed, None);
        let asked = _Asked::about([about].into_iter(), self.limit);
        let Some(number) = self.ask(so_far.number, asked)? else {
            return Ok(None);
        };
        let action = G::numbered(so_far.game.position(), number);
        let action = action.ok_or_else(|| asked::no_action(number))?;
        Ok(Some(Choice::from(action)))
    }
}

impl Player<Kuba> for Function {
    fn next_action(&self, so_far: &GameSoFar<'_, Kuba>, _: Budget<'_>, seed: u64) -> Answer<Kuba> {
        self.action(so_far, seed)
    }
}

impl Player<Ludo> for Function {
    fn next_action(&self, so_far: &GameSoFar<'_, Ludo>, _: Budget<'_>, seed: u64) -> Answer<Ludo> {
        self.action(so_far, seed)
    }
}
