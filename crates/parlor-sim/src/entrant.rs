//! Who takes part.

use std::sync::Arc;

use parlor_game::{Bot, Game, Level};

/// Who takes part in a match: a bot, and how long it may think.
///
/// The same bot may take part twice, with another name and other nodes.
#[derive(Clone, Debug)]
pub struct Entrant<G: Game> {
    /// What it is called in tables: `priority`.
    pub name: String,
    /// The program.
    pub bot: Arc<dyn Bot<G>>,
    /// How many nodes it may look at for an action.
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
