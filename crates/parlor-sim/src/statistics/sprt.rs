//! The sequential probability ratio test (SPRT).

use crate::statistics::pentanomial::Pentanomial;
use crate::statistics::score_of_elo;

/// The pseudo-count of a score that was never seen: with zero, the likelihood
/// of such a pair would be zero.
const UNSEEN: f64 = 1e-3;

/// The sequential probability ratio test: games are played until they suffice
/// (A. Wald, *Annals of Mathematical Statistics* 16, 1945, pages 117–186).
///
/// It decides between two hypotheses on the Elo difference of the first player
/// to the second, with given error probabilities. It ends when the
/// log-likelihood ratio of the two reaches [`lower`](Self::lower) or
/// [`upper`](Self::upper).
///
/// A hypothesis fixes only the mean score, not the distribution of the pairs'
/// scores; the likeliest distribution with that mean is taken, so it is a
/// generalized SPRT (X. Li, J. Liu, Z. Ying, *Sequential Analysis*
/// 33, 2014, pages 376–397). It counts pairs and not games, as the games of a
/// pair share their deal. This is the pentanomial SPRT of chess engine testing,
/// and it reproduces the numbers published there.
///
/// ```
/// use parlor_sim::statistics::{Hypothesis, Pentanomial, Sprt};
///
/// let sprt = Sprt::new(-0.5, 1.5, 0.05, 0.05)?;
/// assert!((sprt.upper() - 2.94).abs() < 0.01);
/// let pairs = Pentanomial([17, 253, 1042, 337, 39]);
/// assert!((sprt.log_likelihood_ratio(&pairs) - 2.96).abs() < 0.005);
/// assert_eq!(sprt.accepted(&pairs), Some(Hypothesis::Second));
/// # Ok::<(), parlor_sim::statistics::SprtError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    first: f64,
    second: f64,
    alpha: f64,
    beta: f64,
}

/// The two hypotheses of the test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Hypothesis {
    /// The lower Elo difference, usually 0.
    First,
    /// The higher Elo difference.
    Second,
}

/// Why a test is invalid.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum SprtError {
    /// The hypotheses are equal or not in order.
    #[error(
        "the hypotheses are {first} and {second} points; the first must be lower than the second"
    )]
    Order {
        /// The first hypothesis, in Elo.
        first: f64,
        /// The second hypothesis, in Elo.
        second: f64,
    },
    /// An error probability that is not between 0 and ½.
    #[error("an error of probability {value} is none to aim at; it must be above 0 and below 0.5")]
    Error {
        /// The probability.
        value: f64,
    },
}

impl Sprt {
    /// The test of two Elo differences, with the probability `alpha` of accepting
    /// the second if the first is true, and `beta` of the reverse.
    ///
    /// # Errors
    /// [`SprtError`] for hypotheses that are not in order, or probabilities
    /// that are not between 0 and ½.
    pub fn new(first: f64, second: f64, alpha: f64, beta: f64) -> Result<Self, SprtError> {
        if !(first < second && first.is_finite() && second.is_finite()) {
            return Err(SprtError::Order { first, second });
        }
        for value in [alpha, beta] {
            if !(value > 0.0 && value < 0.5) {
                return Err(SprtError::Error { value });
            }
        }
        Ok(Self {
            first,
            second,
            alpha,
            beta,
        })
    }

    /// The Elo differences of the first and the second hypothesis.
    pub const fn hypotheses(&self) -> [f64; 2] {
        [self.first, self.second]
    }

    /// The log-likelihood ratio at which the first hypothesis is accepted.
    pub fn lower(&self) -> f64 {
        libm::log(self.beta / (1.0 - self.alpha))
    }

    /// The log-likelihood ratio at which the second hypothesis is accepted.
    pub fn upper(&self) -> f64 {
        libm::log((1.0 - self.beta) / self.alpha)
    }

    /// The natural logarithm of the likelihood of these pairs under the second
    /// hypothesis divided by that under the first.
    pub fn log_likelihood_ratio(&self, pairs: &Pentanomial) -> f64 {
        let counts = pairs.0.map(|count| (count as f64).max(UNSEEN));
        let [first, second] = [self.first, self.second].map(|elo| {
            let score = score_of_elo(elo);
            (score, multiplier(&counts, score))
        });
        let weight =
            |(score, multiplier): (f64, f64), share: f64| libm::log1p(multiplier * (share - score));
        let cells = counts.iter().zip(Pentanomial::SHARES);
        cells
            .map(|(count, share)| count * (weight(first, share) - weight(second, share)))
            .sum()
    }

    /// The accepted hypothesis; `None` if more pairs are needed.
    pub fn accepted(&self, pairs: &Pentanomial) -> Option<Hypothesis> {
        let ratio = self.log_likelihood_ratio(pairs);
        if ratio >= self.upper() {
            Some(Hypothesis::Second)
        } else if ratio <= self.lower() {
            Some(Hypothesis::First)
        } else {
            None
        }
    }
}

/// The Lagrange multiplier of the likeliest distribution with this mean.
///
/// That distribution gives share `a`, seen in `count` pairs, a probability in
/// proportion to `count / (1 + multiplier · (a − mean))`, and the multiplier is
/// the one that gives this mean (A. B. Owen, *Empirical Likelihood*,
/// 2001, chapter 2). The difference decreases monotonically between the two
/// poles, so bisection finds it.
fn multiplier(counts: &[f64; 5], mean: f64) -> f64 {
    let distance = |multiplier: f64| -> f64 {
        let cells = counts.iter().zip(Pentanomial::SHARES);
        cells
            .map(|(count, share)| count * (share - mean) / (1.0 + multiplier * (share - mean)))
            .sum()
    };
    let (mut low, mut high) = (-1.0 / (1.0 - mean), 1.0 / mean);
    loop {
        let middle = f64::midpoint(low, high);
        if middle <= low || middle >= high {
            return middle;
        }
        if distance(middle) > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
}

#[cfg(test)]
mod tests {
    use rand_chacha::ChaCha8Rng;
    use rand_chacha::rand_core::{Rng, SeedableRng};

    use super::*;

    /// Results that were published with the changes of a chess engine: pairs,
    /// hypotheses, and the logarithm that its test framework gave to two places
    /// (Stockfish, pull requests 3098, 3209, 3331, 2951, 2971 and 3232 of 2020
    /// and 2021). The further places are those of a maximization by `scipy.optimize`.
    #[test]
    fn the_ratio_is_the_one_that_is_published() {
        for (pairs, first, second, published, computed) in [
            (
                [491, 7345, 29693, 7670, 465],
                -0.25,
                1.25,
                2.96,
                2.962_430_672,
            ),
            ([53, 2220, 21459, 2445, 47], 0.25, 1.25, 2.97, 2.974_107_686),
            (
                [253, 4282, 17604, 4431, 286],
                -0.25,
                1.25,
                2.94,
                2.938_391_891,
            ),
            (
                [115, 2196, 11328, 2317, 136],
                -0.25,
                1.25,
                2.94,
                2.939_629_259,
            ),
            ([14, 1030, 14318, 1163, 19], 0.25, 1.25, 2.93, 2.934_772_566),
            ([59, 754, 2467, 865, 75], -0.5, 1.5, 2.95, 2.950_239_467),
            ([17, 253, 1042, 337, 39], -0.5, 1.5, 2.96, 2.959_178_328),
            (
                [85, 1800, 8241, 1930, 100],
                -0.25,
                1.25,
                2.94,
                2.936_255_148,
            ),
        ] {
            let sprt = Sprt::new(first, second, 0.05, 0.05).expect("a test");
            let ratio = sprt.log_likelihood_ratio(&Pentanomial(pairs));
            assert!(
                (ratio - published).abs() < 0.005 + 1e-9,
                "{pairs:?}: {ratio}"
            );
            assert!((ratio - computed).abs() < 1e-8, "{pairs:?}: {ratio}");
        }
    }

    #[test]
    fn pairs_that_are_missing_or_all_alike_have_a_ratio() {
        let sprt = Sprt::new(0.0, 50.0, 0.05, 0.05).expect("a test");
        // As the same maximization has it with the same pseudo-count.
        let ratio = sprt.log_likelihood_ratio(&Pentanomial([0, 0, 1, 8, 1]));
        assert!((ratio - 1.335_683_018_788).abs() < 1e-8, "{ratio}");
        assert!(sprt.log_likelihood_ratio(&Pentanomial::default()).abs() < 1e-3);
        assert!(sprt.log_likelihood_ratio(&Pentanomial([0, 0, 0, 0, 9])) > 0.0);
        assert!(sprt.log_likelihood_ratio(&Pentanomial([9, 0, 0, 0, 0])) < 0.0);
    }

    /// Ends a test by pairs of independent games without draws.
    fn decided(sprt: Sprt, score: f64, seed: u64) -> Hypothesis {
        let mut words = ChaCha8Rng::seed_from_u64(seed);
        let mut wins = || {
            f64::from(u8::from(
                f64::from(words.next_u32()) < score * 2_f64.powi(32),
            ))
        };
        let mut pairs = Pentanomial::default();
        loop {
            pairs.count(f64::midpoint(wins(), wins()));
            if let Some(accepted) = sprt.accepted(&pairs) {
                return accepted;
            }
        }
    }

    #[test]
    fn the_test_errs_as_often_as_it_says() {
        const RUNS: u64 = 1_000;
        let sprt = Sprt::new(0.0, 50.0, 0.1, 0.05).expect("a test");
        let errors = |elo, wrong| {
            let runs = (0..RUNS).filter(|&seed| decided(sprt, score_of_elo(elo), seed) == wrong);
            runs.count() as f64 / RUNS as f64
        };
        // Overshooting the bounds makes errors a little rarer than asked for;
        // three standard deviations of 1,000 runs are 0.03 and 0.02.
        let (alpha, beta) = (
            errors(0.0, Hypothesis::Second),
            errors(50.0, Hypothesis::First),
        );
        assert!((0.05..0.13).contains(&alpha), "{alpha}");
        assert!((0.02..0.07).contains(&beta), "{beta}");
    }

    #[test]
    fn tests_that_cannot_be_are_refused_with_the_value() {
        let order = Sprt::new(5.0, 0.0, 0.05, 0.05).unwrap_err();
        assert_eq!(
            order,
            SprtError::Order {
                first: 5.0,
                second: 0.0
            }
        );
        assert!(Sprt::new(f64::NAN, 5.0, 0.05, 0.05).is_err());
        let error = Sprt::new(0.0, 5.0, 0.05, 0.5).unwrap_err();
        assert_eq!(
            error.to_string(),
            "an error of probability 0.5 is none to aim at; it must be above 0 and below 0.5"
        );
    }
}
