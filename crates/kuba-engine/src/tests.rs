//! The search against plain minimax over the rules.

use kuba_rules::{Action, Outcome, Position, Rules};
use parlor_game::{Game, Kuba};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use crate::engine::{Engine, Limits, Root, Width};
use crate::evaluation::Evaluation;
use crate::score::{DRAW, Score, Value, WIN};

/// Positions from random games, so many of each rule set.
fn positions(count: usize, seed: u64) -> Vec<Position> {
    let mut words = ChaCha8Rng::seed_from_u64(seed);
    let mut positions = Vec::new();
    for rules in Rules::ALL {
        let wanted = positions.len() + count;
        while positions.len() < wanted {
            let mut position = Position::start(rules);
            for _ in 0..words.next_u64() % 120 {
                let Some(action) = Kuba::random_action(&position, words.next_u64()) else {
                    break;
                };
                position.play_action(action).expect("it is legal");
            }
            if !position.is_over() {
                positions.push(position);
            }
        }
    }
    positions
}

/// What the best play of so many pushes leads to, every action looked at.
/// `earlier` are the positions that turns began with, newest last.
fn minimax(
    position: &Position,
    depth: u32,
    pushes: i32,
    left: u32,
    earlier: &mut Vec<Position>,
) -> Value {
    if let Some(winner) = position.outcome().and_then(Outcome::winner) {
        let won = WIN - pushes;
        return if winner == position.to_move() {
            won
        } else {
            -won
        };
    }
    let begins = !position.may_push_again();
    let same = |earlier: &Position| {
        earlier.board() == position.board() && earlier.to_move() == position.to_move()
    };
    if left == 0 || (begins && earlier.iter().any(same)) {
        return DRAW;
    }
    if depth == 0 {
        return Evaluation::standard()[position.rules() as usize].of(position);
    }
    if begins {
        earlier.push(*position);
    }
    let values = Kuba::legal_actions(position).map(|action| {
        let mut after = *position;
        after.play_action(action).expect("it is legal");
        let one = u32::from(action != Action::End);
        let pushes = pushes + one.cast_signed();
        let value = minimax(&after, depth - one, pushes, left - one, earlier);
        if after.to_move() == position.to_move() {
            value
        } else {
            -value
        }
    });
    let best = values.max().expect("the game is not over");
    if begins {
        earlier.pop();
    }
    best
}

#[test]
fn the_search_of_full_width_finds_the_value_of_minimax() {
    for mebibytes in [0, 1] {
        let mut engine = Engine::new(mebibytes);
        for (number, position) in positions(600, 1).iter().enumerate() {
            let depth = [1, 2, 3, 4][number % 4];
            // Some close to the limit of K-13.
            let left = [u32::MAX, u32::MAX, 3, 2][number / 4 % 4];
            let root = Root {
                pushes_left: Some(left),
                ..Root::new(*position)
            };
            let limits = Limits {
                width: Width::Full,
                ..Limits::depth(depth)
            };
            let report = engine.search(&root, &limits, &|| false, &mut |_| {});
            let value = minimax(position, depth, 0, left, &mut Vec::new());
            assert_eq!(
                report.lines[0].score,
                Score::of(value),
                "{position}, depth {depth}, {left} pushes left, {mebibytes} MiB"
            );
        }
    }
}
