//! [`fuzz::kuba_position`] under libFuzzer.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fuzz::kuba_position::check(bytes));
