//! Bots: programs that play.

use core::fmt::Debug;
use core::ops::RangeInclusive;
use core::sync::atomic::{AtomicBool, Ordering};
use std::sync::Arc;

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use crate::game::{Game, LiveGame, Turn};

/// How long a bot may think.
///
/// Thinking is counted in nodes, whatever a bot means by one, so that the same
/// budget gives the same choice on every machine. A front end that goes by the
/// clock raises the flag when the time is up.
#[derive(Clone, Copy, Debug)]
pub struct Budget<'a> {
    nodes: u64,
    stop: Option<&'a AtomicBool>,
}

impl<'a> Budget<'a> {
    /// A number of nodes, without a flag.
    pub const fn nodes(nodes: u64) -> Self {
        Self { nodes, stop: None }
    }

    /// The same, with a flag that may be raised earlier.
    #[must_use]
    pub const fn until(self, stop: &'a AtomicBool) -> Self {
        Self {
            stop: Some(stop),
            ..self
        }
    }

    /// The number of nodes allowed.
    pub const fn node_limit(&self) -> u64 {
        self.nodes
    }

    /// Whether the flag is raised; then the bot returns the best that it has.
    pub fn is_stopped(&self) -> bool {
        self.stop.is_some_and(|stop| stop.load(Ordering::Relaxed))
    }
}

/// A program that plays.
///
/// Its choice depends on the game, the budget and the seed alone, unless a
/// raised flag cuts it short.
pub trait Bot<G: Game>: Debug + Send + Sync {
    /// Its name in lists and records, in lower case: `random`.
    fn name(&self) -> &str;

    /// One of the legal actions; `None` unless an action is due.
    fn choose(&self, game: &LiveGame<G>, budget: Budget<'_>, seed: u64) -> Option<G::Action>;

    /// The same choice with the score that the bot found for the position.
    fn choose_scored(
        &self,
        game: &LiveGame<G>,
        budget: Budget<'_>,
        seed: u64,
    ) -> Option<Choice<G::Action>> {
        self.choose(game, budget, seed).map(Choice::from)
    }
}

/// What a bot chose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice<A> {
    /// The action.
    pub action: A,
    /// The bot's estimate for the player to act, in a unit of its own; `None` if it made none.
    pub score: Option<i16>,
}

impl<A> From<A> for Choice<A> {
    /// A choice without a score.
    fn from(action: A) -> Self {
        Self {
            action,
            score: None,
        }
    }
}

/// A bot as people choose it: the program, its name, how it plays, how long it
/// thinks, and where it is offered.
///
/// Each game's bots are a list of these, the weakest first, and a front end that
/// offers them needs nothing else.
///
/// ```
/// use std::sync::Arc;
/// use parlor_game::{Kuba, Level, RandomBot};
///
/// let random: Level<Kuba> = Level {
///     bot: Arc::new(RandomBot),
///     title: "Random",
///     says: "Picks any legal push.",
///     nodes: 1,
///     players: Level::<Kuba>::ANY_TABLE,
/// };
/// assert!(random.plays_among(2));
/// ```
#[derive(Clone, Debug)]
pub struct Level<G: Game> {
    /// The program.
    pub bot: Arc<dyn Bot<G>>,
    /// Its name for people: `Priority`.
    pub title: &'static str,
    /// One honest sentence on how it plays, for people.
    pub says: &'static str,
    /// The number of nodes for an action; 1 for a bot that does not count them.
    pub nodes: u64,
    /// The numbers of players, itself included, with which the bot is offered:
    /// [`ANY_TABLE`](Self::ANY_TABLE), or fewer.
    pub players: RangeInclusive<usize>,
}

impl<G: Game> Level<G> {
    /// Every number of players of the game.
    pub const ANY_TABLE: RangeInclusive<usize> = G::PLAYERS;

    /// Whether the bot is offered among `players` players, itself included.
    pub fn plays_among(&self, players: usize) -> bool {
        self.players.contains(&players)
    }

    /// The bot's name in lists and records: `priority`.
    pub fn name(&self) -> &str {
        self.bot.name()
    }

    /// How long the bot may think about an action.
    pub const fn budget(&self) -> Budget<'static> {
        Budget::nodes(self.nodes)
    }
}

/// Plays at random, by [`Game::random_action`]: the opponent to beat first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct RandomBot;

impl<G: Game> Bot<G> for RandomBot {
    fn name(&self) -> &'static str {
        "random"
    }

    fn choose(&self, game: &LiveGame<G>, _: Budget<'_>, seed: u64) -> Option<G::Action> {
        match game.turn() {
            Turn::Action(_) => {
                G::random_action(game.position(), ChaCha8Rng::seed_from_u64(seed).next_u64())
            }
            Turn::Chance(_) | Turn::Over => None,
        }
    }
}
