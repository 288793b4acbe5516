//! Counted lines of play: the fast counts against the slow ones.

use kuba_rules::Rules;
use ludo_rules::Position;
use parlor_testkit::generate::{kuba, ludo, seeded};
use parlor_testkit::slow_kuba::SlowKuba;
use parlor_testkit::slow_ludo::{Live, Phase, SEATS};
use rand::RngExt;

use crate::ludo_story::seat;

#[test]
fn kuba_counts_from_setups_agree() {
    for seed in 0..300 {
        let slow = kuba::setup(seed);
        let line = slow.position_line().unwrap();
        let fast = line.parse().unwrap();
        for depth in 0..=3 {
            let counts = [kuba_rules::perft, kuba_rules::count_leaves].map(|f| f(&fast, depth));
            assert_eq!(counts, [slow.perft(depth); 2], "{line} depth {depth}");
        }
        let divided: u64 = kuba_rules::divide(&fast, 3)
            .iter()
            .map(|(_, leaves)| leaves)
            .sum();
        assert_eq!(divided, slow.perft(3), "{line} divided");
    }
}

#[test]
fn kuba_counts_from_the_start_agree() {
    for (rules, tournament) in [(Rules::Classroom, false), (Rules::Tournament, true)] {
        let slow = SlowKuba::new(("w", "W"), ("b", "B"), tournament).unwrap();
        let fast = kuba_rules::Position::start(rules);
        for depth in 0..=5 {
            let counts = [kuba_rules::perft, kuba_rules::count_leaves].map(|f| f(&fast, depth));
            assert_eq!(counts, [slow.perft(depth); 2], "{rules} depth {depth}");
        }
    }
}

#[test]
fn ludo_counts_along_games_agree() {
    for seed in 0..300 {
        let game = ludo::live_game(seed);
        let mut rng = seeded(seed);
        let mut slow = Live::new(&game.seats);
        for call in game.calls.iter().take(rng.random_range(0..400)) {
            ludo::make(&mut slow, call);
        }
        // The slow count begins with a roll.
        if let Phase::ToChoose { .. } = slow.phase {
            let choice = slow.choices()[0];
            slow.choose(choice);
        }
        let line = slow.position_line();
        let fast: Position = line.parse().unwrap();
        for depth in 0..=3 {
            assert_eq!(
                ludo_rules::perft(&fast, depth),
                slow.perft(depth),
                "{line} depth {depth}"
            );
        }
    }
}

#[test]
fn ludo_counts_from_the_start_agree() {
    for count in 2..=4 {
        let seats: Vec<_> = SEATS[..count].iter().map(|&letter| seat(letter)).collect();
        let fast = Position::new(&seats).unwrap();
        let slow = Live::new(&SEATS[..count]);
        for depth in 0..=5 {
            assert_eq!(
                ludo_rules::perft(&fast, depth),
                slow.perft(depth),
                "{count} seats, depth {depth}"
            );
        }
    }
}
