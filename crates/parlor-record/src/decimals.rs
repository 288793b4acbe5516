//! JSON in which numbers with a fraction are plain decimals.

use std::io::{self, Write};

use serde::Serialize;
use serde_json::Serializer;
use serde_json::ser::Formatter;

/// Appends a value as JSON, each number with a fraction with 12 digits after
/// the point and never with an exponent.
///
/// # Panics
/// For a map with keys that are no strings.
pub fn append(value: &impl Serialize, text: &mut Vec<u8>) {
    let mut serializer = Serializer::with_formatter(text, Decimals);
    let done = value.serialize(&mut serializer);
    done.expect("a Vec takes every byte, and every key is a string");
}

/// A value as JSON, written as by [`append`].
///
/// # Panics
/// As [`append`].
pub fn text(value: &impl Serialize) -> String {
    let mut text = Vec::new();
    append(value, &mut text);
    String::from_utf8(text).expect("JSON is UTF-8")
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
}
