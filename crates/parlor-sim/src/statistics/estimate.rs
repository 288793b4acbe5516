//! A mean and its interval.

use statrs::distribution::{ContinuousCDF, StudentsT};

/// How surely an interval holds the true value.
pub const CONFIDENCE: f64 = 0.95;

/// The quantile of the standard normal distribution that leaves half of the
/// doubt at each end.
const NORMAL: f64 = 1.959_963_984_540_054;

/// A value that was estimated, and an interval that holds the true one in
/// [`CONFIDENCE`] of all cases.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The estimate.
    pub value: f64,
    /// The lower end of the interval.
    pub low: f64,
    /// The upper end of the interval.
    pub high: f64,
}

impl Estimate {
    /// The mean of independent values, one a deal: with Student's t, as their
    /// variance is estimated too (Student, *Biometrika* 6, 1908).
    ///
    /// One value alone says nothing about the error: the interval is endless.
    /// Of no value there is no mean, and all is NaN.
    ///
    /// ```
    /// use parlor_sim::statistics::Estimate;
    ///
    /// let mean = Estimate::mean(&[0.5, 1.0, 0.5, 0.0, 0.75, 0.25, 1.0, 0.5]);
    /// assert_eq!(mean.value, 0.5625);
    /// assert!((mean.low - 0.272_248_135).abs() < 1e-9);
    /// ```
    pub fn mean(values: &[f64]) -> Self {
        let count = values.len() as f64;
        let mean = values.iter().sum::<f64>() / count;
        let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
        Self::of_moments(count, mean, squares)
    }

    /// The mean of so many values whose squared distances from it sum up so.
    pub(crate) fn of_moments(count: f64, mean: f64, squares: f64) -> Self {
        let freedom = count - 1.0;
        let half = StudentsT::new(0.0, 1.0, freedom).map_or(f64::INFINITY, |student| {
            let quantile = student.inverse_cdf(f64::midpoint(1.0, CONFIDENCE));
            quantile * (squares / freedom / count).sqrt()
        });
        Self {
            value: mean,
            low: mean - half,
            high: mean + half,
        }
    }

    /// The mean of shares, numbers from 0 to 1, one a deal.
    ///
    /// As [`mean`](Self::mean), within 0 and 1. If all deals are alike, as when
    /// somebody has won every game, Student's interval is a point and claims
    /// too much; then it is Wilson's for the deals. That is wide enough: no
    /// numbers from 0 to 1 vary more than those that are nothing else.
    pub fn share(shares: &[f64]) -> Self {
        let mean = Self::mean(shares);
        let differ = shares
            .windows(2)
            .any(|pair| pair[0].to_bits() != pair[1].to_bits());
        if !differ && !shares.is_empty() {
            return Self::proportion(mean.value, shares.len() as u64);
        }
        Self {
            low: mean.low.max(0.0),
            high: mean.high.min(1.0),
            ..mean
        }
    }

    /// A proportion of so many independent trials, by the score interval of
    /// E. B. Wilson (*Journal of the American Statistical Association* 22, 1927,
    /// pages 209–212): unlike the usual one it holds near 0 and 1.
    ///
    /// ```
    /// use parlor_sim::statistics::Estimate;
    ///
    /// let never = Estimate::proportion(0.0, 10);
    /// assert!(never.low == 0.0 && (never.high - 0.277_532_8).abs() < 1e-7);
    /// ```
    pub fn proportion(proportion: f64, trials: u64) -> Self {
        let trials = trials as f64;
        let weight = NORMAL * NORMAL / trials;
        let centre = (proportion + weight / 2.0) / (1.0 + weight);
        let variance = proportion * (1.0 - proportion) / trials + weight / (4.0 * trials);
        let half = NORMAL * variance.sqrt() / (1.0 + weight);
        Self {
            value: proportion,
            // Rounding must not push the estimate itself out.
            low: (centre - half).clamp(0.0, proportion),
            high: (centre + half).clamp(proportion, 1.0),
        }
    }

    /// The same on another scale, on which greater stays greater.
    #[must_use]
    pub fn map(self, scale: impl Fn(f64) -> f64) -> Self {
        Self {
            value: scale(self.value),
            low: scale(self.low),
            high: scale(self.high),
        }
    }

    /// How far the interval reaches from the estimate, to the end that is
    /// further away: what stands after `±`.
    pub fn reach(&self) -> f64 {
        (self.high - self.value).max(self.value - self.low)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn assert_near(found: f64, expected: f64) {
        assert!((found - expected).abs() < 1e-9, "{found}, not {expected}");
    }

    /// The values are those of `scipy.stats.t.interval`.
    #[test]
    fn the_interval_of_a_mean_is_that_of_student() {
        let mean = Estimate::mean(&[0.5, 1.0, 0.5, 0.0, 0.75, 0.25, 1.0, 0.5]);
        assert_near(mean.low, 0.272_248_135_096_815_17);
        assert_near(mean.high, 0.852_751_864_903_184_9);
        // The quantiles for 1, 9 and 9999 degrees of freedom.
        for (freedom, quantile) in [
            (1.0, 12.706_204_736_174_694),
            (9.0, 2.262_157_162_798_205),
            (9_999.0, 1.960_201_263_621_357),
        ] {
            let count: f64 = freedom + 1.0;
            let unit = Estimate::of_moments(count, 0.0, freedom * count);
            assert_near(unit.high, quantile);
        }
    }

    /// The values are those of `scipy.stats.binomtest(…).proportion_ci`.
    #[test]
    fn the_interval_of_a_proportion_is_that_of_wilson() {
        let some = Estimate::proportion(81.0 / 263.0, 263);
        assert_near(some.low, 0.255_288_519_878_274_2);
        assert_near(some.high, 0.366_209_576_982_800_03);
        let all = Estimate::proportion(1.0, 10);
        assert_near(all.low, 0.722_467_200_137_110_7);
        assert_near(all.high, 1.0);
    }

    #[test]
    fn deals_that_are_all_alike_do_not_prove_more_than_they_can() {
        let alike = Estimate::share(&[1.0; 10]);
        assert_eq!(alike, Estimate::proportion(1.0, 10));
        assert!(Estimate::share(&[0.5]).high < 1.0);
        assert!(Estimate::share(&[]).value.is_nan());
        assert!(Estimate::mean(&[0.5]).high.is_infinite());
    }
}
