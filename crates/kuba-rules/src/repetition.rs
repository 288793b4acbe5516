//! The draw by repetition, which takes a game's history. Rules: K-12.

use std::collections::BTreeMap;

use crate::marble::Side;
use crate::position::Position;
use crate::rules::Rules;

/// How often a position must stand at the beginning of a turn. Rules: K-12.
const COUNTS_TO_DRAW: u32 = 3;

/// Counts the positions of one game each time a turn begins.
///
/// Rules: K-12 (49 cells and player to move; in tournament rules only).
///
/// ```
/// use kuba_rules::{Position, Repetitions, Rules};
///
/// let mut position = Position::start(Rules::Tournament);
/// let mut repetitions = Repetitions::new(&position);
/// for push in ["00B", "06B", "20F", "26F"].repeat(2) {
///     position.play(push.parse()?)?;
///     repetitions.turn_began(&position);
/// }
/// assert!(repetitions.is_draw());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Repetitions {
    /// How often each position has been counted.
    counts: BTreeMap<Key, u32>,
    drawn: bool,
}

/// White, black and red cells, and who is to move.
type Key = (u64, u64, u64, Side);

impl Repetitions {
    /// Starts counting with the position a game begins with.
    pub fn new(position: &Position) -> Self {
        let mut repetitions = Self {
            counts: BTreeMap::new(),
            drawn: false,
        };
        repetitions.turn_began(position);
        repetitions
    }

    /// Counts the position if a turn begins with it, and says how often it
    /// has been counted now. To be called after every action.
    ///
    /// In classroom rules, in the middle of a turn and after a win nothing is
    /// counted, and the answer is 0.
    pub fn turn_began(&mut self, position: &Position) -> u32 {
        let counts = position.rules() == Rules::Tournament
            && !position.may_push_again()
            && !position.is_over();
        if !counts {
            return 0;
        }
        let [white, black] = position.marbles;
        let count = self
            .counts
            .entry((white, black, position.reds, position.to_move()))
            .or_default();
        *count += 1;
        self.drawn |= *count >= COUNTS_TO_DRAW;
        *count
    }

    /// Whether some position has been counted for the third time.
    pub const fn is_draw(&self) -> bool {
        self.drawn
    }
}
