//! Kuba in lanes against the scalar code of the rules, which is compared with the slow game elsewhere.

use kuba_rules::{
    Marble, Position, Rules, Setup, Side, count_leaves, perft, random_move, random_playouts,
};
use parlor_bulk::{Path, Source, kuba};
use parlor_testkit::generate::seeded;
use rand::seq::IndexedRandom;
use rand::{Rng, RngExt};

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

#[track_caller]
fn expect_leaves(position: &Position, depth: u32, leaves: u64) {
    for path in Path::ALL.into_iter().filter(|path| path.is_available()) {
        let counted = kuba::count_leaves(path, position, depth);
        assert_eq!(counted, leaves, "{path}: depth {depth} of {position}");
    }
}

/// Rules: K-3 to K-12.
#[test]
fn every_path_counts_the_leaves_of_random_positions() {
    for seed in 0..600 {
        let rules = Rules::ALL[usize::from(seed % 5 == 4)];
        let position = position(rules, seed);
        for depth in 0..=3 {
            expect_leaves(&position, depth, count_leaves(&position, depth));
        }
        if seed % 10 == 0 {
            expect_leaves(&position, 4, count_leaves(&position, 4));
        }
    }
}

/// Any position that is valid, which no game need reach: few marbles, or many in the same lines.
fn any_position(rng: &mut impl Rng) -> Option<Position> {
    let mut cells = [[None; 7]; 7];
    let most = *[2, 6, 13].choose(rng).expect("there are three");
    let crowded = rng.random_bool(0.5);
    let [row, column] = core::array::from_fn(|_| rng.random_range(0..7));
    for (marble, all) in [(Marble::White, 8), (Marble::Black, 8), (Marble::Red, 13)] {
        for _ in 0..rng.random_range(0..=all.min(most)) {
            let mut cell = [rng.random_range(0..7), rng.random_range(0..7)];
            if crowded && rng.random_bool(0.8) {
                let line = rng.random_range(0..2);
                cell[line] = [row, column][line];
            }
            cells[cell[0]][cell[1]].get_or_insert(marble);
        }
    }
    let reds = cells.as_flattened().iter();
    let reds = reds.filter(|&&cell| cell == Some(Marble::Red)).count();
    // As many as may be, so that one more ends the game (K-8), or any number.
    let missing = u8::try_from(13 - reds).expect("at most 13");
    let least = missing.saturating_sub(6);
    let most = missing.min(6).max(least);
    let captured = *[least, most, rng.random_range(least..=most)]
        .choose(rng)
        .expect("there are three");
    let setup = Setup {
        cells,
        captured: [captured, missing - captured],
        to_move: Side::ALL[rng.random_range(0..2)],
        may_push_again: false,
        ko: None,
        rules: Rules::Classroom,
    };
    Position::try_from(setup).ok()
}

/// Rules: K-3 to K-9, K-11.
#[test]
fn every_path_counts_the_leaves_of_any_position() {
    let mut rng = seeded(7);
    for _ in 0..3_000 {
        if let Some(position) = any_position(&mut rng) {
            for depth in 2..=3 {
                expect_leaves(&position, depth, count_leaves(&position, depth));
            }
        }
    }
}

/// Rules: K-4, K-6, K-7, K-8, K-9, K-12.
#[test]
fn every_path_counts_what_ends_the_game_and_what_ko_bars() {
    for line in [
        // The seventh red; an enemy marble instead of it; the last one; both, and an open turn.
        "5wr/7/7/3r3/7/7/b3wrr w6b3 w - c",
        "5wr/7/7/3r3/7/7/b3wrr w6b3 w - t",
        "7/7/7/4wrb/7/7/b6 w6b0 w - c",
        "7/7/7/4wrb/7/7/b6 w6b0 w - t",
        "7/7/7/4wb1/7/7/7 w0b0 w - c",
        "7/7/7/4wb1/7/7/7 w0b0 w - t",
        "7/7/7/1wrb3/w6/7/6b w0b0 w - c",
        "7/7/3r3/1wb4/3r3/7/7 w0b0 w - c",
        "7/7/7/1wb4/7/7/b4wr w1b0 w+ - t",
        "b2b1wr/wbrb1rw/r2w2b/1rb2wr/br4w/r1r2wr/1b2wr1 w0b0 b - t",
        // It is over.
        "7/7/7/6w/7/7/b6 w7b0 b - c",
        "7/7/7/6w/7/7/7 w0b0 b - c",
        // A side that has no push.
        "bwwwwwb/7/7/7/7/7/7 w0b0 w - c",
    ] {
        let position: Position = line.parse().expect("it is valid");
        for depth in 0..=4 {
            expect_leaves(&position, depth, perft(&position, depth));
        }
    }
}

/// Rules: K-11, K-12.
#[test]
fn every_path_counts_the_leaves_from_the_start() {
    for (rules, counts) in [
        (
            Rules::Classroom,
            [1, 8, 64, 640, 6_384, 70_812, 782_832, 9_329_328],
        ),
        (
            Rules::Tournament,
            [1, 8, 64, 640, 6_384, 70_828, 783_228, 9_330_744],
        ),
    ] {
        for (depth, leaves) in (0..).zip(counts) {
            expect_leaves(&Position::start(rules), depth, leaves);
        }
    }
}
