//! [`fuzz::ludo_values`] under libFuzzer.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fuzz::ludo_values::check(bytes));
