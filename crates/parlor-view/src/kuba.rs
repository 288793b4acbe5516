//! Kuba in words: the board with both players' trays, and one sentence for
//! each push, refusal, event and state.

mod board;
mod sentences;

#[cfg(test)]
mod tests;

use kuba_rules::Side;

pub use board::board;
pub use sentences::{event, push, refusal, status};

/// What to say where a board is shown before anybody has moved in classroom
/// rules, when it is nobody's turn yet.
///
/// Rules: K-11, K-15.
pub const NOBODY_YET: &str = "Nobody has moved yet; either player may begin (K-11).";

/// What came of a push after which the position stands for the third time.
///
/// Rules: K-12. The holder of the game knows it, no event tells it.
pub const THIRD_TIME: &str = "the position stands for the third time, a draw (K-12)";

/// What the two players are called in boards and sentences.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Names<'a> {
    /// The name of the player with the white marbles.
    pub white: &'a str,
    /// The name of the player with the black marbles.
    pub black: &'a str,
}

impl<'a> Names<'a> {
    /// The name of the player on `side`.
    pub const fn of(self, side: Side) -> &'a str {
        match side {
            Side::White => self.white,
            Side::Black => self.black,
        }
    }
}

/// The colours, for players without names.
impl Default for Names<'_> {
    fn default() -> Self {
        Self {
            white: "White",
            black: "Black",
        }
    }
}
