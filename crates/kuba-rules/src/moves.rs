//! Pushes, actions, and the list of legal pushes.

use crate::geometry::{Cell, Direction};

/// A push: one of the mover's marbles, and where it is pushed to.
///
/// Rules: K-2, K-3.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move {
    /// The cell of the marble that is pushed.
    pub cell: Cell,
    /// Where it is pushed to.
    pub direction: Direction,
}

/// What a player can do in his turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Action {
    /// Push a marble.
    Push(Move),
    /// End a turn that could go on. Rules: K-12.
    End,
}

/// The legal pushes of a position.
///
/// It is a value of four words: count it, ask it, or walk it. It is walked
/// direction by direction (L, R, F, B), within a direction row by row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Moves {
    /// By direction, the cells that may be pushed that way.
    pub(crate) sources: [u64; 4],
}

/// The legal pushes of a position, apart by what they take off the board.
///
/// Rules: K-6.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MovesByCapture {
    /// Those that take nothing off.
    pub quiet: Moves,
    /// Those that take an enemy marble off.
    pub marbles: Moves,
    /// Those that capture a red.
    pub reds: Moves,
}

impl MovesByCapture {
    /// Whether there is no legal push at all.
    pub const fn is_empty(&self) -> bool {
        self.quiet.is_empty() && self.marbles.is_empty() && self.reds.is_empty()
    }
}

impl Moves {
    pub(crate) const fn new(sources: [u64; 4]) -> Self {
        Self { sources }
    }

    /// Whether the push is among those not yet walked.
    pub const fn contains(&self, push: Move) -> bool {
        self.sources[push.direction.index()] & push.cell.mask() != 0
    }

    /// Whether no push is left.
    pub const fn is_empty(&self) -> bool {
        let [left, right, forward, backward] = self.sources;
        left | right | forward | backward == 0
    }
}

#[expect(
    clippy::copy_iterator,
    reason = "the list is asked (`contains`, `len`) as often as it is walked, and is as small as a slice pair"
)]
impl Iterator for Moves {
    type Item = Move;

    fn next(&mut self) -> Option<Move> {
        for direction in Direction::ALL {
            let cells = &mut self.sources[direction.index()];
            if *cells != 0 {
                let cell = Cell::from_bit(cells.trailing_zeros());
                *cells &= *cells - 1;
                return Some(Move { cell, direction });
            }
        }
        None
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let length = self
            .sources
            .iter()
            .map(|cells| cells.count_ones() as usize)
            .sum();
        (length, Some(length))
    }
}

impl ExactSizeIterator for Moves {}
impl std::iter::FusedIterator for Moves {}
