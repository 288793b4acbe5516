//! The strong bot.

use ludo_rules::Action;
use parlor_game::{Bot, Budget, LiveGame, Ludo, Turn};

use super::estimator::Estimator;

/// Maximizes its chance of finishing next, by an [`Estimator`].
///
/// It is deterministic: it ignores the seed and the node budget.
#[derive(Clone, Debug)]
pub struct StrongBot {
    estimator: Estimator,
}

impl StrongBot {
    /// A bot with this estimator.
    pub const fn new(estimator: Estimator) -> Self {
        Self { estimator }
    }
}

impl Default for StrongBot {
    /// A bot with the built-in model.
    fn default() -> Self {
        Self::new(Estimator::built_in())
    }
}

impl Bot<Ludo> for StrongBot {
    fn name(&self) -> &'static str {
        "strong"
    }

    fn choose(&self, game: &LiveGame<Ludo>, _: Budget<'_>, _: u64) -> Option<Action> {
        let Turn::Action(seat) = game.turn() else {
            return None;
        };
        let roll = game.position().roll_in_hand()?;
        let choice = self.estimator.best_move(game.position())?;
        Some(Action { seat, roll, choice })
    }
}
