//! Builds that are interrupted, and go on from the layers that are finished.

mod support;

use core::ops::ControlFlow;
use std::fs;
use std::path::Path;

use kuba_tables::cache::{self, CacheProgress};
use kuba_tables::{BuildError, BuildProgress, Tables};

use support::{bytes, folder};

/// The names of the files of layers in a folder.
fn layer_files(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("the folder is there");
    let names = entries.map(|entry| entry.expect("it can be read").file_name());
    let names = names.map(|name| name.into_string().expect("names of the cache are text"));
    let mut names: Vec<String> = names.filter(|name| name.contains(".layer-")).collect();
    names.sort();
    names
}

/// Builds until `stop`.
fn build_until(folder: &Path, marbles: u8, stop: impl Fn(&BuildProgress) -> bool) {
    let stopped = cache::load_or_build(folder, marbles, |step| match step {
        CacheProgress::Building(reached) if stop(&reached) => ControlFlow::Break(()),
        _ => ControlFlow::Continue(()),
    });
    assert_eq!(stopped.err(), Some(BuildError::Stopped));
    assert!(!cache::path_for(folder, marbles).exists());
}

/// Builds to the end. Returns the file and which layers, by the number of those before, were solved.
fn build_on(folder: &Path, marbles: u8) -> (Vec<u8>, Vec<usize>) {
    let (mut solved, mut shares) = (Vec::new(), Vec::new());
    let cached = cache::load_or_build(folder, marbles, |step| {
        if let CacheProgress::Building(reached) = step {
            shares.push(reached.share());
            if reached.pushes.is_some() && !solved.contains(&reached.finished) {
                solved.push(reached.finished);
            }
        }
        ControlFlow::Continue(())
    });
    let cached = cached.expect("nothing stops it");
    assert!(cached.is_new && cached.error.is_none());
    assert!(shares.is_sorted() && shares.last() == Some(&1.0));
    assert_eq!(layer_files(folder), [""; 0]);
    let file = fs::read(cache::path_for(folder, marbles)).expect("the tables are there");
    assert!(file == bytes(&cached.tables));
    (file, solved)
}

#[test]
fn a_build_that_was_interrupted_goes_on_from_each_finished_layer_to_the_same_file() {
    let folder = folder("layers-interrupted");
    let layers = ["1-1-1-1", "1-1-2-1", "1-2-1-1"].map(|layer| format!("kuba-4.layer-{layer}"));
    let whole = bytes(Tables::embedded());
    // Once after each layer, each time from the one before.
    for finished in 1..=3 {
        build_until(&folder, 4, |reached| {
            let is_again = reached.finished + 1 < finished && reached.pushes.is_some();
            assert!(!is_again, "a finished layer is solved again");
            reached.finished == finished
        });
        assert_eq!(layer_files(&folder), layers[..finished]);
    }
    let (file, solved) = build_on(&folder, 4);
    assert!(file == whole && solved.is_empty());
}

#[test]
fn a_build_that_is_interrupted_amid_a_layer_keeps_those_before() {
    let folder = folder("layers-amid");
    build_until(&folder, 4, |reached| {
        reached.finished == 2 && reached.pushes == Some(9)
    });
    assert_eq!(layer_files(&folder).len(), 2);
    // What a process leaves that is killed while it writes.
    let unfinished = folder.join("kuba-4.layer-1-2-1-1.1-0.unfinished");
    fs::write(unfinished, "half").expect("a file of the test");
    // A layer under the name of another is refused.
    let other = folder.join("kuba-4.layer-1-2-1-1");
    fs::copy(folder.join("kuba-4.layer-1-1-2-1"), other).expect("a file of the test");
    let (file, solved) = build_on(&folder, 4);
    assert!(file == bytes(Tables::embedded()));
    assert_eq!(solved, [2]);
}

#[test]
fn damaged_and_foreign_layers_are_refused_and_solved_again() {
    let folder = folder("layers-damaged");
    let path = folder.join("kuba-3.layer-1-1-1-1");
    build_until(&folder, 3, |reached| reached.finished == 1);
    let layer = fs::read(&path).expect("the layer is there");
    assert_eq!(layer.len(), 36 + 15_709 + 32);
    let mut damaged = vec![
        Vec::new(),
        b"PKUBALAY".to_vec(),
        layer[..9000].to_vec(),
        layer[..layer.len() - 1].to_vec(),
        [&layer[..], b"\0"].concat(),
    ];
    // The magic bytes, version, size, rules, solver, material, values, checksum.
    for place in [0, 8, 10, 12, 28, 32, 35, 36, 9000, layer.len() - 1] {
        let mut altered = layer.clone();
        altered[place] ^= 1;
        damaged.push(altered);
    }
    let (whole, _) = build_on(&folder, 3);
    for (case, damaged) in damaged.into_iter().enumerate() {
        fs::remove_file(cache::path_for(&folder, 3)).expect("the tables are there");
        fs::write(&path, damaged).expect("a file of the test");
        let (file, solved) = build_on(&folder, 3);
        assert!(file == whole && solved == [0], "case {case}");
    }
    fs::remove_file(cache::path_for(&folder, 3)).expect("the tables are there");
    fs::write(&path, layer).expect("a file of the test");
    let (file, solved) = build_on(&folder, 3);
    assert!(file == whole && solved.is_empty());
}

#[test]
fn layers_that_are_left_beside_whole_tables_are_removed() {
    let folder = folder("layers-left");
    build_on(&folder, 3);
    let left = folder.join("kuba-3.layer-1-1-1-1");
    let of_others = folder.join("kuba-4.layer-1-1-1-1");
    for path in [&left, &of_others] {
        fs::write(path, "left").expect("a file of the test");
    }
    let cached = cache::load_or_build(&folder, 3, |_| ControlFlow::Continue(()));
    assert!(!cached.expect("nothing stops it").is_new);
    assert_eq!(layer_files(&folder), ["kuba-4.layer-1-1-1-1"]);
}
