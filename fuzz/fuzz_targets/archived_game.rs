//! [`fuzz::archived_game`] under libFuzzer.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fuzz::archived_game::check(bytes));
