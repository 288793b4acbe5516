//! The API, asked as a program would.

#[path = "../support/mod.rs"]
mod support;

mod actions;
mod analysis;
mod bodies;
mod clocks;
mod games;
mod phrases;
mod secrets;
mod sockets;
