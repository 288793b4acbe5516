//! Writes the tables that are part of the crate.
//!
//! `cargo run --release -p kuba-tables --example embed_tables`

use core::ops::ControlFlow;
use std::io;
use std::path::Path;

use kuba_tables::{EMBEDDED_MARBLES, Tables, cache};

fn main() -> io::Result<()> {
    let tables = Tables::build(EMBEDDED_MARBLES, |_| ControlFlow::Continue(()));
    let tables = tables.expect("nothing stops it");
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let path = cache::path_for(&folder, EMBEDDED_MARBLES);
    parlor_cache::save(&path, |file| tables.write_to(file))
}
