//! The parts of a long list of moves.

use parlor_table::table::MOST_MOVES;

/// A part of the moves, as many as one list has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct MoveRange {
    pub(super) first: usize,
    pub(super) last: usize,
}

impl MoveRange {
    /// The part in which this move is, of so many; the start is in the first one.
    pub(super) fn with(ply: usize, played: usize) -> Self {
        let before = ply.saturating_sub(1) / MOST_MOVES * MOST_MOVES;
        Self {
            first: before + 1,
            last: played.min(before + MOST_MOVES),
        }
    }

    /// The other parts.
    pub(super) fn others(self, played: usize) -> Vec<Self> {
        let parts = (1..=played).step_by(MOST_MOVES);
        let parts = parts.map(|first| Self::with(first, played));
        parts.filter(|part| *part != self).collect()
    }

    /// Whether it is the part around a ply that a script shows, which has it then.
    pub(super) fn is_shown(self, shown: Option<usize>, played: usize) -> bool {
        shown.is_some_and(|shown| shown <= played && Self::with(shown, played) == self)
    }
}
