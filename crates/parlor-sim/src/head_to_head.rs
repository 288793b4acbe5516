//! One player against another: what their games say.

use core::ops::ControlFlow;
use core::sync::atomic::AtomicBool;
use std::collections::BTreeMap;

use parlor_game::Game;
use serde::Serialize;

use crate::game_error::GameError;
use crate::matches::Match;
use crate::played::Played;
use crate::pool::Pool;
use crate::schedule::Schedule;
use crate::statistics::{Estimate, Hypothesis, Pentanomial, Sprt};
use crate::tournament::Tally;

/// The errors of forfeited games that are kept; more would say the same.
const KEPT_ERRORS: usize = 10;

/// What the games of a match between two say about the first.
///
/// ```
/// use core::sync::atomic::AtomicBool;
/// use kuba_rules::{Rules, Side};
/// use parlor_game::{Game, Kuba};
/// use parlor_sim::{Deals, Entrant, HeadToHead, Match, Pool, Schedule};
///
/// let start = Kuba::start(Rules::Classroom, &Side::ALL)?;
/// let deals = Deals::<Kuba>::new(start, 1).with_opening(6).with_limit(200);
/// let entrants = kuba_engine::levels().into_iter().take(2).map(Entrant::from).collect();
/// let of = Match::new(entrants, deals, Schedule::one_against_a_field(2))?;
/// let mut found = HeadToHead::new(&of, None)?;
/// found.play(&of, &Pool::new(None)?, 5, &AtomicBool::new(false), |_| {})?;
/// assert_eq!((found.deals(), found.games()), (5, 10));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct HeadToHead {
    /// At two seats.
    pairs: Option<Pentanomial>,
    tally: Tally,
    /// The first one's games: won, drawn, lost.
    games: [u64; 3],
    ended_by: BTreeMap<&'static str, u64>,
    forfeits: [u64; 2],
    errors: Vec<GameError>,
    sprt: Option<Sprt>,
}

/// Why two cannot be compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum HeadToHeadError {
    /// Not two entrants.
    #[error("one is compared with one other, but {entrants} take part")]
    NotTwo {
        /// The number of entrants.
        entrants: usize,
    },
    /// A sequential test counts pairs of games of two.
    #[error("a sequential test is of pairs of games at two seats, not at {seats}")]
    TestOfMore {
        /// The number of seats.
        seats: usize,
    },
}

/// The state of a sequential test.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct TestState {
    /// The first hypothesis, in Elo.
    pub elo0: f64,
    /// The second hypothesis, in Elo.
    pub elo1: f64,
    /// The log-likelihood ratio.
    pub llr: f64,
    /// That at which the first hypothesis is accepted.
    pub lower: f64,
    /// That at which the second hypothesis is accepted.
    pub upper: f64,
    /// The number of the accepted hypothesis, 0 or 1; `None` while undecided.
    pub accepted: Option<u8>,
}

impl TestState {
    /// The state of a test after these pairs.
    pub fn of(sprt: Sprt, pairs: &Pentanomial) -> Self {
        let [elo0, elo1] = sprt.hypotheses();
        Self {
            elo0,
            elo1,
            llr: sprt.log_likelihood_ratio(pairs),
            lower: sprt.lower(),
            upper: sprt.upper(),
            accepted: sprt.accepted(pairs).map(|accepted| match accepted {
                Hypothesis::First => 0,
                Hypothesis::Second => 1,
            }),
        }
    }
}

impl HeadToHead {
    /// No games yet of this match, which ends when the test decides.
    ///
    /// # Errors
    /// [`HeadToHeadError`] unless it is between two, and, with a test, at two seats.
    pub fn new<G: Game>(of: &Match<G>, sprt: Option<Sprt>) -> Result<Self, HeadToHeadError> {
        Self::of(of.schedule(), sprt)
    }

    /// No games yet of a match by this schedule, whose deals are played elsewhere and [added](Self::add).
    ///
    /// # Errors
    /// As [`new`](Self::new).
    pub fn of(schedule: &Schedule, sprt: Option<Sprt>) -> Result<Self, HeadToHeadError> {
        if schedule.entrants() != 2 {
            return Err(HeadToHeadError::NotTwo {
                entrants: schedule.entrants(),
            });
        }
        let seats = schedule.seats();
        if sprt.is_some() && seats != 2 {
            return Err(HeadToHeadError::TestOfMore { seats });
        }
        Ok(Self {
            pairs: (seats == 2).then(Pentanomial::default),
            tally: Tally::new(schedule),
            games: [0; 3],
            ended_by: BTreeMap::new(),
            forfeits: [0; 2],
            errors: Vec::new(),
            sprt,
        })
    }

    /// Plays deals until `most` are played, the test decides, or the flag is raised. After each,
    /// `progress` is called with what is known so far.
    ///
    /// The result is the same for every number of threads.
    ///
    /// # Errors
    /// As [`Match::play`]; the deals before are counted.
    pub fn play<G: Game>(
        &mut self,
        of: &Match<G>,
        pool: &Pool,
        most: u64,
        stop: &AtomicBool,
        mut progress: impl FnMut(&Self),
    ) -> Result<(), GameError> {
        of.play(pool, most, stop, |games| {
            self.add(&games);
            progress(self);
            match self.test() {
                Some(test) if test.accepted.is_some() => ControlFlow::Break(()),
                _ => ControlFlow::Continue(()),
            }
        })
    }

    /// Adds the games of the next deal, in the order of the schedule: as many as it has, with a standing
    /// for each seat.
    ///
    /// ```
    /// # use core::ops::ControlFlow;
    /// # use core::sync::atomic::AtomicBool;
    /// # use kuba_rules::{Rules, Side};
    /// # use parlor_game::{Game, Kuba};
    /// # use parlor_sim::{Deals, Entrant, HeadToHead, Match, Pool, Schedule};
    /// # let start = Kuba::start(Rules::Classroom, &Side::ALL)?;
    /// # let deals = Deals::<Kuba>::new(start, 1).with_opening(6).with_limit(200);
    /// # let entrants = kuba_engine::levels().into_iter().take(2).map(Entrant::from).collect();
    /// # let of = Match::new(entrants, deals, Schedule::one_against_a_field(2))?;
    /// # let (pool, stop) = (Pool::new(None)?, AtomicBool::new(false));
    /// let mut whole = HeadToHead::new(&of, None)?;
    /// whole.play(&of, &pool, 4, &stop, |_| {})?;
    /// let mut parts = HeadToHead::of(of.schedule(), None)?;
    /// for part in [0..3, 3..4] {
    ///     of.play_part(&pool, part, &stop, |deal| {
    ///         parts.add(&deal);
    ///         ControlFlow::Continue(())
    ///     })?;
    /// }
    /// assert_eq!(format!("{parts:?}"), format!("{whole:?}"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn add(&mut self, deal: &[Played]) {
        let mut share = 0.0;
        for (game, seating) in deal.iter().zip(self.tally.seatings()) {
            let seats = game.standings.iter().zip(seating);
            let of_first = seats.filter(|&(_, &entrant)| entrant == 0);
            let returns: f64 = of_first.map(|(standing, _)| standing.returns()).sum();
            share += returns / deal.len() as f64;
            let cell = if returns > 0.75 {
                0
            } else if returns > 0.25 {
                1
            } else {
                2
            };
            self.games[cell] += 1;
            *self.ended_by.entry(game.ended_by).or_default() += 1;
            if let Some(forfeit) = &game.forfeit {
                self.forfeits[seating[forfeit.seat]] += 1;
                if self.errors.len() < KEPT_ERRORS {
                    self.errors.push(forfeit.error.clone());
                }
            }
        }
        if let Some(pairs) = &mut self.pairs {
            pairs.count(share);
        }
        self.tally.add(deal);
    }

    /// The number of deals played: at two seats, pairs of games.
    pub const fn deals(&self) -> u64 {
        self.tally.deals()
    }

    /// The number of games.
    pub fn games(&self) -> u64 {
        self.games.iter().sum()
    }

    /// The games that the first won, drew and lost. One that its seats shared with others is drawn.
    pub const fn won_drawn_lost(&self) -> [u64; 3] {
        self.games
    }

    /// The deals by the first one's points; `None` at more than two seats.
    pub const fn pairs(&self) -> Option<&Pentanomial> {
        self.pairs.as_ref()
    }

    /// The first one's wins per seat held: of equals, 1 / the number of seats.
    pub fn score(&self) -> Estimate {
        match &self.pairs {
            Some(pairs) => pairs.score(),
            None => self.tally.score(0),
        }
    }

    /// The Elo difference of the first to the second. At more than two seats it is that of
    /// [`Row::elo`](crate::Row), `None` while one has never beaten the other.
    pub fn elo(&self) -> Option<Estimate> {
        match &self.pairs {
            Some(pairs) => Some(pairs.elo()),
            // The two ratings are opposite numbers.
            None => self.tally.elo().map(|elo| elo[0].map(|elo| 2.0 * elo)),
        }
    }

    /// The number of games ended by each rule.
    pub const fn ended_by(&self) -> &BTreeMap<&'static str, u64> {
        &self.ended_by
    }

    /// The number of games that each forfeited.
    pub const fn forfeits(&self) -> [u64; 2] {
        self.forfeits
    }

    /// What happened in the first few forfeited games.
    pub fn errors(&self) -> &[GameError] {
        &self.errors
    }

    /// The number of actions chosen by the two in all games.
    pub const fn actions(&self) -> u64 {
        self.tally.actions()
    }

    /// The number of chance outcomes in all games.
    pub const fn chances(&self) -> u64 {
        self.tally.chances()
    }

    /// The state of the test, if there is one.
    pub fn test(&self) -> Option<TestState> {
        Some(TestState::of(self.sprt?, self.pairs.as_ref()?))
    }
}
