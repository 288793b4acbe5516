//! Kuba's endgame tables from the command line.

use std::fs;
use std::path::Path;

use crate::{parlor, quiet, run, text};

/// White wins, unless the push that does is the ko push.
const WON: &str = "1w5/rb5/7/7/7/7/7 w6b6 w - c";
const LOST: &str = "1w5/rb5/7/7/7/7/7 w6b6 w 01B c";

fn refused(words: &[&str], code: i32) -> String {
    let output = run(words, "");
    assert_eq!(
        (output.status.code(), text(&output.stdout)),
        (Some(code), "")
    );
    text(&output.stderr).to_owned()
}

#[test]
fn tables_are_counted_by_material() {
    insta::assert_snapshot!(quiet(&["kuba", "tables", "4"], ""));
    insta::assert_snapshot!(quiet(&["kuba", "tables", "3", "--json"], ""));
}

#[test]
fn a_position_is_probed_with_its_pushes() {
    for position in [WON, LOST] {
        insta::assert_snapshot!(quiet(&["kuba", "probe", position], ""));
        insta::assert_snapshot!(quiet(&["kuba", "probe", position, "--json"], ""));
    }
}

#[test]
fn a_position_that_the_tables_lack_is_refused_with_the_reason() {
    let start = "ww3bb/ww1r1bb/2rrr2/1rrrrr1/2rrr2/bb1r1ww/bb3ww w0b0 w - c";
    let tournament = "1w5/rb5/7/7/7/7/7 w6b6 w - t";
    let red_missing = "1w5/rb5/7/7/7/7/7 w6b0 w - c";
    let over = "7/7/7/7/7/7/bbb4 w0b0 w - c";
    for position in [start, tournament, red_missing, over, "nonsense"] {
        insta::assert_snapshot!(refused(&["kuba", "probe", position], 1));
    }
    let output = run(&["kuba", "probe", tournament, "--json"], "");
    assert_eq!(output.status.code(), Some(1));
    insta::assert_snapshot!(text(&output.stdout));
}

#[test]
fn there_are_tables_of_three_to_six_marbles() {
    for marbles in ["2", "7", "-1", "x"] {
        let message = refused(&["kuba", "tables", marbles], 2);
        assert!(
            message.contains("expected a whole number from 3 to 6"),
            "{message}"
        );
    }
}

#[test]
fn tables_are_cached_and_a_damaged_file_is_replaced() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("kuba-tables-cache");
    // It may be left from an earlier run.
    let _gone = fs::remove_dir_all(&folder);
    let count = || {
        let output = parlor()
            .args(["kuba", "tables", "3"])
            .env("PARLOR_CACHE", &folder)
            .output()
            .expect("the command starts");
        assert_eq!(text(&output.stderr), "");
        output.stdout
    };
    let first = count();
    let path = folder.join("kuba-3.tables");
    let whole = fs::read(&path).expect("the tables are there");
    fs::write(&path, &whole[..100]).expect("a file of the test");
    assert_eq!(count(), first);
    assert_eq!(fs::read(&path).expect("the tables are there"), whole);
}

#[test]
fn up_to_four_marbles_are_probed_without_a_build_or_a_cache() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("kuba-tables-none");
    // It may be left from an earlier run.
    let _gone = fs::remove_dir_all(&folder);
    for (position, value) in [
        (WON, "White wins in 3 pushes, and no sooner."),
        ("1w5/rb5/7/7/7/7/6b w6b6 w - c", "White wins in"),
    ] {
        let output = parlor()
            .args(["kuba", "probe", position])
            .env("PARLOR_CACHE", &folder)
            .output()
            .expect("the command starts");
        assert_eq!(text(&output.stderr), "");
        assert!(text(&output.stdout).contains(value), "{position}");
    }
    assert!(!folder.exists());
}

/// What a command is refused with, whose cache is this folder.
fn refused_with_cache(words: &[&str], folder: &Path) -> String {
    let output = parlor()
        .args(words)
        .env("PARLOR_CACHE", folder)
        .output()
        .expect("the command starts");
    assert_eq!((output.status.code(), text(&output.stdout)), (Some(1), ""));
    text(&output.stderr).to_owned()
}

#[test]
fn six_marbles_are_probed_only_if_their_tables_are_there() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("kuba-tables-six");
    // It may be left from an earlier run.
    let _gone = fs::remove_dir_all(&folder);
    let position = "1w5/rb5/7/7/7/7/r1b3w w5b6 w - c";
    let message = refused_with_cache(&["kuba", "probe", position], &folder);
    assert!(
        message.contains("`parlor kuba tables 6` builds them"),
        "{message}"
    );
    assert!(!folder.exists());
}

#[test]
fn six_marbles_are_not_solved_without_a_folder_for_them() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("kuba-tables-in-the-way");
    fs::write(&folder, "a file is in the way").expect("a file of the test");
    let message = refused_with_cache(&["kuba", "tables", "6"], &folder);
    assert!(message.contains("nothing can be stored in"), "{message}");
    assert!(message.contains("PARLOR_CACHE"), "{message}");
}
