//! Any text as a Kuba action, a push, a direction and a rule set: what is read prints as it was read.

use kuba_rules::{Action, Direction, Move, Rules};

/// Runs the target on one input.
///
/// # Panics
/// When what the module says does not hold.
pub fn check(bytes: &[u8]) {
    let text = crate::text(bytes);
    match text.parse::<Action>() {
        Ok(action) => assert_eq!(action.to_string(), text, "an action has one form"),
        Err(error) => assert!(!error.to_string().is_empty(), "a refusal says why"),
    }
    if let Ok(push) = text.parse::<Move>() {
        assert_eq!(push.to_string(), text, "a push has one form");
        assert_eq!(text.parse(), Ok(Action::Push(push)), "a push is an action");
    }
    if let Ok(direction) = text.parse::<Direction>() {
        assert_eq!(
            direction.letter().to_string(),
            text,
            "a direction has one letter"
        );
    }
    if let Ok(rules) = text.parse::<Rules>() {
        assert_eq!(rules.to_string(), text, "a rule set has one name");
    }
}
