//! Running moments of values per deal.

use crate::statistics::estimate::Estimate;

/// Independent values, one per deal: their number, mean and variance.
///
/// The values are not stored, so there can be any number of them; the running
/// update of mean and squares is numerically stable (B. P. Welford,
/// *Technometrics* 4, 1962, pages 419–420).
///
/// ```
/// use parlor_sim::statistics::Sample;
///
/// let sample: Sample = [0.5, 1.0, 0.5, 0.0, 0.75, 0.25, 1.0, 0.5].into_iter().collect();
/// let mean = sample.mean();
/// assert_eq!(mean.value, 0.5625);
/// assert!((mean.low - 0.272_248_135).abs() < 1e-9);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Sample {
    count: u64,
    mean: f64,
    /// The sum of squared deviations from the mean.
    squares: f64,
}

impl Sample {
    /// Adds a value.
    pub fn take(&mut self, value: f64) {
        self.take_alike(value, 1);
    }

    /// Adds `times` equal values.
    pub(crate) fn take_alike(&mut self, value: f64, times: u64) {
        if times == 0 {
            return;
        }
        self.count += times;
        let distance = value - self.mean;
        self.mean += distance * (times as f64 / self.count as f64);
        self.squares += times as f64 * distance * (value - self.mean);
    }

    /// The mean of the values: with Student's t, as their variance is estimated
    /// too (Student, *Biometrika* 6, 1908, pages 1–25).
    ///
    /// A single value, or equal values, give no information about the error: the
    /// interval is infinite. Without values all is NaN.
    pub fn mean(&self) -> Estimate {
        if self.count == 0 {
            return Estimate::NONE;
        }
        Estimate::of_moments(self.count, self.mean, self.squares)
    }

    /// The mean of values that are shares, from 0 to 1.
    ///
    /// As [`mean`](Self::mean), within 0 and 1. If all values are equal, as when
    /// an entrant has won every game, it is Wilson's interval for the deals. That
    /// is wide enough: of all values from 0 to 1 with a given mean, zeros and ones
    /// have the largest variance.
    pub fn share(&self) -> Estimate {
        if self.count == 0 {
            return Estimate::NONE;
        }
        Estimate::share_of_moments(self.count, self.mean, self.squares)
    }
}

impl FromIterator<f64> for Sample {
    fn from_iter<I: IntoIterator<Item = f64>>(values: I) -> Self {
        let mut sample = Self::default();
        for value in values {
            sample.take(value);
        }
        sample
    }
}

/// Independent rows of values, one per deal: their means and covariances.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Rows {
    count: u64,
    means: Vec<f64>,
    /// The sums of products of deviations from the means.
    products: Vec<Vec<f64>>,
}

impl Rows {
    /// No rows yet, each of `width` values.
    pub(crate) fn new(width: usize) -> Self {
        Self {
            count: 0,
            means: vec![0.0; width],
            products: vec![vec![0.0; width]; width],
        }
    }

    /// Adds a row.
    pub(crate) fn take(&mut self, row: &[f64]) {
        self.count += 1;
        let before: Vec<f64> = row
            .iter()
            .zip(&self.means)
            .map(|(value, mean)| value - mean)
            .collect();
        for (mean, distance) in self.means.iter_mut().zip(&before) {
            *mean += distance / self.count as f64;
        }
        for (products, distance) in self.products.iter_mut().zip(before) {
            for (product, (value, mean)) in products.iter_mut().zip(row.iter().zip(&self.means)) {
                *product += distance * (value - mean);
            }
        }
    }

    /// The number of rows.
    pub(crate) const fn count(&self) -> u64 {
        self.count
    }

    /// The mean of each value.
    pub(crate) fn means(&self) -> &[f64] {
        &self.means
    }

    /// The sum of squared deviations of the weighted sums of each row.
    pub(crate) fn squares(&self, weights: &[f64]) -> f64 {
        let rows = self.products.iter().zip(weights);
        let squares = rows.map(|(products, weight)| {
            let sum: f64 = products
                .iter()
                .zip(weights)
                .map(|(product, other)| product * other)
                .sum();
            weight * sum
        });
        // Rounding must not make it negative.
        squares.sum::<f64>().max(0.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The value is that of `scipy.stats.t.interval`.
    #[test]
    fn the_interval_of_a_mean_is_that_of_student() {
        let sample: Sample = [0.5, 1.0, 0.5, 0.0, 0.75, 0.25, 1.0, 0.5]
            .into_iter()
            .collect();
        assert!((sample.mean().low - 0.272_248_135_096_815_17).abs() < 1e-12);
        assert!((sample.mean().high - 0.852_751_864_903_184_9).abs() < 1e-12);
    }

    #[test]
    fn deals_that_are_all_alike_do_not_prove_more_than_they_can() {
        let alike: Sample = [1.0 / 3.0; 10].into_iter().collect();
        assert_eq!(alike.share(), Estimate::proportion(1.0 / 3.0, 10));
        let one: Sample = [0.5].into_iter().collect();
        assert!(one.share().high < 1.0 && one.mean().high.is_infinite());
        assert!(Sample::default().share().value.is_nan());
    }

    #[test]
    fn rows_vary_together_as_their_sums_do() {
        let rows = [[1.0, 4.0], [2.0, 2.0], [6.0, 3.0]];
        let weights = [2.0, -1.0];
        let mut taken = Rows::new(2);
        let mut sums = Sample::default();
        for row in rows {
            taken.take(&row);
            sums.take(row[0] * weights[0] + row[1] * weights[1]);
        }
        assert_eq!(taken.count(), 3);
        assert!((taken.means()[0] - 3.0).abs() < 1e-15);
        assert!((taken.squares(&weights) - sums.squares).abs() < 1e-12);
    }
}
