//! Any text as a file of Kuba puzzles: it is refused with the line and a reason, or every puzzle in it is
//! written as it is read, and judges its own solution.

use parlor_puzzles::kuba::{KubaPuzzle, Verdict};
use parlor_puzzles::lines;

/// Runs the target on one input.
///
/// # Panics
/// When what the module says does not hold.
pub fn check(bytes: &[u8]) {
    let text = crate::text(bytes);
    let puzzles: Vec<KubaPuzzle> = match lines::read(text) {
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
        let again = lines::read::<KubaPuzzle>(&written);
        assert_eq!(again.ok().as_deref(), Some(&[puzzle.clone()][..]));
        let own: Vec<_> = puzzle.own_actions().collect();
        assert_eq!(puzzle.judge(&own).verdict, Verdict::Solved);
    }
}
