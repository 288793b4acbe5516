//! L-31: the roll limit of match drivers.

use ludo_rules::{DEFAULT_ROLL_LIMIT, Position, RollLimit, Seat, Standing, standings};

fn places(line: &str) -> Vec<(Seat, u8, u8)> {
    let position: Position = line.parse().unwrap();
    standings(&position)
        .into_iter()
        .map(|Standing { seat, places }| (seat, *places.start(), *places.end()))
        .collect()
}

#[test]
fn l_31_the_default_limit_is_ten_thousand_rolls() {
    assert_eq!(DEFAULT_ROLL_LIMIT, 10_000);
    assert_eq!(RollLimit::default(), RollLimit::new(10_000));
}

#[test]
fn l_31_a_limit_counts_answered_rolls() {
    let mut limit = RollLimit::new(3);
    let mut reached = Vec::new();
    for _ in 0..4 {
        limit.roll_answered();
        reached.push((limit.answered(), limit.is_reached()));
    }
    assert_eq!(reached, [(1, false), (2, false), (3, true), (4, true)]);
    assert_eq!(limit.limit(), 3);
    assert!(RollLimit::new(0).is_reached());
}

#[test]
fn l_31_the_unfinished_share_the_remaining_places() {
    use Seat::{A, B, C, D};
    assert_eq!(places("AH.H/C3.H A - -"), [(A, 1, 2), (C, 1, 2)]);
    assert_eq!(
        places("AH.H/BE.E/C3.H/D4.4 A - B"),
        [(B, 1, 1), (A, 2, 4), (C, 2, 4), (D, 2, 4)]
    );
    assert_eq!(
        places("AH.H/BE.E/C3.H/DE.E A - DB"),
        [(D, 1, 1), (B, 2, 2), (A, 3, 4), (C, 3, 4)]
    );
    assert_eq!(places("AE.E/C20.H - - AC"), [(A, 1, 1), (C, 2, 2)]);
}
