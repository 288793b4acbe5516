//! What comes of a game, and who sees it played.

use parlor_game::{Choice, Game, LiveGame, Standing};

use crate::game_error::GameError;

/// A game that was played to its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// The places of all players, by seat; a seat is its index at this table,
    /// from 0.
    pub standings: Vec<Standing<usize>>,
    /// The id of the rule that ended it: a win, a draw, or the limit; or
    /// [`Forfeit::ENDING`].
    pub ended_by: &'static str,
    /// The number of actions chosen by bots.
    pub actions: u32,
    /// The number of chance outcomes.
    pub chances: u32,
    /// Who forfeited it, if anybody did.
    pub forfeit: Option<Forfeit>,
}

/// A game that a player lost because it had no legal action to give.
///
/// It has the last place, and the others share those before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Forfeit {
    /// The index of its seat at this table, from 0.
    pub seat: usize,
    /// What it did.
    pub error: GameError,
}

impl Forfeit {
    /// What stands for the rule that ended such a game.
    pub const ENDING: &'static str = "forfeit";
}

/// The number of a game.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Number {
    /// In the match, from 0.
    pub(crate) in_match: u64,
    /// In its deal, from 0.
    pub(crate) in_deal: u64,
}

/// Sees a game while it is played.
pub trait Observer<G: Game> {
    /// Chance is due.
    fn before_chance(&mut self, game: &LiveGame<G>) {
        let _ = game;
    }

    /// The player at a seat, given by its index at the table, has chosen an action, which is played next.
    fn before_action(&mut self, game: &LiveGame<G>, seat: usize, choice: Choice<G::Action>);
}

/// Sees nothing.
impl<G: Game> Observer<G> for () {
    fn before_action(&mut self, _: &LiveGame<G>, _: usize, _: Choice<G::Action>) {}
}
