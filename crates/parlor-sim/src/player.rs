//! Players of matches, which may fail.

use core::error::Error;
use core::fmt::Debug;
use std::sync::Arc;

use parlor_game::{Bot, Budget, Choice, Game, LiveGame};

/// A game as a player gets to see it: not only where it is, but how it came there.
///
/// A program outside is given the start and the actions, from which it knows the history by
/// itself (K-12).
#[derive(Clone, Copy, Debug)]
pub struct GameSoFar<'a, G: Game> {
    /// The number of the game in its match, from 0.
    pub number: u64,
    /// The position that it began with, before the opening.
    pub start: &'a G::Position,
    /// The actions since, those of the opening included.
    pub actions: &'a [G::Action],
    /// The game under way.
    pub game: &'a LiveGame<G>,
}

/// Why a player has no action to give.
pub type PlayerError = Box<dyn Error + Send + Sync>;

/// A player of a match.
///
/// Every [`Bot`] is one that never fails; programs outside and functions of another language may.
pub trait Player<G: Game>: Debug + Send + Sync {
    /// One of the legal actions; `None` unless one is due, or after the budget's flag was raised.
    ///
    /// # Errors
    /// Why there is none, in words that follow "the bot X failed …: ".
    fn next_action(
        &self,
        so_far: &GameSoFar<'_, G>,
        budget: Budget<'_>,
        seed: u64,
    ) -> Result<Option<Choice<G::Action>>, PlayerError>;

    /// A game of this number, in which it took part, is over or is played no further.
    fn game_over(&self, _number: u64) {}
}

impl<G: Game, B: Bot<G>> Player<G> for B {
    fn next_action(
        &self,
        so_far: &GameSoFar<'_, G>,
        budget: Budget<'_>,
        seed: u64,
    ) -> Result<Option<Choice<G::Action>>, PlayerError> {
        Ok(self.choose_scored(so_far.game, budget, seed))
    }
}

/// A bot of a list, which others hold, too.
#[derive(Clone, Debug)]
pub(crate) struct SharedBot<G: Game>(pub(crate) Arc<dyn Bot<G>>);

impl<G: Game> Bot<G> for SharedBot<G> {
    fn name(&self) -> &str {
        self.0.name()
    }

    fn choose(&self, game: &LiveGame<G>, budget: Budget<'_>, seed: u64) -> Option<G::Action> {
        self.0.choose(game, budget, seed)
    }

    fn choose_scored(
        &self,
        game: &LiveGame<G>,
        budget: Budget<'_>,
        seed: u64,
    ) -> Option<Choice<G::Action>> {
        self.0.choose_scored(game, budget, seed)
    }
}
