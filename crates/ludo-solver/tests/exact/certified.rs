//! Values against those of two independent programs, bounds, seats and threads.

use ludo_rules::Seat;
use ludo_solver::exact::{Seating, solve};
use sha2::{Digest, Sha256};

use crate::{SEATS, solved, values};

/// The value that both independent programs print.
const FIRST_OF_OPPOSITE: f64 = 0.510_984_689_2;

#[test]
fn the_proved_bounds_contain_the_value_that_others_have_found() {
    let (_, enclosure) = solved(Seating::Opposite);
    let [low, high] = enclosure
        .first_player([Seat::A, Seat::C])
        .expect("they sit so");
    // Their last digit is rounded.
    assert!(
        low > FIRST_OF_OPPOSITE - 5e-11 && high < FIRST_OF_OPPOSITE + 5e-11,
        "{low} {high}"
    );
}

#[test]
fn every_position_lies_between_bounds_no_wider_than_1e_12() {
    for seating in Seating::ALL {
        let (_, enclosure) = solved(seating);
        assert!(
            enclosure.width() <= 1e-12,
            "{seating}: {}",
            enclosure.width()
        );
        assert!(
            enclosure.residual() <= 1e-14,
            "{seating}: {}",
            enclosure.residual()
        );
        assert!(enclosure.width() >= enclosure.residual());
    }
}

#[test]
fn the_value_of_each_seating_lies_between_its_own_bounds() {
    let [opposite, clockwise, counterclockwise] = SEATS.map(|seats| {
        let (solution, enclosure) = solved(Seating::of(seats).expect("two seats"));
        let [low, high] = enclosure.first_player(seats).expect("they sit so");
        let value = solution.values.first_player(seats).expect("they sit so");
        assert!(
            low < value && value < high,
            "{seats:?}: {low} {value} {high}"
        );
        assert!(high - low <= 1e-12);
        [low, high]
    });
    // Three different chances: how the players sit matters.
    assert!(opposite[0] > counterclockwise[1] || opposite[1] < counterclockwise[0]);
    assert!(clockwise[0] > counterclockwise[1] || clockwise[1] < counterclockwise[0]);
}

#[test]
fn every_two_seats_have_the_value_of_those_who_sit_like_them() {
    for first in Seat::ALL {
        for second in Seat::ALL {
            let seats = [first, second];
            let clockwise = (second.index() + 4 - first.index()) % 4;
            let like = match clockwise {
                0 => {
                    assert_eq!(Seating::of(seats), None);
                    continue;
                }
                2 => [Seat::A, Seat::C],
                1 => [Seat::A, Seat::B],
                _ => [Seat::B, Seat::A],
            };
            let (solution, enclosure) = solved(Seating::of(seats).expect("two seats"));
            assert_eq!(enclosure.first_player(seats), enclosure.first_player(like));
            let value = solution.values.first_player(seats);
            assert!(value.is_some() && value == solution.values.first_player(like));
            let other = if clockwise == 2 {
                Seating::Adjacent
            } else {
                Seating::Opposite
            };
            assert_eq!(solved(other).1.first_player(seats), None);
            assert_eq!(solved(other).0.values.first_player(seats), None);
        }
    }
}

/// If this fails on purpose, cached files are outdated: raise `SOLVER` in
/// `exact/file.rs` as well.
#[test]
fn the_solver_does_what_it_did() {
    let found = Seating::ALL.map(|seating| {
        let solution = &solved(seating).0;
        let checksum = Sha256::digest(solution.values.to_bytes());
        let [a, b, c, d, ..] = checksum.0;
        (solution.sweeps, u32::from_be_bytes([a, b, c, d]))
    });
    assert_eq!(found, [(21, 0x30fa_d0a9), (22, 0xbd5d_8a95)]);
}

#[test]
fn one_thread_and_two_give_the_same_bits() {
    let on = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        let solution = pool
            .expect("threads start")
            .install(|| solve(Seating::Opposite, |_| {}));
        (solution.sweeps, solution.values.to_bytes())
    };
    let one = on(1);
    assert!(one == on(2), "the values differ");
    let shared = &values([Seat::A, Seat::C]).to_bytes();
    assert!(
        one.1 == *shared,
        "the values differ from those of the usual threads"
    );
}
