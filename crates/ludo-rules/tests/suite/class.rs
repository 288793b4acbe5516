//! L-22 to L-26: the classes of the assignment.

use ludo_rules::{LudoGame, MoveTokenError, Player, PlayerNotFound, ScriptError, Seat};

/// A game after these turns.
fn game(players: &[&str], turns: &[(&str, i64)]) -> LudoGame {
    let mut game = LudoGame::new();
    game.play_game(players, turns).unwrap();
    game
}

fn steps(player: &Player) -> [i8; 2] {
    [
        player.get_token_p_step_count(),
        player.get_token_q_step_count(),
    ]
}

#[test]
fn the_golden_game() {
    let mut game = LudoGame::default();
    let turns = [
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
    let spaces = game.play_game(&["A", "B"], &turns).unwrap();
    assert_eq!(spaces, ["28", "28", "21", "H"]);
    let player_a = game.get_player_by_position("A").unwrap();
    assert!(!player_a.get_completed());
    assert_eq!(player_a.get_token_p_step_count(), 28);
    let player_b = game.get_player_by_position("B").unwrap();
    assert_eq!(player_b.get_space_name(55), Ok("B5".to_owned()));
}

#[test]
fn l_22_play_game_starts_afresh() {
    let mut game = game(&["A", "B"], &[("A", 6), ("A", 4)]);
    let spaces = game.play_game(&["A", "B"], &[("B", 6)]).unwrap();
    assert_eq!(spaces, ["H", "H", "R", "H"]);
    let spaces = game.play_game(&["C", "D"], &[]).unwrap();
    assert_eq!(spaces, ["H"; 4]);
    assert_eq!(
        game.get_player_by_position("A").unwrap_err(),
        PlayerNotFound
    );
}

#[test]
fn l_23_a_refused_game_leaves_the_previous_one() {
    let mut game = game(&["A", "B"], &[("A", 6), ("A", 4)]);
    let player = game.get_player_by_position("A").unwrap();
    let refused = game.play_game(&["A", "C"], &[("A", 6), ("A", 7)]);
    let value = "7".to_owned();
    assert_eq!(refused, Err(ScriptError::BadRoll { entry: 1, value }));
    assert!(game.play_game(&["A"], &[]).is_err());
    assert!(game.get_player_by_position("C").is_err());
    game.move_token(&player, "p", 2).unwrap();
    assert_eq!(steps(&player), [6, -1]);
}

#[test]
fn l_24_a_player_or_player_not_found() {
    let game = game(&["A", "C"], &[]);
    assert_eq!(
        game.get_player_by_position("A").unwrap().position(),
        Seat::A
    );
    assert_eq!(
        game.get_player_by_position("C").unwrap().position(),
        Seat::C
    );
    for position in ["B", "D", "a", "", "E", "AC", "5", " A"] {
        let refused = game.get_player_by_position(position).unwrap_err();
        assert_eq!(refused.to_string(), "Player not found!", "{position:?}");
    }
}

#[test]
fn l_24_nobody_is_found_before_the_first_game() {
    for position in ["A", "B", "C", "D"] {
        assert!(LudoGame::new().get_player_by_position(position).is_err());
    }
}

#[test]
fn l_25_move_token_moves_the_one_token_named() {
    let mut game = game(&["A", "C"], &[("A", 6), ("A", 6)]);
    let player = game.get_player_by_position("A").unwrap();
    assert_eq!(steps(&player), [0, 0]);
    game.move_token(&player, "q", 5).unwrap();
    assert_eq!(steps(&player), [0, 5]);
    game.move_token(&player, "p", 1).unwrap();
    assert_eq!(steps(&player), [1, 5]);
}

#[test]
fn l_25_move_token_out_of_the_yard_needs_a_six() {
    // A common fault: H is taken for movable.
    let mut game = game(&["A", "C"], &[]);
    let player = game.get_player_by_position("A").unwrap();
    for value in 1..=5 {
        game.move_token(&player, "p", value).unwrap();
        assert_eq!(steps(&player), [-1, -1]);
    }
    game.move_token(&player, "p", 6).unwrap();
    assert_eq!(steps(&player), [0, -1]);
}

/// Brings A's stack to step 54.
const TO_54: [(&str, i64); 13] = [
    ("A", 6),
    ("A", 6),
    ("A", 1),
    ("A", 1),
    ("A", 6),
    ("A", 6),
    ("A", 6),
    ("A", 6),
    ("A", 6),
    ("A", 6),
    ("A", 6),
    ("A", 6),
    ("A", 5),
];

#[test]
fn l_25_move_token_parts_a_stack_and_leaves_the_end_alone() {
    let mut game = game(&["A", "C"], &TO_54);
    let player = game.get_player_by_position("A").unwrap();
    assert_eq!(steps(&player), [54, 54]);
    game.move_token(&player, "q", 3).unwrap();
    assert_eq!(steps(&player), [54, 57]);
    assert!(!player.get_completed());
    for value in 1..=6 {
        game.move_token(&player, "q", value).unwrap();
        assert_eq!(steps(&player), [54, 57]);
    }
    game.move_token(&player, "p", 4).unwrap();
    assert_eq!(steps(&player), [56, 57], "a bounce");
    game.move_token(&player, "p", 1).unwrap();
    assert!(player.get_completed());
}

#[test]
fn l_25_move_token_kicks() {
    // C's stack on space 29 is A's step 29.
    let turns = [("C", 6), ("C", 6), ("C", 1), ("C", 1), ("A", 6)];
    let mut game = game(&["A", "C"], &turns);
    let [a, c] = ["A", "C"].map(|seat| game.get_player_by_position(seat).unwrap());
    assert_eq!(steps(&c), [1, 1]);
    for value in [6, 6, 6, 6, 5] {
        game.move_token(&a, "p", value).unwrap();
    }
    assert_eq!(steps(&a), [29, -1]);
    assert_eq!(steps(&c), [-1, -1]);
}

#[test]
fn l_25_bad_arguments_are_errors_and_move_nothing() {
    let mut game = game(&["A", "C"], &[("A", 6)]);
    let player = game.get_player_by_position("A").unwrap();
    for token in ["P", "", "pq", "r", "p "] {
        let value = format!("{token:?}");
        assert_eq!(
            game.move_token(&player, token, 6),
            Err(MoveTokenError::UnknownToken { value })
        );
    }
    for value in [i64::MIN, -1, 0, 7, 258] {
        assert_eq!(
            game.move_token(&player, "p", value),
            Err(MoveTokenError::BadSteps {
                value: value.to_string()
            })
        );
    }
    assert_eq!(steps(&player), [0, -1]);
}

#[test]
fn l_25_players_of_other_games_are_errors() {
    let turns = [("A", 6)];
    let mut game = game(&["A", "C"], &turns);
    let old = game.get_player_by_position("A").unwrap();
    let foreign = Err(MoveTokenError::ForeignPlayer { seat: Seat::A });

    // An equal game is not the same game.
    game.play_game(&["A", "C"], &turns).unwrap();
    assert_eq!(game.move_token(&old, "p", 3), foreign);
    assert_eq!(
        steps(&old),
        [0, -1],
        "players of the old game stay as they were"
    );

    assert_eq!(game.move_token(&Player::new(Seat::A), "p", 3), foreign);
    assert_eq!(LudoGame::new().move_token(&old, "p", 3), foreign);
    assert_eq!(
        LudoGame::new().move_token(&Player::new(Seat::A), "p", 6),
        foreign
    );
    let new = game.get_player_by_position("A").unwrap();
    assert_eq!(game.move_token(&new, "p", 3), Ok(()));
    assert_eq!(steps(&new), [3, -1]);
}

#[test]
fn l_26_what_a_player_knows() {
    let game = game(&["B", "D"], &[("B", 6), ("B", 4), ("D", 6), ("D", 3)]);
    let player = game.get_player_by_position("B").unwrap();
    assert_eq!(player.position(), Seat::B);
    assert_eq!((player.start_space(), player.end_space()), (15, 8));
    assert_eq!(player.token_p_space(), "18");
    assert_eq!(player.token_q_space(), "H");
    assert!(!player.get_completed());
    let other = game.get_player_by_position("D").unwrap();
    assert_eq!((other.start_space(), other.end_space()), (43, 36));
    assert_eq!(other.token_p_space(), "45");
}

#[test]
fn l_26_space_names_of_every_step_count() {
    let player = Player::new(Seat::B);
    for (count, name) in [
        (-1, "H"),
        (0, "R"),
        (1, "15"),
        (42, "56"),
        (43, "1"),
        (50, "8"),
        (51, "B1"),
        (56, "B6"),
        (57, "E"),
    ] {
        assert_eq!(player.get_space_name(count), Ok(name.to_owned()));
    }
    for count in [i64::MIN, -2, 58, 1000] {
        assert_eq!(player.get_space_name(count).unwrap_err().value, count);
    }
}

#[test]
fn l_26_completed_exactly_with_both_tokens_on_the_end() {
    let mut turns = TO_54.to_vec();
    let before = game(&["A", "C"], &turns);
    assert!(!before.get_player_by_position("A").unwrap().get_completed());
    turns.push(("A", 3));
    let after = game(&["A", "C"], &turns);
    let player = after.get_player_by_position("A").unwrap();
    assert!(player.get_completed());
    assert_eq!(steps(&player), [57, 57]);
    assert!(!after.get_player_by_position("C").unwrap().get_completed());
}

#[test]
fn a_player_of_no_game_is_in_the_yard() {
    let player = Player::new(Seat::C);
    assert_eq!(player.position(), Seat::C);
    assert_eq!(steps(&player), [-1, -1]);
    assert_eq!(player.token_p_space(), "H");
    assert!(!player.get_completed());
}
