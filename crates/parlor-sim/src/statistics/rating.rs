//! Everybody's strength from all games together.

use crate::statistics::elo::POINTS;
use crate::statistics::estimate::Estimate;

/// When no strength changes by more than this, as a logarithm, it is found.
const CLOSE: f64 = 1e-12;

/// Enough steps for strengths that lie very far apart.
const STEPS: usize = 100_000;

/// How many points of Elo's scale each entrant is above the average of all.
///
/// The model: everybody at a table wins with a probability in proportion to his
/// strength (R. D. Luce, *Individual Choice Behavior*, 1959; of two it is that
/// of Bradley and Terry), and 400 points are ten times the strength. A shared
/// win counts for each by his share. The strengths are the likeliest, found by
/// the MM algorithm (D. R. Hunter, *Annals of Statistics* 32, 2004, pages
/// 384–406, sections 2 and 5).
///
/// The intervals do not need the games of a deal to be independent: each deal
/// is given the ratings to which its wins alone would move the result, to first
/// order, and the interval is that of the mean of these. (With the likelihood's
/// own curvature this is the sandwich estimator of K.-Y. Liang and
/// S. L. Zeger, *Biometrika* 73, 1986, pages 13–22.)
///
/// There are none while some have never won from the others: nothing says how
/// much stronger these are.
///
/// - `games`: who sits where in the games of a deal;
/// - `wins`: for each deal, how many of its games each entrant has won;
/// - `has_beaten[i][j]`: whether `i` has won or shared a game with `j` in it.
pub(crate) fn ratings(
    games: &[Vec<usize>],
    wins: &[Vec<f64>],
    has_beaten: &[Vec<bool>],
) -> Option<Vec<Estimate>> {
    let entrants = has_beaten.len();
    if wins.is_empty() || !is_connected(has_beaten) {
        return None;
    }
    let mean: Vec<f64> = (0..entrants)
        .map(|entrant| wins.iter().map(|deal| deal[entrant]).sum::<f64>() / wins.len() as f64)
        .collect();
    let strengths = strengths(games, &mean)?;
    let answers = inverse(slopes(games, &strengths))?;
    let points = POINTS / core::f64::consts::LN_10;
    let estimates = strengths.iter().zip(&answers).map(|(strength, answer)| {
        let of_deals: Vec<f64> = wins
            .iter()
            .map(|deal| {
                let moves = answer.iter().zip(deal.iter().zip(&mean));
                let moved: f64 = moves
                    .map(|(answer, (won, mean))| answer * (won - mean))
                    .sum();
                points * (strength.ln() + moved)
            })
            .collect();
        Estimate::mean(&of_deals)
    });
    Some(estimates.collect())
}

/// Whether everybody has beaten everybody else, or somebody who has beaten him,
/// and so on: then and only then the likeliest strengths are finite (Hunter
/// 2004, assumption 1).
fn is_connected(has_beaten: &[Vec<bool>]) -> bool {
    let entrants = has_beaten.len();
    let mut reaches = has_beaten.to_vec();
    for by in 0..entrants {
        for from in 0..entrants {
            for to in 0..entrants {
                reaches[from][to] |= reaches[from][by] && reaches[by][to];
            }
        }
    }
    (0..entrants).all(|from| (0..entrants).all(|to| from == to || reaches[from][to]))
}

/// The strengths that make these numbers of wins a deal the likeliest, with a
/// geometric mean of 1; none if they are too far apart to be found.
fn strengths(games: &[Vec<usize>], wins: &[f64]) -> Option<Vec<f64>> {
    let mut strengths = vec![1.0; wins.len()];
    for _ in 0..STEPS {
        let mut chances = vec![0.0; wins.len()];
        for game in games {
            let all: f64 = game.iter().map(|&seated| strengths[seated]).sum();
            for &seated in game {
                chances[seated] += 1.0 / all;
            }
        }
        let mut next: Vec<f64> = wins
            .iter()
            .zip(&chances)
            .map(|(won, chance)| won / chance)
            .collect();
        let mean = next.iter().map(|strength| strength.ln()).sum::<f64>() / wins.len() as f64;
        for strength in &mut next {
            *strength /= mean.exp();
        }
        let mut moved = strengths
            .iter()
            .zip(&next)
            .map(|(old, new)| (new / old).ln().abs());
        let is_found = moved.all(|moved| moved < CLOSE);
        strengths = next;
        if is_found {
            return Some(strengths);
        }
    }
    None
}

/// By how much the expected wins of each entrant in a deal change with the
/// logarithm of each strength; and, so that there is an inverse, the same
/// number everywhere: raising all strengths together changes nothing.
fn slopes(games: &[Vec<usize>], strengths: &[f64]) -> Vec<Vec<f64>> {
    let entrants = strengths.len();
    let mut slopes = vec![vec![1.0 / entrants as f64; entrants]; entrants];
    for game in games {
        let all: f64 = game.iter().map(|&seated| strengths[seated]).sum();
        let mut chances = vec![0.0; entrants];
        for &seated in game {
            chances[seated] += strengths[seated] / all;
        }
        for (row, slopes) in slopes.iter_mut().enumerate() {
            slopes[row] += chances[row];
            for (slope, chance) in slopes.iter_mut().zip(&chances) {
                *slope -= chances[row] * chance;
            }
        }
    }
    slopes
}

/// The inverse of a small matrix, by Gauss and Jordan with the greatest pivot
/// of each column; none if it has none.
fn inverse(mut matrix: Vec<Vec<f64>>) -> Option<Vec<Vec<f64>>> {
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
    use super::*;
    use crate::schedule::Schedule;
    use crate::statistics::elo_of_score;

    fn all_beaten(entrants: usize) -> Vec<Vec<bool>> {
        vec![vec![true; entrants]; entrants]
    }

    #[test]
    fn two_at_two_seats_are_as_far_apart_as_their_score_says() {
        let games = Schedule::every_two(2, 2);
        let wins = [[2.0, 0.0], [1.0, 1.0], [1.0, 1.0], [0.0, 2.0], [2.0, 0.0]].map(Vec::from);
        let ratings = ratings(games.games(), &wins, &all_beaten(2)).expect("both have won");
        let apart = ratings[0].value - ratings[1].value;
        assert!((apart - elo_of_score(0.6)).abs() < 1e-8, "{apart}");
        assert!((ratings[0].value + ratings[1].value).abs() < 1e-8);
        // To first order a score that is better by d is 400/ln 10 · d/(p·(1 − p)) points.
        let score = Estimate::mean(&[1.0, 0.5, 0.5, 0.0, 1.0]);
        let expected = score.reach() * 400.0 / 10_f64.ln() / 0.24;
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
            let ratings = ratings(schedule.games(), &[wins.clone(), wins], &all_beaten(3));
            for (rating, strength) in ratings.expect("all have won").iter().zip(model) {
                assert!((rating.value - 400.0 * strength.log10()).abs() < 1e-6);
                assert!(rating.reach() < 1e-9, "the deals are alike");
            }
        }
    }

    #[test]
    fn who_has_never_lost_has_no_rating() {
        let games = Schedule::every_two(2, 2);
        let wins = [vec![2.0, 0.0], vec![2.0, 0.0]];
        let only_first = [vec![false, true], vec![false, false]];
        assert_eq!(ratings(games.games(), &wins, &only_first), None);
        assert_eq!(ratings(games.games(), &[], &all_beaten(2)), None);
    }
}
