//! Ludo and Kuba in the browser and over HTTP, by a server that never loses a
//! move.
//!
//! The one design decision: **commit, then acknowledge, then broadcast.** A game
//! is a log of entries in a store, and one task owns it; what a person or a bot
//! wants is checked against the rules, written to the store, and only then
//! answered and shown. So whatever anybody was ever told has happened is still
//! there after the worst of crashes, and a retry finds its first answer.

pub mod client_net;
pub mod clock;
pub mod id;
pub mod key;
pub mod log;
pub mod randomness;
pub mod rate_limit;
pub mod store;

pub mod api;
pub mod app;
pub mod bots;
pub mod command;
mod connections;
mod counts;
mod hex;
pub mod keeper;
pub mod pages;
pub mod phrase;
pub mod playable;
pub mod run;
pub mod service;
pub mod table;
#[cfg(test)]
mod testing;
pub mod uptime_clock;
pub mod web;
