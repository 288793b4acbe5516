//! What a batch promises, for both games and every rule set.

#![expect(
    clippy::unwrap_used,
    reason = "a failure here is a failed test, and the panic shows the error"
)]

mod chance;
mod lockstep;
mod refusals;
mod rewards;
mod snapshots;
mod states;
mod vectors;
