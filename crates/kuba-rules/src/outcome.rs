//! How a game ends.

use crate::marble::Side;

/// How a game was won.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Win {
    /// The winner has captured seven reds. Rules: K-8.
    Reds,
    /// The loser has no marble left. Rules: K-9.
    Elimination,
    /// The loser has been given the turn and has no legal push. Rules: K-10.
    Blocked,
}

impl Win {
    /// The rule by which the game was won.
    pub const fn rule(self) -> &'static str {
        match self {
            Self::Reds => "K-8",
            Self::Elimination => "K-9",
            Self::Blocked => "K-10",
        }
    }
}

/// How a game was drawn. Neither way is seen in a position alone: both need
/// the game's history, which its holder keeps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Draw {
    /// A position stood for the third time when a turn began. Rules: K-12.
    Repetition,
    /// The driver's push limit was reached. Rules: K-13.
    PushLimit,
}

impl Draw {
    /// The rule by which the game was drawn.
    pub const fn rule(self) -> &'static str {
        match self {
            Self::Repetition => "K-12",
            Self::PushLimit => "K-13",
        }
    }
}

/// A finished game's result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Outcome {
    /// One side has won.
    Won {
        /// The winner.
        side: Side,
        /// How he won.
        by: Win,
    },
    /// Nobody has won.
    Drawn(Draw),
}

impl Outcome {
    /// The rule by which the game ended.
    pub const fn rule(self) -> &'static str {
        match self {
            Self::Won { by, .. } => by.rule(),
            Self::Drawn(draw) => draw.rule(),
        }
    }

    /// The winner; none of a drawn game.
    pub const fn winner(self) -> Option<Side> {
        match self {
            Self::Won { side, .. } => Some(side),
            Self::Drawn(_) => None,
        }
    }
}
