//! The assignments' class `Player`.

use ludo_rules::{Seat, Step, Token};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString, PyTuple};

use crate::errors::{self, raise, showing};
use crate::ludo_arguments::{self, read_seat};
use crate::names;
use crate::shared_tokens::SharedTokens;
use crate::state::{self, Attributes};
use crate::values::{integer, unless_stopped};

/// A player of the assignments' game (L-26).
///
/// It is connected to its game and shows every move there; after a new ``play_game`` it no longer
/// changes. ``Player("A")`` belongs to no game and has both tokens in the yard.
///
/// >>> from LudoGame import Player
/// >>> Player("B").get_space_name(55)
/// 'B5'
/// >>> Player("B")
/// <Player B: p on H, q on H>
#[pyclass(subclass, module = "LudoGame")]
#[derive(Debug, Default)]
pub(crate) struct Player {
    /// `None` until `__init__` was called.
    seat: Option<Seat>,
    /// `None` for a player of no game.
    shared: Option<Py<SharedTokens>>,
}

impl Player {
    /// A player of this game.
    pub(crate) fn at(seat: Seat, shared: Py<SharedTokens>) -> Self {
        Self {
            seat: Some(seat),
            shared: Some(shared),
        }
    }

    /// The seat, and the game's tokens, if any.
    pub(crate) fn of(&self, py: Python<'_>) -> PyResult<(Seat, Option<Py<SharedTokens>>)> {
        let seat = self.seat()?;
        Ok((
            seat,
            self.shared.as_ref().map(|shared| shared.clone_ref(py)),
        ))
    }

    fn seat(&self) -> PyResult<Seat> {
        self.seat.ok_or_else(|| {
            PyRuntimeError::new_err(
                "this Player has no position yet; call super().__init__(position) first",
            )
        })
    }

    /// Seats a player, once: a game relies on its players keeping their seats.
    fn take_seat(
        slf: &Bound<'_, Self>,
        seat: Seat,
        shared: Option<Py<SharedTokens>>,
    ) -> PyResult<()> {
        let mut player = slf.borrow_mut();
        if let Some(seat) = player.seat {
            let message = format!("this Player sits at {seat} already; make another one");
            return Err(PyRuntimeError::new_err(message));
        }
        player.seat = Some(seat);
        player.shared = shared;
        Ok(())
    }

    fn step(&self, token: Token) -> PyResult<Step> {
        let seat = self.seat()?;
        let tokens = self.shared.as_ref().map(|shared| shared.get().tokens());
        let steps = tokens.and_then(|tokens| tokens.steps(seat));
        Ok(steps.map_or(Step::YARD, |steps| steps[token.index()]))
    }

    fn space<'py>(&self, py: Python<'py>, token: Token) -> PyResult<Bound<'py, PyString>> {
        Ok(names::space(py, self.seat()?, self.step(token)?))
    }
}

#[pymethods]
impl Player {
    /// Takes anything, for subclasses; `__init__` checks the arguments.
    #[new]
    #[pyo3(signature = (*_arguments, **_keywords), text_signature = "(position)")]
    fn new(_arguments: &Bound<'_, PyTuple>, _keywords: Option<&Bound<'_, PyDict>>) -> Self {
        Self::default()
    }

    fn __init__(slf: &Bound<'_, Self>, position: &Bound<'_, PyAny>) -> PyResult<()> {
        let seat = read_seat(position)?;
        Self::take_seat(slf, seat, None)
    }

    /// Return whether both tokens are on ``E`` (L-12, L-26).
    ///
    /// >>> from LudoGame import Player
    /// >>> Player("A").get_completed()
    /// False
    fn get_completed(&self) -> PyResult<bool> {
        Ok(self.step(Token::P)?.is_finished() && self.step(Token::Q)?.is_finished())
    }

    /// Return the step count of token ``p``, -1 (``H``) to 57 (``E``); rule L-3.
    ///
    /// >>> from LudoGame import Player
    /// >>> Player("A").get_token_p_step_count()
    /// -1
    fn get_token_p_step_count(&self) -> PyResult<i8> {
        Ok(self.step(Token::P)?.value())
    }

    /// Return the step count of token ``q``, -1 (``H``) to 57 (``E``); rule L-3.
    ///
    /// >>> from LudoGame import Player
    /// >>> Player("A").get_token_q_step_count()
    /// -1
    fn get_token_q_step_count(&self) -> PyResult<i8> {
        Ok(self.step(Token::Q)?.value())
    }

    /// Return the name of the space that this player's tokens are on after ``total_steps`` steps.
    ///
    /// Rules: L-3, L-4, L-26. ``total_steps`` is an integer from -1 to 57.
    ///
    /// Raises parlor.StepError for any other value.
    ///
    /// >>> from LudoGame import Player
    /// >>> [Player(seat).get_space_name(20) for seat in "ABCD"]
    /// ['20', '34', '48', '6']
    fn get_space_name<'py>(
        slf: &Bound<'py, Self>,
        total_steps: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyString>> {
        let seat = slf.borrow().seat()?;
        let refuse = |message: String| raise("StepError", Some("L-3"), total_steps, message);
        match integer(total_steps)?.map(Step::new) {
            Some(Ok(step)) => Ok(names::space(total_steps.py(), seat, step)),
            Some(Err(error)) => Err(refuse(error.to_string())),
            None => Err(showing(total_steps, |shown| {
                refuse(format!(
                    "{shown} is no step count; it is -1 (home yard) to 57 (the end)"
                ))
            })),
        }
    }

    /// Return the seat, ``"A"`` to ``"D"`` (L-1).
    ///
    /// >>> from LudoGame import Player
    /// >>> Player("C").get_position()
    /// 'C'
    fn get_position(&self) -> PyResult<String> {
        Ok(self.seat()?.to_string())
    }

    /// Return the ring space of step 1, 1 to 56 (L-4).
    ///
    /// >>> from LudoGame import Player
    /// >>> Player("D").get_start_space()
    /// 43
    fn get_start_space(&self) -> PyResult<u8> {
        Ok(self.seat()?.start())
    }

    /// Return the ring space of step 50, the last before the home squares, 1 to 56 (L-4).
    ///
    /// >>> from LudoGame import Player
    /// >>> Player("D").get_end_space()
    /// 36
    fn get_end_space(&self) -> PyResult<u8> {
        Ok(self.seat()?.last_ring_space())
    }

    /// Return the name of the space that token ``p`` is on (L-4, L-26).
    ///
    /// >>> from LudoGame import Player
    /// >>> Player("A").get_token_p_space()
    /// 'H'
    fn get_token_p_space<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyString>> {
        self.space(py, Token::P)
    }

    /// Return the name of the space that token ``q`` is on (L-4, L-26).
    ///
    /// >>> from LudoGame import Player
    /// >>> Player("A").get_token_q_space()
    /// 'H'
    fn get_token_q_space<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyString>> {
        self.space(py, Token::Q)
    }

    fn __repr__(slf: &Bound<'_, Self>) -> PyResult<String> {
        let name = slf.get_type().name()?;
        let player = slf.borrow();
        let Some(seat) = player.seat else {
            return Ok(format!("<{name} without a position>"));
        };
        let [p, q] = [
            player.space(slf.py(), Token::P)?,
            player.space(slf.py(), Token::Q)?,
        ];
        Ok(format!("<{name} {seat}: p on {p}, q on {q}>"))
    }

    fn __getstate__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let py = slf.py();
        let (seat, shared) = slf.borrow().of(py)?;
        (seat.to_string(), shared, state::attributes(slf)?).into_pyobject(py)
    }

    fn __setstate__(slf: &Bound<'_, Self>, state: &Bound<'_, PyAny>) -> PyResult<()> {
        type State<'py> = (Bound<'py, PyAny>, Option<Py<SharedTokens>>, Attributes<'py>);
        let refuse = || errors::value(state, "this is not the state of a Player");
        let state: Option<State<'_>> = unless_stopped(slf.py(), state.extract())?;
        let (seat, shared, attributes) = state.ok_or_else(refuse)?;
        let seat = ludo_arguments::seat(&seat).ok_or_else(refuse)?;
        let is_seated = |shared: &Py<SharedTokens>| shared.get().tokens().is_seated(seat);
        if !shared.as_ref().is_none_or(is_seated) {
            return Err(refuse());
        }
        state::set_attributes(slf, &attributes)?;
        Self::take_seat(slf, seat, shared)
    }
}
