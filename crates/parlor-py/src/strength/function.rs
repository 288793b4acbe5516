//! Functions of Python that play.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::mpsc::{self, Sender};
use std::sync::{Arc, Mutex, PoisonError};

use ludo_rules::Seat;
use parlor_batch::ludo;
use parlor_game::{Budget, Choice, Game, Kuba, Ludo, Turn};
use parlor_sim::{GameSoFar, Player, PlayerError};
use pyo3::IntoPyObjectExt as _;
use pyo3::exceptions::PyException;
use pyo3::prelude::*;

use crate::actions;
use crate::kuba_position::{self, KubaPosition};
use crate::long_call::Event;
use crate::ludo_arguments::{self, ActArgument};
use crate::ludo_position::LudoPosition;

/// The exceptions of functions by the number of the game, for the error that is raised.
pub(super) type Causes = Arc<Mutex<BTreeMap<u64, PyErr>>>;

/// A function from a position to an action, which is called on the thread that called us: so one
/// call is made at a time, and Ctrl-C interrupts it.
pub(super) struct Function {
    called: Arc<Py<PyAny>>,
    calls: Sender<Event>,
    causes: Causes,
}

impl fmt::Debug for Function {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Function").finish_non_exhaustive()
    }
}

impl Function {
    pub(super) fn new(function: Py<PyAny>, calls: Sender<Event>, causes: Causes) -> Self {
        Self {
            called: Arc::new(function),
            calls,
            causes,
        }
    }

    /// The action that the function gives for an object; `None` once nobody waits for it.
    fn ask<A: Send + 'static>(
        &self,
        game: u64,
        position: impl FnOnce(Python<'_>) -> PyResult<Bound<'_, PyAny>> + Send + 'static,
        read: impl FnOnce(&Bound<'_, PyAny>) -> PyResult<A> + Send + 'static,
    ) -> Result<Option<Choice<A>>, PlayerError> {
        let (reply, answer) = mpsc::channel();
        let function = Arc::clone(&self.called);
        let causes = Arc::clone(&self.causes);
        let call = move |py: Python<'_>| {
            let answered = position(py).and_then(|position| {
                let value = function.bind(py).call1((position,))?;
                read(&value)
            });
            let answered = match answered {
                Ok(action) => Ok(action),
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
            Ok(Ok(action)) => Ok(Some(Choice::from(action))),
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

impl Player<Kuba> for Function {
    fn next_action(
        &self,
        so_far: &GameSoFar<'_, Kuba>,
        _: Budget<'_>,
        _: u64,
    ) -> Result<Option<Choice<kuba_rules::Action>>, PlayerError> {
        let position = KubaPosition(*so_far.game.position());
        self.ask(
            so_far.number,
            move |py| position.into_bound_py_any(py),
            kuba_position::read_numbered,
        )
    }
}

impl Player<Ludo> for Function {
    fn next_action(
        &self,
        so_far: &GameSoFar<'_, Ludo>,
        _: Budget<'_>,
        _: u64,
    ) -> Result<Option<Choice<ludo_rules::Action>>, PlayerError> {
        let position = *so_far.game.position();
        let Turn::Action(seat) = so_far.game.turn() else {
            return Ok(None);
        };
        self.ask(
            so_far.number,
            move |py| LudoPosition(position).into_bound_py_any(py),
            move |value| read_ludo(&position, seat, value),
        )
    }
}

/// The action in a text or a number, for the roll in hand.
fn read_ludo(
    position: &ludo_rules::Position,
    seat: Seat,
    value: &Bound<'_, PyAny>,
) -> PyResult<ludo_rules::Action> {
    let roll = Ludo::legal_actions(position)
        .next()
        .map(|action| action.roll);
    let number = actions::LUDO.number(value)?;
    let numbered = number.and_then(|number| ludo::choice(i64::try_from(number).ok()?));
    let read = match numbered {
        Some(choice) => ActArgument::Choice(choice),
        None => ludo_arguments::read_action(value)?,
    };
    match (read, roll) {
        (ActArgument::Action(action), _) => Ok(action),
        (ActArgument::Choice(choice), Some(roll)) => Ok(ludo_rules::Action { seat, roll, choice }),
        _ => Err(crate::errors::invalid(value, |shown| {
            format!("{shown} is no choice for the roll in hand")
        })),
    }
}
