//! Pushes, actions, and the list of legal pushes.

use crate::geometry::{Cell, Direction};

/// A push: one of the mover's marbles, and a direction.
///
/// Rules: K-2, K-3.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move {
    /// The cell of the pushed marble.
    pub cell: Cell,
    /// The direction of the push.
    pub direction: Direction,
}

/// What a player can do in a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Action {
    /// Push a marble.
    Push(Move),
    /// End a turn that could go on. Rules: K-12.
    End,
}

/// The legal pushes of a position: direction by direction (L, R, F, B), within
/// a direction row by row. Rules: K-3, K-5, K-7.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Moves {
    /// By direction, the cells that may be pushed that way.
    pub(crate) sources: [u64; 4],
}

/// The legal pushes of a position, grouped by what they take off the board.
///
/// Rules: K-6.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MovesByCapture {
    /// Those that take nothing off.
    pub quiet: Moves,
    /// Those that eject an enemy marble.
    pub marbles: Moves,
    /// Those that capture a red.
    pub reds: Moves,
}

impl MovesByCapture {
    /// Whether there is no legal push at all.
    pub const fn is_empty(self) -> bool {
        self.quiet.is_empty() && self.marbles.is_empty() && self.reds.is_empty()
    }
}

impl Moves {
    pub(crate) const NONE: Self = Self { sources: [0; 4] };

    /// The number of pushes, at most 32.
    pub const fn len(self) -> usize {
        let [left, right, forward, backward] = self.sources;
        (left.count_ones() + right.count_ones() + forward.count_ones() + backward.count_ones())
            as usize
    }

    /// Whether there is no push: the game is over.
    pub const fn is_empty(self) -> bool {
        let [left, right, forward, backward] = self.sources;
        left | right | forward | backward == 0
    }

    /// Whether the push is legal.
    pub const fn contains(self, push: Move) -> bool {
        self.sources[push.direction.index()] & push.cell.mask() != 0
    }

    /// The pushes one by one.
    pub const fn iter(self) -> MovesIter {
        MovesIter { left: self }
    }
}

impl IntoIterator for Moves {
    type Item = Move;
    type IntoIter = MovesIter;

    fn into_iter(self) -> MovesIter {
        self.iter()
    }
}

/// Iterates over [`Moves`].
#[derive(Clone, Debug)]
pub struct MovesIter {
    left: Moves,
}

impl Iterator for MovesIter {
    type Item = Move;

    fn next(&mut self) -> Option<Move> {
        for direction in Direction::ALL {
            let cells = &mut self.left.sources[direction.index()];
            if *cells != 0 {
                let cell = Cell::from_bit(cells.trailing_zeros());
                *cells &= *cells - 1;
                return Some(Move { cell, direction });
            }
        }
        None
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let length = self.left.len();
        (length, Some(length))
    }
}

impl ExactSizeIterator for MovesIter {}
impl core::iter::FusedIterator for MovesIter {}
