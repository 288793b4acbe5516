//! Any bytes as records in JSON: each is read, or refused at a place in the
//! text; what is read comes back the same from both forms.

#![no_main]

mod records;

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    records::check(bytes);
    // So is the first member.
    records::check(&[br#"{"parlor_record":1,"#, bytes].concat());
});
