//! Perft tables: a leaf is a roll with one choice or pass.

use ludo_rules::{Position, Seat, perft};

fn table(line: &str, expected: &[u64]) {
    let position: Position = line.parse().unwrap();
    let counted: Vec<u64> = (1..)
        .zip(expected)
        .map(|(depth, _)| perft(&position, depth))
        .collect();
    assert_eq!(counted, expected, "{line}");
}

#[test]
fn perft_two_players() {
    table("AH.H/BH.H A - -", &[7, 49, 343, 2451, 17_947, 133_999]);
    table("AH.H/CH.H A - -", &[7, 49, 343, 2451, 17_947, 133_999]);
}

#[test]
fn perft_four_players() {
    table(
        "AH.H/BH.H/CH.H/DH.H A - -",
        &[7, 49, 343, 2401, 16_807, 118_899],
    );
}

#[test]
fn perft_of_no_plies_is_one() {
    let position = Position::new(&[Seat::A, Seat::B]).unwrap();
    assert_eq!(perft(&position, 0), 1);
}

#[test]
fn perft_goes_deeper() {
    table(
        "AH.H/CH.H A - -",
        &[7, 49, 343, 2451, 17_947, 133_999, 1_039_603],
    );
    table(
        "AH.H/BH.H/DH.H D - -",
        &[7, 49, 343, 2401, 17_057, 124_049, 908_753],
    );
    table(
        "AH.H/BH.H/CH.H/DH.H A - -",
        &[7, 49, 343, 2401, 16_807, 118_899, 859_043],
    );
}

#[test]
fn perft_from_the_middle_of_a_game() {
    // Kicks, stacks, bounces, a bonus roll, a roll in hand.
    table("A20.14/C41.1 A - -", &[12, 138, 1606, 18_472, 209_343]);
    table(
        "A50.44/B49.53/CE.56/D53.53 B + -",
        &[12, 72, 432, 4392, 47_472, 383_724],
    );
    table("A20.14/C41.1 A 6 -", &[2, 18, 211, 2102, 22_952]);
}

#[test]
fn perft_stops_at_the_end_of_the_game() {
    table("AE.54/CE.56 A - -", &[6, 30, 150, 750, 3750, 18_750]);
    table("AE.E/C20.H - - AC", &[0, 0, 0]);
}
