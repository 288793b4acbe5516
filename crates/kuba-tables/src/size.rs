//! How many marbles tables have.

/// The fewest marbles of a table: one of each side and a red.
pub const MIN_MARBLES: u8 = 3;
/// The most marbles of a table.
pub const MAX_MARBLES: u8 = 6;
/// The most marbles of a table that is built in minutes. Larger ones take hours and gigabytes
/// ([`BuildNeeds`](crate::BuildNeeds)), and are built on request only.
pub const QUICK_MARBLES: u8 = 5;
