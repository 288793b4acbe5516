//! Positions for the tests of the engine, those inside it and these.

use kuba_rules::{Position, Rules};
use parlor_game::{Game, Kuba};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// Positions from random games, so many of each rule set.
pub(crate) fn positions(count: usize, seed: u64) -> Vec<Position> {
    let mut words = ChaCha8Rng::seed_from_u64(seed);
    let mut positions = Vec::new();
    for rules in Rules::ALL {
        let wanted = positions.len() + count;
        while positions.len() < wanted {
            let mut position = Position::start(rules);
            for _ in 0..words.next_u64() % 150 {
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
