//! Openings that are won for neither side.

use std::sync::LazyLock;

use kuba_rules::{Action, Rules};

/// The pushes of each opening.
pub const OPENING_PUSHES: u32 = 6;

/// A line for each opening: its rule set, then its actions.
const TEXT: &str = include_str!("openings.txt");

/// By rule set.
static OPENINGS: LazyLock<[Vec<Vec<Action>>; 2]> = LazyLock::new(|| {
    Rules::ALL.map(|rules| {
        let lines = TEXT
            .lines()
            .filter_map(|line| line.strip_prefix(rules.name()));
        let actions = lines.map(|line| line.split_whitespace().map(str::parse).collect());
        actions
            .collect::<Result<_, _>>()
            .expect("the file is part of the program, and a test reads all of it")
    })
});

/// Openings from which a match is worth playing: [`OPENING_PUSHES`] random actions from the start, White
/// first, after which a search of two million nodes finds a win for neither side. No two lead to the
/// same position.
///
/// `kuba_strength fair-openings` of `parlor-bench` writes them.
pub fn fair_openings(rules: Rules) -> &'static [Vec<Action>] {
    &OPENINGS[rules as usize]
}
