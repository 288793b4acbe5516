use super::*;

fn classroom() -> SlowKuba {
    SlowKuba::new(("PlayerA", "W"), ("PlayerB", "B"), false).unwrap()
}

#[test]
fn the_seeds_example_plays_as_printed() {
    let mut game = classroom();
    assert_eq!(game.marble_count(), (8, 8, 13));
    assert_eq!(game.captured("PlayerA"), Some(0));
    assert_eq!(game.current_turn(), None);
    assert_eq!(game.winner(), None);
    assert_eq!(game.make_move("PlayerA", (6, 5), "F"), Ok(()));
    assert_eq!(game.current_turn(), Some("PlayerB"));
    assert_eq!(
        game.make_move("PlayerA", (6, 5), "L"),
        Err(CallError::NotTheirTurn)
    );
    assert_eq!(game.marble((5, 5)), Some('W'));
}

#[test]
fn perft_of_both_rule_sets() {
    let tournament = SlowKuba::new(("a", "W"), ("b", "B"), true).unwrap();
    for (game, table) in [
        (classroom(), [8, 64, 640, 6384, 70812]),
        (tournament, [8, 64, 640, 6384, 70828]),
    ] {
        for (depth, leaves) in (1..).zip(table) {
            assert_eq!(
                game.perft(depth),
                leaves,
                "depth {depth}, tournament {}",
                game.is_tournament()
            );
        }
    }
}

#[test]
fn k_4_the_run_moves_up_to_the_first_gap() {
    let cells = cells_from_rows(["WBXRXXX", "", "", "", "", "", ""]);
    let tried = try_push(&cells, 'W', (0, 0), "R", None).unwrap();
    assert_eq!(
        tried.cells,
        cells_from_rows(["XWBRXXX", "", "", "", "", "", ""])
    );
    assert_eq!((tried.length, tried.off), (2, None));
}

#[test]
fn k_5_every_broken_rule_is_named() {
    let cells = cells_from_rows(["XXXXXXX", "", "", "BWWXXXX", "", "", ""]);
    assert_eq!(
        try_push(&cells, 'W', (3, 1), "R", None).unwrap_err(),
        ["K-3"]
    );
    assert_eq!(
        try_push(&cells, 'W', (3, 2), "L", None).unwrap().off,
        Some('B')
    );
    let edge = cells_from_rows(["WBXXXXX", "", "", "", "", "", ""]);
    assert_eq!(
        try_push(&edge, 'W', (0, 0), "L", None).unwrap_err(),
        ["K-3", "K-5"]
    );
}

#[test]
fn k_7_the_straight_push_back_is_ko() {
    let mut game = SlowKuba::from_setup(
        cells_from_rows(["XXXXXXX", "", "", "XWRBXXX", "", "", "BXXXXXW"]),
        [0, 0],
        'W',
        false,
    );
    game.make_move("W", (3, 1), "R").unwrap();
    assert_eq!(game.ko(), [((3, 4), "L")]);
    assert_eq!(
        game.make_move("B", (3, 4), "L"),
        Err(CallError::Push(vec!["K-7"]))
    );
    assert_eq!(
        game.make_move("B", (3, 4), "L"),
        Err(CallError::Push(vec!["K-7"]))
    );
    assert_eq!(
        game.position_line().unwrap(),
        "7/7/7/2wrb2/7/7/b5w w0b0 b 34L c"
    );
}

#[test]
fn k_12_third_count_draws() {
    let rows = ["WXXXXXX", "", "", "XXXRXXX", "", "", "BXXXXXX"];
    let mut game = SlowKuba::from_setup(cells_from_rows(rows), [0, 0], 'W', true);
    for round in 0..2 {
        assert!(!game.is_draw(), "round {round}");
        game.make_move("W", (0, 0), "R").unwrap();
        game.make_move("B", (6, 0), "R").unwrap();
        game.make_move("W", (0, 1), "L").unwrap();
        game.make_move("B", (6, 1), "L").unwrap();
    }
    assert!(game.is_draw());
    assert_eq!(game.make_move("W", (0, 0), "R"), Err(CallError::GameOver));
}
