//! The arguments of random play: seeds and limits.

use pyo3::prelude::*;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use crate::errors;
use crate::values::{integer, shown};

/// Random words from a seed: `ChaCha` with 8 rounds, the same on every machine.
///
/// # Errors
/// `ParlorError` unless the seed is an integer from 0 to 2⁶⁴ − 1.
pub(crate) fn words(seed: &Bound<'_, PyAny>) -> PyResult<impl FnMut() -> u64 + use<>> {
    let Some(number) = integer(seed)? else {
        let message = format!(
            "the seed is {}; it must be an integer from 0 to 2**64 - 1",
            shown(seed)?
        );
        return Err(errors::value(seed, message));
    };
    let mut generator = ChaCha8Rng::seed_from_u64(number);
    Ok(move || generator.next_u64())
}

/// A limit of rolls or pushes.
///
/// # Errors
/// `ParlorError` unless it is an integer from 0 to 2³² − 1.
pub(crate) fn limit(name: &str, value: &Bound<'_, PyAny>) -> PyResult<u32> {
    if let Some(limit) = integer(value)? {
        return Ok(limit);
    }
    let value_shown = shown(value)?;
    let message = format!("{name} is {value_shown}; it must be an integer from 0 to 2**32 - 1");
    Err(errors::value(value, message))
}
