//! Any bytes as a line that a keeper sends to a server that runs, and as the times on the command
//! line. What is read is written as a line that is read as the same.

use parlor_service::operator::{minute_of, parse, parse_age, parse_date};

use crate::text;

/// Runs the target on one input.
///
/// # Panics
/// When what the module says does not hold.
pub fn check(bytes: &[u8]) {
    match parse(bytes) {
        Ok(wanted) => {
            let line = serde_json::to_vec(&wanted).expect("a kind can be written");
            assert_eq!(parse(&line), Ok(wanted));
        }
        Err(message) => assert!(message.contains("ask for"), "{message}"),
    }
    let text = text(bytes);
    if let Err(message) = parse_age(text) {
        assert!(message.contains("90d"), "{message}");
    }
    match parse_date(text) {
        Ok(day) => assert_eq!(minute_of(day), format!("{text} 00:00")),
        Err(message) => assert!(message.contains("2026-11-23"), "{message}"),
    }
}
