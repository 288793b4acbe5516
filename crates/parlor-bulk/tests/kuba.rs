//! Kuba in lanes against the scalar code of the rules, which is compared with the slow game elsewhere.

use kuba_rules::{Position, Rules, random_move, random_playouts};
use parlor_bulk::{Path, Source, kuba};
use parlor_testkit::generate::seeded;
use rand::RngExt;

/// A position after some random pushes, one with a ko push among others.
fn position(rules: Rules, seed: u64) -> Position {
    let mut position = Position::start(rules);
    let mut rng = seeded(seed);
    for _ in 0..rng.random_range(0..250) {
        if let Some(push) = random_move(&position, rng.random()) {
            position.play(push).expect("it is legal");
        }
    }
    position
}

/// Rules: K-3 to K-10, K-13.
#[test]
fn every_path_plays_the_same_games_as_the_rules() {
    for seed in 0..300 {
        let rules = if seed % 10 == 9 {
            Rules::Tournament
        } else {
            Rules::Classroom
        };
        let position = position(rules, seed);
        let limit = [0, 1, 2, 100, 1_000, u32::MAX][usize::try_from(seed % 6).unwrap()];
        // Fewer and more than there are lanes.
        let count = [0, 1, 3, 4, 5, 16, 17, 100][usize::try_from(seed % 8).unwrap()];
        let games = seed * 1_000..seed * 1_000 + count;
        let source = Source {
            seed,
            position: seed % 7,
        };
        let words = games.clone().map(|game| {
            let mut words = source.words(game);
            move || words.draw()
        });
        let slow = random_playouts(position, limit, words);
        for path in Path::ALL.into_iter().filter(|path| path.is_available()) {
            let fast = kuba::random_playouts(path, position, source, games.clone(), limit);
            assert!(
                fast == slow,
                "{path}: {count} games from {position}, limit {limit}"
            );
        }
    }
}
