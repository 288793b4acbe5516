//! [`fuzz::ludo_play`] under libFuzzer.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fuzz::ludo_play::check(bytes));
