//! Counting all sequences of pushes: the proof of a move generator.

use crate::position::Position;

/// The number of sequences of `depth` legal pushes.
///
/// Only pushes are counted: in tournament rules an extra push is always taken
/// and a turn never ended early, and repetitions are ignored. Nothing is
/// played after the end.
///
/// It plays every sequence to its end; [`count_leaves`](crate::count_leaves)
/// finds the same numbers much faster.
///
/// ```
/// use kuba_rules::{Position, Rules, perft};
///
/// assert_eq!(perft(&Position::start(Rules::Classroom), 4), 6_384);
/// ```
#[expect(
    clippy::missing_panics_doc,
    reason = "only legal pushes are played, so it does not panic"
)]
pub fn perft(position: &Position, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    position
        .legal_moves()
        .iter()
        .map(|push| {
            let mut next = *position;
            next.play(push).expect("it is one of the legal moves");
            perft(&next, depth - 1)
        })
        .sum()
}
