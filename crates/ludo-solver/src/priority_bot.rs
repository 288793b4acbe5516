//! The bot with the priority policy.

use ludo_rules::{Action, priority};
use parlor_game::{Bot, Budget, LiveGame, Ludo, Turn};

/// Plays the priority policy of the rules, [`ludo_rules::priority`].
///
/// It is deterministic: it ignores the seed and the node budget.
///
/// Rules: L-15 to L-18.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct PriorityBot;

impl Bot<Ludo> for PriorityBot {
    fn name(&self) -> &'static str {
        "priority"
    }

    fn choose(&self, game: &LiveGame<Ludo>, _: Budget<'_>, _: u64) -> Option<Action> {
        let Turn::Action(seat) = game.turn() else {
            return None;
        };
        let roll = game.position().roll_in_hand()?;
        let choice = priority(game.position().tokens(), seat, roll).choice;
        Some(Action { seat, roll, choice })
    }
}
