//! Kuba's events as objects of `parlor.kuba`.

use kuba_rules::{Cell, Event, Side};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::names::{self, SIDES};

/// The event as a Python object.
pub(super) fn object<'py>(py: Python<'py>, event: &Event) -> PyResult<Bound<'py, PyAny>> {
    let fields = PyDict::new(py);
    let whose = |side: Side| fields.set_item("side", side.letter());
    let at = |cell: Cell| fields.set_item("cell", (cell.row(), cell.column()));
    let class = match *event {
        Event::Pushed { side, push, length } => {
            whose(side)?;
            fields.set_item("push", push.to_string())?;
            fields.set_item("length", length)?;
            "Pushed"
        }
        Event::Captured { side, total, from } => {
            whose(side)?;
            fields.set_item("total", total)?;
            at(from)?;
            "Captured"
        }
        Event::Ejected { side, from, left } => {
            whose(side)?;
            at(from)?;
            fields.set_item("left", left)?;
            "Ejected"
        }
        Event::MayPushAgain { side } => {
            whose(side)?;
            "MayPushAgain"
        }
        Event::TurnEnded { side } => {
            whose(side)?;
            "TurnEnded"
        }
        Event::Ko { push } => {
            fields.set_item("push", push.to_string())?;
            "Ko"
        }
        Event::Won { side, by } => {
            whose(side)?;
            fields.set_item("by", names::win(by))?;
            "Won"
        }
    };
    fields.set_item("text", parlor_view::kuba::event(event, SIDES))?;
    py.import("parlor.kuba.events")?
        .getattr(class)?
        .call((), Some(&fields))
}
