//! The counts that prove the generator, and the bulk counter: those of the
//! rules, and deeper ones.

use kuba_rules::{Move, Position, Rules, count_leaves, divide, perft};

use crate::common::position;

/// To this depth every sequence is played, deeper ones are counted only.
const PLAYED_DEPTH: u32 = 6;

#[track_caller]
fn expect(position: &Position, counts: &[u64]) {
    for (depth, expected) in (0..).zip(counts) {
        let place = format!("depth {depth} of {position}");
        assert_eq!(count_leaves(position, depth), *expected, "{place}");
        if depth <= PLAYED_DEPTH {
            assert_eq!(perft(position, depth), *expected, "{place}");
        }
    }
}

#[test]
fn k_11_classroom_from_the_start() {
    let counts = [
        1,
        8,
        64,
        640,
        6_384,
        70_812,
        782_832,
        9_329_328,
        110_626_272,
    ];
    expect(&Position::start(Rules::Classroom), &counts);
}

#[test]
fn k_12_tournament_from_the_start() {
    let counts = [
        1,
        8,
        64,
        640,
        6_384,
        70_828,
        783_228,
        9_330_744,
        110_854_132,
    ];
    expect(&Position::start(Rules::Tournament), &counts);
}

#[test]
fn divide_adds_up_to_perft() {
    for rules in Rules::ALL {
        let start = Position::start(rules);
        assert_eq!(divide(&start, 0), []);
        for depth in 1..5 {
            let parts = divide(&start, depth);
            let pushes: Vec<Move> = parts.iter().map(|(push, _)| *push).collect();
            assert_eq!(pushes, start.legal_moves().iter().collect::<Vec<_>>());
            let total: u64 = parts.iter().map(|(_, count)| count).sum();
            assert_eq!(total, perft(&start, depth));
        }
    }
}

#[test]
fn nothing_is_counted_after_the_end() {
    let over = position("7/7/7/6w/7/7/b6 w7b0 b - c");
    expect(&over, &[1, 0, 0, 0]);
    assert_eq!(divide(&over, 3), []);
}

#[test]
fn counting_ahead_is_playing() {
    for line in [
        // The seventh red; an enemy marble instead of it; the last one; both, and an open turn.
        "5wr/7/7/3r3/7/7/b3wrr w6b3 w - c",
        "5wr/7/7/3r3/7/7/b3wrr w6b3 w - t",
        "7/7/7/4wrb/7/7/b6 w6b0 w - c",
        "7/7/7/4wrb/7/7/b6 w6b0 w - t",
        "7/7/7/4wb1/7/7/7 w0b0 w - c",
        "7/7/7/4wb1/7/7/7 w0b0 w - t",
        "7/7/7/3wrrb/7/7/b6 w5b0 w - t",
        "7/7/7/1wrb3/w6/7/6b w0b0 w - c",
        "7/7/3r3/1wb4/3r3/7/7 w0b0 w - c",
        "7/7/7/1wb4/7/7/b4wr w1b0 w+ - t",
        "b2b1wr/wbrb1rw/r2w2b/1rb2wr/br4w/r1r2wr/1b2wr1 w0b0 b - t",
    ] {
        let start = position(line);
        for depth in 0..5 {
            let (counted, played) = (count_leaves(&start, depth), perft(&start, depth));
            assert_eq!(counted, played, "{line} {depth}");
        }
    }
}
