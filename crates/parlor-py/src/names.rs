//! The names of all spaces as Python strings, made once.

use ludo_rules::{Seat, Step, Tokens};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyList, PyString};

/// By seat, then by step count plus one.
type Names = [Vec<Py<PyString>>; 4];

/// The name of a seat's step. Rules: L-4.
pub(crate) fn space(py: Python<'_>, seat: Seat, step: Step) -> Bound<'_, PyString> {
    let names = &names(py)[seat.index()];
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

fn names(py: Python<'_>) -> &Names {
    static NAMES: PyOnceLock<Names> = PyOnceLock::new();
    NAMES.get_or_init(py, || {
        Seat::ALL.map(|seat| {
            let steps = (-1..=57).filter_map(|count| Step::new(count).ok());
            let name = |step: Step| step.space(seat).to_string();
            steps
                .map(|step| PyString::intern(py, &name(step)).unbind())
                .collect()
        })
    })
}
