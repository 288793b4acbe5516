//! [`fuzz::ludo_notation`] under libFuzzer.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fuzz::ludo_notation::check(bytes));
