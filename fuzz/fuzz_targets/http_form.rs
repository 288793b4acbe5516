//! [`fuzz::http_form`] under libFuzzer.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fuzz::http_form::check(bytes));
