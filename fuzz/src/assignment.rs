//! Any bytes as a scripted game as the assignments write it: a game that prints as it is read, or an error
//! with its place.

use parlor_record::{as_text, assignment};

/// Runs the target on one input.
///
/// # Panics
/// When what the module says does not hold.
pub fn check(bytes: &[u8]) {
    let game = match as_text(bytes).and_then(assignment::read) {
        Ok(assignment) => assignment.game,
        Err(error) => return crate::reading::check_read_error(&error, bytes),
    };
    let printed = game.to_string();
    let again = assignment::read(&printed);
    assert_eq!(again, Ok(game.into()), "{printed}");
}
