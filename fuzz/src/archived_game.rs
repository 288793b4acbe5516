//! Any bytes as a game that was archived. What is read is archived as a piece that is read as the same.

use parlor_service::store::archive::Archived;

/// Runs the target on one input.
///
/// # Panics
/// When what the module says does not hold.
pub fn check(bytes: &[u8]) {
    match Archived::unpack(bytes) {
        Ok(game) => {
            let packed = game.pack().expect("a game that was read");
            assert_eq!(Archived::unpack(&packed), Ok(game));
        }
        Err(message) => assert!(!message.is_empty(), "a refusal says why"),
    }
}
