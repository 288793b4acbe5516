//! A bot that captures when it can.

use kuba_rules::{Action, Position};
use parlor_game::{Bot, Budget, Game, Kuba, LiveGame, Turn};
use parlor_testkit::dice::SplitMix64;

use crate::{after, material};

/// Captures when some push does, each such push equally likely; else plays any
/// push, or ends an open turn that captures nothing more.
///
/// A red and an enemy marble are the same to it, and it never looks at the
/// reply: the play of a child who knows the rules.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct CaptureBot;

impl Bot<Kuba> for CaptureBot {
    fn name(&self) -> &'static str {
        "capture"
    }

    fn choose(&self, game: &LiveGame<Kuba>, _: Budget<'_>, seed: u64) -> Option<Action> {
        let Turn::Action(_) = game.turn() else {
            return None;
        };
        let position = game.position();
        let captures: Vec<Action> = Kuba::legal_actions(position)
            .filter(|&action| takes(position, action))
            .collect();
        let random = SplitMix64::for_game(seed).next_u64();
        if captures.is_empty() {
            return if position.may_push_again() {
                Some(Action::End)
            } else {
                Kuba::random_action(position, random)
            };
        }
        // The upper word of the product is below the number of captures.
        let place = (u128::from(random) * captures.len() as u128) >> 64;
        captures.get(usize::try_from(place).ok()?).copied()
    }
}

/// Whether the action takes a marble off.
fn takes(position: &Position, action: Action) -> bool {
    let side = position.to_move();
    material(&after(position, action), side) > material(position, side)
}
