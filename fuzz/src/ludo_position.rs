//! Any text as a Ludo position line: it is refused with its reasons, or means one valid position
//! that goes on playing.

use ludo_rules::{Phase, Position, Roll};

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
            return;
        }
    };
    check_print(&position);
    assert_eq!(
        Position::try_from(position.setup()),
        Ok(position),
        "its set-up is possible"
    );
    assert_eq!(position.is_over(), position.phase() == Phase::Over);

    for roll in Roll::ALL {
        let mut rolled = position;
        let was_due = rolled.apply_roll(roll).is_ok();
        assert_eq!(was_due, matches!(position.phase(), Phase::ToRoll(_)));
        for choice in rolled.legal_moves() {
            let mut next = rolled;
            next.play(choice).expect("a legal choice is accepted");
            check_print(&next);
        }
    }
}
