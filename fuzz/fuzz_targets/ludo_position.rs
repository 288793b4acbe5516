//! [`fuzz::ludo_position`] under libFuzzer.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fuzz::ludo_position::check(bytes));
