//! Ludo in words: the cross with its numbers and tokens, and one sentence for
//! each roll, event and state.

mod board;
mod description;
mod picture;
mod sentences;
mod status;

#[cfg(test)]
mod tests;

use ludo_rules::Seat;
use parlor_game::Standing;

pub use board::board;
pub use description::{description, tokens_description};
pub use picture::Picture;
pub use sentences::{action, event, explain};
pub(crate) use status::state;
pub use status::{status, turn};

/// How far a game has come: what whoever holds it knows and no position can tell.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Stage<'a> {
    /// The game goes on, or is over; which of them, the position tells.
    #[default]
    UnderWay,
    /// The roll limit is reached, and these are the places, the best first; who
    /// had not finished shares one. Rules: L-31.
    LimitReached(&'a [Standing<Seat>]),
}

impl Stage<'_> {
    /// Whether the position says what is due.
    pub(crate) const fn is_under_way(self) -> bool {
        matches!(self, Self::UnderWay)
    }
}
