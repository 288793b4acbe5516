//! Writes the studies that are part of the crate.
//!
//! `cargo run --release -p kuba-tables --example studies [CACHE]`
//!
//! CACHE is a folder to load the tables from, or to keep them in.

use core::ops::ControlFlow;
use std::error::Error;
use std::fs;
use std::path::Path;

use kuba_tables::{QUICK_MARBLES, Tables, cache};

fn main() -> Result<(), Box<dyn Error>> {
    let going_on = |_| ControlFlow::Continue(());
    let tables = match std::env::args().nth(1) {
        Some(folder) => cache::load_or_build(Path::new(&folder), QUICK_MARBLES, going_on)?.tables,
        None => Tables::build(QUICK_MARBLES, |_| ControlFlow::Continue(()))?,
    };
    let lines = tables
        .studies()
        .into_iter()
        .map(|study| format!("{study}\n"));
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/studies.txt");
    Ok(fs::write(path, lines.collect::<String>())?)
}
