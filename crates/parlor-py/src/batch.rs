//! Games in lockstep, with NumPy arrays: what `parlor.kuba.Batch` and `parlor.ludo.Batch` are made
//! of. Those know Python's values and shapes; here the arrays are flat.
//!
//! NumPy is imported when a batch is made, and by nothing else in the package.

use kuba_rules::Rules;
use ludo_rules::Seat;
use numpy::{Element, PyArray1, PyArrayMethods, PyReadonlyArray1, PyReadwriteArray1};
use parlor_batch::{
    Arrays, Batch, ConfigError, LengthError, LoadError, Lockstep, Options, StepError, kuba, ludo,
};
use pyo3::exceptions::{PyMemoryError, PyRuntimeError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyTuple};

use crate::errors;
use crate::kuba_position::KubaPosition;
use crate::ludo_position::LudoPosition;

/// A batch and the arrays that it writes.
struct Core<G: Lockstep> {
    batch: Batch<G>,
    observation: Py<PyArray1<u8>>,
    action_mask: Py<PyArray1<bool>>,
    to_act: Py<PyArray1<i8>>,
    rewards: Py<PyArray1<f32>>,
    terminated: Py<PyArray1<bool>>,
    truncated: Py<PyArray1<bool>>,
    ply: Py<PyArray1<u16>>,
}

/// The arrays of a batch while Rust writes them.
struct Borrowed<'py> {
    observation: PyReadwriteArray1<'py, u8>,
    action_mask: PyReadwriteArray1<'py, bool>,
    to_act: PyReadwriteArray1<'py, i8>,
    rewards: PyReadwriteArray1<'py, f32>,
    terminated: PyReadwriteArray1<'py, bool>,
    truncated: PyReadwriteArray1<'py, bool>,
    ply: PyReadwriteArray1<'py, u16>,
}

fn borrow<'py, T: Element>(
    py: Python<'py>,
    array: &Py<PyArray1<T>>,
) -> PyResult<PyReadwriteArray1<'py, T>> {
    array
        .bind(py)
        .try_readwrite()
        .map_err(|error| PyRuntimeError::new_err(format!("an array of the batch: {error}")))
}

/// The arrays of a batch, in the order of [`Arrays`].
type AllArrays<'py> = (
    Bound<'py, PyArray1<u8>>,
    Bound<'py, PyArray1<bool>>,
    Bound<'py, PyArray1<i8>>,
    Bound<'py, PyArray1<f32>>,
    Bound<'py, PyArray1<bool>>,
    Bound<'py, PyArray1<bool>>,
    Bound<'py, PyArray1<u16>>,
);

/// Positions, and for each the seed of who chooses in it.
type Turns<'py, P> = (Vec<P>, Bound<'py, PyArray1<u64>>);

/// An array whose memory is Rust's: NumPy refuses to resize it, so that no other thread finds it gone.
///
/// # Errors
/// `MemoryError`.
fn zeros<T: Element + Default + Clone>(py: Python<'_>, length: usize) -> PyResult<Py<PyArray1<T>>> {
    let mut zeros = Vec::new();
    let room = zeros.try_reserve_exact(length);
    room.map_err(|error| PyMemoryError::new_err(format!("an array of the batch: {error}")))?;
    zeros.resize(length, T::default());
    Ok(PyArray1::from_vec(py, zeros).unbind())
}

impl<G: Lockstep> Core<G> {
    fn new(py: Python<'_>, games: usize, setup: G::Setup, options: Options) -> PyResult<Self> {
        // What makes no sense is refused, and what finds no room, before there are that many games.
        let one = Batch::<G>::new(1, setup.clone(), options).map_err(|error| config(py, &error))?;
        let mut core = Self {
            observation: zeros(py, games * G::OBSERVATION)?,
            action_mask: zeros(py, games * G::ACTIONS)?,
            to_act: zeros(py, games)?,
            rewards: zeros(py, games * one.players())?,
            terminated: zeros(py, games)?,
            truncated: zeros(py, games)?,
            ply: zeros(py, games)?,
            batch: Batch::new(games, setup, options).map_err(|error| config(py, &error))?,
        };
        core.write(py, |batch, arrays| batch.write(arrays))?
            .map_err(|error| length(py, error))?;
        Ok(core)
    }

    fn arrays<'py>(&self, py: Python<'py>) -> AllArrays<'py> {
        (
            self.observation.bind(py).clone(),
            self.action_mask.bind(py).clone(),
            self.to_act.bind(py).clone(),
            self.rewards.bind(py).clone(),
            self.terminated.bind(py).clone(),
            self.truncated.bind(py).clone(),
            self.ply.bind(py).clone(),
        )
    }

    /// Lets `work` write the arrays while other threads of Python run.
    fn write<E: Send>(
        &mut self,
        py: Python<'_>,
        work: impl FnOnce(&mut Batch<G>, Arrays<'_>) -> Result<(), E> + Send,
    ) -> PyResult<Result<(), E>> {
        let mut borrowed = Borrowed {
            observation: borrow(py, &self.observation)?,
            action_mask: borrow(py, &self.action_mask)?,
            to_act: borrow(py, &self.to_act)?,
            rewards: borrow(py, &self.rewards)?,
            terminated: borrow(py, &self.terminated)?,
            truncated: borrow(py, &self.truncated)?,
            ply: borrow(py, &self.ply)?,
        };
        let arrays = Arrays {
            observation: borrowed.observation.as_slice_mut()?,
            action_mask: borrowed.action_mask.as_slice_mut()?,
            to_act: borrowed.to_act.as_slice_mut()?,
            rewards: borrowed.rewards.as_slice_mut()?,
            terminated: borrowed.terminated.as_slice_mut()?,
            truncated: borrowed.truncated.as_slice_mut()?,
            ply: borrowed.ply.as_slice_mut()?,
        };
        let batch = &mut self.batch;
        Ok(py.detach(move || work(batch, arrays)))
    }

    fn step(
        &mut self,
        actions: &PyReadonlyArray1<'_, i64>,
        mask: Option<&PyReadonlyArray1<'_, bool>>,
    ) -> PyResult<()> {
        let py = actions.py();
        let given = actions.as_slice()?;
        let mask = mask.map(|mask| mask.as_slice()).transpose()?;
        self.write(py, |batch, arrays| match mask {
            Some(mask) => batch.step_where(given, mask, arrays),
            None => batch.step(given, arrays),
        })?
        .map_err(|error| match error {
            StepError::Action(error) => action(py, &error),
            StepError::Length(error) => length(py, error),
            other => errors::value(py.None().bind(py), other),
        })
    }

    fn reset(
        &mut self,
        py: Python<'_>,
        seed: Option<u64>,
        mask: Option<&PyReadonlyArray1<'_, bool>>,
    ) -> PyResult<()> {
        let mask = mask.map(|mask| mask.as_slice()).transpose()?;
        self.write(py, |batch, arrays| batch.reset(seed, mask, arrays))?
            .map_err(|error| length(py, error))
    }

    fn sample<'py>(&self, py: Python<'py>, stream: u16) -> PyResult<Bound<'py, PyArray1<i64>>> {
        let mut actions = vec![0; self.batch.len()];
        py.detach(|| self.batch.sample(stream, &mut actions))
            .map_err(|error| length(py, error))?;
        Ok(PyArray1::from_vec(py, actions))
    }

    fn save<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<u8>>> {
        let mut state = vec![0; self.batch.len() * G::STATE];
        py.detach(|| self.batch.save(&mut state))
            .map_err(|error| length(py, error))?;
        Ok(PyArray1::from_vec(py, state))
    }

    fn load(&mut self, state: &PyReadonlyArray1<'_, u8>) -> PyResult<()> {
        let py = state.py();
        let given = state.as_slice()?;
        self.write(py, |batch, arrays| batch.load(given, arrays))?
            .map_err(|error| loading(py, error))
    }

    fn turns<'py>(
        &self,
        py: Python<'py>,
        mask: &PyReadonlyArray1<'_, bool>,
    ) -> PyResult<Turns<'py, G::Position>> {
        let mask = mask.as_slice()?;
        let games = self.batch.positions().zip(self.batch.choice_seeds());
        let (positions, seeds): (Vec<_>, Vec<_>) = games
            .zip(mask)
            .filter(|&(_, &is_asked)| is_asked)
            .map(|((position, seed), _)| (*position, seed))
            .unzip();
        Ok((positions, PyArray1::from_vec(py, seeds)))
    }

    fn set_positions(&mut self, py: Python<'_>, positions: &[G::Position]) -> PyResult<()> {
        self.write(py, |batch, arrays| batch.set_positions(positions, arrays))?
            .map_err(|error| loading(py, error))
    }

    fn restore(&mut self, py: Python<'_>, snapshot: &[u8]) -> PyResult<()> {
        let batch = &mut self.batch;
        py.detach(|| batch.restore(snapshot))
            .map_err(|error| loading(py, error))
    }

    /// The games that began anew in the last step, and how they looked at their end.
    fn finals<'py>(
        &self,
        py: Python<'py>,
    ) -> (Bound<'py, PyArray1<i64>>, Bound<'py, PyArray1<u8>>) {
        let number = |&index: &usize| i64::try_from(index).unwrap_or(i64::MAX);
        let indices = self.batch.final_indices().iter().map(number).collect();
        (
            PyArray1::from_vec(py, indices),
            PyArray1::from_slice(py, self.batch.final_observations()),
        )
    }
}

/// `PlayError` with the game's index.
fn action(py: Python<'_>, error: &parlor_batch::ActionError) -> PyErr {
    let (Ok(value), Ok(index)) = (error.value.into_pyobject(py), error.index.into_pyobject(py));
    let fields = [("index", index.into_any())];
    errors::raise_with("PlayError", Some(error.rule), &value, error, &fields)
}

/// `ParlorError` whose value is the length.
fn length(py: Python<'_>, error: LengthError) -> PyErr {
    let Ok(value) = error.length.into_pyobject(py);
    errors::value(&value, error)
}

/// `SetupError`, with one reason and the game's index.
fn loading(py: Python<'_>, error: LoadError) -> PyErr {
    let message = error.to_string();
    let none = py.None().into_bound(py);
    match error {
        LoadError::Length(error) => length(py, error),
        LoadError::State { index, reason } => {
            let Ok(index) = index.into_pyobject(py);
            let fields = [("index", index.into_any())];
            errors::setup_with(&none, None, &[reason], &message, &fields)
        }
        _ => errors::value(&none, message),
    }
}

/// `ParlorError` with the rule and the number that it refuses.
fn config(py: Python<'_>, error: &ConfigError) -> PyErr {
    let (rule, value) = match *error {
        ConfigError::Len { len, .. } => (None, len),
        ConfigError::Limit { limit, rule } => (Some(rule), limit as usize),
        ConfigError::Threads { threads } => (None, threads),
        _ => return errors::value(py.None().bind(py), error),
    };
    let Ok(value) = value.into_pyobject(py);
    errors::raise("ParlorError", rule, &value, error)
}

/// How a batch is run.
type Run = (u64, u32, Option<u32>, bool, usize);

const fn options((seed, first_environment, limit, autoreset, threads): Run) -> Options {
    Options {
        seed,
        first_environment,
        limit,
        autoreset,
        threads,
    }
}

/// A class around a [`Core`].
macro_rules! core_class {
    ($class:ident, $name:literal, $game:ty, $position:ident) => {
        #[doc = concat!("What ", $name, " is made of.")]
        #[pyclass(module = "parlor._native")]
        pub(crate) struct $class(Core<$game>);

        #[pymethods]
        impl $class {
            fn arrays<'py>(&self, py: Python<'py>) -> AllArrays<'py> {
                self.0.arrays(py)
            }

            #[pyo3(signature = (actions, mask))]
            fn step(
                &mut self,
                actions: PyReadonlyArray1<'_, i64>,
                mask: Option<PyReadonlyArray1<'_, bool>>,
            ) -> PyResult<()> {
                self.0.step(&actions, mask.as_ref())
            }

            #[pyo3(signature = (seed, mask))]
            fn reset(
                &mut self,
                py: Python<'_>,
                seed: Option<u64>,
                mask: Option<PyReadonlyArray1<'_, bool>>,
            ) -> PyResult<()> {
                self.0.reset(py, seed, mask.as_ref())
            }

            fn sample<'py>(
                &self,
                py: Python<'py>,
                stream: u16,
            ) -> PyResult<Bound<'py, PyArray1<i64>>> {
                self.0.sample(py, stream)
            }

            fn save<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<u8>>> {
                self.0.save(py)
            }

            fn load(&mut self, state: PyReadonlyArray1<'_, u8>) -> PyResult<()> {
                self.0.load(&state)
            }

            /// Everything that the games go on by.
            fn snapshot<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
                let batch = &self.0.batch;
                PyBytes::new(py, &py.detach(|| batch.snapshot()))
            }

            fn restore(&mut self, py: Python<'_>, snapshot: &[u8]) -> PyResult<()> {
                self.0.restore(py, snapshot)
            }

            fn finals<'py>(
                &self,
                py: Python<'py>,
            ) -> (Bound<'py, PyArray1<i64>>, Bound<'py, PyArray1<u8>>) {
                self.0.finals(py)
            }

            /// The positions of the games where the mask is true, and the seeds of the players that
            /// choose in them.
            fn turns<'py>(
                &self,
                py: Python<'py>,
                mask: PyReadonlyArray1<'_, bool>,
            ) -> PyResult<Turns<'py, $position>> {
                let (positions, seeds) = self.0.turns(py, &mask)?;
                Ok((positions.into_iter().map($position).collect(), seeds))
            }

            fn positions(&self) -> Vec<$position> {
                self.0.batch.positions().copied().map($position).collect()
            }

            fn position(&self, index: usize) -> Option<$position> {
                self.0.batch.position(index).copied().map($position)
            }

            fn set_positions(
                &mut self,
                py: Python<'_>,
                positions: Vec<PyRef<'_, $position>>,
            ) -> PyResult<()> {
                let positions: Vec<_> = positions.iter().map(|position| position.0).collect();
                self.0.set_positions(py, &positions)
            }
        }
    };
}

core_class!(_KubaBatch, "parlor.kuba.Batch", kuba::Game, KubaPosition);
core_class!(_LudoBatch, "parlor.ludo.Batch", ludo::Game, LudoPosition);

#[pymethods]
impl _KubaBatch {
    #[new]
    fn new(py: Python<'_>, num_envs: usize, rules: &Bound<'_, PyAny>, run: Run) -> PyResult<Self> {
        let rules: Rules = crate::kuba_arguments::read_rules(rules, None)?;
        Core::new(py, num_envs, kuba::Setup { rules }, options(run)).map(Self)
    }
}

#[pymethods]
impl _LudoBatch {
    #[new]
    fn new(
        py: Python<'_>,
        num_envs: usize,
        seats: &Bound<'_, PyTuple>,
        is_explicit: bool,
        run: Run,
    ) -> PyResult<Self> {
        let seats = seats
            .iter()
            .map(|seat| crate::ludo_arguments::read_seat(&seat))
            .collect::<PyResult<Vec<Seat>>>()?;
        let chance = if is_explicit {
            ludo::Chance::Explicit
        } else {
            ludo::Chance::Sampled
        };
        let setup = ludo::Setup::new(&seats, chance).map_err(|error| config(py, &error))?;
        Core::new(py, num_envs, setup, options(run)).map(Self)
    }
}
