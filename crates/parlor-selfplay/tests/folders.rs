//! Folders of columns: all or nothing.

use std::fs;
use std::path::PathBuf;

use core::sync::atomic::AtomicBool;
use parlor_selfplay::{Bulk as _, Folder, Meta, Origin, ludo};

/// A folder of this test's own.
fn place(name: &str) -> PathBuf {
    let place = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _may_be_new = fs::remove_dir_all(&place);
    fs::create_dir_all(&place).expect("a folder");
    place
}

fn origin() -> Origin {
    Origin {
        program: "test".to_owned(),
        game: "ludo".to_owned(),
        rules: "classic".to_owned(),
        seats: vec!["A".to_owned(), "C".to_owned()],
        players: vec!["random".to_owned(); 2],
        seed: 1,
        opening: 0,
        limit: 10_000,
    }
}

fn names(place: &PathBuf) -> Vec<String> {
    let entries = fs::read_dir(place).expect("a folder");
    let mut names: Vec<String> = entries
        .map(|entry| {
            entry
                .expect("an entry")
                .file_name()
                .into_string()
                .expect("text")
        })
        .collect();
    names.sort();
    names
}

#[test]
fn a_folder_appears_when_it_is_finished_and_is_gone_when_it_is_not() {
    let place = place("selfplay-folder");
    let games = ludo::Games::new(&ludo::Options::default()).expect("the default");
    let target = place.join("deep").join("games");
    let stop = AtomicBool::new(false);
    let rows = games.record(0..3, &stop).expect("random play");

    let mut folder = Folder::create(&target, false, games.rows()).expect("a new folder");
    folder.append(&rows).expect("room");
    assert!(!target.exists());
    drop(folder);
    assert!(names(&place.join("deep")).is_empty());

    let mut folder = Folder::create(&target, false, games.rows()).expect("a new folder");
    folder.append(&rows).expect("room");
    folder.append(&rows).expect("room");
    let meta = folder.finish(origin(), 6).expect("room");
    assert_eq!((meta.games, meta.rows), (6, 2 * rows.len() as u64));
    assert_eq!(names(&place.join("deep")), ["games"]);
    assert_eq!(names(&target).len(), 1 + rows.columns.len());
    let text = fs::read_to_string(target.join("meta.json")).expect("a file");
    assert_eq!(serde_json::from_str::<Meta>(&text).expect("JSON"), meta);
    let tokens = fs::read(target.join("tokens.npy")).expect("a file");
    assert_eq!(tokens.len(), 128 + 4 * 2 * rows.len());
}

#[test]
fn what_is_there_is_kept_unless_it_is_columns_to_be_replaced() {
    let place = place("selfplay-kept");
    let games = ludo::Games::new(&ludo::Options::default()).expect("the default");
    let target = place.join("games");
    let create = |may_replace| Folder::create(&target, may_replace, games.rows());

    fs::create_dir(&target).expect("an empty folder");
    create(false)
        .and_then(|folder| folder.finish(origin(), 6))
        .expect("it is empty");
    let error = create(false).expect_err("there are columns").to_string();
    assert!(
        error.contains("is not empty: it has \"action.npy\""),
        "{error}"
    );
    create(true)
        .and_then(|folder| folder.finish(origin(), 6))
        .expect("columns are replaced");

    fs::write(target.join("thesis.txt"), "years").expect("a file");
    let error = create(true).expect_err("a foreign file").to_string();
    assert!(
        error.contains("it has \"thesis.txt\", which is not replaced"),
        "{error}"
    );
    let file = target.join("thesis.txt");
    let error = Folder::create(&file, true, games.rows())
        .expect_err("a file")
        .to_string();
    assert!(error.contains("is not a folder"), "{error}");
    assert_eq!(names(&place), ["games"]);
}
