//! Integers in a range.

use std::ops::RangeInclusive;

use pyo3::prelude::*;

use crate::errors;
use crate::values::integer;

/// An integer in its range.
///
/// # Errors
/// `ParlorError` for anything else.
pub(crate) fn whole<N>(
    name: &str,
    value: &Bound<'_, PyAny>,
    range: &RangeInclusive<N>,
) -> PyResult<N>
where
    N: for<'a, 'py> FromPyObject<'a, 'py, Error = PyErr> + PartialOrd + std::fmt::Display,
{
    let number = integer(value)?.filter(|number| range.contains(number));
    number.ok_or_else(|| {
        let (least, most) = (range.start(), range.end());
        errors::invalid(value, |shown| {
            format!("{name} is {shown}; it must be an integer from {least} to {most}")
        })
    })
}
