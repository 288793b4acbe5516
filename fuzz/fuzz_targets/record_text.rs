//! Any bytes as records in the text form: each is read, or refused at a place
//! in the text; what is read comes back the same from both forms.

#![no_main]

mod records;

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    records::check(bytes);
    // The first line is hard to find by chance.
    records::check(&[b"parlor-record 1\n", bytes].concat());
});
