//! The stable hash: golden values, and the keys that it is made of.

use std::collections::BTreeMap;

use kuba_rules::hash::{OPEN_TURN_KEY, captured_key, ko_key, marble_key, rules_key, side_key};
use kuba_rules::{Cell, Direction, Marble, Move, Position, Rules, Side};

use crate::common::{Random, position};

#[test]
fn golden_values_never_change() {
    let hashes = [
        "ww3bb/ww1r1bb/2rrr2/1rrrrr1/2rrr2/bb1r1ww/bb3ww w0b0 w - c",
        "ww3bb/ww1r1bb/2rrr2/1rrrrr1/2rrr2/bb1r1ww/bb3ww w0b0 b - c",
        "ww3bb/ww1r1bb/2rrr2/1rrrrr1/2rrr2/bb1r1ww/bb3ww w0b0 w - t",
        "7/7/7/2wrb2/7/7/7 w0b0 b 34L c",
        "7/7/7/5wr/7/7/b6 w1b3 w+ - t",
    ]
    .map(|line| format!("{:016x}", position(line).stable_hash()));
    insta::assert_snapshot!(hashes.join("\n"));
}

#[test]
fn every_thing_in_a_position_has_its_own_key() {
    let mut keys = BTreeMap::new();
    let mut add = |key: u64, name: String| {
        let clash = keys.insert(key, name.clone());
        assert_eq!(
            clash, None,
            "the keys of two things are equal, one is {name}"
        );
    };
    for cell in Cell::ALL {
        for marble in Marble::ALL {
            add(marble_key(marble, cell), format!("{marble} {cell}"));
        }
        for direction in Direction::ALL {
            let push = Move { cell, direction };
            add(ko_key(Some(push)), format!("ko {push}"));
        }
    }
    for side in Side::ALL {
        for count in 1..=7 {
            add(captured_key(side, count), format!("{side} has {count}"));
        }
    }
    add(side_key(Side::Black), "Black".into());
    add(OPEN_TURN_KEY, "an open turn".into());
    add(rules_key(Rules::Tournament), "tournament".into());
    add(0, "nothing".into());
    for nothing in [
        captured_key(Side::White, 0),
        captured_key(Side::Black, 0),
        side_key(Side::White),
        ko_key(None),
        rules_key(Rules::Classroom),
    ] {
        assert_eq!(nothing, 0);
    }
}

#[test]
fn the_keys_are_the_numbers_of_one_generator() {
    let mut generator = Random(u64::from_be_bytes(*b"kubahash"));
    let mut key = || generator.next();
    for marble in Marble::ALL {
        for cell in Cell::ALL {
            assert_eq!(marble_key(marble, cell), key());
        }
    }
    for side in Side::ALL {
        let unused = key();
        assert!((1..8).all(|count| captured_key(side, count) != unused));
        for count in 1..8 {
            assert_eq!(captured_key(side, count), key());
        }
    }
    assert_eq!(side_key(Side::Black), key());
    assert_eq!(OPEN_TURN_KEY, key());
    for cell in Cell::ALL {
        for direction in Direction::ALL {
            assert_eq!(ko_key(Some(Move { cell, direction })), key());
        }
    }
    assert_eq!(rules_key(Rules::Tournament), key());
}

#[test]
fn a_search_can_keep_the_hash_by_the_keys() {
    let mut game = position("7/7/7/1wrb3/7/7/7 w0b0 w - c");
    let before = game.stable_hash();
    game.play("31R".parse().unwrap()).unwrap();
    let key = |marble, row, column| marble_key(marble, Cell::new(row, column).unwrap());
    let changed = key(Marble::White, 3, 1)
        ^ key(Marble::White, 3, 2)
        ^ key(Marble::Red, 3, 2)
        ^ key(Marble::Red, 3, 3)
        ^ key(Marble::Black, 3, 3)
        ^ key(Marble::Black, 3, 4)
        ^ side_key(Side::Black)
        ^ ko_key(Some("34L".parse().unwrap()));
    assert_eq!(game.stable_hash(), before ^ changed);
}

#[test]
fn the_start_has_the_hash_of_its_line() {
    for rules in Rules::ALL {
        let start = Position::start(rules);
        assert_eq!(
            start.stable_hash(),
            position(&start.to_string()).stable_hash()
        );
    }
}
