//! Puzzles of Ludo: the best choice, where a rule of thumb is wrong.
//!
//! A [`LudoPuzzle`] is a position of two players with a roll in hand. Both choices have their exact chances of
//! winning, so an answer is [judged](LudoPuzzle::judge) without looking ahead. [`all`] are those of the program;
//! [`LudoMine`] finds more in games. `docs/formats/puzzles.md` specifies the file.
//!
//! ```
//! use parlor_puzzles::ludo::{self, LudoVerdict};
//!
//! let puzzle = &ludo::all()[0];
//! assert_eq!(ludo::find(puzzle.id()), Some(puzzle));
//! let verdict = puzzle.judge(puzzle.best().action)?;
//! assert!(matches!(verdict, LudoVerdict::Right { .. }));
//! # Ok::<(), ludo_rules::PlayError>(())
//! ```

mod difficulty;
mod error;
mod line;
mod mine;
mod puzzle;
mod rule_of_thumb;
mod twins;

use std::sync::LazyLock;

pub use difficulty::{GRADES, Population, RATINGS};
pub use error::LudoPuzzleError;
pub use line::WrittenLudoPuzzle;
pub use mine::{LudoMine, LudoMineError};
pub use puzzle::{LEAST_LOSS, LudoChoice, LudoPuzzle, LudoVerdict};
pub use rule_of_thumb::RuleOfThumb;
pub use twins::representative;

use crate::id::PuzzleId;
use crate::lines;

/// The file of the program's puzzles.
const FILE: &str = include_str!("../data/ludo.jsonl");

/// Every puzzle of the program, in the order of its file, to whose end new ones are appended.
pub fn all() -> &'static [LudoPuzzle] {
    static ALL: LazyLock<Vec<LudoPuzzle>> =
        LazyLock::new(|| lines::read(FILE).expect("a test reads the file"));
    &ALL
}

/// The puzzle of this name.
pub fn find(id: PuzzleId) -> Option<&'static LudoPuzzle> {
    all().iter().find(|puzzle| puzzle.id() == id)
}
