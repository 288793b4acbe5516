//! The arguments of random play: seeds and limits.

use pyo3::prelude::*;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use crate::errors;
use crate::values::integer;

/// Random words from a seed: `ChaCha` with 8 rounds, the same on every machine.
///
/// # Errors
/// `ParlorError` unless the seed is an integer from 0 to 2⁶⁴ − 1.
pub(crate) fn words(seed: &Bound<'_, PyAny>) -> PyResult<impl FnMut() -> u64 + use<>> {
    let number = integer(seed)?.ok_or_else(|| {
        errors::invalid(seed, |shown| {
            format!("the seed is {shown}; it must be an integer from 0 to 2**64 - 1")
        })
    })?;
    let mut generator = ChaCha8Rng::seed_from_u64(number);
    Ok(move || generator.next_u64())
}

/// A limit of rolls or pushes.
///
/// # Errors
/// `ParlorError` unless it is an integer from 0 to 2³² − 1.
pub(crate) fn limit(name: &str, value: &Bound<'_, PyAny>) -> PyResult<u32> {
    integer(value)?.ok_or_else(|| {
        errors::invalid(value, |shown| {
            format!("{name} is {shown}; it must be an integer from 0 to 2**32 - 1")
        })
    })
}
