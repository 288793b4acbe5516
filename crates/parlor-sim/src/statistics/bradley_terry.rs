//! The ratings of players from results of any pairings.

use crate::statistics::estimate::Estimate;
use crate::statistics::rating::{POINTS_OF_LOG, cut_off, inverse, slopes, strengths};

/// Games of two players that share their luck: a game, or a pair of games with the seats exchanged.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Outcome {
    /// The numbers of the two players.
    pub players: [usize; 2],
    /// The first one's share of the points, from 0 to 1.
    pub share: f64,
    /// The number of games, more than 0: 1 for a game, 2 for a pair.
    pub games: f64,
    /// How often this came about, each time with luck of its own; 1 or more.
    pub times: u64,
}

/// Why there are no ratings.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum RatingError {
    /// No results.
    #[error("there are no results")]
    Empty,
    /// Nobody of these has ever scored against one of the others, so that the difference is
    /// unbounded.
    #[error("players {players:?} have never scored against the others")]
    CutOff {
        /// The numbers of these players.
        players: Vec<usize>,
    },
    /// The strengths are too far apart for numbers.
    #[error("the players are too far apart to be rated; leave out who hardly ever scores")]
    TooFar,
}

/// The Elo of each of `players` players from results of any pairings, relative to the average of
/// all, or to that of one player, `anchor`.
///
/// The model is that of R. A. Bradley and M. E. Terry (*Biometrika* 39, 1952), with a draw as half
/// a win; the strengths are maximum likelihood estimates, found by the MM algorithm (D. R. Hunter,
/// *Annals of Statistics* 32, 2004, pages 384–406, section 2). They are finite if and only if no
/// part of the players has never beaten the others (there, assumption 1).
///
/// An interval is that of the sandwich estimator (K.-Y. Liang and S. L. Zeger, *Biometrika* 73,
/// 1986, pages 13–22), the outcomes being the clusters: to first order an outcome moves the ratings
/// by what was scored in it beyond what was expected, times the inverse of the derivative of the
/// expected scores. So draws make it narrower, and the games of a pair need not be independent.
///
/// ```
/// use parlor_sim::statistics::{Outcome, bradley_terry};
///
/// let won = |share, times| Outcome { players: [0, 1], share, games: 1.0, times };
/// let ratings = bradley_terry(2, &[won(1.0, 10), won(0.0, 1)], None)?;
/// assert!((ratings[0].value - ratings[1].value - 400.0).abs() < 1e-6);
/// # Ok::<(), parlor_sim::statistics::RatingError>(())
/// ```
///
/// # Errors
/// [`RatingError`] without results, or where a difference is unbounded.
///
/// # Panics
/// If an outcome has the number of no player, or `anchor` is none.
pub fn bradley_terry(
    players: usize,
    outcomes: &[Outcome],
    anchor: Option<usize>,
) -> Result<Vec<Estimate>, RatingError> {
    let count: u64 = outcomes.iter().map(|outcome| outcome.times).sum();
    if count == 0 {
        return Err(RatingError::Empty);
    }
    let mut wins = vec![0.0; players];
    let mut has_beaten = vec![vec![false; players]; players];
    for outcome in outcomes.iter().filter(|outcome| outcome.times > 0) {
        let [first, second] = outcome.players;
        let games = outcome.games * outcome.times as f64;
        wins[first] += games * outcome.share;
        wins[second] += games * (1.0 - outcome.share);
        has_beaten[first][second] |= outcome.share > 0.0;
        has_beaten[second][first] |= outcome.share < 1.0;
    }
    if let Some(players) = cut_off(&has_beaten) {
        return Err(RatingError::CutOff { players });
    }
    let games = outcomes.iter().map(|outcome| {
        let games = outcome.games * outcome.times as f64;
        (outcome.players.as_slice(), games)
    });
    let games: Vec<_> = games.collect();
    let strengths = strengths(&games, &wins).ok_or(RatingError::TooFar)?;
    let moves = inverse(slopes(&games, &strengths)).ok_or(RatingError::TooFar)?;

    let origin = anchor.map_or(0.0, |anchor| libm::log(strengths[anchor]));
    let estimate = |player: usize| {
        // The variances of moves by the whole of all outcomes; `of_moments` takes moves of a mean.
        let squares: f64 = outcomes
            .iter()
            .map(|outcome| {
                let [first, second] = outcome.players;
                let expected = strengths[first] / (strengths[first] + strengths[second]);
                let beyond = outcome.games * (outcome.share - expected);
                let slope = |player: usize| moves[player][first] - moves[player][second];
                let slope = slope(player) - anchor.map_or(0.0, slope);
                let moved = POINTS_OF_LOG * count as f64 * slope * beyond;
                outcome.times as f64 * moved * moved
            })
            .sum();
        let value = POINTS_OF_LOG * (libm::log(strengths[player]) - origin);
        if anchor == Some(player) {
            return Estimate {
                value,
                low: value,
                high: value,
            };
        }
        Estimate::of_moments(count, value, squares)
    };
    Ok((0..players).map(estimate).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::statistics::{Pentanomial, elo_of_score};

    fn game(players: [usize; 2], share: f64, times: u64) -> Outcome {
        Outcome {
            players,
            share,
            games: 1.0,
            times,
        }
    }

    #[test]
    fn two_players_differ_by_the_elo_of_their_score() {
        let outcomes = [
            game([0, 1], 1.0, 30),
            game([1, 0], 0.5, 20),
            game([1, 0], 1.0, 10),
        ];
        let ratings = bradley_terry(2, &outcomes, Some(1)).expect("both have won");
        let score = 40.0 / 60.0;
        assert!((ratings[0].value - elo_of_score(score)).abs() < 1e-8);
        assert_eq!((ratings[1].low, ratings[1].high), (0.0, 0.0));
        let mean = bradley_terry(2, &outcomes, None).expect("both have won");
        assert!((mean[0].value + mean[1].value).abs() < 1e-8);
        assert!((mean[0].reach() - ratings[0].reach() / 2.0).abs() < 1e-8);
    }

    /// To first order in the score, the interval of pairs is that of their mean.
    #[test]
    fn the_interval_of_pairs_is_that_of_the_pentanomial() {
        let pairs = Pentanomial([90, 220, 400, 260, 130]);
        let outcomes: Vec<Outcome> = pairs
            .0
            .into_iter()
            .zip(Pentanomial::SHARES)
            .map(|(times, share)| Outcome {
                players: [0, 1],
                share,
                games: 2.0,
                times,
            })
            .collect();
        let rating = bradley_terry(2, &outcomes, Some(1)).expect("both have won")[0];
        let elo = pairs.elo();
        assert!((rating.value - elo.value).abs() < 1e-8);
        assert!(
            (rating.reach() / elo.reach() - 1.0).abs() < 0.02,
            "{rating:?} {elo:?}"
        );
    }

    #[test]
    fn results_as_the_model_expects_them_give_back_its_strengths() {
        let model = [0.25_f64, 1.0, 4.0, 6.0];
        let outcomes: Vec<Outcome> = (0..4)
            .flat_map(|one| (0..one).map(move |other| [one, other]))
            .filter(|players| *players != [3, 0])
            .map(|[one, other]| game([one, other], model[one] / (model[one] + model[other]), 7))
            .collect();
        let ratings = bradley_terry(4, &outcomes, Some(1)).expect("all have scored");
        for (rating, strength) in ratings.iter().zip(model) {
            assert!((rating.value - 400.0 * strength.log10()).abs() < 1e-6);
        }
    }

    #[test]
    fn who_was_never_beaten_is_named() {
        let cut = |outcomes: &[Outcome]| bradley_terry(3, outcomes, None).expect_err("unbounded");
        let chain = [game([0, 1], 1.0, 3), game([1, 2], 0.5, 3)];
        assert_eq!(
            cut(&chain),
            RatingError::CutOff {
                players: vec![1, 2]
            }
        );
        let apart = [game([0, 1], 0.5, 3)];
        assert_eq!(cut(&apart), RatingError::CutOff { players: vec![2] });
        assert_eq!(cut(&[]), RatingError::Empty);
    }
}
