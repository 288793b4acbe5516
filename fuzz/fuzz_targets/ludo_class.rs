//! [`fuzz::ludo_class`] under libFuzzer.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fuzz::ludo_class::check(bytes));
