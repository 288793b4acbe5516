//! Any bytes as a scripted Kuba game: an answer, or an error with its place.

use kuba_rules::NoEvents;
use parlor_record::{as_text, kuba_script};

/// Runs the target on one input.
///
/// # Panics
/// When what the module says does not hold.
pub fn check(bytes: &[u8]) {
    let script = match as_text(bytes).and_then(kuba_script::read) {
        Ok(script) => script,
        Err(error) => return crate::reading::check_read_error(&error, bytes),
    };
    // An escape in the first key means the same, but is read exactly.
    if let Some(rest) = bytes.strip_prefix(br#"{"players""#) {
        let escaped = [br#"{"pl\u0061yers""#, rest].concat();
        let exact = as_text(&escaped).and_then(kuba_script::read);
        assert_eq!(exact.as_ref(), Ok(&script), "the fast reading agrees");
    }
    let mut game = script.game();
    let mut results = Vec::new();
    for attempt in script.attempts() {
        let result = attempt.try_in(&mut game, &mut NoEvents);
        if let Err(refusal) = &result {
            assert!(!refusal.to_string().is_empty(), "a refusal says why");
        }
        results.push(result.is_ok());
    }
    let answer = kuba_script::Answer::new(&script, &game, results);
    let json = serde_json::to_string(&answer).expect("an answer is plain data");
    assert!(!json.contains('\n'), "an answer is one line: {json}");
}
