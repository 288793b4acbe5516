//! Any bytes as bodies sent to the API: an action, a new game, a challenge, and the word for what is wanted. Each is
//! read, or refused in words that blame the sender.

use parlor_server::api::{ApiError, read_action, read_challenge, read_new_game};
use parlor_table::command::CommandKind;

/// Runs the target on one input.
///
/// # Panics
/// When what the module says does not hold.
pub fn check(bytes: &[u8]) {
    match read_action(bytes) {
        Ok(order) => check_wish(&order.kind),
        Err(refusal) => check_refusal(&refusal),
    }
    if let Err(refusal) = read_new_game(bytes) {
        check_refusal(&refusal);
    }
    if let Err(refusal) = read_challenge(bytes) {
        check_refusal(&refusal);
    }
    if let Ok(Ok(kind)) = core::str::from_utf8(bytes).map(str::parse) {
        check_wish(&kind);
    }
}

/// What is read is written as a word that is read as the same.
fn check_wish(kind: &CommandKind) {
    let unnamed = match kind.clone() {
        CommandKind::Join { dice, .. } => CommandKind::Join { name: None, dice },
        kind => kind,
    };
    assert_eq!(kind.word().parse(), Ok(unnamed));
}

fn check_refusal(refusal: &ApiError) {
    assert!(refusal.status().is_client_error(), "{refusal:?}");
    assert!(!refusal.detail().message.is_empty(), "a refusal says why");
}
