//! Any text as a Ludo action, a choice, a seat and a script: what is read prints as it was read.

use std::sync::OnceLock;

use ludo_rules::{Action, LaneTables, Move, Rules, Script, Seat};

static TABLES: OnceLock<LaneTables> = OnceLock::new();

/// Runs the target on one input.
///
/// # Panics
/// When what the module says does not hold.
pub fn check(bytes: &[u8]) {
    let text = crate::text(bytes);
    if let Ok(action) = text.parse::<Action>() {
        assert_eq!(action.to_string(), text, "an action has one form");
    }
    if let Ok(choice) = text.parse::<Move>() {
        assert_eq!(choice.to_string(), text, "a choice has one form");
    }
    if let Ok(seat) = text.parse::<Seat>() {
        assert_eq!(seat.to_string(), text, "a seat has one form");
    }
    if let Ok(rules) = text.parse::<Rules>() {
        assert_eq!(rules.to_string(), text, "a rule set has one name");
    }
    match text.parse::<Script>() {
        Ok(script) => {
            let again: Script = script
                .to_string()
                .parse()
                .expect("a script reads what it prints");
            assert_eq!(again, script);
            let tokens = script.run();
            assert_eq!(script.report(&tokens).len(), 2 * script.players().len());
            let tables = TABLES.get_or_init(LaneTables::new);
            assert_eq!(tables.run(&script), tokens, "by table as by rule");
        }
        Err(error) => assert!(!error.to_string().is_empty(), "a refusal says why"),
    }
}
