//! Proves that every store keeps its promises, and how the one on disk fails.

#![expect(
    clippy::unwrap_used,
    reason = "a helper of tests that cannot go on fails the test"
)]

mod checks;
mod conformance;
mod failures;
mod fixture;
mod heads;
mod invites;
mod lobby;
mod model;
mod moderation;
mod seats;
