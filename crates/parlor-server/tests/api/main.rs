//! The API, asked as a program would.

#[path = "../support/mod.rs"]
mod support;

mod actions;
mod analysis;
mod bodies;
mod clocks;
mod dice;
mod games;
mod lobby;
mod log;
mod phrases;
mod programs;
mod reports;
mod secrets;
mod sockets;
