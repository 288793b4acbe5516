//! What came of a match.

use std::collections::BTreeMap;

use parlor_sim::HeadToHead;
use parlor_sim::statistics::Pentanomial;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use super::ratings::{test_tuple, tuple};

/// What came of a match, for `MatchResult`.
pub(super) fn result<'py>(py: Python<'py>, found: &HeadToHead) -> PyResult<Bound<'py, PyDict>> {
    let [wins, draws, losses] = found.won_drawn_lost();
    let [by_first, by_second] = found.forfeits();
    let pairs = found.pairs();
    let ended_by: BTreeMap<&str, u64> = found
        .ended_by()
        .iter()
        .map(|(rule, games)| (*rule, *games))
        .collect();
    let errors: Vec<String> = found.errors().iter().map(ToString::to_string).collect();
    let dict = PyDict::new(py);
    dict.set_item("pairs", found.deals())?;
    dict.set_item("games", found.games())?;
    dict.set_item("wins", wins)?;
    dict.set_item("draws", draws)?;
    dict.set_item("losses", losses)?;
    let cells = pairs.map(|&Pentanomial([a, b, c, d, e])| (a, b, c, d, e));
    dict.set_item("pentanomial", cells)?;
    dict.set_item("score", tuple(found.score()))?;
    dict.set_item("elo", found.elo().map(tuple))?;
    dict.set_item("los", pairs.and_then(Pentanomial::superiority))?;
    dict.set_item("ended_by", ended_by)?;
    dict.set_item("actions", found.actions())?;
    dict.set_item("rolls", found.chances())?;
    dict.set_item("forfeits", (by_first, by_second))?;
    dict.set_item("errors", errors)?;
    dict.set_item("sprt", found.test().map(test_tuple))?;
    Ok(dict)
}
