use core::num::NonZero;

use ludo_solver::exact::Tablebase;

use super::*;
use crate::lines;

/// The puzzles of this many games.
fn found(threads: usize, games: u64, seats: [Seat; 2], seed: u64) -> Vec<String> {
    let seating = Seating::of(seats).unwrap();
    let values = Tablebase::shared().values(seating);
    let mine = LudoMine::new(seats, values, seed).unwrap();
    let pool = Pool::new(NonZero::new(threads)).unwrap();
    let mut found = Vec::new();
    let mut played = 0;
    mine.run(&pool, games, &AtomicBool::new(false), |more, puzzles| {
        played += more;
        found.extend(puzzles.iter().map(lines::write));
        ControlFlow::Continue(())
    });
    assert_eq!(played, games);
    found
}

const OPPOSITE: [Seat; 2] = [Seat::A, Seat::C];

#[test]
fn puzzles_depend_on_the_seed_and_the_games_alone() {
    let alone = found(1, 3_000, OPPOSITE, 5);
    assert!(alone.len() > 50, "{} puzzles", alone.len());
    assert_eq!(found(3, 3_000, OPPOSITE, 5), alone);
    // Fewer games give the first of them.
    let fewer = found(2, 1_000, OPPOSITE, 5);
    assert_eq!(fewer, alone[..fewer.len()]);
    assert_ne!(found(2, 1_000, OPPOSITE, 6), fewer);
    // What is printed can be read, all of it together.
    let puzzles: Vec<LudoPuzzle> = lines::read(&alone.join("\n")).unwrap();
    assert_eq!(puzzles.len(), alone.len());
}

#[test]
fn of_a_grade_there_are_no_more_than_five_and_of_a_roll_no_more_than_two() {
    let mut taken = Taken::default();
    let kick = RuleOfThumb::Kick;
    let mut takes = |position: &str, rating| {
        let position = position.parse().unwrap();
        let puzzle = LudoPuzzle::new(position, [0.4, 0.5], rating).unwrap();
        taken.takes(kick, &puzzle)
    };
    assert!(takes("A1.2/C3.4 A 5 -", 1_500));
    // Its twin, and the twin at the other seat.
    assert!(!takes("A2.1/C3.4 A 5 -", 1_500));
    assert!(!takes("A3.4/C2.1 C 5 -", 1_500));
    assert!(takes("A1.2/C3.5 A 5 -", 1_500));
    assert!(!takes("A1.2/C3.6 A 5 -", 1_500));
    assert!(takes("A1.2/C3.6 A 4 -", 1_500));
    assert!(takes("A1.2/C3.6 A 3 -", 1_500));
    assert!(takes("A1.2/C3.6 A 2 -", 1_500));
    assert!(!takes("A1.2/C3.6 A 1 -", 1_500));
    assert!(takes("A1.2/C3.6 A 1 -", 1_400));
}

#[test]
fn values_of_other_seats_are_refused() {
    let values = Tablebase::shared().values(Seating::Opposite);
    let refused = |seats| LudoMine::new(seats, values, 1).unwrap_err().to_string();
    assert_eq!(
        refused([Seat::A, Seat::B]),
        "the values are those of opposite seats; A and B sit otherwise"
    );
    assert!(refused([Seat::A, Seat::A]).contains("L-1"));
}

#[test]
fn a_raised_flag_ends_the_search() {
    let values = Tablebase::shared().values(Seating::Opposite);
    let mine = LudoMine::new(OPPOSITE, values, 1).unwrap();
    let pool = Pool::new(NonZero::new(2)).unwrap();
    mine.run(&pool, u64::MAX, &AtomicBool::new(true), |_, _| {
        panic!("nothing is played")
    });
}
