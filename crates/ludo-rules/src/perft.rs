//! Counting the lines of play, to compare engines by.

use crate::geometry::Roll;
use crate::position::{Phase, Position};

/// The number of lines of play of `depth` rolls.
///
/// One ply is a roll with one choice or pass; from a roll in hand the first
/// ply is its choices alone. Nothing is played after the end, so shorter lines
/// do not count.
///
/// ```
/// use ludo_rules::{Position, Seat, perft};
///
/// let position = Position::new(&[Seat::A, Seat::B])?;
/// assert_eq!(perft(&position, 4), 2451);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[expect(
    clippy::missing_panics_doc,
    reason = "only due rolls and legal moves are played, so it does not panic"
)]
pub fn perft(position: &Position, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    if let Phase::ToRoll(_) = position.phase() {
        return Roll::ALL
            .into_iter()
            .map(|roll| {
                let mut rolled = *position;
                rolled.apply_roll(roll).expect("a roll is due");
                perft(&rolled, depth)
            })
            .sum();
    }
    position
        .legal_moves()
        .into_iter()
        .map(|choice| {
            let mut next = *position;
            next.play(choice).expect("it is one of the legal moves");
            perft(&next, depth - 1)
        })
        .sum()
}
