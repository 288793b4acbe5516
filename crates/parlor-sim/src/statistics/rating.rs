//! The ratings of all entrants from all games together.

use crate::statistics::elo::POINTS;
use crate::statistics::estimate::Estimate;
use crate::statistics::sample::Rows;

/// The iteration ends when no strength changes by more than this, as a
/// logarithm.
const CLOSE: f64 = 1e-12;

/// The maximum number of steps, enough for very different strengths.
const STEPS: usize = 100_000;

/// The points of Elo's scale for a unit of the natural logarithm of a strength.
pub(super) const POINTS_OF_LOG: f64 = POINTS / core::f64::consts::LN_10;

/// A seating, and how often it was played.
pub(super) type Weighted<'a> = (&'a [usize], f64);

/// The Elo of each entrant relative to the average of all.
///
/// The model: each player at a table wins with a probability proportional to
/// their strength (R. D. Luce, *Individual Choice Behavior*, 1959; for two it is that
/// of Bradley and Terry), and 400 points are ten times the strength. A shared
/// win counts by its share. The strengths are maximum likelihood estimates,
/// found by the MM algorithm (D. R. Hunter, *Annals of Statistics* 32, 2004, pages
/// 384–406, sections 2 and 5).
///
/// The intervals do not need the games of a deal to be independent: to first
/// order a deal moves the ratings by its wins beyond the mean, times the inverse
/// of the derivative of the expected wins with respect to the strengths, and the
/// interval is that of the mean of these moves. (It is the sandwich estimator of K.-Y. Liang
/// and S. L. Zeger, *Biometrika* 73, 1986, pages 13–22, the deals being the
/// clusters.)
///
/// `None` while some have never beaten the others: their difference is
/// unbounded.
///
/// - `games`: the seatings of a deal's games;
/// - `wins`: the games won by each entrant, one row per deal;
/// - `has_beaten[i][j]`: whether `i` has won or shared a game with `j` in it.
pub(crate) fn ratings(
    games: &[Vec<usize>],
    wins: &Rows,
    has_beaten: &[Vec<bool>],
) -> Option<Vec<Estimate>> {
    if wins.count() == 0 || !is_connected(has_beaten) {
        return None;
    }
    let games: Vec<Weighted<'_>> = games.iter().map(|game| (game.as_slice(), 1.0)).collect();
    let strengths = strengths(&games, wins.means())?;
    let moves = inverse(slopes(&games, &strengths))?;
    let estimates = strengths.iter().zip(&moves).map(|(strength, moves)| {
        let squares = POINTS_OF_LOG * POINTS_OF_LOG * wins.squares(moves);
        Estimate::of_moments(wins.count(), POINTS_OF_LOG * libm::log(*strength), squares)
    });
    Some(estimates.collect())
}

/// Whether the graph of who has beaten whom is strongly connected: the maximum
/// likelihood strengths are finite if and only if it is (Hunter 2004,
/// assumption 1).
fn is_connected(has_beaten: &[Vec<bool>]) -> bool {
    cut_off(has_beaten).is_none()
}

/// A part of the entrants none of whom has ever beaten one of the others; `None` if there is none.
pub(super) fn cut_off(has_beaten: &[Vec<bool>]) -> Option<Vec<usize>> {
    let entrants = has_beaten.len();
    let beaten_by = |first: usize| {
        // All that the first has beaten, directly or by others whom it has beaten.
        let mut reached = vec![false; entrants];
        reached[first] = true;
        let mut pending = vec![first];
        while let Some(from) = pending.pop() {
            for to in 0..entrants {
                if has_beaten[from][to] && !reached[to] {
                    reached[to] = true;
                    pending.push(to);
                }
            }
        }
        (0..entrants).filter(|&entrant| reached[entrant]).collect()
    };
    let mut parts: Vec<Vec<usize>> = (0..entrants).map(beaten_by).collect();
    parts.retain(|part| part.len() < entrants);
    parts.into_iter().min_by_key(Vec::len)
}

/// The maximum likelihood strengths for these wins per deal, with a geometric
/// mean of 1; `None` if they are too far apart to be found.
pub(super) fn strengths(games: &[Weighted<'_>], wins: &[f64]) -> Option<Vec<f64>> {
    let mut strengths = vec![1.0; wins.len()];
    for _ in 0..STEPS {
        let mut chances = vec![0.0; wins.len()];
        for &(game, times) in games {
            let all: f64 = game.iter().map(|&seated| strengths[seated]).sum();
            for &seated in game {
                chances[seated] += times / all;
            }
        }
        let mut next: Vec<f64> = wins
            .iter()
            .zip(&chances)
            .map(|(won, chance)| won / chance)
            .collect();
        let mean = next
            .iter()
            .map(|&strength| libm::log(strength))
            .sum::<f64>()
            / wins.len() as f64;
        for strength in &mut next {
            *strength /= libm::exp(mean);
        }
        let mut moved = strengths
            .iter()
            .zip(&next)
            .map(|(old, new)| libm::log(new / old).abs());
        let is_found = moved.all(|moved| moved < CLOSE);
        strengths = next;
        if is_found {
            return Some(strengths);
        }
    }
    None
}

/// The derivative of each entrant's expected wins in a deal with respect to the
/// logarithm of each strength, plus the same constant everywhere, which makes it
/// invertible: raising all strengths together changes no expected win.
pub(super) fn slopes(games: &[Weighted<'_>], strengths: &[f64]) -> Vec<Vec<f64>> {
    let entrants = strengths.len();
    let mut slopes = vec![vec![1.0 / entrants as f64; entrants]; entrants];
    for &(game, times) in games {
        let all: f64 = game.iter().map(|&seated| strengths[seated]).sum();
        let mut chances = vec![0.0; entrants];
        for &seated in game {
            chances[seated] += strengths[seated] / all;
        }
        for (row, slopes) in slopes.iter_mut().enumerate() {
            slopes[row] += times * chances[row];
            for (slope, chance) in slopes.iter_mut().zip(&chances) {
                *slope -= times * chances[row] * chance;
            }
        }
    }
    slopes
}

/// The inverse of a small matrix, by Gauss–Jordan elimination with partial
/// pivoting; `None` if it is singular.
pub(super) fn inverse(mut matrix: Vec<Vec<f64>>) -> Option<Vec<Vec<f64>>> {
    let size = matrix.len();
    for (row, entries) in matrix.iter_mut().enumerate() {
        entries.extend((0..size).map(|column| f64::from(u8::from(column == row))));
    }
    for column in 0..size {
        let greatest = (column..size).max_by(|&one, &other| {
            matrix[one][column]
                .abs()
                .total_cmp(&matrix[other][column].abs())
        })?;
        matrix.swap(column, greatest);
        let pivot = matrix[column][column];
        if pivot.abs() < f64::EPSILON {
            return None;
        }
        for entry in &mut matrix[column] {
            *entry /= pivot;
        }
        let cleared = matrix[column].clone();
        for (row, entries) in matrix.iter_mut().enumerate() {
            let factor = entries[column];
            if row != column {
                for (entry, cleared) in entries.iter_mut().zip(&cleared) {
                    *entry -= factor * cleared;
                }
            }
        }
    }
    Some(
        matrix
            .into_iter()
            .map(|entries| entries[size..].to_vec())
            .collect(),
    )
}

#[cfg(test)]
mod tests {
    use rand_chacha::ChaCha8Rng;
    use rand_chacha::rand_core::{Rng, SeedableRng};

    use super::*;
    use crate::schedule::Schedule;
    use crate::statistics::elo_of_score;
    use crate::statistics::sample::Sample;

    fn rows(rows: &[Vec<f64>]) -> Rows {
        let mut taken = Rows::new(rows[0].len());
        for row in rows {
            taken.take(row);
        }
        taken
    }

    fn all_beaten(entrants: usize) -> Vec<Vec<bool>> {
        vec![vec![true; entrants]; entrants]
    }

    #[test]
    fn two_at_two_seats_are_as_far_apart_as_their_score_says() {
        let games = Schedule::every_two(2, 2);
        let wins = [[2.0, 0.0], [1.0, 1.0], [1.0, 1.0], [0.0, 2.0], [2.0, 0.0]].map(Vec::from);
        let ratings = ratings(games.games(), &rows(&wins), &all_beaten(2)).expect("both have won");
        let apart = ratings[0].value - ratings[1].value;
        assert!((apart - elo_of_score(0.6)).abs() < 1e-8, "{apart}");
        assert!((ratings[0].value + ratings[1].value).abs() < 1e-8);
        // To first order a score that is better by d is 400/ln 10 · d/(p·(1 − p)) points.
        let score: Sample = [1.0, 0.5, 0.5, 0.0, 1.0].into_iter().collect();
        let expected = score.mean().reach() * 400.0 / 10_f64.ln() / 0.24;
        let found = ratings[0].reach() + ratings[1].reach();
        assert!((found - expected).abs() < 1e-6, "{found}, not {expected}");
    }

    #[test]
    fn wins_as_the_model_expects_them_give_back_its_strengths() {
        for seats in 2..=4 {
            let schedule = Schedule::every_two(3, seats);
            let model = [0.25_f64, 1.0, 4.0];
            let mut wins = vec![0.0; 3];
            for game in schedule.games() {
                let all: f64 = game.iter().map(|&seated| model[seated]).sum();
                for &seated in game {
                    wins[seated] += model[seated] / all;
                }
            }
            let ratings = ratings(
                schedule.games(),
                &rows(&[wins.clone(), wins]),
                &all_beaten(3),
            );
            for (rating, strength) in ratings.expect("all have won").iter().zip(model) {
                assert!((rating.value - 400.0 * strength.log10()).abs() < 1e-6);
                assert!(rating.reach().is_infinite(), "the deals are alike");
            }
        }
    }

    /// The values are those of `mpmath`, 40 digits long: the root of the
    /// likelihood's slope, and its numerical derivatives by the weight of each
    /// deal.
    #[test]
    fn ratings_and_intervals_are_those_of_the_likelihood() {
        let wins = [
            [4.0, 6.0, 8.0],
            [5.5, 7.0, 5.5],
            [3.0, 6.0, 9.0],
            [5.0, 4.0, 9.0],
            [4.0, 8.0, 6.0],
        ];
        let schedule = Schedule::every_two(3, 3);
        let ratings = ratings(
            schedule.games(),
            &rows(&wins.map(Vec::from)),
            &all_beaten(3),
        );
        let expected = [
            (-75.945_779_615, 57.175_318_256),
            (8.938_034_174, 82.108_929_381),
            (67.007_745_441, 94.852_294_177),
        ];
        for (rating, (value, reach)) in ratings.expect("all have won").iter().zip(expected) {
            assert!((rating.value - value).abs() < 1e-8, "{rating:?}");
            assert!((rating.reach() - reach).abs() < 1e-8, "{rating:?}");
        }
    }

    #[test]
    fn the_intervals_hold_the_truth_as_often_as_they_say() {
        const RUNS: u64 = 400;
        let schedule = Schedule::every_two(3, 3);
        let model = [0.5_f64, 1.0, 2.0];
        let mut held = [0_u32; 3];
        for seed in 0..RUNS {
            let mut words = ChaCha8Rng::seed_from_u64(seed);
            let mut wins = Rows::new(3);
            for _ in 0..30 {
                let mut won = vec![0.0; 3];
                // Half of a deal's games have one luck in common, so that they
                // are anything but independent.
                let common = f64::from(words.next_u32()) / 2_f64.powi(32);
                for game in schedule.games() {
                    let own = f64::from(words.next_u32()) / 2_f64.powi(32);
                    let luck = if words.next_u32() % 2 == 0 {
                        common
                    } else {
                        own
                    };
                    let all: f64 = game.iter().map(|&seated| model[seated]).sum();
                    let mut left = luck * all;
                    let winner = game.iter().find(|&&seated| {
                        left -= model[seated];
                        left < 0.0
                    });
                    won[*winner.expect("luck is below 1")] += 1.0;
                }
                wins.take(&won);
            }
            let ratings = ratings(schedule.games(), &wins, &all_beaten(3)).expect("all have won");
            for ((rating, strength), held) in ratings.iter().zip(model).zip(&mut held) {
                let truth = 400.0 * strength.log10();
                *held += u32::from(rating.low <= truth && truth <= rating.high);
            }
        }
        // 95 of 100, less three standard deviations and what the first order
        // leaves out.
        assert!(
            held.iter().all(|held| (364..=396).contains(held)),
            "{held:?}"
        );
    }

    #[test]
    fn who_has_never_lost_has_no_rating() {
        let games = Schedule::every_two(2, 2);
        let wins = [vec![2.0, 0.0], vec![2.0, 0.0]];
        let only_first = [vec![false, true], vec![false, false]];
        assert_eq!(ratings(games.games(), &rows(&wins), &only_first), None);
        assert_eq!(ratings(games.games(), &Rows::new(2), &all_beaten(2)), None);
    }
}
