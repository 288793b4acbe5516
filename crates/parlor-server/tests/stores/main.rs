//! Proves that every store keeps its promises, and how the one on disk fails.

mod checks;
mod conformance;
mod crash;
mod failures;
mod fixture;
mod model;
