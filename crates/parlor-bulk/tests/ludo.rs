//! Ludo in lanes against the scalar code of the rules, which is compared with the slow game elsewhere.

use ludo_rules::{BulkResult, DEFAULT_ROLL_LIMIT, LaneTables, Seat};
use parlor_bulk::{Path, Source, ludo};
use parlor_testkit::generate::{ludo::seats, seeded};
use rand::RngExt;

fn seat(letter: char) -> Seat {
    Seat::from_letter(letter).expect("a seat")
}

/// The paths of this processor.
fn paths() -> impl Iterator<Item = Path> {
    Path::ALL.into_iter().filter(|path| path.is_available())
}

/// Rules: L-13, L-15 to L-18, L-28, L-30, L-31.
#[test]
fn every_path_plays_the_same_games_as_the_rules() {
    let tables = LaneTables::new();
    for seed in 0..200 {
        let mut rng = seeded(seed);
        let players: Vec<Seat> = seats(&mut rng).into_iter().map(seat).collect();
        // Limits that fall into the middle of a word of dice, and around the end of a game.
        let limit = match seed % 4 {
            0 => rng.random_range(0..20),
            1 => rng.random_range(0..400),
            _ => DEFAULT_ROLL_LIMIT,
        };
        // Fewer and more than there are lanes.
        let count = [0, 1, 2, 63, 64, 65, 129, 400][usize::try_from(seed % 8).unwrap()];
        let games = seed * 1_000..seed * 1_000 + count;
        let source = Source {
            seed,
            position: seed % 7,
        };
        let words = |game| {
            let mut words = source.words(game);
            move || words.draw()
        };
        let slow = tables
            .play_games(&players, games.clone(), limit, words)
            .unwrap();
        for path in paths() {
            let fast: Vec<BulkResult> =
                ludo::play_games(path, &players, source, games.clone(), limit).unwrap();
            assert_eq!(
                fast, slow,
                "{path}: {count} games of {players:?}, limit {limit}, seed {seed}"
            );
        }
    }
}
