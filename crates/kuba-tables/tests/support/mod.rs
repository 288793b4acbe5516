//! What tests of files share.

use std::fs;
use std::path::{Path, PathBuf};

use kuba_tables::Tables;

/// The bytes of the file of some tables.
pub(crate) fn bytes(tables: &Tables) -> Vec<u8> {
    let mut bytes = Vec::new();
    tables
        .write_to(&mut bytes)
        .expect("memory takes everything");
    bytes
}

/// An empty folder of a test's own.
pub(crate) fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    // It may be left from an earlier run.
    let _gone = fs::remove_dir_all(&folder);
    folder
}
