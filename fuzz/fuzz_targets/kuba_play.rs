//! [`fuzz::kuba_play`] under libFuzzer.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fuzz::kuba_play::check(bytes));
