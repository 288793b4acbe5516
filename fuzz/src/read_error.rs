//! What every error of a reader holds to.

use parlor_record::ReadError;

/// The place lies in the text, and the answer is one line of JSON with a reason in it.
pub(crate) fn check(error: &ReadError, bytes: &[u8]) {
    assert!(!error.to_string().is_empty(), "an error says what is wrong");
    let place = error.place();
    assert!(place.line >= 1 && place.column >= 1, "places count from 1");
    assert!(
        place.line <= bytes.len() + 1 && place.column <= bytes.len() + 1,
        "{place}"
    );
    let answer = serde_json::to_string(&error.answer()).expect("an error is plain data");
    assert!(!answer.contains('\n'), "an answer is one line: {answer}");
}
