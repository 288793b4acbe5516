//! Black-box tests of the exact values of two-player Ludo.

mod backup;
mod cache;
mod certified;
mod concurrency;
mod endgames;
mod files;
mod monotonicity;
mod policies;

use std::sync::LazyLock;

use ludo_rules::{Phase, Position, RollKind, Seat, Setup};
use ludo_solver::exact::{Enclosure, Seating, Solution, Values, enclose, solve};
use parlor_testkit::dice::SplitMix64;

/// The seats of both seatings, the player to roll first; opposite seats are alike.
const SEATS: [[Seat; 2]; 3] = [[Seat::A, Seat::C], [Seat::A, Seat::B], [Seat::B, Seat::A]];

/// The solution of a seating and its enclosure, computed once for all tests.
fn solved(seating: Seating) -> &'static (Solution, Enclosure) {
    type Proved = LazyLock<(Solution, Enclosure)>;
    fn proved(seating: Seating) -> (Solution, Enclosure) {
        let mut last = (0, 0.0);
        let solution = solve(seating, |progress| {
            assert_eq!(progress.sweeps, last.0 + 1, "every sweep is reported");
            assert!((0.0..=1.0).contains(&progress.done));
            last = (progress.sweeps, progress.done);
        });
        assert_eq!(last, (solution.sweeps, 1.0), "at the end all is done");
        let enclosure = enclose(&solution.values).unwrap_or_else(|error| panic!("{error}"));
        (solution, enclosure)
    }
    static OPPOSITE: Proved = LazyLock::new(|| proved(Seating::Opposite));
    static ADJACENT: Proved = LazyLock::new(|| proved(Seating::Adjacent));
    match seating {
        Seating::Opposite => &OPPOSITE,
        Seating::Adjacent => &ADJACENT,
    }
}

/// The values that apply to two seats.
fn values(seats: [Seat; 2]) -> &'static Values {
    let seating = Seating::of(seats).expect("two seats");
    &solved(seating).0.values
}

/// The position, the player to roll first; `None` if it is impossible.
fn position(seats: [Seat; 2], steps: [[i64; 2]; 2], kind: RollKind) -> Option<Position> {
    let setup = Setup {
        tokens: seats.into_iter().zip(steps).collect(),
        to_act: Some(seats[0]),
        phase: Phase::ToRoll(kind),
        finished: vec![],
    };
    Position::try_from(setup).ok()
}

/// Every pair of step counts, the smaller first.
fn pairs() -> impl Iterator<Item = [i64; 2]> {
    (-1..=57).flat_map(|larger| (-1..=larger).map(move |smaller| [smaller, larger]))
}

/// Random step counts for two players, many of them in the yard, on R, on home
/// squares and on the end.
fn random_steps(random: &mut SplitMix64) -> [[i64; 2]; 2] {
    let mut below = |count: u64| i64::try_from(random.next_u64() % count).expect("it is small");
    let mut step = || match below(8) {
        0 => -1,
        1 => 0,
        2 => 51 + below(6),
        3 => 57,
        _ => 1 + below(50),
    };
    [[step(), step()], [step(), step()]]
}

/// Random positions before a roll, from all seats.
fn random_positions(seed: u64, kind: RollKind) -> impl Iterator<Item = Position> {
    let mut random = SplitMix64::for_game(seed);
    std::iter::repeat_with(move || {
        let mut seats = Seat::ALL;
        for place in 0..2 {
            let other =
                place + usize::try_from(random.next_u64() % (4 - place as u64)).expect("small");
            seats.swap(place, other);
        }
        position([seats[0], seats[1]], random_steps(&mut random), kind)
    })
    .flatten()
}
