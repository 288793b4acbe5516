//! [`fuzz::record_json`] under libFuzzer.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fuzz::record_json::check(bytes));
