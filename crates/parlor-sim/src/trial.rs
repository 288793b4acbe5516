//! A match that ends when a sequential test decides.

use core::ops::ControlFlow;
use core::sync::atomic::AtomicBool;

use parlor_game::Game;

use crate::deal::Deals;
use crate::entrant::Entrant;
use crate::game_error::GameError;
use crate::matches::{Match, MatchError};
use crate::pool::Pool;
use crate::schedule::Schedule;
use crate::statistics::{Hypothesis, Pentanomial, Sprt};

/// A two-seat match of two bots until the SPRT decides: is the first stronger
/// than the second?
///
/// ```
/// use core::sync::atomic::AtomicBool;
/// use kuba_rules::{Rules, Side};
/// use parlor_game::{Game, Kuba};
/// use parlor_sim::statistics::{Hypothesis, Sprt};
/// use parlor_sim::{Deals, Entrant, Pool, Trial};
///
/// let start = Kuba::start(Rules::Tournament, &Side::ALL)?;
/// let openings = Deals::<Kuba>::new(start, 1).with_opening(4).with_limit(200);
/// let [random, greedy]: [Entrant<Kuba>; 2] =
///     [0, 1].map(|level| kuba_engine::levels().swap_remove(level).into());
/// let sprt = Sprt::new(0.0, 100.0, 0.05, 0.05)?;
/// let trial = Trial::new(greedy, random, openings, sprt)?;
/// let finding = trial.run(&Pool::new(None)?, 1_000, &AtomicBool::new(false), |_| {})?;
/// assert_eq!(finding.accepted, Some(Hypothesis::Second));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Trial<G: Game> {
    pairs: Match<G>,
    sprt: Sprt,
}

/// The result of a trial, so far or final.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TrialResult {
    /// The pairs of games, by the score of the first.
    pub pairs: Pentanomial,
    /// The logarithm of the likelihood ratio.
    pub log_likelihood_ratio: f64,
    /// The accepted hypothesis; `None` while undecided.
    pub accepted: Option<Hypothesis>,
}

impl<G: Game> Trial<G> {
    /// A trial of the first against the second.
    ///
    /// # Errors
    /// [`MatchError`] if they have the same name, or the games more than two
    /// seats.
    pub fn new(
        first: Entrant<G>,
        second: Entrant<G>,
        deals: Deals<G>,
        sprt: Sprt,
    ) -> Result<Self, MatchError> {
        let schedule = Schedule::one_against_a_field(2);
        Ok(Self {
            pairs: Match::new(vec![first, second], deals, schedule)?,
            sprt,
        })
    }

    /// Plays pairs until the test decides, `most` are played, or the flag is
    /// raised. After each pair, `progress` is called with the finding so far.
    ///
    /// The finding is the same for every number of threads.
    ///
    /// # Errors
    /// As [`Match::play`].
    pub fn run(
        &self,
        pool: &Pool,
        most: u64,
        stop: &AtomicBool,
        mut progress: impl FnMut(&TrialResult),
    ) -> Result<TrialResult, GameError> {
        let mut finding = self.finding(Pentanomial::default());
        self.pairs.play(pool, most, stop, |games| {
            let points = games.iter().zip(self.pairs.schedule().games());
            let points = points.flat_map(|(game, seating)| game.standings.iter().zip(seating));
            let of_first = points.filter(|(_, entrant)| **entrant == 0);
            let share: f64 = of_first.map(|(standing, _)| standing.returns() / 2.0).sum();
            let mut pairs = finding.pairs;
            pairs.count(share);
            finding = self.finding(pairs);
            progress(&finding);
            match finding.accepted {
                Some(_) => ControlFlow::Break(()),
                None => ControlFlow::Continue(()),
            }
        })?;
        Ok(finding)
    }

    fn finding(&self, pairs: Pentanomial) -> TrialResult {
        TrialResult {
            pairs,
            log_likelihood_ratio: self.sprt.log_likelihood_ratio(&pairs),
            accepted: self.sprt.accepted(&pairs),
        }
    }
}
