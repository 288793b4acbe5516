//! Tables as files, and in a cache folder.

mod support;

use core::ops::ControlFlow;
use std::fs;
use std::path::Path;

use kuba_tables::cache::{self, CacheProgress, Cached};
use kuba_tables::{BuildError, EMBEDDED_MARBLES, FileError, Tables};
use parlor_map::FileMap;

use support::{bytes, folder};

fn three() -> Tables {
    Tables::build(3, |_| ControlFlow::Continue(())).expect("nothing stops it")
}

/// A file whose byte at a place is another.
fn with_byte(place: usize, byte: u8) -> Result<Tables, FileError> {
    let mut bytes = bytes(&three());
    bytes[place] = byte;
    Tables::from_bytes(bytes)
}

fn load_or_build(folder: &Path) -> Cached {
    let cached = cache::load_or_build(folder, 3, |_| ControlFlow::Continue(()));
    cached.expect("nothing stops it")
}

#[test]
fn tables_read_from_a_file_are_the_same() {
    let written = bytes(&three());
    assert_eq!(written.len(), 32 + 15_709 + 32);
    let read = Tables::from_bytes(written.clone()).expect("it is whole");
    assert_eq!(bytes(&read), written);
    assert_eq!(read.summaries(), three().summaries());
}

#[test]
fn the_embedded_tables_are_those_that_a_build_gives() {
    let built = Tables::build(EMBEDDED_MARBLES, |_| ControlFlow::Continue(()));
    let built = bytes(&built.expect("nothing stops it"));
    // Not by `assert_eq`, which would print both.
    assert!(
        bytes(Tables::embedded()) == built,
        "cargo run --release -p kuba-tables --example embed_tables"
    );
}

#[test]
fn a_file_of_something_else_is_refused() {
    assert_eq!(
        Tables::from_bytes(Vec::new()).err(),
        Some(FileError::Foreign)
    );
    let values = b"PLUDOVAL and so on".to_vec();
    assert_eq!(Tables::from_bytes(values).err(), Some(FileError::Foreign));
}

#[test]
fn a_file_of_another_version_size_or_rule_set_is_refused_by_its_header() {
    assert_eq!(with_byte(8, 2).err(), Some(FileError::Version { found: 2 }));
    assert_eq!(
        with_byte(10, 9).err(),
        Some(FileError::Marbles { found: 9 })
    );
    assert_eq!(
        with_byte(11, 1).err(),
        Some(FileError::Marbles { found: 259 })
    );
    let found = b"Classroom".to_vec();
    assert_eq!(with_byte(12, b'C').err(), Some(FileError::Rules { found }));
    assert_eq!(with_byte(28, 7).err(), Some(FileError::Solver { found: 7 }));
}

#[test]
fn a_file_that_is_cut_off_or_too_long_is_refused_with_both_lengths() {
    let whole = bytes(&three());
    for found in [8, 31, 32, 4000, whole.len() - 1, whole.len() + 1] {
        let mut bytes = whole.clone();
        bytes.resize(found, 0);
        let expected = if found < 32 { 64 } else { whole.len() };
        let error = Tables::from_bytes(bytes).err();
        assert_eq!(error, Some(FileError::Length { found, expected }));
    }
}

#[test]
fn a_file_with_any_altered_byte_is_refused() {
    for place in [32, 33, 9000, 32 + 15_709 - 1, 32 + 15_709, 32 + 15_709 + 31] {
        let byte = bytes(&three())[place] ^ 1;
        assert_eq!(with_byte(place, byte).err(), Some(FileError::Altered));
    }
}

#[test]
fn every_error_names_what_was_found() {
    for (error, words) in [
        (FileError::Version { found: 8 }, "version 8"),
        (FileError::Solver { found: 8 }, "version 8"),
        (FileError::Marbles { found: 9 }, "9 marbles"),
        (
            FileError::Rules {
                found: b"chess".to_vec(),
            },
            "`chess`; expected `classroom`",
        ),
        (
            FileError::Length {
                found: 5,
                expected: 64,
            },
            "5 bytes of 64",
        ),
    ] {
        assert!(error.to_string().contains(words), "{error}");
    }
}

#[test]
fn a_cached_file_is_mapped_and_stays_when_another_takes_its_place() {
    let folder = folder("tables-mapped");
    let built = load_or_build(&folder);
    let mapped = load_or_build(&folder);
    let path = cache::path_for(&folder, 3);
    let map = FileMap::open(&path).expect("the tables are there");
    let of_map = Tables::from_map(map).expect("it is whole");
    let new = folder.join("new");
    fs::write(&new, "something else").expect("a file of the test");
    // Windows refuses, which leaves the tables as well.
    let _ = fs::rename(&new, &path);
    for tables in [&mapped.tables, &of_map] {
        assert_eq!(bytes(tables), bytes(&built.tables));
        assert_eq!(tables.summaries(), built.tables.summaries());
    }
}

#[test]
fn a_mapped_file_is_refused_for_the_same_reasons() {
    let folder = folder("tables-mapped-damaged");
    fs::create_dir_all(&folder).expect("a folder of the test");
    let path = folder.join("damaged");
    let whole = bytes(&three());
    let mut altered = whole.clone();
    altered[9000] ^= 1;
    for damaged in [&b""[..], b"PKUBATAB", &whole[..9000], &altered] {
        fs::write(&path, damaged).expect("a file of the test");
        let map = FileMap::open(&path).expect("it is there");
        let error = Tables::from_map(map).err();
        assert!(error.is_some());
        assert_eq!(error, Tables::from_bytes(damaged.to_vec()).err());
    }
}

#[test]
fn tables_are_built_once_into_a_folder_that_is_made() {
    let folder = folder("tables-built-once").join("below");
    let first = load_or_build(&folder);
    assert!(first.is_new && first.error.is_none());
    let second = load_or_build(&folder);
    assert!(!second.is_new && second.error.is_none());
    assert_eq!(bytes(&first.tables), bytes(&second.tables));
}

#[test]
fn a_damaged_file_in_the_folder_is_replaced() {
    let folder = folder("tables-damaged");
    fs::create_dir_all(&folder).expect("a folder of the test");
    let path = cache::path_for(&folder, 3);
    for damaged in [&b""[..], b"PKUBATAB", &bytes(&three())[..9000]] {
        fs::write(&path, damaged).expect("a file of the test");
        assert!(load_or_build(&folder).is_new);
        assert!(!load_or_build(&folder).is_new);
    }
}

#[test]
fn a_folder_that_takes_no_file_still_gives_tables_and_the_reason() {
    let folder = folder("tables-no-folder");
    fs::write(&folder, "a file is in the way").expect("a file of the test");
    let cached = load_or_build(&folder);
    assert!(cached.is_new && cached.error.is_some());
    fs::remove_file(&folder).expect("it is there");
}

#[test]
fn a_build_that_is_stopped_leaves_no_tables_and_frees_the_lock() {
    let folder = folder("tables-stopped");
    let stopped = cache::load_or_build(&folder, 3, |step| match step {
        CacheProgress::Building(reached) if reached.pushes == Some(4) => ControlFlow::Break(()),
        _ => ControlFlow::Continue(()),
    });
    assert_eq!(stopped.err(), Some(BuildError::Stopped));
    assert!(!cache::path_for(&folder, 3).exists());
    assert!(load_or_build(&folder).is_new);
}

#[test]
fn the_share_of_a_build_never_decreases_and_ends_at_1() {
    let mut shares = Vec::new();
    let built = Tables::build(4, |reached| {
        shares.push(reached.share());
        ControlFlow::Continue(())
    });
    assert!(built.is_ok());
    assert!(shares.is_sorted());
    assert_eq!((shares.first(), shares.last()), (Some(&0.0), Some(&1.0)));
    // Nor is the way there a few leaps.
    let leaps = shares.windows(2).map(|pair| pair[1] - pair[0]);
    assert!(shares.len() > 100 && leaps.fold(0.0, f64::max) < 0.1);
}
