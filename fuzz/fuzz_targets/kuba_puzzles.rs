//! [`fuzz::kuba_puzzles`] under libFuzzer.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fuzz::kuba_puzzles::check(bytes));
