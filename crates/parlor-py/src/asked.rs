//! Games in which a policy of Python is to act, as it is asked about them: in matches, in self-play.

use ludo_solver::exact::DecisionPlace;
use numpy::PyArray1;
use parlor_batch::{Counters, Lockstep, kuba, ludo};
use parlor_game::{Game, Kuba, LiveGame, Ludo};
use pyo3::IntoPyObjectExt as _;
use pyo3::prelude::*;
use pyo3::types::PyList;

use crate::kuba_position::KubaPosition;
use crate::ludo_position::LudoPosition;
use crate::repetitions::Repetitions;

/// A game of which Python is asked.
pub(crate) trait Asks: Game {
    /// The game as a batch holds it.
    type Shown: Lockstep;

    /// The game and its counters as a batch shows them, with its history.
    fn shown(game: &LiveGame<Self>) -> (Self::Shown, Counters);

    /// All of these.
    fn turns(turns: Vec<Turn<Self::Shown>>) -> Turns;

    /// The action with this number.
    fn numbered(position: &Self::Position, number: i64) -> Option<Self::Action>;
}

impl Asks for Ludo {
    type Shown = ludo::Game;

    fn shown(game: &LiveGame<Self>) -> (Self::Shown, Counters) {
        (ludo::Game::new(*game.position()), Counters::default())
    }

    fn turns(turns: Vec<Turn<Self::Shown>>) -> Turns {
        Turns::Ludo(turns)
    }

    fn numbered(position: &Self::Position, number: i64) -> Option<Self::Action> {
        let action = Self::legal_actions(position).next()?;
        let choice = ludo::choice(number)?;
        Some(ludo_rules::Action { choice, ..action })
    }
}

impl Asks for Kuba {
    type Shown = kuba::Game;

    fn shown(game: &LiveGame<Self>) -> (Self::Shown, Counters) {
        let seen = Repetitions::count_in(game.history(), game.position());
        let seen = u8::try_from(seen).unwrap_or(u8::MAX);
        let counters = Counters {
            ply: u16::try_from(game.counted()).unwrap_or(u16::MAX),
            played: 0,
        };
        (kuba::Game::seen(*game.position(), seen), counters)
    }

    fn turns(turns: Vec<Turn<Self::Shown>>) -> Turns {
        Turns::Kuba(turns)
    }

    fn numbered(_: &Self::Position, number: i64) -> Option<Self::Action> {
        kuba::action(number)
    }
}

/// A game that waits for an answer.
pub(crate) struct Turn<L> {
    game: L,
    counters: Counters,
    seed: u64,
    place: Option<(u64, usize)>,
}

/// Games of one kind that wait.
pub(crate) enum Turns {
    Ludo(Vec<Turn<ludo::Game>>),
    Kuba(Vec<Turn<kuba::Game>>),
}

/// What is asked of a policy at a time. Each part is made when it is looked at, and has a row for each game.
#[pyclass(frozen, module = "parlor._native")]
pub(crate) struct _Asked {
    turns: Turns,
    limit: u16,
}

impl _Asked {
    /// Asks about these games of this limit: each with the seed of the choice, and with its number and that of
    /// the action for errors, unless whoever asks names them.
    pub(crate) fn about<'a, G: Asks>(
        games: impl Iterator<Item = (&'a LiveGame<G>, u64, Option<(u64, usize)>)>,
        limit: u32,
    ) -> Self {
        let turns = games.map(|(game, seed, place)| {
            let (game, counters) = G::shown(game);
            Turn {
                game,
                counters,
                seed,
                place,
            }
        });
        Self {
            turns: G::turns(turns.collect()),
            limit: u16::try_from(limit).unwrap_or(u16::MAX),
        }
    }

    /// Asks a policy, and returns the numbers that it answers.
    ///
    /// # Errors
    /// What it raises.
    pub(crate) fn answers(self, py: Python<'_>, policy: &Py<PyAny>) -> PyResult<Vec<i64>> {
        policy.bind(py).call1((self,))?.extract()
    }
}

/// What is the same of the games of either kind.
macro_rules! of_turns {
    ($asked:expr, $turns:ident => $made:expr) => {
        match &$asked.turns {
            Turns::Ludo($turns) => $made,
            Turns::Kuba($turns) => $made,
        }
    };
}

#[pymethods]
impl _Asked {
    /// What the players to act see, flat.
    #[getter]
    fn observation<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<u8>> {
        fn seen<L: Lockstep>(turns: &[Turn<L>], limit: u16) -> Vec<u8> {
            let mut seen = vec![0; turns.len() * L::OBSERVATION];
            for (turn, row) in turns.iter().zip(seen.chunks_mut(L::OBSERVATION)) {
                turn.game.observe(turn.counters, limit, row);
            }
            seen
        }
        PyArray1::from_vec(py, of_turns!(self, turns => seen(turns, self.limit)))
    }

    /// Which actions are legal, flat.
    #[getter]
    fn mask<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<bool>> {
        fn legal<L: Lockstep>(turns: &[Turn<L>]) -> Vec<bool> {
            let mut legal = vec![false; turns.len() * L::ACTIONS];
            for (turn, row) in turns.iter().zip(legal.chunks_mut(L::ACTIONS)) {
                turn.game.mask(row);
            }
            legal
        }
        PyArray1::from_vec(py, of_turns!(self, turns => legal(turns)))
    }

    /// The seeds of the choices.
    #[getter]
    fn seeds<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<u64>> {
        let seeds = of_turns!(self, turns => turns.iter().map(|turn| turn.seed).collect());
        PyArray1::from_vec(py, seeds)
    }

    /// The positions.
    #[getter]
    fn positions<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let positions: PyResult<Vec<_>> = match &self.turns {
            Turns::Ludo(turns) => turns
                .iter()
                .map(|turn| LudoPosition(*turn.game.position()).into_bound_py_any(py))
                .collect(),
            Turns::Kuba(turns) => turns
                .iter()
                .map(|turn| KubaPosition(*turn.game.position()).into_bound_py_any(py))
                .collect(),
        };
        PyList::new(py, positions?)
    }

    /// The number of the game in a row and that of the action in it, if the error for a wrong answer is to name
    /// them.
    fn place(&self, row: usize) -> Option<(u64, usize)> {
        of_turns!(self, turns => turns.get(row)?.place)
    }
}

/// Why the number that a policy answered is refused.
pub(crate) fn no_action(number: i64) -> String {
    format!("it answered {number}, which is the number of no action")
}

/// By position, the number of its decision in a table of a policy, −1 where there is nothing to choose, and the
/// number of the action that moves the token in front.
type Places<'py> = (Bound<'py, PyArray1<i64>>, Bound<'py, PyArray1<i64>>);

/// Where a table of a policy has what it does in positions of two players.
#[pyfunction]
#[expect(
    clippy::needless_pass_by_value,
    reason = "a list of Python is read into one of our own"
)]
pub(crate) fn _ludo_places<'py>(
    py: Python<'py>,
    positions: Vec<PyRef<'py, LudoPosition>>,
) -> Places<'py> {
    let places = positions.iter().map(|position| {
        let found = DecisionPlace::at(&position.0);
        let place = found.and_then(|(place, _)| i64::try_from(place.number()).ok());
        let front = found.and_then(|(_, front)| i64::try_from(ludo::number(front)).ok());
        (place.unwrap_or(-1), front.unwrap_or(0))
    });
    let (places, fronts) = places.unzip();
    (
        PyArray1::from_vec(py, places),
        PyArray1::from_vec(py, fronts),
    )
}
