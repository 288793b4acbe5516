//! The parts of a record, read from Python's values.

use core::num::NonZeroU32;

use parlor_record::record::{Clock, Date};
use pyo3::prelude::*;
use pyo3::types::{PyMapping, PyString};

use super::kind::Kind;
use crate::errors::{self, Raise};
use crate::values::{self, integer, items, pair, shown};

/// `RecordError`.
pub(super) fn refusal(value: &Bound<'_, PyAny>, message: &str) -> PyErr {
    Raise {
        class: "RecordError",
        rule: None,
        value,
    }
    .message(message)
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
    let message = format!("the {what} is {}; {problem}", shown(value)?);
    Err(errors::value(value, message))
}

/// The names by seat, in a dict or another mapping.
///
/// # Errors
/// `ParlorError` for anything but a mapping of seats and names; `RecordError` for a seat that does not
/// play.
pub(super) fn names<G: Kind>(
    names: Option<&Bound<'_, PyAny>>,
    seats: &[G::Seat],
) -> PyResult<Vec<(G::Seat, String)>> {
    let Some(value) = names else {
        return Ok(Vec::new());
    };
    let not_names = || -> PyResult<PyErr> {
        let message = format!(
            "the names are {}; they must be a dict of seats and names",
            shown(value)?
        );
        Ok(errors::value(value, message))
    };
    let Ok(mapping) = value.cast::<PyMapping>() else {
        return Err(not_names()?);
    };
    let mut read = Vec::new();
    let Some(entries) = items(mapping.items()?.as_any())? else {
        return Err(not_names()?);
    };
    for entry in entries {
        let Some((seat, name)) = pair(&entry?)? else {
            return Err(not_names()?);
        };
        let who = G::read_seat(&seat)?;
        if !seats.contains(&who) {
            let message = format!(
                "nobody plays at {}, so that nobody there has a name",
                shown(&seat)?
            );
            return Err(refusal(&seat, &message));
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
    match written.parse() {
        Ok(date) => Ok(date),
        Err(error) => Err(refusal(
            value,
            &format!("the date is {}; {error}", shown(value)?),
        )),
    }
}

/// A driver's limit. Rules: L-31, K-13.
///
/// # Errors
/// `ParlorError` unless it is an integer from 1 to 2³² − 1.
pub(super) fn limit(value: &Bound<'_, PyAny>) -> PyResult<NonZeroU32> {
    if let Some(limit) = integer::<u32>(value)?.and_then(NonZeroU32::new) {
        return Ok(limit);
    }
    let message = format!(
        "the limit is {}; it must be an integer from 1 to 2**32 - 1",
        shown(value)?
    );
    Err(errors::value(value, message))
}

/// The time left on a clock.
///
/// # Errors
/// `ParlorError` unless it is an integer from 0 to 2⁵³ − 1.
pub(super) fn clock(value: &Bound<'_, PyAny>) -> PyResult<Clock> {
    if let Some(clock) = integer(value)?.and_then(Clock::from_milliseconds) {
        return Ok(clock);
    }
    let message = format!(
        "the clock is {}; it must be milliseconds, an integer from 0 to 2**53 - 1",
        shown(value)?
    );
    Err(errors::value(value, message))
}
