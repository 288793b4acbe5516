//! Any text as a Kuba position: it is refused with its reasons, or means one valid position that
//! goes on playing.

use kuba_rules::{Position, Setup};

use crate::reading::check_print;

/// Runs the target on one input.
///
/// # Panics
/// When what the module says does not hold.
pub fn check(bytes: &[u8]) {
    let text = crate::text(bytes);
    let position = match text.parse::<Position>() {
        Ok(position) => position,
        Err(error) => {
            assert!(!error.to_string().is_empty(), "a refusal says why");
            if let Ok(setup) = text.parse::<Setup>() {
                assert_eq!(
                    setup.to_string(),
                    text,
                    "an impossible set-up still has one form"
                );
            }
            return;
        }
    };
    assert_eq!(position.to_string(), text, "a position has one form");
    assert_eq!(
        Position::try_from(position.setup()),
        Ok(position),
        "its set-up is possible"
    );
    assert_eq!(position.is_over(), position.outcome().is_some());
    for push in position.legal_moves() {
        let mut next = position;
        next.play(push).expect("a legal push is accepted");
        check_print(&next);
    }
    if position.may_push_again() {
        let mut next = position;
        next.end_turn().expect("the turn can be ended");
        check_print(&next);
    }
}
