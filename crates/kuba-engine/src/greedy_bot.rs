//! A bot that captures whenever it can.

use kuba_rules::{Action, Marble, Position, Side};
use parlor_game::{Bot, Budget, Game, Kuba, LiveGame, Turn};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// Captures whenever it can, and considers the opponent's next push.
///
/// It compares the legal actions by these criteria, in order:
/// 1. it wins at once,
/// 2. the opponent cannot win with the next push,
/// 3. it captures a red or an enemy marble,
/// 4. the opponent cannot capture with the next push,
/// 5. it ends an open turn.
///
/// The seed breaks ties. So in tournament rules it pushes on while it captures,
/// and then ends the turn unless a quiet push protects a marble.
///
/// It does not consider a second push of the opponent, a plan, or a draw by
/// repetition. After a push that leaves its own turn open, the opponent's
/// replies are judged as if it ended the turn there. It searches about a
/// thousand positions, whatever the budget.
///
/// Rules: K-3 to K-10, K-12.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct GreedyBot;

impl Bot<Kuba> for GreedyBot {
    fn name(&self) -> &'static str {
        "greedy"
    }

    fn choose(&self, game: &LiveGame<Kuba>, _: Budget<'_>, seed: u64) -> Option<Action> {
        let Turn::Action(side) = game.turn() else {
            return None;
        };
        let judged: Vec<(Verdict, Action)> = game
            .legal_actions()
            .map(|action| (Verdict::on(game.position(), side, action), action))
            .collect();
        let best = judged.iter().map(|(verdict, _)| *verdict).max()?;
        let mut best = judged.into_iter().filter(|(verdict, _)| *verdict == best);
        let ties = best.clone().count();
        let word = u128::from(ChaCha8Rng::seed_from_u64(seed).next_u64());
        // The upper word of the product is below the number of ties.
        let place = usize::try_from((word * ties as u128) >> 64).ok()?;
        best.nth(place).map(|(_, action)| action)
    }
}

/// The criteria of an action, in order of importance; greater is better.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "one per criterion of the bot, compared in its order"
)]
struct Verdict {
    wins: bool,
    survives: bool,
    captures: bool,
    is_safe: bool,
    ends_turn: bool,
}

impl Verdict {
    /// The verdict on a legal action of this side.
    fn on(position: &Position, side: Side, action: Action) -> Self {
        let mut after = after(position, action);
        let wins = winner(&after) == Some(side);
        let captures = material(&after, side) > material(position, side);
        if after.may_push_again() {
            after = self::after(&after, Action::End);
        }
        let replies = || {
            after
                .legal_moves()
                .iter()
                .map(|push| self::after(&after, Action::Push(push)))
        };
        let opponent = side.other();
        Self {
            wins,
            survives: !replies().any(|reply| winner(&reply) == Some(opponent)),
            captures,
            is_safe: !replies()
                .any(|reply| material(&reply, opponent) > material(&after, opponent)),
            ends_turn: action == Action::End,
        }
    }
}

/// The position after a legal action.
fn after(position: &Position, action: Action) -> Position {
    let mut after = *position;
    Kuba::play(&mut after, action).expect("the action is legal");
    after
}

fn winner(position: &Position) -> Option<Side> {
    position.outcome()?.winner()
}

/// The material that a side has captured: its reds, less the marbles that the
/// opponent still has.
fn material(position: &Position, side: Side) -> i16 {
    let left = position.count(Marble::from(side.other()));
    i16::from(position.captured(side)) - i16::from(left)
}
