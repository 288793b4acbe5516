//! [`fuzz::kuba_notation`] under libFuzzer.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fuzz::kuba_notation::check(bytes));
