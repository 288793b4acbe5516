//! [`fuzz::import_form`] under libFuzzer.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fuzz::import_form::check(bytes));
