//! The small tables, which are part of the program.
//!
//! `kuba-4.tables` next to this file is one of the format of every other file of tables. It is 1.4 MB
//! and stored as it is: nothing must be unpacked before a value can be read.
//! `cargo run --release -p kuba-tables --example embed_tables` writes it, and a test builds the tables
//! anew and compares them with it.

use std::sync::LazyLock;

use crate::tables::Tables;

/// The most marbles on the board of a position in [`Tables::embedded`].
pub const EMBEDDED_MARBLES: u8 = 4;

impl Tables {
    /// The tables of up to [`EMBEDDED_MARBLES`] marbles, which need neither a build nor a cache. Their
    /// checksum is compared at the first call.
    pub fn embedded() -> &'static Self {
        static TABLES: LazyLock<Tables> = LazyLock::new(|| {
            Tables::from_static(include_bytes!("kuba-4.tables"))
                .expect("a test compares the file with what a build gives")
        });
        &TABLES
    }
}
