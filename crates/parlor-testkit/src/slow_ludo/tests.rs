use super::*;

const GOLDEN: [(&str, i64); 16] = [
    ("A", 6),
    ("A", 4),
    ("A", 5),
    ("A", 4),
    ("B", 6),
    ("B", 4),
    ("B", 1),
    ("B", 2),
    ("A", 6),
    ("A", 4),
    ("A", 6),
    ("A", 3),
    ("A", 5),
    ("A", 1),
    ("A", 5),
    ("A", 4),
];

#[test]
fn golden_game() {
    let mut game = Scripted::new();
    assert_eq!(
        game.play_game(&["A", "B"], &GOLDEN).unwrap(),
        ["28", "28", "21", "H"]
    );
    let player = game.player("A").unwrap();
    assert_eq!(game.steps(player), [28, 28]);
    assert!(!game.completed(player));
    assert_eq!(space_name('B', 55).unwrap(), "B5");
}

#[test]
fn l_4_space_names_of_the_text() {
    for (seat, step, name) in [
        ('A', 20, "20"),
        ('B', 20, "34"),
        ('C', 20, "48"),
        ('D', 20, "6"),
        ('A', 51, "A1"),
        ('B', 56, "B6"),
        ('A', -1, "H"),
        ('D', 0, "R"),
        ('C', 57, "E"),
    ] {
        assert_eq!(space_name(seat, step).unwrap(), name);
    }
    for seat in SEATS {
        assert_eq!(ring_space(seat, 1), Some(start_space(seat)));
        assert_eq!(ring_space(seat, 50), Some(last_ring_space(seat)));
    }
    assert_eq!(space_name('A', 58), None);
}

#[test]
fn l_7_bounces_of_the_rules() {
    for (from, roll, to) in [
        (55, 4, 55),
        (55, 5, 54),
        (56, 6, 52),
        (51, 6, 57),
        (56, 1, 57),
    ] {
        assert_eq!(walk(from, roll).last(), Some(&to), "{from} + {roll}");
    }
    assert!(walk(END, 1).is_empty() && walk(YARD, 5).is_empty());
}

#[test]
fn perft_of_the_rules() {
    let four = ['A', 'B', 'C', 'D'];
    let tables: [(&[char], [u64; 6]); 3] = [
        (&four[..2], [7, 49, 343, 2451, 17947, 133_999]),
        (&['A', 'C'], [7, 49, 343, 2451, 17947, 133_999]),
        (&four, [7, 49, 343, 2401, 16807, 118_899]),
    ];
    for (seats, table) in tables {
        for (depth, leaves) in (1..).zip(table) {
            assert_eq!(
                Live::new(seats).perft(depth),
                leaves,
                "{seats:?} depth {depth}"
            );
        }
    }
}

#[test]
fn l_28_clockwise_from_the_first_named() {
    let mut game = Live::new(&['B', 'A', 'C']);
    let mut order = Vec::new();
    for _ in 0..4 {
        order.push(game.to_act);
        assert!(game.apply_roll(1));
        assert!(game.choose("-"));
    }
    assert_eq!(order, ['B', 'C', 'A', 'B']);
}

#[test]
fn l_30_the_last_one_takes_the_last_place() {
    let mut game = Live::new(&['A', 'C']);
    game.table.put('A', 0, 56);
    game.table.put('A', 1, 56);
    game.table.put('C', 0, 12);
    assert!(game.apply_roll(1) && game.choose("pq"));
    assert_eq!(game.position_line(), "AE.E/C12.H - - AC");
}

#[test]
fn position_line_shows_a_bonus_roll_in_hand() {
    let mut game = Live::new(&['A', 'C']);
    for (seat, token, step) in [('A', 0, 0), ('C', 0, 12), ('C', 1, 57)] {
        game.table.put(seat, token, step);
    }
    game.phase = Phase::ToChoose {
        roll: 6,
        bonus: true,
    };
    assert_eq!(game.position_line(), "AR.H/C12.E A 6b -");
}
