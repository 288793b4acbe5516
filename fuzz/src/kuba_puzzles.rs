//! Any text as a file of Kuba puzzles: it is refused with the line and a reason, or every puzzle in it is
//! written as it is read, and judges its own solution.

use parlor_puzzles::kuba::{KubaPuzzle, Verdict};

use crate::puzzle_lines::puzzles;

/// Runs the target on one input.
///
/// # Panics
/// When what the module says does not hold.
pub fn check(bytes: &[u8]) {
    for puzzle in puzzles::<KubaPuzzle>(bytes) {
        let own: Vec<_> = puzzle.own_actions().collect();
        assert_eq!(puzzle.judge(&own).verdict, Verdict::Solved);
    }
}
