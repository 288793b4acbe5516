//! How a game ends.

use crate::marble::Side;

/// How a game was won.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Win {
    /// The winner has captured seven reds. Rules: K-8.
    Reds,
    /// The loser has no marble left. Rules: K-9.
    Elimination,
    /// The loser's turn began without a legal push. Rules: K-10.
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

/// How a game was drawn. A position alone shows neither: both take the game's
/// history.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Draw {
    /// A turn began with the same position for the third time. Rules: K-12.
    Repetition,
    /// The match driver's push limit was reached. Rules: K-13.
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

/// The result of a finished game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Outcome {
    /// One side has won.
    Won {
        /// The winner.
        side: Side,
        /// How.
        by: Win,
    },
    /// Neither side has won.
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

    /// The winner; `None` for a drawn game.
    pub const fn winner(self) -> Option<Side> {
        match self {
            Self::Won { side, .. } => Some(side),
            Self::Drawn(_) => None,
        }
    }
}
