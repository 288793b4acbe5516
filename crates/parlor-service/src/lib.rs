//! The games that a server owns, for front ends of every kind.
//!
//! The one design decision: **commit, then acknowledge, then broadcast.** A game is a log of entries
//! in a [`store`], and one task owns it; what a person or a bot wants is checked against the rules,
//! written to the store, and only then answered and shown. So whatever anybody was ever told has
//! happened is still there after the worst of crashes, and a retry finds its first answer.

pub mod bots;
pub mod client_net;
pub mod clock;
pub mod counts;
pub mod keeper;
pub mod phrase;
pub mod randomness;
pub mod rate_limit;
pub mod service;
pub mod store;
#[cfg(any(test, feature = "testing"))]
pub mod testing;
pub mod uptime_clock;
