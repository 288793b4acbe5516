//! Invariants of every reader: of the value that it returns, and of its error.

use core::fmt::{Debug, Display};
use core::str::FromStr;

use parlor_record::{ErrorAnswer, LineColumn, ReadError};

/// A reader of scripted games refuses these bytes with a reason, at a place in them.
pub(crate) fn check_read_error(error: &ReadError, bytes: &[u8]) {
    assert!(!error.to_string().is_empty(), "an error says what is wrong");
    check_refusal(error.place(), &error.answer(), bytes.len());
}

/// The place lies in a text of this length, and the answer is one line of JSON.
pub(crate) fn check_refusal(place: LineColumn, answer: &ErrorAnswer, length: usize) {
    assert!(place.line >= 1 && place.column >= 1, "places count from 1");
    assert!(
        place.line <= length + 1 && place.column <= length + 1,
        "{place}"
    );
    let answer = serde_json::to_string(answer).expect("an error is plain data");
    assert!(!answer.contains('\n'), "an answer is one line: {answer}");
}

/// What is printed is read as the same.
pub(crate) fn check_print<T>(value: &T)
where
    T: Display + FromStr + PartialEq + Debug,
    T::Err: PartialEq + Debug,
{
    let printed = value.to_string();
    assert_eq!(
        printed.parse().as_ref(),
        Ok(value),
        "parse after print: {printed}"
    );
}
