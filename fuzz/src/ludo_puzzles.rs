//! Any text as a file of Ludo puzzles: it is refused with the line and a reason, or every puzzle in it is
//! written as it is read, and judges its own choices.

use parlor_puzzles::ludo::{LudoPuzzle, LudoVerdict};

use crate::puzzle_lines::puzzles;

/// Runs the target on one input.
///
/// # Panics
/// When what the module says does not hold.
pub fn check(bytes: &[u8]) {
    for puzzle in puzzles::<LudoPuzzle>(bytes) {
        for choice in puzzle.choices() {
            let verdict = puzzle.judge(choice.action).expect("it is legal");
            let is_right = matches!(verdict, LudoVerdict::Right { .. });
            assert_eq!(is_right, choice == puzzle.best());
        }
    }
}
