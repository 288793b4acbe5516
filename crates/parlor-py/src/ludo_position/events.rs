//! Ludo's events as objects of `parlor.ludo`.

use ludo_rules::{Event, Seat, Step};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::values::texts;

/// The event as a Python object.
pub(super) fn object<'py>(py: Python<'py>, event: &Event) -> PyResult<Bound<'py, PyAny>> {
    let fields = PyDict::new(py);
    let seat = |name: &str, seat: Seat| fields.set_item(name, seat.to_string());
    let step = |name: &str, step: Step| fields.set_item(name, step.value());
    let class = match *event {
        Event::LeftYard { seat: whose, token } => {
            seat("seat", whose)?;
            fields.set_item("token", token.to_string())?;
            "LeftYard"
        }
        Event::Moved {
            seat: whose,
            choice,
            from,
            to,
            path,
        } => {
            seat("seat", whose)?;
            fields.set_item("choice", choice.to_string())?;
            step("start", from)?;
            step("end", to)?;
            fields.set_item("path", texts(py, path.into_iter())?)?;
            "Moved"
        }
        Event::Bounced {
            seat: whose,
            choice,
            back,
            at,
        } => {
            seat("seat", whose)?;
            fields.set_item("choice", choice.to_string())?;
            fields.set_item("back", back)?;
            step("at", at)?;
            "Bounced"
        }
        Event::Kicked {
            by,
            seat: whose,
            token,
            space,
        } => {
            seat("by", by)?;
            seat("seat", whose)?;
            fields.set_item("token", token.to_string())?;
            fields.set_item("space", space)?;
            "Kicked"
        }
        Event::Parted {
            seat: whose,
            token,
            at,
        } => {
            seat("seat", whose)?;
            fields.set_item("token", token.to_string())?;
            step("at", at)?;
            "Parted"
        }
        Event::Stacked { seat: whose, at } => {
            seat("seat", whose)?;
            step("at", at)?;
            "Stacked"
        }
        Event::ReachedEnd {
            seat: whose,
            choice,
        } => {
            seat("seat", whose)?;
            fields.set_item("choice", choice.to_string())?;
            "ReachedEnd"
        }
        Event::Finished { seat: whose } => {
            seat("seat", whose)?;
            "Finished"
        }
        Event::Placed { seat: whose, place } => {
            seat("seat", whose)?;
            fields.set_item("place", place)?;
            "Placed"
        }
        Event::Passed { seat: whose, roll } => {
            seat("seat", whose)?;
            fields.set_item("roll", roll.value())?;
            "Passed"
        }
    };
    fields.set_item("text", parlor_view::ludo::event(event))?;
    py.import("parlor.ludo.events")?
        .getattr(class)?
        .call((), Some(&fields))
}
