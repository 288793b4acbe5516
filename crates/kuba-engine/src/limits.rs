//! The root and the limits of a search.

use kuba_rules::{Position, Repetitions};
use parlor_game::{Kuba, LiveGame};

/// The root of a search: a position and the relevant history of its game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Root {
    /// The position.
    pub position: Position,
    /// The positions counted so far. Rules: K-12.
    pub repetitions: Repetitions,
    /// The pushes left until the game is drawn, if there is a limit.
    /// Rules: K-13.
    pub pushes_left: Option<u32>,
}

impl Root {
    /// A game that begins with this position, without a push limit.
    pub fn new(position: Position) -> Self {
        Self {
            repetitions: Repetitions::new(&position),
            position,
            pushes_left: None,
        }
    }

    /// Whether the game is over: won or drawn.
    ///
    /// Rules: K-8, K-9, K-10, K-12, K-13.
    pub fn is_over(&self) -> bool {
        self.position.is_over() || self.repetitions.is_draw() || self.pushes_left == Some(0)
    }
}

impl From<&LiveGame<Kuba>> for Root {
    fn from(game: &LiveGame<Kuba>) -> Self {
        Self {
            position: *game.position(),
            repetitions: game.history().clone(),
            pushes_left: game
                .limit()
                .map(|limit| limit.saturating_sub(game.counted())),
        }
    }
}

/// When a search ends, and how it plays.
///
/// ```
/// use kuba_engine::Limits;
///
/// let limits = Limits { lines: 3, ..Limits::nodes(10_000) };
/// assert_eq!((limits.nodes, limits.depth), (10_000, Limits::DEEPEST));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The greatest number of nodes, which are positions visited, by all threads
    /// together. Even one node yields an answer.
    pub nodes: u64,
    /// The greatest depth in pushes, quiescence search not counted.
    pub depth: u32,
    /// The number of root actions reported with their lines (multi-PV).
    pub lines: usize,
    /// Whether the search may leave actions out.
    pub pruning: Pruning,
    /// The greatest random error of an evaluation, in hundredths of a red; 0
    /// for full strength.
    pub noise: u32,
    /// The percentage of actions, of both sides and anywhere in the tree, that
    /// the search misses; 0 for full strength.
    pub blunders: u32,
    /// Seeds the noise and the blunders.
    pub seed: u64,
    /// The number of threads, from 1 to [`MOST_THREADS`](Self::MOST_THREADS); a
    /// number outside counts as the nearest. One thread always finds the same;
    /// with more, the answer depends on their timing.
    pub threads: usize,
    /// Whether the search begins with the table and the history that earlier
    /// searches left, as those of the same game, instead of empty ones. Searches
    /// of another `pruning`, `noise`, `blunders` or `seed` leave nothing.
    pub keep: bool,
}

/// Whether a search may leave actions out or reduce their depth.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Pruning {
    /// Null move, reverse futility and futility pruning, late move reductions,
    /// and quiescence search at the leaves.
    #[default]
    On,
    /// Plain minimax: every action to the same depth, with the static evaluation
    /// at the leaves. Slow; the reference for tests.
    Off,
}

impl Limits {
    /// The greatest depth there is.
    pub const DEEPEST: u32 = 64;
    /// The greatest number of threads.
    pub const MOST_THREADS: usize = 256;

    /// At most `nodes` nodes, without another limit.
    pub const fn nodes(nodes: u64) -> Self {
        Self {
            nodes,
            depth: Self::DEEPEST,
            lines: 1,
            pruning: Pruning::On,
            noise: 0,
            blunders: 0,
            seed: 0,
            threads: 1,
            keep: false,
        }
    }

    /// At most `depth` pushes deep, without another limit.
    pub const fn depth(depth: u32) -> Self {
        Self {
            depth,
            ..Self::nodes(u64::MAX)
        }
    }
}
