//! The queries of addresses.

use core::fmt::Write as _;

/// These fields as a query.
pub(in crate::pages) fn query(fields: &[(&str, &str)]) -> String {
    let fields = fields.iter();
    let fields: Vec<String> = fields
        .map(|(name, value)| format!("{name}={}", encoded(value)))
        .collect();
    fields.join("&")
}

/// A text as a part of a query.
fn encoded(text: &str) -> String {
    let mut query = String::with_capacity(text.len());
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~/".contains(&byte) {
            query.push(char::from(byte));
        } else {
            // Writing to a text cannot fail.
            let _ = write!(query, "%{byte:02X}");
        }
    }
    query
}
