//! A board whose moves are links: a position and the moves made from it, all in the address, so that it
//! works without scripts and a browser goes back through the moves.
//!
//! The analysis board, lessons and puzzles show it; each decides what a move leads to.

mod game;
mod line;
mod query;
mod refusal;

pub(super) use game::PracticeGame;
pub(super) use line::{Line, moves_of};
pub(super) use query::query;
pub(super) use refusal::{ErrorPage, illegal, shortened, with_rule};

use super::board::Board;

/// The board as a part of a page, for `templates/practice/parts.html`.
#[derive(Debug)]
pub(super) struct Practice {
    pub(super) board: Board,
    /// How one came here.
    pub(super) line: Line,
    pub(super) rolls: Rolls,
}

/// Who decides what a die shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Rolls {
    /// The reader, who has a link for each roll.
    Chosen,
    /// The page, once the reader rolls.
    Given,
}

impl Practice {
    /// Whether the reader has a link for each roll, and none to roll the die.
    pub(super) fn has_roll_links(&self) -> bool {
        self.rolls == Rolls::Chosen
    }

    /// Whether there is anything to be listed that is done in words.
    pub(super) fn has_choices(&self) -> bool {
        let mut groups = self.board.groups.iter();
        groups.any(|group| !group.choices.is_empty() || group.ko.is_some())
    }
}
