//! Output for programs: JSON in which numbers with a fraction are plain decimals.

use serde_json::value::RawValue;

pub(crate) use parlor_record::decimals::{append, text};

const SCALE: f64 = 1e12;

/// The largest number of 12 digits after the point that is not larger.
pub(crate) fn rounded_down(value: f64) -> f64 {
    (value * SCALE).next_down().floor() / SCALE
}

/// The smallest number of 12 digits after the point that is not smaller.
pub(crate) fn rounded_up(value: f64) -> f64 {
    (value * SCALE).next_up().ceil() / SCALE
}

/// A number that is too small for plain decimals, as JSON.
pub(crate) fn scientific(value: f64) -> Box<RawValue> {
    let text = format!("{value:e}");
    RawValue::from_string(text).expect("a finite number with an exponent is JSON")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_are_rounded_outward() {
        let value = 0.510_984_689_215_3;
        let text = text(&(rounded_down(value), rounded_up(value)));
        assert_eq!(text, "[0.510984689215,0.510984689216]");
    }

    #[test]
    fn a_small_number_keeps_its_digits() {
        assert_eq!(text(&scientific(3.25e-15)), "3.25e-15");
    }
}
