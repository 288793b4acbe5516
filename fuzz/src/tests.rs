//! Every target on the committed inputs, and on thousands of changed copies of them.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use proptest::collection::vec;
use proptest::prelude::{Strategy, any, prop_oneof};
use proptest::sample::Index;
use proptest::test_runner::{Config, TestRunner};

/// The most changes that turn one input into another.
const MOST_CHANGES: usize = 6;

/// The most bytes that are inserted or removed at a time.
const LONGEST_PART: usize = 24;

/// No input becomes longer, as what is repeated soon would.
const LONGEST_INPUT: usize = 64 * 1024;

/// One change of an input. What reads texts is brought further by parts of other inputs than by any
/// bytes: they are the words that it knows.
#[derive(Clone, Debug)]
enum Change {
    Overwrite(Index, u8),
    Insert(Index, Vec<u8>),
    Remove(Index, usize),
    /// The end of another input, from one place of it on, in place of this one's.
    Join(Index, Index, Index),
    /// A part of another input.
    Quote(Index, Index, Index, usize),
    /// A part of this one, many times.
    Repeat(Index, usize, usize),
}

fn changes() -> impl Strategy<Value = Vec<Change>> {
    let index = any::<Index>;
    let byte = || prop_oneof![any::<u8>(), b' '..=b'~', b'0'..=b'9'];
    let length = || 1..=LONGEST_PART;
    let change = prop_oneof![
        4 => (index(), byte()).prop_map(|(at, byte)| Change::Overwrite(at, byte)),
        2 => (index(), vec(byte(), length())).prop_map(|(at, bytes)| Change::Insert(at, bytes)),
        2 => (index(), length()).prop_map(|(at, length)| Change::Remove(at, length)),
        1 => (index(), index(), index()).prop_map(|(at, other, from)| Change::Join(at, other, from)),
        3 => (index(), index(), index(), length())
            .prop_map(|(at, other, from, length)| Change::Quote(at, other, from, length)),
        1 => (index(), length(), 1..200_usize)
            .prop_map(|(at, length, times)| Change::Repeat(at, length, times)),
    ];
    vec(change, 0..=MOST_CHANGES)
}

/// The input after this change; `all` are the inputs to quote from.
fn changed(mut input: Vec<u8>, change: &Change, all: &[Vec<u8>]) -> Vec<u8> {
    // A place between two bytes, before the first or after the last.
    let place = |index: &Index, bytes: &[u8]| index.index(bytes.len() + 1);
    let end = |start: usize, length: usize, bytes: &[u8]| (start + length).min(bytes.len());
    match change {
        Change::Overwrite(at, byte) => {
            let at = place(at, &input);
            match input.get_mut(at) {
                Some(old) => *old = *byte,
                None => input.push(*byte),
            }
        }
        Change::Insert(at, bytes) => {
            let at = place(at, &input);
            input.splice(at..at, bytes.iter().copied());
        }
        Change::Remove(at, length) => {
            let at = place(at, &input);
            input.drain(at..end(at, *length, &input));
        }
        Change::Join(at, other, from) => {
            input.truncate(place(at, &input));
            let other = other.get(all);
            input.extend_from_slice(&other[place(from, other)..]);
        }
        Change::Quote(at, other, from, length) => {
            let at = place(at, &input);
            let other = other.get(all);
            let from = place(from, other);
            let part = &other[from..end(from, *length, other)];
            input.splice(at..at, part.iter().copied());
        }
        Change::Repeat(at, length, times) => {
            let at = place(at, &input);
            let part = input[at..end(at, *length, &input)].repeat(*times);
            input.splice(at..at, part);
        }
    }
    input.truncate(LONGEST_INPUT);
    input
}

/// The folder with the committed inputs of all targets.
fn corpus() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus")
}

/// The committed inputs of a target, in the order of their names.
fn inputs(target: &str) -> Vec<Vec<u8>> {
    let folder = corpus().join(target);
    let mut paths: Vec<PathBuf> = fs::read_dir(&folder)
        .unwrap_or_else(|error| panic!("{}: {error}", folder.display()))
        .map(|entry| entry.expect("an entry of a folder").path())
        .collect();
    paths.sort_unstable();
    assert!(!paths.is_empty(), "{} is empty", folder.display());
    let read = |path| fs::read(path).expect("a committed input");
    paths.iter().map(read).collect()
}

/// Runs a target on its inputs as they are, and on `tries` changed ones.
fn try_out(name: &str, check: fn(&[u8]), tries: u32) {
    let all = inputs(name);
    for input in &all {
        check(input);
    }
    let config = Config {
        cases: tries,
        failure_persistence: None,
        ..Config::default()
    };
    let made = (any::<Index>(), changes()).prop_map(|(start, changes)| {
        let start = start.get(&all).clone();
        let made = changes
            .iter()
            .fold(start, |input, change| changed(input, change, &all));
        Input(made)
    });
    TestRunner::new(config)
        .run(&made, |Input(input)| {
            check(&input);
            Ok(())
        })
        .unwrap_or_else(|failure| panic!("{name}: {failure}"));
}

/// An input that shows as text with escapes, as it can be put into a file.
#[derive(Clone)]
struct Input(Vec<u8>);

impl core::fmt::Debug for Input {
    fn fmt(&self, out: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(out, "b\"{}\"", self.0.escape_ascii())
    }
}

/// One test for each target, with how many changed inputs: fewer where one takes longer.
macro_rules! tests {
    ($($name:ident: $tries:literal,)*) => {
        $(
            #[test]
            fn $name() {
                try_out(stringify!($name), crate::$name::check, $tries);
            }
        )*

        #[test]
        fn every_folder_of_inputs_is_tried() {
            let tried = BTreeSet::from([$(stringify!($name).to_owned()),*]);
            let folders = fs::read_dir(corpus()).expect("the corpus is there");
            let folders: BTreeSet<String> = folders
                .map(|entry| entry.expect("an entry of a folder").file_name())
                .map(|name| name.into_string().expect("a name in ASCII"))
                .collect();
            assert_eq!(tried, folders);
        }
    };
}

tests! {
    archived_game: 20_000,
    assignment: 20_000,
    game_log: 5_000,
    http_action: 100_000,
    http_form: 10_000,
    import_form: 20_000,
    keeper_request: 100_000,
    kuba_class: 50_000,
    kuba_notation: 100_000,
    kuba_play: 2_000,
    kuba_position: 50_000,
    kuba_protocol: 5_000,
    kuba_puzzles: 10_000,
    kuba_record: 50_000,
    ludo_class: 50_000,
    ludo_notation: 100_000,
    ludo_play: 2_000,
    ludo_position: 100_000,
    ludo_puzzles: 10_000,
    ludo_record: 50_000,
    ludo_values: 20_000,
    receipt: 1_000,
    record_json: 20_000,
    record_text: 20_000,
    socket_frame: 100_000,
}
