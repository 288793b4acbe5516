//! [`fuzz::ludo_puzzles`] under libFuzzer.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fuzz::ludo_puzzles::check(bytes));
