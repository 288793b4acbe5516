//! Any bytes as the form for a record from elsewhere: a record is read, or something is wrong with it.

use parlor_record::record::AnyRecord;
use parlor_server::pages::read_import;

/// What separates the parts of the inputs.
const KIND: &str = "multipart/form-data; boundary=x7";

/// Runs the target on one input.
///
/// # Panics
/// When what the module says does not hold.
pub fn check(bytes: &[u8]) {
    match read_import(KIND, bytes) {
        Some(Ok(import)) => {
            let again = AnyRecord::read(import.text()).expect("what it writes");
            assert_eq!(&again, import.record());
            assert_eq!(import.id().to_string().parse(), Ok(import.id()));
        }
        Some(Err(says)) => assert!(!says.is_empty() && says.len() < 2_000, "{says}"),
        None => {}
    }
}
