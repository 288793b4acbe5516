//! What every game promises, as a suite that says where a promise is broken.
//!
//! It plays random games by each rule set and each seating, and in every
//! position asks everything that [`Game`] can be asked. A new game passes it
//! before anything else is built on it.

mod moments;
mod tables;

use core::fmt;
use std::collections::BTreeSet;

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use crate::bot::{Bot, Budget, RandomBot};
use crate::game::{Game, Turn};
use crate::live_game::LiveGame;

/// How much was asked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// Ways to seat the players and choose the rules.
    pub tables: u32,
    /// Games played to their end or limit.
    pub games: u32,
    /// Positions looked at.
    pub positions: u64,
    /// Actions that were refused, as they should be.
    pub refused: u64,
}

/// A broken promise, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    game: &'static str,
    place: String,
    promise: String,
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {} (at {})", self.game, self.promise, self.place)
    }
}

impl core::error::Error for Violation {}

/// Plays so many random games by each rule set and each seating, and checks
/// every promise in every position. The same seed plays the same games.
///
/// # Errors
/// The first promise that does not hold.
pub fn check<G: Game>(games: u32, limit: u32, seed: u64) -> Result<Summary, Violation> {
    let mut suite = Suite::<G> {
        summary: Summary::default(),
        pool: BTreeSet::new(),
    };
    tables::names::<G>()?;
    for &rules in G::RULES {
        tables::bad_seatings::<G>(rules)?;
        for seats in tables::seatings::<G>() {
            let Ok(start) = G::start(rules, &seats) else {
                continue;
            };
            suite.summary.tables += 1;
            tables::start::<G>(rules, &seats, &start)?;
            for game in 0..games {
                let words = ChaCha8Rng::seed_from_u64(seed.wrapping_add(u64::from(game)));
                suite.random_game(&start, limit, words)?;
            }
            tables::playouts::<G>(&start, limit, seed)?;
        }
    }
    suite.seen_all_sizes()?;
    Ok(suite.summary)
}

/// A suite under way.
struct Suite<G: Game> {
    summary: Summary,
    /// Actions met so far, to be tried where they are not legal.
    pool: BTreeSet<G::Action>,
}

/// How many actions are kept to be tried elsewhere.
const POOL: usize = 256;

/// How many of them are tried in each position.
const TRIED: usize = 24;

/// Says which promise must hold, unless it does.
fn promise<G: Game>(
    holds: bool,
    place: impl fmt::Display,
    promise: impl FnOnce() -> String,
) -> Result<(), Violation> {
    if holds {
        return Ok(());
    }
    Err(Violation {
        game: G::NAME,
        place: place.to_string(),
        promise: promise(),
    })
}

impl<G: Game> Suite<G> {
    /// Plays a random game and asks everything in every position.
    fn random_game(
        &mut self,
        start: &G::Position,
        limit: u32,
        mut words: ChaCha8Rng,
    ) -> Result<(), Violation> {
        let mut game = LiveGame::<G>::new(start.clone(), Some(limit));
        // From records: each action with the chance that it answers.
        let mut recorded = LiveGame::<G>::new(start.clone(), Some(limit));
        loop {
            self.position(&game)?;
            let before = game.clone();
            let word = words.next_u64();
            match game.turn() {
                Turn::Chance(_) => {
                    let outcome = G::random_chance(game.position(), word);
                    let taken = outcome.is_some_and(|outcome| game.take_chance(outcome).is_ok());
                    promise::<G>(taken, before.position(), || {
                        "chance must bring one of its outcomes".to_owned()
                    })?;
                }
                Turn::Action(_) => {
                    let action = Bot::<G>::choose(&RandomBot, &game, Budget::nodes(1), word);
                    let mut events = Vec::new();
                    let played = action.is_some_and(|action| {
                        game.play(action).is_ok()
                            && recorded.play_recorded(action, &mut events).is_ok()
                    });
                    promise::<G>(played, before.position(), || {
                        format!("a random action must be legal: {action:?}")
                    })?;
                    promise::<G>(!events.is_empty(), before.position(), || {
                        format!("something must happen in {action:?}")
                    })?;
                    promise::<G>(recorded == game, before.position(), || {
                        format!("{action:?} must lead to the same position from a record")
                    })?;
                }
                Turn::Over => break,
            }
        }
        promise::<G>(game.is_over(), game.position(), || {
            "a game that waits for nothing must say by which rule it is over".to_owned()
        })?;
        promise::<G>(game.counted() <= limit, game.position(), || {
            format!("no more than {limit} actions must count")
        })?;
        self.summary.games += 1;
        Ok(())
    }

    /// That something was asked at all.
    fn seen_all_sizes(&self) -> Result<(), Violation> {
        let Summary { games, refused, .. } = self.summary;
        promise::<G>(games > 0 && refused > 0, "its games", || {
            "games must be played, and some actions be illegal in some positions".to_owned()
        })
    }
}
