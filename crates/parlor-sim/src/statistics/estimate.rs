//! A mean and its interval.

use serde::Serialize;

use super::{NORMAL, student};

/// An estimated value with its confidence interval, at the level
/// [`CONFIDENCE`](super::CONFIDENCE).
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Estimate {
    /// The estimate.
    pub value: f64,
    /// The lower end of the interval.
    pub low: f64,
    /// The upper end of the interval.
    pub high: f64,
}

impl Estimate {
    /// An unknown value.
    pub(crate) const NONE: Self = Self {
        value: f64::NAN,
        low: f64::NAN,
        high: f64::NAN,
    };

    /// The mean of `count` values with this sum of squared deviations, by
    /// Student's t. Identical values give no information about their variance:
    /// the interval is infinite, as for a single value.
    pub fn of_moments(count: u64, mean: f64, squares: f64) -> Self {
        let freedom = count.saturating_sub(1);
        let half = if freedom == 0 || squares <= 0.0 {
            f64::INFINITY
        } else {
            student::quantile(freedom) * (squares / freedom as f64 / count as f64).sqrt()
        };
        Self {
            value: mean,
            low: mean - half,
            high: mean + half,
        }
    }

    /// The same for values from 0 to 1, within these bounds. If all values are equal, it is Wilson's
    /// interval for as many trials.
    pub(crate) fn share_of_moments(count: u64, mean: f64, squares: f64) -> Self {
        if squares <= 0.0 {
            return Self::proportion(mean, count);
        }
        let found = Self::of_moments(count, mean, squares);
        Self {
            low: found.low.max(0.0),
            high: found.high.min(1.0),
            ..found
        }
    }

    /// A proportion of `trials` independent trials, by the score interval of
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
        let center = (proportion + weight / 2.0) / (1.0 + weight);
        let variance = proportion * (1.0 - proportion) / trials + weight / (4.0 * trials);
        let half = NORMAL * variance.sqrt() / (1.0 + weight);
        Self {
            value: proportion,
            // Rounding must not push the estimate itself out.
            low: (center - half).clamp(0.0, proportion),
            high: (center + half).clamp(proportion, 1.0),
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
}
