//! Any bytes as records in JSON: each is read, or refused at a place in the
//! text; what is read comes back the same from both forms.

/// Runs the target on one input.
///
/// # Panics
/// When what the module says does not hold.
pub fn check(bytes: &[u8]) {
    crate::records::check(bytes);
    // So is the first member.
    crate::records::check(&[br#"{"parlor_record":1,"#, bytes].concat());
}
