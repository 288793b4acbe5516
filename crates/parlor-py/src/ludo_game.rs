//! The texts' classes `LudoGame` and `Player`.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

use ludo_rules::{LaneTables, MoveTokenError, NoEvents, Roll, Seat, Step, Token, Tokens};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyList, PyString, PyTuple};

use crate::errors::{self, Refusal};
use crate::letters::Letters;
use crate::names;
use crate::script;
use crate::state;
use crate::values::{integer, shown};

/// From so many turns on a game is played without holding Python's lock.
const LONG_GAME: usize = 10_000;

/// What every `play_game` looks up; built by the first one, in a moment.
static TABLES: OnceLock<LaneTables> = OnceLock::new();

/// A game of Ludo as the texts describe it (L-19 to L-26).
///
/// A list of rolls is played by the texts' decision-making algorithm.
///
/// >>> from LudoGame import LudoGame
/// >>> game = LudoGame()
/// >>> game.play_game(["A", "B"], [("A", 6), ("A", 4), ("B", 6)])
/// ['4', 'H', 'R', 'H']
/// >>> game
/// <LudoGame A: 4 H, B: R H>
#[pyclass(subclass, module = "LudoGame")]
#[derive(Debug, Default)]
pub(crate) struct LudoGame {
    /// `None` before the first `play_game`.
    seated: Option<Seated>,
}

/// One `play_game`: its tokens, and the players who have been asked for.
#[derive(Debug)]
struct Seated {
    table: Py<Table>,
    /// By seat; made when first asked for, so that it is the same object each time.
    players: [Option<Py<Player>>; 4],
}

/// The tokens of one game, shared by the game and its players: an object of its own, so that
/// copies and pickles of a game and its players share one again.
#[pyclass(frozen, module = "parlor._native", name = "_Table")]
#[derive(Debug)]
pub(crate) struct Table {
    bits: AtomicU64,
}

#[pymethods]
impl Table {
    #[new]
    fn new(bits: &Bound<'_, PyAny>) -> PyResult<Self> {
        let tokens = integer(bits)?.and_then(|bits| Tokens::from_bits(bits).ok());
        match tokens {
            Some(tokens) => Ok(Self::of(&tokens)),
            None => Err(errors::value(
                bits,
                format!("{} packs no tokens of a game", shown(bits)?),
            )),
        }
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> (Bound<'py, PyAny>, (u64,)) {
        let bits = slf.get().tokens().to_bits();
        (slf.get_type().into_any(), (bits,))
    }
}

impl Table {
    fn of(tokens: &Tokens) -> Self {
        Self {
            bits: AtomicU64::new(tokens.to_bits()),
        }
    }

    fn tokens(&self) -> Tokens {
        Tokens::from_bits(self.bits.load(Ordering::Acquire))
            .expect("a table holds the bits of tokens from the start")
    }

    fn set(&self, tokens: &Tokens) {
        self.bits.store(tokens.to_bits(), Ordering::Release);
    }
}

#[pymethods]
impl LudoGame {
    /// A subclass may take what it likes; `__init__` says what this class takes.
    #[new]
    #[pyo3(signature = (*_arguments, **_keywords), text_signature = "()")]
    fn new(_arguments: &Bound<'_, PyTuple>, _keywords: Option<&Bound<'_, PyDict>>) -> Self {
        Self::default()
    }

    fn __init__(slf: &Bound<'_, Self>) {
        let before = slf.borrow_mut().seated.take();
        drop(before);
    }

    /// Start a fresh game, play the turns in their order, and return the names of the tokens'
    /// spaces, ``p`` then ``q``, for each player in the order of the players list.
    ///
    /// Rules: L-19 (the list is the truth, turn order is not checked), L-20 (who is skipped), L-21
    /// (the result), L-22 (a fresh game each time), L-23 (what is refused).
    ///
    /// ``players`` is any iterable of 2 to 4 of the seats ``"A"`` to ``"D"``, ``turns`` any iterable
    /// of pairs of a seat and a roll from 1 to 6. Spaces are ``"H"``, ``"R"``, ``"1"`` to ``"56"``,
    /// ``"A1"`` to ``"D6"`` and ``"E"``.
    ///
    /// Raises parlor.ScriptError with the first entry that is wrong; the game is then as before.
    ///
    /// >>> from LudoGame import LudoGame
    /// >>> LudoGame().play_game(["B", "A"], [("B", 6), ("B", 4), ("A", 3)])
    /// ['18', 'H', 'H', 'H']
    fn play_game<'py>(
        slf: &Bound<'py, Self>,
        players: &Bound<'py, PyAny>,
        turns: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyList>> {
        let py = slf.py();
        let script = script::read(players, turns)?;
        let tables = TABLES.get_or_init(LaneTables::new);
        let tokens = if script.turns().len() < LONG_GAME {
            tables.run(&script)
        } else {
            py.detach(|| tables.run(&script))
        };
        let spaces = names::report(py, script.players(), &tokens)?;
        let seated = Seated {
            table: Py::new(py, Table::of(&tokens))?,
            players: Default::default(),
        };
        let before = slf.borrow_mut().seated.replace(seated);
        drop(before);
        Ok(spaces)
    }

    /// Return the player at this position, the same object each time, or the string
    /// ``"Player not found!"`` for anything else.
    ///
    /// Rules: L-24.
    ///
    /// >>> from LudoGame import LudoGame
    /// >>> game = LudoGame()
    /// >>> game.get_player_by_position("A")
    /// 'Player not found!'
    /// >>> spaces = game.play_game(["A", "C"], [("A", 6)])
    /// >>> game.get_player_by_position("A")
    /// <Player A: p on R, q on H>
    fn get_player_by_position<'py>(
        slf: &Bound<'py, Self>,
        position: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let py = slf.py();
        let not_found = || Ok(PyString::intern(py, "Player not found!").into_any());
        let Some(seat) = script::seat(position) else {
            return not_found();
        };
        let table = {
            let game = slf.borrow();
            let Some(seated) = &game.seated else {
                return not_found();
            };
            if let Some(player) = &seated.players[seat.index()] {
                return Ok(player.bind(py).clone().into_any());
            }
            seated.table.clone_ref(py)
        };
        if !table.get().tokens().is_seated(seat) {
            return not_found();
        }
        let player = Bound::new(
            py,
            Player {
                seat: Some(seat),
                table: Some(table.clone_ref(py)),
            },
        )?;
        // Making it may have run a destructor that played on; then the player is of the old game.
        if let Some(seated) = &mut slf.borrow_mut().seated
            && seated.table.is(&table)
        {
            seated.players[seat.index()] = Some(player.clone().unbind());
        }
        Ok(player.into_any())
    }

    /// Move exactly the one token named, kick what it lands on, and return None.
    ///
    /// From ``H`` only 6 moves it; on ``H`` with another number, or on ``E``, it stays. A token of a
    /// stack leaves it. ``play_game`` moves a stack by moving both tokens.
    ///
    /// Rules: L-25. ``token`` is ``"p"`` or ``"q"``, ``steps`` an integer from 1 to 6.
    ///
    /// Raises parlor.MoveTokenError for another token or other steps, or a player of another game,
    /// also of an earlier ``play_game`` of this object; then nothing moves.
    ///
    /// >>> from LudoGame import LudoGame
    /// >>> game = LudoGame()
    /// >>> spaces = game.play_game(["A", "B"], [("A", 6), ("A", 4)])
    /// >>> player = game.get_player_by_position("A")
    /// >>> game.move_token(player, "p", 3)
    /// >>> player.get_token_p_step_count()
    /// 7
    fn move_token(
        slf: &Bound<'_, Self>,
        player: &Bound<'_, PyAny>,
        token: &Bound<'_, PyAny>,
        steps: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        static TOKENS: PyOnceLock<Letters<Token, 2>> = PyOnceLock::new();
        let py = slf.py();
        let refuse = |argument: &str, value: &Bound<'_, PyAny>, message: String| {
            let refusal = Refusal {
                class: "MoveTokenError",
                rule: Some("L-25"),
                value,
            };
            let argument = PyString::new(py, argument).into_any();
            refusal.with(message, &[("argument", argument)])
        };
        let tokens =
            TOKENS.get_or_init(py, || Letters::new(py, [(Token::P, "p"), (Token::Q, "q")]));
        let Some(named) = tokens.meaning(token) else {
            let value = shown(token)?;
            let error = MoveTokenError::UnknownToken { value };
            return Err(refuse("token", token, error.to_string()));
        };
        let Some(Ok(roll)) = integer(steps)?.map(Roll::new) else {
            let value = shown(steps)?;
            let error = MoveTokenError::BadSteps { value };
            return Err(refuse("steps", steps, error.to_string()));
        };
        let Ok(one) = player.cast::<Player>() else {
            let message = format!(
                "{} is no player; get_player_by_position gives this game's",
                shown(player)?
            );
            return Err(refuse("player", player, message));
        };
        let (seat, theirs) = one.borrow().of(py)?;
        let ours = slf
            .borrow()
            .seated
            .as_ref()
            .map(|seated| seated.table.clone_ref(py));
        let Some(table) = theirs.filter(|table| ours.is_some_and(|ours| ours.is(table))) else {
            let error = MoveTokenError::ForeignPlayer { seat };
            return Err(refuse("player", player, error.to_string()));
        };
        let mut tokens = table.get().tokens();
        tokens.move_token(seat, named, roll, &mut NoEvents);
        table.get().set(&tokens);
        Ok(())
    }

    fn __repr__(slf: &Bound<'_, Self>) -> PyResult<String> {
        let name = slf.get_type().name()?;
        let table = slf
            .borrow()
            .seated
            .as_ref()
            .map(|seated| seated.table.clone_ref(slf.py()));
        let Some(table) = table else {
            return Ok(format!("<{name} not played yet>"));
        };
        let tokens = table.get().tokens();
        let players: Vec<String> = tokens
            .iter()
            .map(|(seat, [p, q])| format!("{seat}: {} {}", p.space(seat), q.space(seat)))
            .collect();
        Ok(format!("<{name} {}>", players.join(", ")))
    }

    fn __getstate__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let py = slf.py();
        let (table, players) = match &slf.borrow().seated {
            Some(seated) => (
                Some(seated.table.clone_ref(py)),
                seated
                    .players
                    .each_ref()
                    .map(|player| player.as_ref().map(|one| one.clone_ref(py))),
            ),
            None => (None, Default::default()),
        };
        let players: Vec<_> = players.into_iter().flatten().collect();
        (table, players, state::attributes(slf)?).into_pyobject(py)
    }

    fn __setstate__(slf: &Bound<'_, Self>, state: &Bound<'_, PyAny>) -> PyResult<()> {
        type State<'py> = (Option<Py<Table>>, Vec<Py<Player>>, Bound<'py, PyDict>);
        let py = slf.py();
        let refuse = || errors::value(state, "this is not the state of a LudoGame");
        let (table, members, attributes): State<'_> = state.extract().map_err(|_| refuse())?;
        let seated = match table {
            None if members.is_empty() => None,
            None => return Err(refuse()),
            Some(table) => {
                let mut players: [Option<Py<Player>>; 4] = Default::default();
                for player in members {
                    let (seat, theirs) = player.bind(py).borrow().of(py)?;
                    let belongs = theirs.is_some_and(|theirs| theirs.is(&table))
                        && table.get().tokens().is_seated(seat);
                    if !belongs || players[seat.index()].replace(player).is_some() {
                        return Err(refuse());
                    }
                }
                Some(Seated { table, players })
            }
        };
        state::set_attributes(slf, &attributes)?;
        let before = std::mem::replace(&mut slf.borrow_mut().seated, seated);
        drop(before);
        Ok(())
    }
}

/// A player of the texts' game (L-26).
///
/// It stays connected to its game: what moves there shows here. After a new ``play_game`` it stays
/// as it was. ``Player("A")`` is a player of no game, with both tokens in the yard.
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
    table: Option<Py<Table>>,
}

impl Player {
    /// The seat, and the game's tokens if there are any.
    fn of(&self, py: Python<'_>) -> PyResult<(Seat, Option<Py<Table>>)> {
        let seat = self.seat()?;
        Ok((seat, self.table.as_ref().map(|table| table.clone_ref(py))))
    }

    fn seat(&self) -> PyResult<Seat> {
        self.seat.ok_or_else(|| {
            pyo3::exceptions::PyRuntimeError::new_err(
                "this Player has no position yet; call super().__init__(position) first",
            )
        })
    }

    fn step(&self, token: Token) -> PyResult<Step> {
        let seat = self.seat()?;
        let tokens = self.table.as_ref().map(|table| table.get().tokens());
        let steps = tokens.and_then(|tokens| tokens.steps(seat));
        Ok(steps.map_or(Step::YARD, |steps| steps[token.index()]))
    }

    fn space<'py>(&self, py: Python<'py>, token: Token) -> PyResult<Bound<'py, PyString>> {
        Ok(names::space(py, self.seat()?, self.step(token)?))
    }
}

#[pymethods]
impl Player {
    /// A subclass may take what it likes; `__init__` says what this class takes.
    #[new]
    #[pyo3(signature = (*_arguments, **_keywords), text_signature = "(position)")]
    fn new(_arguments: &Bound<'_, PyTuple>, _keywords: Option<&Bound<'_, PyDict>>) -> Self {
        Self::default()
    }

    fn __init__(slf: &Bound<'_, Self>, position: &Bound<'_, PyAny>) -> PyResult<()> {
        let seat = read_seat(position)?;
        let before = std::mem::replace(
            &mut *slf.borrow_mut(),
            Self {
                seat: Some(seat),
                table: None,
            },
        );
        drop(before);
        Ok(())
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

    /// Return the name of the space that a token of this player is on after so many steps.
    ///
    /// Rules: L-4, L-26. ``total_steps`` is an integer from -1 to 57.
    ///
    /// Raises parlor.StepError for anything else.
    ///
    /// >>> from LudoGame import Player
    /// >>> [Player(seat).get_space_name(20) for seat in "ABCD"]
    /// ['20', '34', '48', '6']
    fn get_space_name<'py>(
        &self,
        total_steps: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyString>> {
        let seat = self.seat()?;
        let refuse = |message: String| {
            Refusal {
                class: "StepError",
                rule: Some("L-3"),
                value: total_steps,
            }
            .says(message)
        };
        match integer(total_steps)?.map(Step::new) {
            Some(Ok(step)) => Ok(names::space(total_steps.py(), seat, step)),
            Some(Err(error)) => Err(refuse(error.to_string())),
            None => Err(refuse(format!(
                "{} is no step count; it is -1 (home yard) to 57 (the end)",
                shown(total_steps)?
            ))),
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
        let (seat, table) = slf.borrow().of(py)?;
        (seat.to_string(), table, state::attributes(slf)?).into_pyobject(py)
    }

    fn __setstate__(slf: &Bound<'_, Self>, state: &Bound<'_, PyAny>) -> PyResult<()> {
        type State<'py> = (Bound<'py, PyAny>, Option<Py<Table>>, Bound<'py, PyDict>);
        let refuse = || errors::value(state, "this is not the state of a Player");
        let (seat, table, attributes): State<'_> = state.extract().map_err(|_| refuse())?;
        let seat = script::seat(&seat).ok_or_else(refuse)?;
        let is_seated = |table: &Py<Table>| table.get().tokens().is_seated(seat);
        if !table.as_ref().is_none_or(is_seated) {
            return Err(refuse());
        }
        let restored = Self {
            seat: Some(seat),
            table,
        };
        state::set_attributes(slf, &attributes)?;
        let before = std::mem::replace(&mut *slf.borrow_mut(), restored);
        drop(before);
        Ok(())
    }
}

/// The seat that a value names.
///
/// Rules: L-1.
///
/// # Errors
/// `SeatError` for anything else.
pub(crate) fn read_seat(value: &Bound<'_, PyAny>) -> PyResult<Seat> {
    match script::seat(value) {
        Some(seat) => Ok(seat),
        None => Err(Refusal {
            class: "SeatError",
            rule: Some("L-1"),
            value,
        }
        .says(format!(
            "{} is no seat; the seats are A, B, C and D",
            shown(value)?
        ))),
    }
}
