//! [`fuzz::keeper_request`] under libFuzzer.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fuzz::keeper_request::check(bytes));
