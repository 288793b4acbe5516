//! Counting the lines of play, to compare engines by.

use crate::geometry::Roll;
use crate::position::{Phase, Position};

/// How many lines of play of this many rolls there are.
///
/// One ply is a roll with one choice or pass; from a roll in hand the first
/// ply is its choices alone. Nothing is played after the end, so shorter lines
/// do not count. The last ply is counted without being played.
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
    reason = "only what the rules allow is played, so it does not panic"
)]
pub fn perft(position: &Position, depth: u32) -> u64 {
    let Some(rest) = depth.checked_sub(1) else {
        return 1;
    };
    match position.phase() {
        Phase::Over => 0,
        Phase::ToChoose(..) => choices(position, rest),
        Phase::ToRoll(_) => Roll::ALL
            .into_iter()
            .map(|roll| {
                let mut rolled = *position;
                rolled.apply_roll(roll).expect("a roll is due");
                choices(&rolled, rest)
            })
            .sum(),
    }
}

/// The lines that begin with the choices for the roll in hand.
fn choices(position: &Position, rest: u32) -> u64 {
    let choices = position.legal_moves();
    if rest == 0 {
        return choices.len() as u64;
    }
    choices
        .into_iter()
        .map(|choice| {
            let mut next = *position;
            next.play(choice).expect("the choice is a legal one");
            perft(&next, rest)
        })
        .sum()
}
