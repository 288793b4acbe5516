//! [`fuzz::http_action`] under libFuzzer.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fuzz::http_action::check(bytes));
