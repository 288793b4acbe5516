//! Bulk play against the slow path, game for game.

use crate::support::{by_priority, words};
use ludo_rules::{BulkResult, LaneTables, Position, Roll, RollLimit, Seat, rolls_of_word};

/// The game of this number, played by the slow path.
fn slowly(players: &[Seat], game: u64, roll_limit: u32) -> BulkResult {
    let mut position = Position::new(players).unwrap();
    let mut limit = RollLimit::new(roll_limit);
    let mut words = words(game);
    while !limit.is_reached() && !position.is_over() {
        for roll in rolls_of_word(words()) {
            if limit.is_reached() || position.is_over() {
                break;
            }
            position.play_action(by_priority(&position, roll)).unwrap();
            limit.roll_answered();
        }
    }
    BulkResult {
        finished: position.finishing_order(),
        rolls: limit.answered(),
    }
}

/// Every way to seat players, with each of them beginning.
fn seatings() -> Vec<Vec<Seat>> {
    let mut seatings = Vec::new();
    for set in 0..16 {
        let seats: Vec<Seat> = Seat::ALL
            .into_iter()
            .filter(|seat| set >> seat.index() & 1 == 1)
            .collect();
        for first in 0..seats.len() {
            let mut players = seats.clone();
            players.rotate_left(first);
            seatings.push(players);
        }
    }
    seatings.retain(|players| players.len() >= 2);
    seatings
}

#[test]
fn every_seating_agrees_with_the_slow_path() {
    let tables = LaneTables::new();
    let seatings = seatings();
    assert_eq!(seatings.len(), 28);
    for players in seatings {
        let results = tables.play_games(&players, 0..60, 10_000, words).unwrap();
        assert_eq!(results.len(), 60);
        for (game, &result) in (0..).zip(&results) {
            assert_eq!(result, slowly(&players, game, 10_000), "{players:?} {game}");
        }
    }
}

#[test]
fn l_31_every_roll_limit_agrees_with_the_slow_path() {
    let tables = LaneTables::default();
    for roll_limit in (0..20).chain([100, 101, 127, 128, 129, 160, 200]) {
        let results = tables
            .play_games(&Seat::ALL, 5..17, roll_limit, words)
            .unwrap();
        for (game, &result) in (5..).zip(&results) {
            assert_eq!(result, slowly(&Seat::ALL, game, roll_limit), "{game}");
        }
    }
}

#[test]
fn company_in_other_lanes_changes_no_result() {
    let tables = LaneTables::new();
    let together = tables.play_games(&Seat::ALL, 0..50, 10_000, words).unwrap();
    for (game, &result) in (0..).zip(&together) {
        let alone = tables
            .play_games(&Seat::ALL, game..game + 1, 10_000, words)
            .unwrap();
        assert_eq!(alone, [result]);
    }
    assert_eq!(
        tables.play_games(&Seat::ALL, 7..7, 10_000, words),
        Ok(vec![])
    );
}

#[test]
fn l_1_bulk_play_checks_the_seats() {
    let tables = LaneTables::new();
    assert!(tables.play_games(&[Seat::A], 0..1, 10, words).is_err());
    assert!(
        tables
            .play_games(&[Seat::A, Seat::A], 0..1, 10, words)
            .is_err()
    );
}

#[test]
fn a_word_gives_eight_dice() {
    let dice = |word| rolls_of_word(word).map(Roll::value);
    assert_eq!(dice(0), [1; 8]);
    assert_eq!(dice(u64::MAX), [6; 8]);
    assert_eq!(dice(u64::MAX / 6 + 1), [2, 1, 1, 1, 1, 1, 1, 1]);
    // Every die of a word is even: count 6 × 1,000 words' dice.
    let mut words = words(7);
    let mut counts = [[0_u32; 6]; 8];
    for _ in 0..6_000 {
        for (count, roll) in counts.iter_mut().zip(rolls_of_word(words())) {
            count[usize::from(roll.value() - 1)] += 1;
        }
    }
    for count in counts.as_flattened() {
        assert!((850..=1150).contains(count), "{counts:?}");
    }
}
