//! One online game as a pure aggregate: a command is decided by the rules, events are applied, and
//! each viewer is shown what they may see.
//!
//! The one design decision: a game **is** its log. [`table::AnyTable`] is the fold of its
//! [`log::LogEntry`]s, and deciding a [`command::Command`] yields the next entry without changing
//! anything; so whoever owns a game can store the entry first and apply it afterwards. Nothing here
//! waits, reads or writes; time and random bytes are arguments.

pub mod chain;
pub mod command;
pub mod id;
pub mod invite;
pub mod key;
pub mod log;
pub mod playable;
pub mod randomness;
pub mod receipt;
pub mod saved_log;
pub mod table;
pub mod timestamp;
