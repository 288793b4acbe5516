//! [`fuzz::ludo_record`] under libFuzzer.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fuzz::ludo_record::check(bytes));
