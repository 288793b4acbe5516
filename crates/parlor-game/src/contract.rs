//! What every game promises, as a test suite that reports where a promise is
//! broken.
//!
//! It plays random games by each rule set and each seating, and in every
//! position calls everything that [`Game`] has. A new game passes it
//! before anything else is built on it. [`check_bot`] and
//! [`check_levels`] ask the same of bots.

mod bots;
mod positions;
mod tables;

use core::fmt;
use std::collections::{BTreeMap, BTreeSet};

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use crate::game::{Game, LiveGame, Turn};

pub use bots::{check_bot, check_levels};

/// How much was checked.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// Ways to seat the players and choose the rules.
    pub tables: u32,
    /// Games played to their end or limit.
    pub games: u32,
    /// Positions looked at.
    pub positions: u64,
    /// Actions and chance outcomes that were refused, as they should be.
    pub refused: u64,
    /// How often each rule has ended a game.
    pub endings: BTreeMap<&'static str, u32>,
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

/// Plays `games` random games by each rule set and each seating, and checks every
/// promise in every position. The same seed plays the same games.
///
/// # Errors
/// The first promise that does not hold.
pub fn check<G: Game>(games: u32, limit: u32, seed: u64) -> Result<Summary, Violation> {
    let mut suite = Suite::<G>::new();
    tables::names::<G>()?;
    for &rules in G::RULES {
        tables::bad_seatings::<G>(rules)?;
        for seats in tables::sets::<G>() {
            for start in tables::starts::<G>(rules, &seats)? {
                suite.summary.tables += 1;
                suite.games(&start, games, limit, seed)?;
            }
        }
    }
    suite.has_seen_enough()?;
    Ok(suite.summary)
}

/// The same from one position, for what random games from the start hardly
/// ever come to.
///
/// # Errors
/// The first promise that does not hold.
pub fn check_from<G: Game>(
    start: &G::Position,
    games: u32,
    limit: u32,
    seed: u64,
) -> Result<Summary, Violation> {
    let mut suite = Suite::<G>::new();
    suite.games(start, games, limit, seed)?;
    Ok(suite.summary)
}

/// A suite under way.
struct Suite<G: Game> {
    summary: Summary,
    /// Actions met so far, to be tried where they are not legal.
    actions: BTreeSet<G::Action>,
    /// Chance outcomes met so far, to be tried where none is due.
    outcomes: BTreeSet<G::Chance>,
    /// Every position met, by its hash.
    hashes: BTreeMap<u64, G::Position>,
    /// Whether random actions, and chance, were seen to differ where they can.
    action_varies: Variety,
    chance_varies: Variety,
    /// The number of actions that have counted toward a limit.
    counted: u64,
}

/// Whether a random choice among several was ever asked for, and ever gave two
/// different answers.
#[derive(Clone, Copy, Debug, Default)]
struct Variety {
    was_asked: bool,
    was_seen: bool,
}

/// The number of actions kept to be tried elsewhere, and the number of them tried
/// in each position.
const POOL: usize = 256;
const TRIED: usize = 24;

/// The number of random words tried in each position.
const WORDS: usize = 4;

/// Reports the promise, unless it holds.
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
    const fn new() -> Self {
        Self {
            summary: Summary {
                tables: 0,
                games: 0,
                positions: 0,
                refused: 0,
                endings: BTreeMap::new(),
            },
            actions: BTreeSet::new(),
            outcomes: BTreeSet::new(),
            hashes: BTreeMap::new(),
            action_varies: Variety {
                was_asked: false,
                was_seen: false,
            },
            chance_varies: Variety {
                was_asked: false,
                was_seen: false,
            },
            counted: 0,
        }
    }

    /// Plays random games from a position: `games` of them to the limit, and one
    /// that a small limit ends.
    fn games(
        &mut self,
        start: &G::Position,
        games: u32,
        limit: u32,
        seed: u64,
    ) -> Result<(), Violation> {
        for game in 0..games {
            let words = ChaCha8Rng::seed_from_u64(seed.wrapping_add(u64::from(game)));
            let end = self.random_game(start, limit, words)?;
            tables::playouts::<G>(&end, limit, seed)?;
        }
        self.random_game(start, SMALL_LIMIT, ChaCha8Rng::seed_from_u64(seed))?;
        tables::playouts::<G>(start, limit, seed)
    }

    /// Plays a random game, checks every position, and returns the last one. The
    /// suite chooses by words of its own among all legal actions.
    fn random_game(
        &mut self,
        start: &G::Position,
        limit: u32,
        mut words: ChaCha8Rng,
    ) -> Result<G::Position, Violation> {
        let mut game = LiveGame::<G>::new(start.clone(), Some(limit));
        // From records: each action with the chance that it answers.
        let mut recorded = LiveGame::<G>::new(start.clone(), Some(limit));
        let most = STEPS_PER_COUNTED.saturating_mul(limit.saturating_add(1));
        for _ in 0..most {
            self.position(&game, &mut words)?;
            let place = game.position().to_string();
            let holds = |holds, text: &str| promise::<G>(holds, &place, || text.to_owned());
            let word = words.next_u64();
            match game.turn() {
                Turn::Chance(_) => {
                    let outcomes: Vec<_> = game.chance_outcomes().collect();
                    let taken = pick(&outcomes, word)
                        .is_some_and(|(outcome, _)| game.take_chance(outcome).is_ok());
                    holds(taken, "chance must bring one of its outcomes")?;
                }
                Turn::Action(_) => {
                    let actions: Vec<_> = game.legal_actions().collect();
                    let Some(action) = pick(&actions, word) else {
                        break;
                    };
                    let mut events = Vec::new();
                    let before = game.clone();
                    holds(
                        game.play(action).is_ok()
                            && recorded.play_recorded(action, &mut events).is_ok(),
                        "a legal action must be carried out",
                    )?;
                    holds(
                        recorded == game,
                        "an action must lead to the same position from a record",
                    )?;
                    let mut back = game.clone();
                    back.take_back(before.position().clone(), Some(action));
                    holds(
                        back == before,
                        "an action that is taken back must leave nothing behind",
                    )?;
                }
                Turn::Over => {
                    self.summary.games += 1;
                    self.counted += u64::from(game.counted());
                    let rule = game.ended_by().unwrap_or_default();
                    *self.summary.endings.entry(rule).or_default() += 1;
                    let is_limit = rule == G::LIMIT_RULE;
                    holds(
                        game.counted() <= limit && (!is_limit || game.counted() == limit),
                        "a game must end exactly at its limit",
                    )?;
                    return Ok(game.position().clone());
                }
            }
        }
        promise::<G>(false, game.position(), || {
            "a game must come to an end, or its actions must count toward the limit".to_owned()
        })?;
        Ok(game.position().clone())
    }

    /// That every promise had a chance to be broken.
    fn has_seen_enough(&self) -> Result<(), Violation> {
        let holds = |holds, text: &str| promise::<G>(holds, "its games", || text.to_owned());
        let Summary { games, refused, .. } = self.summary;
        holds(
            games > 0 && refused > 0,
            "games must be played, and some actions be illegal in some positions",
        )?;
        holds(self.counted > 0, "some actions must count toward a limit")?;
        let varies = |variety: Variety| variety.was_seen || !variety.was_asked;
        holds(
            varies(self.action_varies),
            "random actions must differ where there is a choice",
        )?;
        holds(
            varies(self.chance_varies),
            "chance must not always bring the same",
        )
    }
}

/// A limit that ends a game before anything else does.
const SMALL_LIMIT: u32 = 3;

/// The number of steps a game may take for each action that counts: chance, and
/// actions that do not count.
const STEPS_PER_COUNTED: u32 = 20;

/// One of a list by a random word.
fn pick<T: Copy>(list: &[T], word: u64) -> Option<T> {
    let last = u64::try_from(list.len()).ok()?.checked_sub(1)?;
    let place = usize::try_from(word % (last + 1)).ok()?;
    list.get(place).copied()
}
