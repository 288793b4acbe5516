//! The names of spaces, sides and wins in Python.

use kuba_rules::Win;
use ludo_rules::{Seat, Step, Tokens};
use parlor_view::kuba::Names;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyList, PyString, PyTuple};

/// What sentences call the players of Kuba.
pub(crate) const SIDES: Names<'static> = Names {
    white: "White",
    black: "Black",
};

/// By seat, then by step count plus one.
type SpaceNames = [Vec<Py<PyString>>; 4];

/// The name of a seat's step. Rules: L-4.
pub(crate) fn space(py: Python<'_>, seat: Seat, step: Step) -> Bound<'_, PyString> {
    let names = &all_spaces(py)[seat.index()];
    // A step count is at least -1.
    let place = usize::try_from(step.value() + 1).unwrap_or_default();
    names[place].bind(py).clone()
}

/// The names of all tokens' spaces, `p` then `q`, for each player in this order. Rules: L-21.
pub(crate) fn report<'py>(
    py: Python<'py>,
    players: &[Seat],
    tokens: &Tokens,
) -> PyResult<Bound<'py, PyList>> {
    let mut spaces = Vec::with_capacity(2 * players.len());
    for &seat in players {
        for step in tokens.steps(seat).into_iter().flatten() {
            spaces.push(space(py, seat, step));
        }
    }
    PyList::new(py, spaces)
}

/// The names of the spaces of `p` and `q` by seat, for each player in this order. Rules: L-4.
pub(crate) fn spaces<'py>(
    py: Python<'py>,
    players: impl Iterator<Item = Seat>,
    tokens: &Tokens,
) -> PyResult<Bound<'py, PyDict>> {
    let spaces = PyDict::new(py);
    for seat in players {
        if let Some(steps) = tokens.steps(seat) {
            let names = steps.map(|step| space(py, seat, step));
            spaces.set_item(seat.letter(), PyTuple::new(py, names)?)?;
        }
    }
    Ok(spaces)
}

fn all_spaces(py: Python<'_>) -> &SpaceNames {
    static SPACES: PyOnceLock<SpaceNames> = PyOnceLock::new();
    SPACES.get_or_init(py, || {
        Seat::ALL.map(|seat| {
            let steps = (-1..=57).filter_map(|count| Step::new(count).ok());
            let name = |step: Step| step.space(seat).to_string();
            steps
                .map(|step| PyString::intern(py, &name(step)).unbind())
                .collect()
        })
    })
}

/// How Kuba is won. Rules: K-8, K-9, K-10.
pub(crate) const fn win(win: Win) -> &'static str {
    match win {
        Win::Reds => "reds",
        Win::Elimination => "elimination",
        Win::Blocked => "blocked",
    }
}
