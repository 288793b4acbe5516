//! Ludo solved from the command line.

use std::fs;
use std::path::Path;

use ludo_solver::exact::{Seating, Values};

use crate::{parlor, quiet, run, text};

/// The answer without the seconds that it took.
fn timeless(answer: &str) -> String {
    let (before, seconds) = answer
        .rsplit_once("\"seconds\":")
        .expect("it tells seconds");
    let number = seconds.strip_suffix("}\n").expect("they come last");
    let is_number = number.parse::<f64>().is_ok_and(|seconds| seconds > 0.0);
    assert!(is_number, "{seconds}");
    format!("{before}\"seconds\":…}}\n")
}

fn refused(words: &[&str], code: i32) -> String {
    let output = run(words, "");
    assert_eq!(
        (output.status.code(), text(&output.stdout)),
        (Some(code), "")
    );
    text(&output.stderr).to_owned()
}

#[test]
fn opposite_seats_are_solved_and_kept_in_a_file() {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("opposite.values");
    let file = path.to_str().expect("a plain path");
    let words = ["ludo", "solve", "--json", "--bits", "16", "--output", file];
    insta::assert_snapshot!(timeless(&quiet(&words, "")));
    let values = Values::from_bytes(&fs::read(&path).expect("it was written"));
    assert_eq!(values.map(|values| values.seating()), Ok(Seating::Opposite));
    fs::remove_file(&path).expect("it is there");
}

#[test]
fn the_seat_named_first_begins() {
    let answer = quiet(&["ludo", "solve", "--seats", "D,C", "--json"], "");
    insta::assert_snapshot!(timeless(&answer));
}

#[test]
fn solving_is_about_two_different_seats() {
    for seats in ["A", "A,B,C", "A,A", "A,E", ""] {
        insta::assert_snapshot!(refused(&["ludo", "solve", "--seats", seats], 2));
    }
}

#[test]
fn a_size_of_values_is_about_a_file() {
    insta::assert_snapshot!(refused(&["ludo", "solve", "--bits", "16"], 2));
}

#[test]
fn a_file_that_cannot_be_written_is_named() {
    let message = refused(&["ludo", "solve", "--output", "no/such/folder/values"], 1);
    assert!(
        message.contains("cannot write no/such/folder/values: "),
        "{message}"
    );
}

/// A hint in a position of opposite seats, with this cache folder.
fn hint(cache: &str) -> (String, String) {
    let words = ["ludo", "hint", "A20.50/C1.H A 3 -", "--json"];
    let output = parlor().env("PARLOR_CACHE", cache).args(words).output();
    let output = output.expect("the command starts");
    assert!(output.status.success(), "{}", text(&output.stderr));
    (
        text(&output.stdout).to_owned(),
        text(&output.stderr).to_owned(),
    )
}

#[test]
fn solved_values_are_cached_in_the_folder_of_the_variable() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("named cache");
    let _ = fs::remove_dir_all(&folder);
    let name = folder.to_str().expect("a plain path");
    let (answer, note) = hint(name);
    assert_eq!(note, "");
    let file = folder.join("ludo-opposite.values");
    let written = fs::metadata(&file).and_then(|file| file.modified());
    assert_eq!(hint(name), (answer.clone(), String::new()));
    let again = fs::metadata(&file).and_then(|file| file.modified());
    assert!(written.is_ok_and(|written| again.is_ok_and(|again| written == again)));

    let in_a_file = file.join("below");
    let (same, note) = hint(in_a_file.to_str().expect("a plain path"));
    assert_eq!(same, answer);
    assert!(note.starts_with("the cache is "), "{note}");
    fs::remove_dir_all(&folder).expect("it is there");
}
