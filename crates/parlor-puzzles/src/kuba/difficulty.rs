//! How difficult a puzzle is: measured by letting the engine's levels try it.

use core::fmt;

use kuba_engine::graded_levels;
use kuba_rules::Rules;
use parlor_game::LiveGame;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use super::judge::Verdict;
use super::puzzle::KubaPuzzle;

/// The number of the engine's graded levels.
pub const LEVELS: usize = 8;

/// How often each level tries a puzzle. The last has no chance in it, so that it would do the same
/// each time.
pub const ATTEMPTS: [u32; LEVELS] = [16, 16, 16, 16, 16, 16, 16, 1];

/// The Elo of the levels relative to their mean and the capture bot's, as docs/kuba-engine.md has it.
const ELO: [[i32; LEVELS]; 2] = [
    [-1238, -988, -556, -175, 304, 712, 1206, 1854],
    [-848, -536, -272, -15, 278, 524, 754, 897],
];

/// The rating of a player who is as strong as the mean.
const MEAN: i32 = 1500;

/// No rating is farther from the mean.
const FARTHEST: i32 = 2_500;

/// How difficult a puzzle is, from 1 to 5.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Grade(u8);

impl Grade {
    /// The lowest ratings of the grades 2 to 5.
    pub const BOUNDS: [i32; 4] = [1450, 1800, 2100, 2400];

    /// The grade of a rating.
    pub fn of(rating: i32) -> Self {
        let above = Self::BOUNDS.iter().filter(|&&bound| rating >= bound);
        Self(above.fold(1, |grade, _| grade + 1))
    }

    /// The grade, 1 (easy) to 5.
    pub const fn number(self) -> u8 {
        self.0
    }
}

impl fmt::Display for Grade {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// The rating of a puzzle of which each level has solved so many of its [`ATTEMPTS`].
///
/// The model: a player of strength r solves a puzzle of rating d with the probability
/// 1 / (1 + 10^((d − r) / 400)), as if the puzzle were an opponent (G. Rasch, *Probabilistic Models
/// for Some Intelligence and Attainment Tests*, 1960; on the scale of A. Elo). The rating is the one that is
/// likeliest: there the number expected to be solved is the number solved. One more attempt that is
/// solved, and one that is not, both by a player of the mean strength, keep it finite.
pub(super) fn rating(solved: &[u32; LEVELS], rules: Rules) -> i32 {
    let elo = ELO[rules as usize];
    let chance = |rating: i32, of: i32| {
        let points = f64::from(rating - of);
        1.0 / (1.0 + libm::exp10(points / 400.0))
    };
    let found = 1.0 + f64::from(solved.iter().sum::<u32>());
    let expected = |rating: i32| -> f64 {
        let attempts = elo.into_iter().zip(ATTEMPTS);
        let levels = attempts.map(|(elo, attempts)| f64::from(attempts) * chance(rating, elo));
        2.0 * chance(rating, 0) + levels.sum::<f64>()
    };
    // What is expected falls as the rating rises.
    let (mut low, mut high) = (-FARTHEST, FARTHEST);
    while low < high {
        let middle = (low + high).div_euclid(2);
        if expected(middle) > found {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    MEAN + low
}

/// How many of its attempts each level solves; the same for the same puzzle.
pub(super) fn attempts(puzzle: &KubaPuzzle) -> [u32; LEVELS] {
    let levels = graded_levels();
    core::array::from_fn(|number| {
        let level = &levels[number];
        let solves = |attempt: &u32| {
            let mut seeds = ChaCha8Rng::seed_from_u64(puzzle.position().stable_hash());
            seeds.set_stream(u64::from(*attempt));
            let mut played = Vec::new();
            let mut game = LiveGame::new(*puzzle.position(), None);
            let mut plies = 0;
            loop {
                let chosen = level.bot.choose(&game, level.budget(), seeds.next_u64());
                played.extend(chosen);
                let judgment = puzzle.judge(&played);
                if !matches!(judgment.verdict, Verdict::GoOn { .. }) || chosen.is_none() {
                    return judgment.verdict == Verdict::Solved;
                }
                for &action in &judgment.line[plies..] {
                    game.play(action).expect("the line is legal");
                }
                plies = judgment.line.len();
            }
        };
        let solved = (0..ATTEMPTS[number]).filter(solves).count();
        u32::try_from(solved).expect("there are few attempts")
    })
}

#[cfg(test)]
mod tests {
    use kuba_rules::Rules;

    use super::{ATTEMPTS, Grade, LEVELS, rating};

    #[test]
    fn more_solved_is_easier_and_all_or_nothing_is_still_a_rating() {
        for rules in Rules::ALL {
            let mut solved = [0; LEVELS];
            let mut last = rating(&solved, rules);
            for level in (0..LEVELS).rev() {
                solved[level] = ATTEMPTS[level];
                let next = rating(&solved, rules);
                assert!(next < last, "{solved:?}: {next} after {last}");
                last = next;
            }
            assert!(last > -1000, "{last}");
        }
    }

    #[test]
    fn the_rating_is_where_half_is_solved() {
        // Level 4 of tournament rules has an Elo of −15, and the levels around it are about alike on both sides.
        let rating = rating(&[0, 0, 2, 8, 14, 16, 16, 1], Rules::Tournament);
        assert!((1400..1600).contains(&rating), "{rating}");
    }

    #[test]
    fn grades_begin_at_their_bounds() {
        let [second, .., last] = Grade::BOUNDS;
        assert_eq!(Grade::of(second - 1).number(), 1);
        assert_eq!(Grade::of(second).number(), 2);
        assert_eq!(Grade::of(last).number(), 5);
    }
}
