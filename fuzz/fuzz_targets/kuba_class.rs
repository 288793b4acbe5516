//! [`fuzz::kuba_class`] under libFuzzer.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fuzz::kuba_class::check(bytes));
