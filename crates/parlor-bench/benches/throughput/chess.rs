//! Bulk perft of chess, as the yardstick for bulk perft of Kuba.

use cozy_chess::Board;

/// Leaves at a depth of 1 or more; the last ply is counted, not made.
pub(crate) fn perft(board: &Board, depth: u64) -> u64 {
    let mut leaves = 0;
    board.generate_moves(|moves| {
        if depth == 1 {
            leaves += moves.len() as u64;
        } else {
            for chosen in moves {
                let mut next = board.clone();
                next.play_unchecked(chosen);
                leaves += perft(&next, depth - 1);
            }
        }
        false
    });
    leaves
}
