//! Ludo's events as objects of `parlor.ludo`.

use ludo_rules::Event;
use pyo3::prelude::*;

use crate::event::{self, event};
use crate::values::texts;

/// The event as a Python object.
pub(super) fn object<'py>(py: Python<'py>, event: &Event) -> PyResult<Bound<'py, PyAny>> {
    let fields = match *event {
        Event::LeftYard { seat, token } => {
            event!(
                py,
                "LeftYard",
                seat = seat.letter(),
                token = token.to_string()
            )
        }
        Event::Moved {
            seat,
            choice,
            from,
            to,
            path,
        } => event!(
            py,
            "Moved",
            seat = seat.letter(),
            choice = choice.to_string(),
            start = from.value(),
            end = to.value(),
            path = texts(py, path.into_iter())?
        ),
        Event::Bounced {
            seat,
            choice,
            back,
            at,
        } => event!(
            py,
            "Bounced",
            seat = seat.letter(),
            choice = choice.to_string(),
            back = back,
            at = at.value()
        ),
        Event::Kicked {
            by,
            seat,
            token,
            space,
        } => event!(
            py,
            "Kicked",
            by = by.letter(),
            seat = seat.letter(),
            token = token.to_string(),
            space = space
        ),
        Event::Parted { seat, token, at } => event!(
            py,
            "Parted",
            seat = seat.letter(),
            token = token.to_string(),
            at = at.value()
        ),
        Event::Stacked { seat, at } => {
            event!(py, "Stacked", seat = seat.letter(), at = at.value())
        }
        Event::ReachedEnd { seat, choice } => {
            event!(
                py,
                "ReachedEnd",
                seat = seat.letter(),
                choice = choice.to_string()
            )
        }
        Event::Finished { seat } => event!(py, "Finished", seat = seat.letter()),
        Event::Placed { seat, place } => {
            event!(py, "Placed", seat = seat.letter(), place = place)
        }
        Event::Passed { seat, roll } => {
            event!(py, "Passed", seat = seat.letter(), roll = roll.value())
        }
    };
    event::object(
        py,
        "parlor.ludo.events",
        fields,
        parlor_view::ludo::event(event),
    )
}
