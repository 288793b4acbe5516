//! The participants of a match.

use std::sync::Arc;

use parlor_game::{Bot, Game, Level};

use crate::player::{Player, SharedBot};

/// A participant of a match: a player and its node budget.
///
/// The same bot may take part twice, with different names and nodes.
#[derive(Clone, Debug)]
pub struct Entrant<G: Game> {
    /// The name in tables: `priority`.
    pub name: String,
    /// The player itself: a bot, or what may fail.
    pub player: Arc<dyn Player<G>>,
    /// The nodes it may search for an action.
    pub nodes: u64,
}

impl<G: Game> Entrant<G> {
    /// A bot with this node budget, by this name.
    pub fn of_bot(name: &str, bot: Arc<dyn Bot<G>>, nodes: u64) -> Self {
        Self {
            name: name.to_owned(),
            player: Arc::new(SharedBot(bot)),
            nodes,
        }
    }
}

impl<G: Game> From<Level<G>> for Entrant<G> {
    fn from(level: Level<G>) -> Self {
        Self::of_bot(level.name(), Arc::clone(&level.bot), level.nodes)
    }
}
