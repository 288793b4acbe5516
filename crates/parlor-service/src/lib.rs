//! The games that a server owns, for front ends of every kind.
//!
//! The one design decision: **commit, then acknowledge, then broadcast.** A game is a log of entries
//! in a [`store`], and one task owns it; a command of a person or a bot is checked against the rules,
//! written to the store, and only then acknowledged and broadcast. So every acknowledged command
//! survives a crash, and a retry gets its first answer.

pub mod bots;
pub mod bus;
pub mod client_net;
pub mod clock;
pub mod counts;
pub mod imports;
pub mod operator;
pub mod phrase;
pub mod randomness;
pub mod rate_limit;
pub mod repeated;
pub mod searches;
pub mod service;
pub mod store;
pub mod studies;
#[cfg(any(test, feature = "testing"))]
pub mod testing;
pub mod trace;
pub mod uptime_clock;
pub mod usage;
