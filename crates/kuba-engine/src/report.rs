//! What a search reports.

use kuba_rules::Action;

use crate::score::Score;

/// The result of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// The depth completed, in pushes, quiescence search not counted; 0 if the
    /// search stopped before it had visited every action.
    pub depth: u32,
    /// The number of positions visited.
    pub nodes: u64,
    /// The best lines, best first; empty if the game is over.
    pub lines: Vec<Line>,
}

impl Report {
    /// The best action; `None` if the game is over.
    pub fn best(&self) -> Option<Action> {
        self.lines.first()?.actions.first().copied()
    }
}

/// A principal variation: the best play that the search found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The value for the side to move.
    pub score: Score,
    /// The actions of both sides; at least one.
    pub actions: Vec<Action>,
}
