//! Proves that a PostgreSQL database keeps the promises of a store, how it fails, and that of several
//! nodes one owns a game.
//!
//! `cargo xtask test postgres` starts a server and runs this against it.

#![expect(
    clippy::unwrap_used,
    reason = "a helper of tests that cannot go on fails the test"
)]

#[path = "../stores/checks.rs"]
mod checks;
mod commands;
mod conformance;
mod copies;
mod crash;
mod databases;
#[expect(dead_code, reason = "other stores use the rest")]
#[path = "../stores/fixture.rs"]
mod fixture;
#[path = "../stores/heads.rs"]
mod heads;
mod hosts;
#[path = "../stores/invites.rs"]
mod invites;
#[path = "../stores/lobby.rs"]
mod lobby;
#[path = "../stores/model.rs"]
mod model;
#[path = "../stores/moderation.rs"]
mod moderation;
mod nodes;
mod opening;
mod players;
mod restores;
#[path = "../crash/rounds.rs"]
mod rounds;
#[path = "../stores/seats.rs"]
mod seats;
mod server;
mod standby;
