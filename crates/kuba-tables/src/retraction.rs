//! Pushes taken back.

use kuba_rules::bitboard::{self, BOARD, step};
use kuba_rules::{Direction, Move};

use crate::board::{Board, cell};

/// A board before a push, as the side that pushed sees it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Retraction {
    pub(crate) before: Board,
    /// The push, which is legal there unless it is the ko push.
    pub(crate) push: Move,
    /// The marble that the push takes off: red, or one of the side that `before` calls the other.
    pub(crate) taken: Option<Taken>,
}

/// A marble that a push takes off the board. Rules: K-6.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Taken {
    Red,
    Marble,
}

/// Every push that leads to this board with this ko push, or with none.
///
/// Rules: K-3 (room behind the pushed marble), K-4 (the run that moves), K-6 (what it takes off), K-7 (which
/// push is the ko push afterward).
pub(crate) fn retractions(board: Board, ko: Option<Move>, mut visit: impl FnMut(Retraction)) {
    let occupied = board.occupied();
    for direction in Direction::ALL {
        let back = direction.opposite();
        // The pushed marble, one of the other side, came from an empty cell with room behind.
        let mut origins = BOARD & !occupied & step(board.other, back) & !step(occupied, direction);
        while origins != 0 {
            let origin = origins & origins.wrapping_neg();
            origins &= origins - 1;
            let push = Move {
                cell: cell(origin.trailing_zeros()),
                direction,
            };
            // The run may have ended with each marble that touches it now.
            let mut run = 0;
            let mut last = step(origin, direction);
            while last & occupied != 0 {
                run |= last;
                let beyond = step(last, direction);
                let is_ko = last & board.own != 0 && beyond & occupied == 0;
                let leaves = is_ko.then(|| Move {
                    cell: cell(last.trailing_zeros()),
                    direction: back,
                });
                if leaves == ko {
                    visit(Retraction {
                        before: moved_back(board, run, back),
                        push,
                        taken: None,
                    });
                }
                if beyond & BOARD == 0 && ko.is_none() {
                    for taken in [Taken::Red, Taken::Marble] {
                        let mut before = moved_back(board, run, back);
                        match taken {
                            Taken::Red => before.reds |= last,
                            Taken::Marble => before.other |= last,
                        }
                        visit(Retraction {
                            before,
                            push,
                            taken: Some(taken),
                        });
                    }
                }
                last = beyond;
            }
        }
    }
}

/// The board with the run one cell back, as the side that pushed it sees it.
fn moved_back(board: Board, run: u64, back: Direction) -> Board {
    let moved = |cells| bitboard::moved(cells, run, back);
    Board {
        own: moved(board.other),
        other: moved(board.own),
        reds: moved(board.reds),
    }
}
