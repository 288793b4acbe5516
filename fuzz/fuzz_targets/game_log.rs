//! [`fuzz::game_log`] under libFuzzer.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fuzz::game_log::check(bytes));
