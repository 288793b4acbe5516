//! The parts of a record, read from Python's values.

use core::num::NonZeroU32;

use parlor_record::record::{Clock, Date, DateError};
use pyo3::prelude::*;
use pyo3::types::{PyMapping, PyString};

use super::kind::RecordGame;
use crate::errors::{self, raise, showing};
use crate::values::{self, integer, items, pair};

/// `RecordError`.
pub(super) fn refusal(value: &Bound<'_, PyAny>, message: &str) -> PyErr {
    raise("RecordError", None, value, message)
}

/// Any text, such as a name.
///
/// # Errors
/// `ParlorError` for anything but a string, and for lone surrogates, which no file can hold.
pub(super) fn text(what: &str, value: &Bound<'_, PyAny>) -> PyResult<String> {
    if let Some(text) = values::text(value) {
        return Ok(text.into_owned());
    }
    let problem = if value.is_instance_of::<PyString>() {
        "half a character (a lone surrogate) is no text"
    } else {
        "it must be a string"
    };
    Err(errors::invalid(value, |shown| {
        format!("the {what} is {shown}; {problem}")
    }))
}

/// The names by seat, in a dict or another mapping.
///
/// # Errors
/// `ParlorError` for anything but a mapping of seats and names; `RecordError` for a seat that does not
/// play.
pub(super) fn names<G: RecordGame>(
    names: Option<&Bound<'_, PyAny>>,
    seats: &[G::Seat],
) -> PyResult<Vec<(G::Seat, String)>> {
    let Some(value) = names else {
        return Ok(Vec::new());
    };
    let not_names = || {
        errors::invalid(value, |shown| {
            format!("the names are {shown}; they must be a dict of seats and names")
        })
    };
    let mapping = value.cast::<PyMapping>().map_err(|_| not_names())?;
    let mut read = Vec::new();
    for entry in items(mapping.items()?.as_any())?.ok_or_else(not_names)? {
        let (seat, name) = pair(&entry?)?.ok_or_else(not_names)?;
        let who = G::read_seat(&seat)?;
        if !seats.contains(&who) {
            return Err(showing(&seat, |shown| {
                let message = format!("nobody plays at {shown}, so that nobody there has a name");
                refusal(&seat, &message)
            }));
        }
        read.push((who, text("name", &name)?));
    }
    Ok(read)
}

/// A date as RFC 3339 writes it.
///
/// # Errors
/// `RecordError` for another text, `ParlorError` for anything but a text.
pub(super) fn date(value: &Bound<'_, PyAny>) -> PyResult<Date> {
    let written = text("date", value)?;
    written.parse().map_err(|error: DateError| {
        showing(value, |shown| {
            refusal(value, &format!("the date is {shown}; {error}"))
        })
    })
}

/// A driver's limit. Rules: L-31, K-13.
///
/// # Errors
/// `ParlorError` unless it is an integer from 1 to 2³² − 1.
pub(crate) fn limit(value: &Bound<'_, PyAny>) -> PyResult<NonZeroU32> {
    let limit = integer::<u32>(value)?.and_then(NonZeroU32::new);
    limit.ok_or_else(|| {
        errors::invalid(value, |shown| {
            format!("the limit is {shown}; it must be an integer from 1 to 2**32 - 1")
        })
    })
}

/// The time left on a clock.
///
/// # Errors
/// `ParlorError` unless it is an integer from 0 to 2⁵³ − 1.
pub(super) fn clock(value: &Bound<'_, PyAny>) -> PyResult<Clock> {
    let clock = integer(value)?.and_then(Clock::from_milliseconds);
    clock.ok_or_else(|| {
        errors::invalid(value, |shown| {
            format!("the clock is {shown}; it must be milliseconds, an integer from 0 to 2**53 - 1")
        })
    })
}
