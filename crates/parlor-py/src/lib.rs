//! Ludo and Kuba for Python: the module `parlor._native`.
//!
//! Users import the modules in `python/src`: the assignments' `LudoGame` and `KubaGame`, and the
//! package `parlor`. This crate converts between Python values and the rules crates. Its one design
//! decision: no Python code runs while one of our objects is borrowed. Arguments are read completely
//! before a game changes, so no caller's object can see a game half changed, and nothing panics.

#![expect(
    clippy::doc_link_with_quotes,
    clippy::trivially_copy_pass_by_ref,
    clippy::unused_self,
    clippy::wrong_self_convention,
    reason = "these are Python methods: they take their object by reference, have Python's names, \
              and their comments are the docstrings"
)]

mod actions;
mod analysis;
mod asked;
mod batch;
mod cache_folder;
mod decisions;
mod errors;
mod event;
mod game;
mod judgement;
mod kuba_arguments;
mod kuba_engine;
mod kuba_game;
mod kuba_position;
mod kuba_tables;
mod letters;
mod long_call;
mod ludo_arguments;
mod ludo_game;
mod ludo_position;
mod names;
mod pictures;
mod player;
mod position_class;
mod random;
mod record;
mod repetitions;
mod script;
mod selfplay;
mod shared_tokens;
mod signals;
mod solved;
mod solving;
mod state;
mod strength;
mod symmetry;
mod tables;
mod turn;
mod values;
mod whole;

use pyo3::prelude::*;
use pyo3::types::PyTuple;

/// The compiled part of Parlor; import the modules around it instead.
#[pymodule]
fn _native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = module.py();
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    let ludo = [ludo_rules::Rules::Classic].map(|rules| rules.to_string());
    module.add("LUDO_RULES", PyTuple::new(py, ludo)?)?;
    let kuba = kuba_rules::Rules::ALL.map(|rules| rules.to_string());
    module.add("KUBA_RULES", PyTuple::new(py, kuba)?)?;
    module.add("LUDO_ACTIONS", actions::LUDO.texts(py)?)?;
    module.add("KUBA_ACTIONS", actions::KUBA.texts(py)?)?;
    module.add("KUBA_SYMMETRIES", symmetry::table(py)?)?;
    module.add_function(wrap_pyfunction!(symmetry::_kuba_transform, module)?)?;

    module.add_class::<ludo_game::LudoGame>()?;
    module.add_class::<player::Player>()?;
    module.add_class::<shared_tokens::SharedTokens>()?;
    module.add("LudoPosition", py.get_type::<ludo_position::LudoPosition>())?;
    module.add("LudoPlayout", py.get_type::<ludo_position::LudoPlayout>())?;
    module.add_function(wrap_pyfunction!(ludo_position::_ludo_position, module)?)?;

    module.add_function(wrap_pyfunction!(solved::_ludo_solve, module)?)?;
    module.add_function(wrap_pyfunction!(solved::_ludo_prepare, module)?)?;
    module.add_function(wrap_pyfunction!(solved::_ludo_value, module)?)?;
    module.add_function(wrap_pyfunction!(solved::_ludo_best_move, module)?)?;
    module.add_function(wrap_pyfunction!(solved::_ludo_choices, module)?)?;
    module.add_function(wrap_pyfunction!(judgement::_ludo_evaluate, module)?)?;
    module.add_function(wrap_pyfunction!(judgement::_ludo_best_response, module)?)?;
    module.add_function(wrap_pyfunction!(judgement::_ludo_policy_table, module)?)?;
    module.add_function(wrap_pyfunction!(judgement::_ludo_check_table, module)?)?;
    module.add_function(wrap_pyfunction!(judgement::_ludo_values, module)?)?;
    module.add_class::<decisions::_LudoDecisions>()?;

    module.add_class::<game::Game>()?;
    module.add_function(wrap_pyfunction!(game::_game, module)?)?;
    module.add_class::<record::Record>()?;
    module.add_function(wrap_pyfunction!(record::_record, module)?)?;
    module.add_function(wrap_pyfunction!(tables::_record_table, module)?)?;

    module.add_class::<kuba_game::KubaGame>()?;
    module.add("KubaPosition", py.get_type::<kuba_position::KubaPosition>())?;
    module.add("KubaPlayout", py.get_type::<kuba_position::KubaPlayout>())?;
    module.add_class::<repetitions::Repetitions>()?;
    module.add_class::<kuba_engine::_KubaEngine>()?;
    module.add_function(wrap_pyfunction!(kuba_tables::_kuba_prepare, module)?)?;
    module.add_function(wrap_pyfunction!(kuba_tables::_kuba_probe, module)?)?;
    module.add_class::<analysis::_Analysis>()?;
    module.add_class::<batch::_KubaBatch>()?;
    module.add_class::<batch::_LudoBatch>()?;
    module.add_class::<asked::_Asked>()?;
    module.add_function(wrap_pyfunction!(asked::_ludo_places, module)?)?;
    module.add_class::<selfplay::SelfPlay>()?;
    module.add_function(wrap_pyfunction!(selfplay::_ludo_self_play, module)?)?;
    module.add_function(wrap_pyfunction!(selfplay::_kuba_self_play, module)?)?;
    module.add_function(wrap_pyfunction!(selfplay::_ludo_playouts, module)?)?;
    module.add_function(wrap_pyfunction!(selfplay::_kuba_playouts, module)?)?;
    module.add(
        "LUDO_ENDINGS",
        PyTuple::new(py, parlor_selfplay::playouts::LUDO_ENDINGS)?,
    )?;
    module.add(
        "KUBA_ENDINGS",
        PyTuple::new(py, parlor_selfplay::playouts::KUBA_ENDINGS)?,
    )?;
    module.add_function(wrap_pyfunction!(analysis::_ludo_analyze, module)?)?;
    module.add_function(wrap_pyfunction!(analysis::_kuba_analyze, module)?)?;
    strength::add(module)?;
    module.add_function(wrap_pyfunction!(kuba_position::_kuba_position, module)?)
}
