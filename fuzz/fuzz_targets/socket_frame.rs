//! [`fuzz::socket_frame`] under libFuzzer.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fuzz::socket_frame::check(bytes));
