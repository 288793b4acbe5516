//! Any bytes as records in the text form: each is read, or refused at a place
//! in the text; what is read comes back the same from both forms.

/// Runs the target on one input.
///
/// # Panics
/// When what the module says does not hold.
pub fn check(bytes: &[u8]) {
    crate::records::check(bytes);
    // The first line is hard to find by chance.
    crate::records::check(&[b"parlor-record 1\n", bytes].concat());
}
