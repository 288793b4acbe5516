//! The proof of the rules crate, seen from outside: one module a kind of proof.
#![expect(
    clippy::unwrap_used,
    reason = "the lint's exception for tests does not reach the helpers of an integration test"
)]

mod board;
mod class;
mod errors;
mod events;
mod lanes;
mod limits;
mod live;
mod moving;
mod notation;
mod perft;
mod playouts;
mod playthroughs;
mod policy;
mod properties;
mod scripted;
mod setups;
mod support;
mod turns;
mod values;
