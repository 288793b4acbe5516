//! Ludo in words: the cross with its numbers and tokens, and one sentence for
//! each roll, event and state.

mod board;
mod description;
mod graph;
mod picture;
mod script;
mod sentences;
mod show;
mod status;
mod trophy;

#[cfg(test)]
mod tests;

use ludo_rules::{Position, Seat};
use parlor_game::{Settlement, Standing};

use crate::words;

pub use board::board;
pub use description::{description, token_description, tokens_description};
pub use graph::{ChanceLine, Graph};
pub use picture::{
    Picture, die, die_area, mark, motions, place_area, token_area, token_motions, turning_die,
    waiting_room,
};
pub use script::ScriptSnapshot;
pub(crate) use sentences::named_action;
pub use sentences::{action, choice, event, explain};
pub(crate) use status::state;
pub use status::{status, turn};

/// How far a game has come: what its history decides and no position shows.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Stage<'a> {
    /// The game goes on or is over, as the position shows.
    #[default]
    UnderWay,
    /// The roll limit is reached, and these are the places, the best first; who
    /// had not finished shares one. Rules: L-31.
    LimitReached(&'a [Standing<Seat>]),
    /// The players ended the game, and not the rules.
    Settled(Settlement<Seat>),
}

impl Stage<'_> {
    /// Whether the position determines what is due.
    pub(crate) const fn is_under_way(self) -> bool {
        matches!(self, Self::UnderWay)
    }

    /// The places taken or shared at this stage. What the rules have ended,
    /// nobody can settle, and an abandoned game leaves the places already taken.
    ///
    /// Rules: L-12, L-30, L-31.
    pub(crate) fn places(self, position: &Position) -> Vec<Standing<Seat>> {
        match self {
            Self::LimitReached(standings) => standings.to_vec(),
            Self::Settled(settled) if !position.is_over() && settled != Settlement::Abandoned => {
                settled.standings(position.tokens().seats().iter())
            }
            Self::UnderWay | Self::Settled(_) => (1..)
                .zip(position.finishing_order().iter())
                .map(|(place, &seat)| Standing {
                    seat,
                    places: place..=place,
                })
                .collect(),
        }
    }
}

/// What a player is called: `Ann (A)`, or the seat's letter without a name.
pub(crate) fn player(seat: Seat, names: &[(Seat, &str)]) -> String {
    let letter = seat.to_string();
    match names.iter().find(|&&(named, _)| named == seat) {
        Some((_, name)) => words::player(name, &letter),
        None => letter,
    }
}
