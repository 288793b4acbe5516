//! The crate's tests from outside: one module a kind of proof.

#![expect(
    clippy::unwrap_used,
    reason = "a helper of tests that cannot go on fails the test"
)]

mod class;
mod common;
mod ending;
mod game_state;
mod hash;
mod invalid;
mod notation;
mod perft;
mod playouts;
mod playthroughs;
mod properties;
mod pushing;
mod setups;
