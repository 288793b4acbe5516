//! The bot with optimal play.

use ludo_rules::Action;
use parlor_game::{Bot, Budget, LiveGame, Ludo, Turn};

use crate::exact::Tablebase;

/// Plays optimally, by the exact values; for two players only.
///
/// It is deterministic: it ignores the seed and the node budget. The first choice in a
/// seating blocks until its values are available.
#[derive(Clone, Copy, Debug)]
pub struct OptimalBot {
    tables: &'static Tablebase,
}

impl OptimalBot {
    /// A bot with this tablebase.
    pub const fn new(tables: &'static Tablebase) -> Self {
        Self { tables }
    }
}

impl Bot<Ludo> for OptimalBot {
    fn name(&self) -> &'static str {
        "optimal"
    }

    fn choose(&self, game: &LiveGame<Ludo>, _: Budget<'_>, _: u64) -> Option<Action> {
        let Turn::Action(seat) = game.turn() else {
            return None;
        };
        let position = game.position();
        let roll = position.roll_in_hand()?;
        let choice = match position.legal_moves().as_slice() {
            [only] => *only,
            _ => self.tables.values_for(position)?.best_move(position)?,
        };
        Some(Action { seat, roll, choice })
    }
}
