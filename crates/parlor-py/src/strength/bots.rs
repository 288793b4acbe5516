//! Bots by name.

use std::num::NonZero;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::mpsc;

use ludo_solver::exact::Seating;
use numpy::{PyArray1, PyReadonlyArray1};
use parlor_batch::{kuba, ludo};
use parlor_game::{Bot, Budget, Game, Kuba, LiveGame, Ludo, Turn};
use parlor_sim::Pool;
use pyo3::exceptions::{PyOSError, PyRuntimeError};
use pyo3::prelude::*;

use crate::errors;
use crate::kuba_position::KubaPosition;
use crate::long_call::{self, MOST_THREADS, Manner};
use crate::ludo_position::LudoPosition;
use crate::random;
use crate::solving;
use crate::values::text;
use crate::whole::whole;

/// Work of up to so many nodes is done without another thread: it takes a few milliseconds.
const QUICK: u64 = 20_000;

/// Work of up to so many nodes is done by the calling thread alone: starting others takes longer.
const FEW: u64 = 1_000;

/// A bot with its budget.
struct Core<G: Game> {
    bot: Arc<dyn Bot<G>>,
    nodes: u64,
    /// The number of an action.
    number: fn(&G::Action) -> usize,
}

/// The answer of a bot, by the place of its position.
type Answers<A> = Vec<Option<A>>;

impl<G: Game> Core<G> {
    /// The actions in these positions with the seeds at the same places; `None` where none is due.
    fn choose(
        &self,
        py: Python<'_>,
        places: &[(G::Position, u64)],
        threads: usize,
    ) -> PyResult<Answers<G::Action>> {
        let choose = |(position, seed): &(G::Position, u64), stop: &AtomicBool| {
            let game = LiveGame::<G>::new(position.clone(), None);
            let budget = Budget::nodes(self.nodes).until(stop);
            match game.turn() {
                Turn::Action(_) => self.bot.choose(&game, budget, *seed),
                Turn::Chance(_) | Turn::Over => None,
            }
        };
        let all = self.nodes.saturating_mul(places.len() as u64);
        if all <= FEW || threads == 1 && all <= QUICK {
            let never = AtomicBool::new(false);
            return Ok(py.detach(|| places.iter().map(|place| choose(place, &never)).collect()));
        }
        let pool = NonZero::new(threads).filter(|threads| threads.get() > 1);
        let pool = pool.map(|threads| Pool::new(Some(threads))).transpose();
        let pool = pool.map_err(|error| PyOSError::new_err(error.to_string()))?;
        long_call::served(
            py,
            mpsc::channel(),
            &Manner::default(),
            |_| Ok(()),
            |stop| {
                let Some(pool) = pool else {
                    return places.iter().map(|place| choose(place, stop)).collect();
                };
                // Few enough jobs that handing them out costs little, and enough that all threads end together.
                let size = places.len().div_ceil(threads.saturating_mul(16)).max(1);
                let parts: Vec<_> = places.chunks(size).collect();
                let mut answers = Vec::with_capacity(places.len());
                let job = |number: u64| {
                    let part = usize::try_from(number).ok().and_then(|at| parts.get(at));
                    let part = part.into_iter().copied().flatten();
                    part.map(|place| choose(place, stop)).collect::<Vec<_>>()
                };
                pool.in_order(parts.len() as u64, job, |part| {
                    answers.extend(part);
                    ControlFlow::Continue(())
                });
                answers
            },
        )
    }

    /// The action in a position.
    fn choose_one(
        &self,
        py: Python<'_>,
        position: G::Position,
        seed: u64,
        value: &Bound<'_, PyAny>,
    ) -> PyResult<G::Action> {
        let why = match G::turn(&position) {
            Turn::Over => "the game is over",
            Turn::Chance(_) => "a roll is due; apply what the die shows first",
            Turn::Action(_) => {
                let answers = self.choose(py, &[(position, seed)], 1)?;
                let answer = answers.into_iter().next().flatten();
                return answer.ok_or_else(|| PyRuntimeError::new_err("the bot gave no action"));
            }
        };
        let message = format!("'{position}' has nothing to choose: {why}");
        Err(errors::value(value, message))
    }

    /// The numbers of the actions in these positions, by `threads` and a seed that is drawn for each place;
    /// -1 where none is due.
    fn choose_many<'py>(
        &self,
        py: Python<'py>,
        positions: impl Iterator<Item = G::Position>,
        seed: &Bound<'py, PyAny>,
        threads: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyArray1<i64>>> {
        let threads = whole("threads", threads, &(1..=MOST_THREADS))?;
        let mut words = random::words(seed)?;
        let places: Vec<_> = positions.map(|position| (position, words())).collect();
        self.numbers(py, &places, threads)
    }

    /// As [`choose_many`](Self::choose_many), with the seed of each position.
    fn choose_each<'py>(
        &self,
        py: Python<'py>,
        positions: impl Iterator<Item = G::Position>,
        seeds: &PyReadonlyArray1<'_, u64>,
        threads: usize,
    ) -> PyResult<Bound<'py, PyArray1<i64>>> {
        let seeds = seeds.as_slice()?.iter().copied();
        let places: Vec<_> = positions.zip(seeds).collect();
        self.numbers(py, &places, threads)
    }

    fn numbers<'py>(
        &self,
        py: Python<'py>,
        places: &[(G::Position, u64)],
        threads: usize,
    ) -> PyResult<Bound<'py, PyArray1<i64>>> {
        let number = |action| i64::try_from((self.number)(action)).unwrap_or(-1);
        let answers = self.choose(py, places, threads)?;
        let numbers = answers.iter();
        let numbers = numbers.map(|action| action.as_ref().map_or(-1, number));
        Ok(PyArray1::from_vec(py, numbers.collect()))
    }
}

/// The seed in a value.
pub(super) fn read_seed(seed: &Bound<'_, PyAny>) -> PyResult<u64> {
    whole("the seed", seed, &(0..=u64::MAX))
}

/// The text of a name.
fn read_name(name: &Bound<'_, PyAny>, names: &[String]) -> PyResult<String> {
    let read = text(name).map(|name| name.trim().to_owned());
    read.ok_or_else(|| {
        errors::invalid(name, |shown| {
            format!("{shown} is no bot; expected {}", names.join(", "))
        })
    })
}

/// A bot of Kuba.
#[pyclass(frozen, module = "parlor._native")]
pub(crate) struct _KubaBot(Core<Kuba>);

#[pymethods]
impl _KubaBot {
    #[new]
    fn new(name: &Bound<'_, PyAny>) -> PyResult<Self> {
        let read = read_name(name, &parlor_players::kuba::names())?;
        let spec = read.parse::<parlor_players::kuba::BotSpec>();
        let bot = spec.and_then(|spec| spec.bot());
        let (bot, nodes) = bot.map_err(|error| errors::value(name, error))?;
        Ok(Self(Core {
            bot,
            nodes,
            number: |action| kuba::number(*action),
        }))
    }

    fn choose(
        &self,
        py: Python<'_>,
        position: &Bound<'_, PyAny>,
        seed: &Bound<'_, PyAny>,
    ) -> PyResult<String> {
        let place = KubaPosition::read_or_parse(position, "a kuba.Position or its line")?;
        let action = self.0.choose_one(py, place, read_seed(seed)?, position)?;
        Ok(action.to_string())
    }

    fn choose_many<'py>(
        &self,
        py: Python<'py>,
        positions: Vec<PyRef<'py, KubaPosition>>,
        seed: &Bound<'py, PyAny>,
        threads: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyArray1<i64>>> {
        let positions = positions.iter().map(|position| position.0);
        self.0.choose_many(py, positions, seed, threads)
    }

    fn choose_each<'py>(
        &self,
        py: Python<'py>,
        positions: Vec<PyRef<'py, KubaPosition>>,
        seeds: PyReadonlyArray1<'_, u64>,
        threads: usize,
    ) -> PyResult<Bound<'py, PyArray1<i64>>> {
        let positions = positions.iter().map(|position| position.0);
        self.0.choose_each(py, positions, &seeds, threads)
    }
}

/// A bot of Ludo.
#[pyclass(frozen, module = "parlor._native")]
pub(crate) struct _LudoBot {
    core: Core<Ludo>,
    name: String,
}

#[pymethods]
impl _LudoBot {
    #[new]
    fn new(name: &Bound<'_, PyAny>) -> PyResult<Self> {
        let read = read_name(name, &parlor_players::ludo::names())?;
        let level = parlor_players::ludo::level(&read);
        let level = level.map_err(|error| errors::value(name, error))?;
        Ok(Self {
            name: read,
            core: Core {
                nodes: level.nodes,
                bot: level.bot,
                number: |action| ludo::number(action.choice),
            },
        })
    }

    fn choose(
        &self,
        py: Python<'_>,
        position: &Bound<'_, PyAny>,
        seed: &Bound<'_, PyAny>,
    ) -> PyResult<String> {
        let place = LudoPosition::read_or_parse(position, "a ludo.Position or its line")?;
        self.prepare(py, [&place].into_iter())?;
        let seed = read_seed(seed)?;
        let action = self.core.choose_one(py, place, seed, position)?;
        Ok(action.choice.to_string())
    }

    fn choose_many<'py>(
        &self,
        py: Python<'py>,
        positions: Vec<PyRef<'py, LudoPosition>>,
        seed: &Bound<'py, PyAny>,
        threads: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyArray1<i64>>> {
        let positions: Vec<_> = positions.iter().map(|position| position.0).collect();
        self.prepare(py, positions.iter())?;
        let positions = positions.into_iter();
        self.core.choose_many(py, positions, seed, threads)
    }

    fn choose_each<'py>(
        &self,
        py: Python<'py>,
        positions: Vec<PyRef<'py, LudoPosition>>,
        seeds: PyReadonlyArray1<'_, u64>,
        threads: usize,
    ) -> PyResult<Bound<'py, PyArray1<i64>>> {
        let positions: Vec<_> = positions.iter().map(|position| position.0).collect();
        self.prepare(py, positions.iter())?;
        let positions = positions.into_iter();
        let core = &self.core;
        core.choose_each(py, positions, &seeds, threads)
    }

    /// Refuses a number of players among whom the bot does not play.
    fn check_players(&self, py: Python<'_>, players: usize) -> PyResult<()> {
        let entrant = parlor_players::ludo::entrant(&self.name, players);
        let name = self.name.as_str().into_pyobject(py)?.into_any();
        entrant
            .map(drop)
            .map_err(|error| errors::value(&name, error))
    }
}

impl _LudoBot {
    /// Refuses tables at which the bot does not play, and loads or solves the values that it needs.
    fn prepare<'a>(
        &self,
        py: Python<'_>,
        positions: impl Iterator<Item = &'a ludo_rules::Position>,
    ) -> PyResult<()> {
        let mut accepted = None;
        for position in positions {
            let left = Seating::of_two_left(position);
            if let Some(seating) = left.filter(|_| parlor_players::ludo::needs_values(&self.name)) {
                solving::values(py, seating, &Manner::default())?;
            }
            let seats = position.tokens().seats().len();
            if left.is_some() || accepted == Some(seats) {
                continue;
            }
            match parlor_players::ludo::entrant(&self.name, seats) {
                Ok(_) => accepted = Some(seats),
                Err(error) if Ludo::ended_by(position).is_none() => {
                    let value = LudoPosition(*position).into_pyobject(py)?;
                    return Err(errors::value(value.as_any(), error));
                }
                Err(_) => {}
            }
        }
        Ok(())
    }
}
