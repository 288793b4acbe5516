//! Kuba as a picture and in words: the board with what both players have, one
//! sentence for each push, refusal, event and state, and whole positions in sentences.

mod board;
mod description;
mod graph;
mod picture;
mod script;
mod sentences;
mod show;

#[cfg(test)]
mod tests;

use kuba_rules::{Draw, Position, Side};
use parlor_game::Settlement;

pub use board::board;
pub use description::description;
pub use graph::{Graph, level};
use picture::heap;
pub use picture::{
    CELL, END_TURN, Picture, RowItem, above, below, beside, card_area, cell_area, mark, motions,
    row,
};
pub use script::{ScriptSnapshot, attempt};
pub(crate) use sentences::{color, state};
pub use sentences::{event, push, refusal, status, way};
pub use show::tray;

/// The status before the first move under classroom rules, when it is nobody's
/// turn yet.
///
/// Rules: K-11, K-15.
pub const NOBODY_YET: &str = "Nobody has moved yet; either player may begin (K-11).";

/// The outcome of a push that repeats the position for the third time.
///
/// Rules: K-12. It follows from the history, so no event reports it.
pub const THIRD_TIME: &str = "the position stands for the third time, a draw (K-12)";

/// How far a game has come: what its history decides and no position shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Stage {
    /// Nobody has moved yet, and either player may begin. Rules: K-11, K-15.
    NobodyYet,
    /// The game goes on or is won, as the position shows.
    #[default]
    UnderWay,
    /// The game is drawn. Rules: K-12, K-13.
    Drawn(Draw),
    /// The players ended the game, and not the rules.
    Settled(Settlement<Side>),
}

impl Stage {
    /// Whether a push is still due.
    pub(crate) fn goes_on(self, position: &Position) -> bool {
        matches!(self, Self::NobodyYet | Self::UnderWay) && !position.is_over()
    }

    /// How the game was drawn, if it was.
    pub const fn draw(self) -> Option<Draw> {
        match self {
            Self::Drawn(draw) => Some(draw),
            Self::NobodyYet | Self::UnderWay | Self::Settled(_) => None,
        }
    }
}

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

/// White's name, then Black's.
impl<'a, Name: AsRef<str>> From<&'a [Name; 2]> for Names<'a> {
    fn from([white, black]: &'a [Name; 2]) -> Self {
        let (white, black) = (white.as_ref(), black.as_ref());
        Self { white, black }
    }
}

/// The colors, for players without names.
impl Default for Names<'_> {
    fn default() -> Self {
        Self {
            white: "White",
            black: "Black",
        }
    }
}
