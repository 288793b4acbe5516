//! `parlor.match`, `parlor.elo`, `parlor.sprt` and the bots: what measures strength.

#![expect(
    clippy::needless_pass_by_value,
    reason = "what Python passes is made for the call, and given to it"
)]

mod bots;
mod function;
mod matches;
mod ratings;
mod results;
mod shards;

pub(crate) use matches::game_error;
pub(crate) use ratings::{EstimateTuple, tuple};

use pyo3::prelude::*;
use pyo3::types::PyTuple;

/// Adds what this module gives to the compiled one.
pub(crate) fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = module.py();
    let names = PyTuple::new(py, parlor_players::ludo::names())?;
    module.add("LUDO_BOTS", names)?;
    let names = PyTuple::new(py, parlor_players::kuba::names())?;
    module.add("KUBA_BOTS", names)?;
    module.add_class::<bots::_KubaBot>()?;
    module.add_class::<bots::_LudoBot>()?;
    module.add_class::<shards::_MatchTally>()?;
    module.add_function(wrap_pyfunction!(matches::_kuba_match, module)?)?;
    module.add_function(wrap_pyfunction!(matches::_ludo_match, module)?)?;
    module.add_function(wrap_pyfunction!(ratings::_elo, module)?)?;
    module.add_function(wrap_pyfunction!(ratings::_sprt, module)?)
}
