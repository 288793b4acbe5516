//! A bot that takes what it can.

use kuba_rules::{Action, Marble, Position, Side};
use parlor_game::{Bot, Budget, Game, Kuba, LiveGame, Turn};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// Takes what it can, and looks at the opponent's next push.
///
/// Of all legal actions it plays the first that there is of:
/// 1. a win at once,
/// 2. what does not let the opponent win with his next push,
/// 3. what takes a marble off, a red or the opponent's alike,
/// 4. what does not let the opponent take a marble off with his next push,
/// 5. the end of an open turn.
///
/// Each step chooses among what the steps before have left; the seed chooses
/// among the rest. So in tournament rules it pushes on while it takes
/// something, and then ends the turn unless a quiet push protects a marble.
///
/// What it does not see: a second push of the opponent, a plan, and a draw by
/// repetition. What the opponent could do after a push that leaves its own turn
/// open is judged as if it ended the turn there. It looks at about a
/// thousand positions, whatever the budget allows.
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

/// What is known of an action; what matters most stands first, and the better
/// is the greater.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each answers one question of the bot's list, and they are compared in its order"
)]
struct Verdict {
    wins: bool,
    survives: bool,
    takes: bool,
    is_safe: bool,
    ends_turn: bool,
}

impl Verdict {
    /// The verdict on a legal action of this side.
    fn on(position: &Position, side: Side, action: Action) -> Self {
        let mut after = after(position, action);
        let wins = winner(&after) == Some(side);
        let takes = taken(&after, side) > taken(position, side);
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
            takes,
            is_safe: !replies().any(|reply| taken(&reply, opponent) > taken(&after, opponent)),
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

/// A number that grows with every marble that a side takes off: his reds, less
/// the marbles that the opponent still has.
fn taken(position: &Position, side: Side) -> i16 {
    let left = position.count(Marble::from(side.other()));
    i16::from(position.captured(side)) - i16::from(left)
}
