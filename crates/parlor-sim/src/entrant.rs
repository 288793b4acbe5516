//! The participants of a match.

use std::sync::Arc;

use parlor_game::{Bot, Game, Level};

/// A participant of a match: a bot and its node budget.
///
/// The same bot may take part twice, with different names and nodes.
#[derive(Clone, Debug)]
pub struct Entrant<G: Game> {
    /// The name in tables: `priority`.
    pub name: String,
    /// The bot itself.
    pub bot: Arc<dyn Bot<G>>,
    /// The nodes it may search for an action.
    pub nodes: u64,
}

impl<G: Game> From<Level<G>> for Entrant<G> {
    fn from(level: Level<G>) -> Self {
        Self {
            name: level.name().to_owned(),
            nodes: level.nodes,
            bot: level.bot,
        }
    }
}
