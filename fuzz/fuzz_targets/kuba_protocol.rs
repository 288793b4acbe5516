//! [`fuzz::kuba_protocol`] under libFuzzer.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fuzz::kuba_protocol::check(bytes));
