//! Output for programs: JSON in which numbers with a fraction are plain decimals.

use std::io::{self, Write};

use serde::Serialize;
use serde_json::Serializer;
use serde_json::ser::Formatter;
use serde_json::value::RawValue;

/// Appends a value as JSON, each number with a fraction with 12 digits after
/// the point and never with an exponent.
pub(crate) fn append(value: &impl Serialize, text: &mut Vec<u8>) {
    let mut serializer = Serializer::with_formatter(text, Decimals);
    let done = value.serialize(&mut serializer);
    done.expect("a Vec takes every byte, and every key is a string");
}

/// A value as JSON, written as by [`append`].
pub(crate) fn text(value: &impl Serialize) -> String {
    let mut text = Vec::new();
    append(value, &mut text);
    String::from_utf8(text).expect("JSON is UTF-8")
}

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

struct Decimals;

impl Formatter for Decimals {
    fn write_f64<W: ?Sized + Write>(&mut self, writer: &mut W, value: f64) -> io::Result<()> {
        write!(writer, "{value:.12}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_with_a_fraction_are_plain_decimals() {
        let text = text(&(0.5, 1e-7, 3, f64::INFINITY));
        assert_eq!(text, "[0.500000000000,0.000000100000,3,null]");
    }

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
