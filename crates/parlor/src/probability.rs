//! Chances as programs read them: plain decimals with twelve digits.

use serde::{Serialize, Serializer};
use serde_json::value::RawValue;

/// A number written with twelve digits after the point.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub(crate) struct Decimal(pub(crate) f64);

impl Decimal {
    const SCALE: f64 = 1e12;

    /// The largest such number that is not larger.
    pub(crate) fn rounded_down(value: f64) -> Self {
        Self((value * Self::SCALE).next_down().floor() / Self::SCALE)
    }

    /// The smallest such number that is not smaller.
    pub(crate) fn rounded_up(value: f64) -> Self {
        Self((value * Self::SCALE).next_up().ceil() / Self::SCALE)
    }
}

impl Serialize for Decimal {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let digits = RawValue::from_string(format!("{:.12}", self.0));
        digits
            .map_err(serde::ser::Error::custom)?
            .serialize(serializer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn twelve_digits_always_and_rounded_the_way_that_is_asked_for() {
        let written = |decimal| serde_json::to_string(&decimal).expect("a number is written");
        assert_eq!(written(Decimal(0.5)), "0.500000000000");
        let value = 0.510_984_689_215_3;
        assert_eq!(written(Decimal::rounded_down(value)), "0.510984689215");
        assert_eq!(written(Decimal::rounded_up(value)), "0.510984689216");
    }
}
