//! Puzzles of Kuba: a win by force.

mod difficulty;
mod judge;
mod mine;
mod proof;
mod puzzle;
mod solution;
#[cfg(test)]
mod tests;
mod twins;

use std::sync::LazyLock;

use kuba_rules::{Action, Position};

use crate::id::PuzzleId;
use crate::lines;

pub use difficulty::{ATTEMPTS, Grade, LEVELS};
pub use judge::{Judgment, Verdict};
pub use mine::Mine;
pub use puzzle::{KubaPuzzle, KubaPuzzleError, Written};

/// All puzzles of Kuba that come with the program, in the order of the file.
pub fn all() -> &'static [KubaPuzzle] {
    static PUZZLES: LazyLock<Vec<KubaPuzzle>> = LazyLock::new(|| {
        lines::read(include_str!("../data/kuba.jsonl")).expect("a test reads the same file")
    });
    &PUZZLES
}

/// The puzzle of this name; `None` if there is none.
pub fn find(id: PuzzleId) -> Option<&'static KubaPuzzle> {
    all().iter().find(|puzzle| puzzle.id() == id)
}

/// The position after a legal action.
fn act(position: &Position, action: Action) -> Position {
    let mut after = *position;
    match action {
        Action::Push(push) => after.play_unchecked(push),
        Action::End => after.end_turn().expect("the turn is open"),
    }
    after
}
