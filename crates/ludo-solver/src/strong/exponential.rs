//! The exponential function, the same on every machine.

use core::f64::consts::{LN_2, LOG2_E};

/// `e` to the power of `x`, for `x` up to 0; 0 below −80 and for NaN.
///
/// The system's library may differ in the last bits from one machine to the next, and
/// so might a choice between two almost equal moves. This one only uses the four basic
/// operations.
pub(super) fn exponential(x: f32) -> f32 {
    if x.is_nan() || x < -80.0 {
        return 0.0;
    }
    let x = f64::from(x);
    // e^x = 2^n · e^rest, the rest between −ln 2 and 0.
    #[expect(clippy::cast_possible_truncation, reason = "x is between -80 and 0")]
    let n = (x * LOG2_E) as i32;
    let rest = x - f64::from(n) * LN_2;
    let series = (1..=12).rev().map(f64::from);
    let power = series.fold(1.0, |sum, k| 1.0 + sum * rest / k);
    #[expect(clippy::cast_possible_truncation, reason = "the result is an f32")]
    let result = (power / f64::from_bits(u64::from((1023 - n).unsigned_abs()) << 52)) as f32;
    result
}

#[cfg(test)]
mod tests {
    use super::exponential;

    #[test]
    fn it_is_the_exponential_function() {
        for n in 0..8000_u16 {
            let x = f32::from(n) * -0.01;
            let right = x.exp();
            assert!((exponential(x) - right).abs() <= right * 1e-6, "{x}");
        }
        assert_eq!(exponential(0.0).to_bits(), 1_f32.to_bits());
        assert_eq!(exponential(-81.0).to_bits(), 0);
        assert_eq!(exponential(f32::NAN).to_bits(), 0);
    }
}
