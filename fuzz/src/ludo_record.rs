//! Any bytes as a scripted Ludo game in either written form: an answer, or an error with its place.

use parlor_record::{as_text, ludo_script};

/// Runs the target on one input.
///
/// # Panics
/// When what the module says does not hold.
pub fn check(bytes: &[u8]) {
    let script = match as_text(bytes).and_then(ludo_script::read) {
        Ok(script) => script,
        Err(error) => return crate::reading::check_read_error(&error, bytes),
    };
    // An escape in the first key means the same, but is read exactly.
    if let Some(rest) = bytes.strip_prefix(br#"{"players""#) {
        let escaped = [br#"{"pl\u0061yers""#, rest].concat();
        let exact = as_text(&escaped).and_then(ludo_script::read);
        assert_eq!(exact.as_ref(), Ok(&script), "the fast reading agrees");
    }
    let answer = ludo_script::Answer::of(&script);
    let json = serde_json::to_string(&answer).expect("an answer is plain data");

    let printed = script.to_string();
    let again = ludo_script::read(&printed).expect("the text form reads what it prints");
    assert_eq!(again, script);
    assert!(json.starts_with("{\"spaces\":["), "{json}");
}
