//! [`fuzz::kuba_record`] under libFuzzer.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fuzz::kuba_record::check(bytes));
