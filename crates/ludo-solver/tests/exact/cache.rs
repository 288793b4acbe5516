//! The cache folder.

use std::fs;
use std::path::{Path, PathBuf};

use ludo_rules::Seat;
use ludo_solver::exact::cache::{load_or_solve, path_for, save};
use ludo_solver::exact::{Seating, SolveProgress};

use crate::values;

/// An empty folder for a test.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    if folder.exists() {
        fs::remove_dir_all(&folder).expect("an old folder goes");
    }
    fs::create_dir_all(&folder).expect("the scratch folder takes folders");
    folder
}

/// The names in a folder.
fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("it is there");
    let mut names: Vec<String> = entries
        .map(|entry| {
            entry
                .expect("it can be read")
                .file_name()
                .to_string_lossy()
                .into_owned()
        })
        .collect();
    names.sort();
    names
}

fn not_solved(progress: SolveProgress) {
    panic!("solving although the values are cached: {progress:?}");
}

#[test]
fn kept_values_are_not_solved_again() {
    let folder = folder("kept");
    let values = values([Seat::A, Seat::C]);
    save(&path_for(&folder, Seating::Opposite), values).expect("it can be written");
    assert_eq!(names(&folder), ["ludo-opposite.values"]);
    let (cached, error) = load_or_solve(&folder, Seating::Opposite, not_solved);
    assert!(error.is_none() && cached.to_bytes() == values.to_bytes());
}

#[test]
fn a_broken_or_shortened_kept_file_is_replaced() {
    let folder = folder("broken").join("not there yet");
    let values = values([Seat::A, Seat::C]);
    let path = path_for(&folder, Seating::Opposite);
    fs::create_dir_all(&folder).expect("it can be made");
    let whole = values.to_bytes();
    let cut_off = whole[..whole.len() / 2].to_vec();
    for wrong in [cut_off, values.quantized().to_bytes()] {
        let mut sweeps = 0;
        fs::write(&path, &wrong).expect("it can be written");
        let (solved, error) = load_or_solve(&folder, Seating::Opposite, |progress| {
            sweeps = progress.sweeps;
        });
        assert!(error.is_none() && sweeps > 0 && solved.to_bytes() == whole);
        assert!(fs::read(&path).expect("it is there") == whole);
        assert_eq!(names(&folder), ["ludo-opposite.values"]);
    }
}

#[test]
fn a_folder_that_takes_no_file_still_gives_values_and_the_reason() {
    let file = folder("unwritable").join("a file");
    fs::write(&file, "no folder").expect("it can be written");
    let (solved, error) = load_or_solve(&file, Seating::Opposite, |_| {});
    assert!(error.is_some() && solved.to_bytes() == values([Seat::A, Seat::C]).to_bytes());
    assert_eq!(fs::read(&file).expect("it is there"), b"no folder");
}

#[test]
fn nothing_half_written_is_left_where_saving_fails() {
    let folder = folder("half");
    let taken = folder.join("taken");
    fs::create_dir_all(taken.join("by a folder")).expect("it can be made");
    assert!(save(&taken, &values([Seat::A, Seat::C]).quantized()).is_err());
    assert_eq!(names(&folder), ["taken"]);
}
