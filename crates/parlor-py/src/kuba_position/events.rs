//! Kuba's events as objects of `parlor.kuba`.

use kuba_rules::{Cell, Event};
use pyo3::prelude::*;

use crate::event::{self, event};
use crate::names::{self, SIDES};

/// The event as a Python object.
pub(super) fn object<'py>(py: Python<'py>, event: &Event) -> PyResult<Bound<'py, PyAny>> {
    let place = |cell: Cell| (cell.row(), cell.column());
    let fields = match *event {
        Event::Pushed { side, push, length } => event!(
            py,
            "Pushed",
            side = side.letter(),
            push = push.to_string(),
            length = length
        ),
        Event::Captured { side, total, from } => event!(
            py,
            "Captured",
            side = side.letter(),
            total = total,
            cell = place(from)
        ),
        Event::Ejected { side, from, left } => event!(
            py,
            "Ejected",
            side = side.letter(),
            cell = place(from),
            left = left
        ),
        Event::MayPushAgain { side } => event!(py, "MayPushAgain", side = side.letter()),
        Event::TurnEnded { side } => event!(py, "TurnEnded", side = side.letter()),
        Event::Ko { push } => event!(py, "Ko", push = push.to_string()),
        Event::Won { side, by } => {
            event!(py, "Won", side = side.letter(), by = names::win(by))
        }
    };
    let text = parlor_view::kuba::event(event, SIDES);
    event::object(py, "parlor.kuba.events", fields, text)
}
