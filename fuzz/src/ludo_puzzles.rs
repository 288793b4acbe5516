//! Any text as a file of Ludo puzzles: it is refused with the line and a reason, or every puzzle in it is
//! written as it is read, and judges its own choices.

use parlor_puzzles::lines;
use parlor_puzzles::ludo::{LudoPuzzle, LudoVerdict};

/// Runs the target on one input.
///
/// # Panics
/// When what the module says does not hold.
pub fn check(bytes: &[u8]) {
    let text = crate::text(bytes);
    let puzzles: Vec<LudoPuzzle> = match lines::read(text) {
        Ok(puzzles) => puzzles,
        Err(error) => {
            assert!((1..=text.lines().count()).contains(&error.line));
            assert!(!error.fault.to_string().is_empty(), "a refusal says why");
            return;
        }
    };
    assert_eq!(puzzles.len(), text.lines().count());
    for puzzle in puzzles {
        let written = lines::write(&puzzle);
        let again = lines::read::<LudoPuzzle>(&written);
        assert_eq!(again.ok().as_deref(), Some(&[puzzle.clone()][..]));
        for choice in puzzle.choices() {
            let verdict = puzzle.judge(choice.action).expect("it is legal");
            let is_right = matches!(verdict, LudoVerdict::Right { .. });
            assert_eq!(is_right, choice == puzzle.best());
        }
    }
}
