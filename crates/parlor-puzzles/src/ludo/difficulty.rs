//! How hard a puzzle is: measured by who finds the best choice.

use core::ops::RangeInclusive;

use ludo_rules::{Move, Position};
use ludo_solver::strong::Estimator;
use parlor_sim::statistics::elo_of_score;

use super::rule_of_thumb::RuleOfThumb;

/// The grades, 1 for the easiest.
pub const GRADES: RangeInclusive<u8> = 1..=5;

/// The ratings that a puzzle can have: somebody of every [`Population`] goes wrong, and somebody does not.
pub const RATINGS: RangeInclusive<u16> = 1_000..=2_000;

/// The rating of a puzzle that half of the population solves.
const MIDDLE: f64 = 1_500.0;

/// The first rating of each grade above 1.
const BOUNDS: [u16; 4] = [1_350, 1_400, 1_450, 1_500];

/// The standard errors with which players see a chance of winning.
const ERRORS: [f64; 4] = [0.01, 0.025, 0.05, 0.1];

/// The players by whom puzzles are measured.
///
/// They are 16: one for each [`RuleOfThumb`], who plays what it names, and where it names nothing either
/// choice alike; the bot `strong` by its learned estimate, without the exact values; and four who know what the
/// choices are worth, each chance of winning with a normal error of 1, 2.5, 5 and 10 games of a hundred.
///
/// The share of them that finds the best choice is computed, not sampled: each plays it with a known chance.
#[derive(Clone, Debug)]
pub struct Population {
    strong: Estimator,
}

impl Default for Population {
    fn default() -> Self {
        Self {
            strong: Estimator::built_in(),
        }
    }
}

impl Population {
    /// The rating of a puzzle: Elo's expected score ([`elo_of_score`]) of a puzzle against the population,
    /// which is put at 1500. The puzzle wins where a player goes wrong.
    ///
    /// `best` is the best choice, by `loss` better than the other one.
    pub fn rating(&self, position: &Position, best: Move, loss: f64) -> u16 {
        rating(self.share(position, best, loss))
    }

    /// The share that finds the best choice.
    pub fn share(&self, position: &Position, best: Move, loss: f64) -> f64 {
        let by_rule = RuleOfThumb::ALL.map(|rule| match rule.choice(position) {
            Some(choice) => certain(choice == best),
            None => 0.5,
        });
        let strong = certain(self.strong.best_move(position) == Some(best));
        // Two independent errors have a difference with √2 times their standard error.
        let by_error = ERRORS.map(|error| libm::erfc(-loss / (2.0 * error)) / 2.0);
        let players = by_rule.len() + 1 + by_error.len();
        let found = by_rule.iter().sum::<f64>() + strong + by_error.iter().sum::<f64>();
        found / players as f64
    }
}

/// The chance of a player who does not hesitate.
fn certain(finds_it: bool) -> f64 {
    if finds_it { 1.0 } else { 0.0 }
}

/// The rating of a puzzle that this share solves.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "it is clamped to ratings"
)]
fn rating(share: f64) -> u16 {
    let [least, most] = [RATINGS.start(), RATINGS.end()].map(|&rating| f64::from(rating));
    (MIDDLE + elo_of_score(1.0 - share))
        .round()
        .clamp(least, most) as u16
}

/// The grade of a rating.
pub(super) const fn grade(rating: u16) -> u8 {
    let mut grade = *GRADES.start();
    let mut at = 0;
    while at < BOUNDS.len() {
        if rating >= BOUNDS[at] {
            grade += 1;
        }
        at += 1;
    }
    grade
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rating_is_elos_scale_turned_to_the_puzzle() {
        assert_eq!(rating(0.5), 1_500);
        // Ten of eleven solve what is 400 points below them.
        assert_eq!(rating(10.0 / 11.0), 1_100);
        assert_eq!(rating(1.0 / 11.0), 1_900);
        assert_eq!([rating(0.0), rating(1.0)], [2_000, 1_000]);
    }

    #[test]
    fn grades_begin_at_their_bounds() {
        let ratings = [
            1_000, 1_349, 1_350, 1_399, 1_400, 1_450, 1_499, 1_500, 2_000,
        ];
        assert_eq!(ratings.map(grade), [1, 1, 2, 2, 3, 4, 4, 5, 5]);
        assert_eq!(grade(*RATINGS.end()), *GRADES.end());
    }

    #[test]
    fn a_share_is_that_of_all_players() {
        // Front finds q; behind and priority do not; flee and safe name q as well. Home names q: from 45 to A1.
        let position: Position = "A40.45/C19.16 A 6 -".parse().unwrap();
        let population = Population::default();
        let share = |loss| population.share(&position, Move::Q, loss);
        // Five guess, four find it, two do not; the errors of the others vanish.
        let strong = certain(population.strong.best_move(&position) == Some(Move::Q));
        assert!((share(1.0) - (2.5 + 4.0 + strong + 4.0) / 16.0).abs() < 1e-9);
        // Without any difference they guess, too.
        assert!((share(0.0) - (2.5 + 4.0 + strong + 2.0) / 16.0).abs() < 1e-9);
        // One standard error of a player with an error of 5 is 0.05 √2: 84 % find it.
        let three = share(0.05 * core::f64::consts::SQRT_2);
        assert!(share(0.0) < three && three < share(1.0));
    }
}
