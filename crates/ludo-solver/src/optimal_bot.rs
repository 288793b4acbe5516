//! Best play as a bot.

use ludo_rules::Action;
use parlor_game::{Bot, Budget, LiveGame, Ludo, Turn};

use crate::exact::Tables;

/// Plays as well as can be, by the exact values; for two players only.
///
/// It draws nothing by the seed and counts no nodes. The first choice in a
/// seating waits until its values are there.
#[derive(Clone, Copy, Debug)]
pub struct OptimalBot {
    tables: &'static Tables,
}

impl OptimalBot {
    /// A bot that goes by these values.
    pub const fn new(tables: &'static Tables) -> Self {
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
            _ => self.tables.apply_to(position)?.best_move(position)?,
        };
        Some(Action { seat, roll, choice })
    }
}
