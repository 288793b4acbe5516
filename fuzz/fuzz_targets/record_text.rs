//! [`fuzz::record_text`] under libFuzzer.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fuzz::record_text::check(bytes));
