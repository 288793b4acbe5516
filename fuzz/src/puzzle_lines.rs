//! Any text as a file of puzzles of either game.

use core::fmt::Debug;

use parlor_puzzles::lines::{self, Line};

/// The puzzles in a text, each of which is written as it is read; none where the text is refused, with the
/// line and a reason.
pub(crate) fn puzzles<P: Line + Clone + Debug + PartialEq>(bytes: &[u8]) -> Vec<P> {
    let text = crate::text(bytes);
    let puzzles: Vec<P> = match lines::read(text) {
        Ok(puzzles) => puzzles,
        Err(error) => {
            assert!((1..=text.lines().count()).contains(&error.line));
            assert!(!error.fault.to_string().is_empty(), "a refusal says why");
            return Vec::new();
        }
    };
    assert_eq!(puzzles.len(), text.lines().count());
    for puzzle in &puzzles {
        let again = lines::read::<P>(&lines::write(puzzle));
        assert_eq!(again.ok().as_deref(), Some(&[puzzle.clone()][..]));
    }
    puzzles
}
