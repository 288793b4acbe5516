//! Any bytes as a file of exact Ludo values: refused with a reason, under any
//! checksum. (A whole file is larger than any input here; the tests read those.)

use ludo_solver::exact::{FileError, Values};

/// Runs the target on one input.
///
/// # Panics
/// When what the module says does not hold.
pub fn check(bytes: &[u8]) {
    let Err(error) = Values::from_bytes(bytes) else {
        panic!(
            "{} bytes cannot hold a value for each position",
            bytes.len()
        );
    };
    assert!(!error.to_string().is_empty(), "a refusal says why");
    match error {
        FileError::Foreign => assert!(!bytes.starts_with(b"PLUDOVAL")),
        FileError::Length { found, expected } => {
            assert_eq!(found, bytes.len());
            assert!(found < expected, "{found} of {expected}");
        }
        _ => assert!(bytes.len() >= 24, "the head is judged when it is whole"),
    }
}
