//! The ratings of players from results of any pairings.

use std::collections::BTreeMap;

use crate::statistics::estimate::Estimate;
use crate::statistics::rating::{POINTS_OF_LOG, cut_off, inverse, slopes, strengths};
use crate::statistics::{NORMAL, elo_of_score};

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
/// The interval between two players is that of the first one's score, [`Sample::share`](super::Sample::share),
/// on Elo's scale: what [`Pentanomial::elo`](super::Pentanomial::elo) gives for the same pairs.
///
/// Among more it is that of the sandwich estimator (K.-Y. Liang and S. L. Zeger, *Biometrika* 73,
/// 1986, pages 13–22), the outcomes being the clusters: to first order an outcome moves the ratings
/// by what was scored in it beyond what was expected, times the inverse of the derivative of the
/// expected scores. So draws make it narrower, and the games of a pair need not be independent. The
/// outcomes of two players that are all alike, as after nothing but draws, do not show how much they
/// vary; their variance is at least that of E. B. Wilson's interval (*Journal of the American
/// Statistical Association* 22, 1927, pages 209–212), here as in the interval between two.
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
    if let ([_, _], Some(score)) = (&*wins, score_of_two(outcomes, count)) {
        return Ok(ratings_of_two(score, anchor));
    }
    let games = outcomes.iter().map(|outcome| {
        let games = outcome.games * outcome.times as f64;
        (outcome.players.as_slice(), games)
    });
    let games: Vec<_> = games.collect();
    let strengths = strengths(&games, &wins).ok_or(RatingError::TooFar)?;
    let moves = inverse(slopes(&games, &strengths)).ok_or(RatingError::TooFar)?;

    let alike = alike(outcomes);
    let origin = anchor.map_or(0.0, |anchor| libm::log(strengths[anchor]));
    let estimate = |player: usize| {
        let slope = |[first, second]: [usize; 2]| {
            let slope = |player: usize| moves[player][first] - moves[player][second];
            slope(player) - anchor.map_or(0.0, slope)
        };
        // The variances of moves by the whole of all outcomes; `of_moments` takes moves of a mean.
        let whole = |players, beyond: f64| {
            let moved = POINTS_OF_LOG * count as f64 * slope(players) * beyond;
            moved * moved
        };
        let beyond = |outcome: &Outcome| {
            let [first, second] = outcome.players;
            let expected = strengths[first] / (strengths[first] + strengths[second]);
            outcome.games * (outcome.share - expected)
        };
        let mut squares: f64 = 0.0;
        for outcome in outcomes {
            squares += outcome.times as f64 * whole(outcome.players, beyond(outcome));
        }
        for pairing in &alike {
            let found = outcomes.iter().filter(|outcome| pairing.is_of(outcome));
            let found = found.map(|outcome| outcome.times as f64 * beyond(outcome).powi(2));
            let missing = pairing.least_squares() - found.sum::<f64>();
            squares += whole(pairing.players, missing.max(0.0).sqrt());
        }
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

/// The first player's share of all points, with the interval of [`Sample::share`](super::Sample::share), an
/// outcome of more games weighing as many times as much; `None` unless both have points.
fn score_of_two(outcomes: &[Outcome], count: u64) -> Option<Estimate> {
    let share = |outcome: &Outcome| match outcome.players {
        [0, _] => outcome.share,
        _ => 1.0 - outcome.share,
    };
    let sum = |of: &dyn Fn(&Outcome) -> f64| {
        let parts = outcomes.iter();
        parts
            .map(|outcome| outcome.times as f64 * of(outcome))
            .sum()
    };
    let games: f64 = sum(&|outcome| outcome.games);
    let mean = sum(&|outcome| outcome.games * share(outcome)) / games;
    let weight = |outcome: &Outcome| outcome.games * count as f64 / games;
    let squares = sum(&|outcome| (weight(outcome) * (share(outcome) - mean)).powi(2));
    let is_inside = mean > 0.0 && mean < 1.0;
    is_inside.then(|| Estimate::share_of_moments(count, mean, squares))
}

/// The ratings of two players by the first one's score.
fn ratings_of_two(score: Estimate, anchor: Option<usize>) -> Vec<Estimate> {
    let ahead = score.map(elo_of_score);
    let of_second = Estimate {
        value: -ahead.value,
        low: -ahead.high,
        high: -ahead.low,
    };
    let zero = Estimate {
        value: 0.0,
        low: 0.0,
        high: 0.0,
    };
    match anchor {
        Some(0) => vec![zero, of_second],
        Some(_) => vec![ahead, zero],
        None => vec![ahead.map(|elo| elo / 2.0), of_second.map(|elo| elo / 2.0)],
    }
}

/// All outcomes of two players, if the first one's share is the same in each.
struct Alike {
    players: [usize; 2],
    share: f64,
    games: f64,
    count: f64,
}

impl Alike {
    /// Whether the outcome is of these two.
    fn is_of(&self, outcome: &Outcome) -> bool {
        let [first, second] = self.players;
        outcome.players == [first, second] || outcome.players == [second, first]
    }

    /// The least sum of the squares of what the outcomes brought beyond what was expected: that by
    /// which their mean has the standard error of Wilson's interval.
    fn least_squares(&self) -> f64 {
        let weight = NORMAL * NORMAL / self.count;
        let variance = self.share * (1.0 - self.share) / self.count + weight / (4.0 * self.count);
        variance * (self.games / (1.0 + weight)).powi(2)
    }
}

/// The pairs of players whose outcomes are all alike.
fn alike(outcomes: &[Outcome]) -> Vec<Alike> {
    let mut pairings = BTreeMap::new();
    for outcome in outcomes.iter().filter(|outcome| outcome.times > 0) {
        let [first, second] = outcome.players;
        let (players, share) = if first < second {
            ([first, second], outcome.share)
        } else {
            ([second, first], 1.0 - outcome.share)
        };
        let times = outcome.times as f64;
        let games = outcome.games * times;
        let known = pairings.entry(players).or_insert(Some(Alike {
            players,
            share,
            games: 0.0,
            count: 0.0,
        }));
        match known {
            Some(alike) if (alike.share - share).abs() < 1e-12 => {
                alike.games += games;
                alike.count += times;
            }
            differ => *differ = None,
        }
    }
    pairings.into_values().flatten().collect()
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

    fn outcomes_of(pairs: Pentanomial) -> Vec<Outcome> {
        pairs
            .0
            .into_iter()
            .zip(Pentanomial::SHARES)
            .map(|(times, share)| Outcome {
                players: [0, 1],
                share,
                games: 2.0,
                times,
            })
            .collect()
    }

    fn assert_near(found: Estimate, expected: Estimate, relative: f64) {
        for (one, other) in [
            (found.value, expected.value),
            (found.low, expected.low),
            (found.high, expected.high),
        ] {
            let is_near =
                one.total_cmp(&other).is_eq() || (one - other).abs() < relative * expected.reach();
            assert!(is_near, "{found:?} {expected:?}");
        }
    }

    #[test]
    fn the_interval_between_two_is_that_of_the_pentanomial() {
        for pairs in [
            [90, 220, 400, 260, 130],
            [0, 0, 100, 0, 0],
            [0, 0, 0, 7, 0],
            [0, 0, 1, 0, 1],
        ] {
            let pairs = Pentanomial(pairs);
            let ratings = bradley_terry(2, &outcomes_of(pairs), Some(1)).expect("both have won");
            assert_near(ratings[0], pairs.elo(), 1e-9);
            let back = bradley_terry(2, &outcomes_of(pairs), Some(0)).expect("both have won");
            assert_eq!(
                (back[1].low, back[1].high),
                (-ratings[0].high, -ratings[0].low)
            );
        }
    }

    /// With a third player far off, two have the interval that they have alone, to first order in the
    /// score, also where their games are all alike.
    #[test]
    fn a_third_player_changes_little_between_two() {
        for pairs in [[90, 220, 400, 260, 130], [0, 0, 1100, 0, 0]] {
            let pairs = Pentanomial(pairs);
            let mut outcomes = outcomes_of(pairs);
            outcomes.extend([game([1, 2], 1.0, 30), game([2, 1], 1.0, 10)]);
            let rating = bradley_terry(3, &outcomes, Some(1)).expect("all have won")[0];
            assert_near(rating, pairs.elo(), 0.02);
        }
    }

    #[test]
    fn draws_alone_give_finite_intervals_that_shrink() {
        let drawn = |times| [game([0, 1], 0.5, times), game([2, 1], 0.5, times)];
        let reach = |times| {
            let ratings = bradley_terry(3, &drawn(times), None).expect("all have scored");
            assert!(ratings.iter().all(|rating| rating.value.abs() < 1e-9));
            ratings.iter().map(Estimate::reach).fold(0.0, f64::max)
        };
        assert!(reach(10).is_finite() && reach(10) > 2.0 * reach(100));
        assert!(reach(100) > 2.0 * reach(1000));
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
