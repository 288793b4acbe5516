//! Pairs of games counted by their score.

use crate::statistics::elo_of_score;
use crate::statistics::estimate::Estimate;
use crate::statistics::sample::Sample;

/// The number of pairs of games, with the seats exchanged, in which the first
/// player scored 0, ½, 1, 1½ and 2 points.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pentanomial(pub [u64; 5]);

impl Pentanomial {
    /// The share of a pair's points, in the order of the counts.
    pub(crate) const SHARES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

    /// Counts a pair by the first player's share of its points; nothing if no
    /// pair can give it.
    pub fn count(&mut self, share: f64) {
        let cell = Self::SHARES
            .iter()
            .position(|&known| (known - share).abs() < 1e-9);
        if let Some(cell) = cell {
            self.0[cell] += 1;
        }
    }

    /// The number of pairs.
    pub fn pairs(&self) -> u64 {
        self.0.iter().sum()
    }

    /// The first player's mean share of the points.
    pub fn score(&self) -> Estimate {
        let mut sample = Sample::default();
        for (&pairs, share) in self.0.iter().zip(Self::SHARES) {
            sample.take_alike(share, pairs);
        }
        sample.share()
    }

    /// The likelihood of superiority: how likely the first player is the stronger one, given these
    /// pairs and nothing else. It is the normal distribution's at the score's distance from ½ in
    /// standard errors, as chess engine testing has it, taken over pairs. `None` where the pairs
    /// are all alike and say nothing of their variance.
    ///
    /// ```
    /// use parlor_sim::statistics::Pentanomial;
    ///
    /// let likely = Pentanomial([3, 10, 20, 12, 5]).superiority().expect("they differ");
    /// assert!((likely - 0.794).abs() < 0.001);
    /// assert_eq!(Pentanomial([0, 0, 9, 0, 0]).superiority(), None);
    /// ```
    pub fn superiority(&self) -> Option<f64> {
        let count = self.pairs() as f64;
        let cells = || self.0.iter().zip(Self::SHARES);
        let mean = cells()
            .map(|(&pairs, share)| pairs as f64 * share)
            .sum::<f64>()
            / count;
        let squares: f64 = cells()
            .map(|(&pairs, share)| pairs as f64 * (share - mean) * (share - mean))
            .sum();
        let error = (squares / count / count).sqrt();
        let distance = (mean - 0.5) / error;
        (error > 0.0).then(|| libm::erfc(-distance / core::f64::consts::SQRT_2) / 2.0)
    }

    /// The Elo difference of the first player to the second.
    pub fn elo(&self) -> Estimate {
        self.score().map(elo_of_score)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_are_counted_by_their_share_of_the_points() {
        let mut pairs = Pentanomial::default();
        for share in [0.0, 0.5, 0.5, 0.75, 1.0, 1.0, 0.25, 0.3] {
            pairs.count(share);
        }
        assert_eq!(pairs, Pentanomial([1, 1, 2, 1, 2]));
        let shares: Sample = [0.0, 0.25, 0.5, 0.5, 0.75, 1.0, 1.0].into_iter().collect();
        let (counted, listed) = (pairs.score(), shares.share());
        assert!((counted.value - listed.value).abs() < 1e-15);
        assert!((counted.low - listed.low).abs() < 1e-12);
    }

    #[test]
    fn pairs_that_are_all_alike_have_the_interval_of_wilson() {
        let pairs = Pentanomial([0, 0, 0, 0, 8]);
        assert_eq!(pairs.score(), Estimate::proportion(1.0, 8));
        assert!(pairs.elo().value.is_infinite());
    }
}
