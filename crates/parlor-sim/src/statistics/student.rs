//! Student's t distribution.
//!
//! Our own code, as the library that has it (`statrs` 0.19) loses digits with
//! many degrees of freedom, and from some number on does not terminate.

use core::f64::consts::FRAC_PI_2;

use super::{CONFIDENCE, NORMAL};

/// The degrees of freedom from which on the quantile is computed by its series,
/// which is correct to 12 digits there.
const MANY: u64 = 1_000;

/// The two-sided quantile of Student's t at [`CONFIDENCE`]; infinite for 0
/// degrees of freedom.
///
/// It inverts the finite sums for the distribution, or uses the series around
/// the normal distribution (M. Abramowitz, I. A. Stegun,
/// *Handbook of Mathematical Functions*, 1964, 26.7.3 to 26.7.5).
pub(crate) fn quantile(freedom: u64) -> f64 {
    if freedom == 0 {
        return f64::INFINITY;
    }
    if freedom >= MANY {
        return series(freedom as f64);
    }
    // Bisection of a quarter circle, down to the last bit.
    let (mut low, mut high) = (0.0, FRAC_PI_2);
    loop {
        let angle = f64::midpoint(low, high);
        if angle <= low || angle >= high {
            return libm::tan(angle) * (freedom as f64).sqrt();
        }
        if within(angle, freedom) < CONFIDENCE {
            low = angle;
        } else {
            high = angle;
        }
    }
}

/// The probability of values between plus and minus the tangent of the angle
/// times the root of the degrees of freedom.
fn within(angle: f64, freedom: u64) -> f64 {
    let (sine, cosine) = (libm::sin(angle), libm::cos(angle));
    let is_odd = freedom % 2 == 1;
    let mut term = if is_odd { cosine } else { 1.0 };
    let mut sum = 0.0;
    // The powers of the cosine below the degrees of freedom less one.
    let mut power = u64::from(is_odd);
    while power + 2 <= freedom {
        sum += term;
        term *= cosine * cosine * (power + 1) as f64 / (power + 2) as f64;
        power += 2;
    }
    if is_odd {
        (angle + sine * sum) / FRAC_PI_2
    } else {
        sine * sum
    }
}

/// The quantile for many degrees of freedom.
fn series(freedom: f64) -> f64 {
    let z = NORMAL;
    let first = (z.powi(3) + z) / 4.0;
    let second = (5.0 * z.powi(5) + 16.0 * z.powi(3) + 3.0 * z) / 96.0;
    let third = (3.0 * z.powi(7) + 19.0 * z.powi(5) + 17.0 * z.powi(3) - 15.0 * z) / 384.0;
    z + (first + (second + third / freedom) / freedom) / freedom
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The values are those of `scipy.stats.t.ppf`.
    #[test]
    fn the_quantiles_are_those_of_student() {
        for (freedom, expected) in [
            (1, 12.706_204_736_174_694),
            (2, 4.302_652_729_749_462),
            (3, 3.182_446_305_283_707_8),
            (4, 2.776_445_105_197_793_4),
            (5, 2.570_581_835_636_314_6),
            (9, 2.262_157_162_798_205),
            (30, 2.042_272_456_301_237_8),
            (99, 1.984_216_951_586_417_4),
            (1_000, 1.962_339_080_826_408_3),
            (9_999, 1.960_201_263_621_357),
            (999_999, 1.959_966_356_816_479_1),
            (99_999_999, 1.959_964_008_262_766_7),
        ] {
            let found = quantile(freedom);
            assert!((found - expected).abs() < 1e-10, "{freedom}: {found}");
        }
        assert!(quantile(0).is_infinite());
        assert!((quantile(MANY - 1) - series((MANY - 1) as f64)).abs() < 1e-11);
    }
}
