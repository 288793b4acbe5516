//! Any bytes as a receipt. What is read was signed, and is the same when it is written again.

use parlor_table::chain::hash_of;
use parlor_table::receipt::Receipt;

/// Runs the target on one input.
///
/// # Panics
/// When what the module says does not hold.
pub fn check(bytes: &[u8]) {
    match Receipt::read(crate::text(bytes), None) {
        Ok((receipt, _)) => {
            assert_eq!(hash_of(&receipt.entry), receipt.head);
            let written = serde_json::to_string(&receipt).expect("plain data");
            let read = Receipt::read(&written, Some(receipt.key));
            assert_eq!(read.map(|(read, _)| read), Ok(receipt));
        }
        Err(error) => assert!(!error.to_string().is_empty(), "a refusal says why"),
    }
}
