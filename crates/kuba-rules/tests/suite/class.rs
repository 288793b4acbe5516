//! K-14 to K-18: the class of the assignment, and the faults that others made with it.

use kuba_rules::{
    CellError, DEFAULT_PUSH_LIMIT, Event, KubaGame, MoveError, PlayError, PlayersError, Position,
    Rules, Side, Win,
};

use crate::common::Random;

fn classroom() -> KubaGame {
    KubaGame::new(("PlayerA", "W"), ("PlayerB", "B")).unwrap()
}

fn tournament() -> KubaGame {
    KubaGame::with_rules(("PlayerA", "W"), ("PlayerB", "B"), "tournament").unwrap()
}

/// Plays pushes by the players in turn and expects each to be made.
#[track_caller]
fn play(game: &mut KubaGame, pushes: &[(&str, (i64, i64), &str)]) {
    for (name, cell, direction) in pushes {
        assert_eq!(
            game.try_move(name, *cell, direction),
            Ok(()),
            "{name} {cell:?} {direction}"
        );
    }
}

/// Tries a push and expects it to be refused, with everything as it was.
#[track_caller]
fn refused(game: &mut KubaGame, name: &str, cell: (i64, i64), direction: &str) -> MoveError {
    let before = game.clone();
    assert!(!game.make_move(name, cell, direction));
    let mut events: Vec<Event> = Vec::new();
    let refusal = game
        .try_move_into(name, cell, direction, &mut events)
        .unwrap_err();
    assert_eq!(events, []);
    assert_eq!(*game, before);
    refusal
}

/// White drives the reds of row 2 to the right until one is captured, while
/// Black goes to and fro in column 0.
fn white_captures_a_red(game: &mut KubaGame) {
    play(
        game,
        &[
            ("PlayerA", (0, 1), "B"),
            ("PlayerB", (6, 0), "F"),
            ("PlayerA", (2, 1), "R"),
            ("PlayerB", (4, 0), "B"),
            ("PlayerA", (2, 2), "R"),
            ("PlayerB", (6, 0), "F"),
            ("PlayerA", (2, 3), "R"),
        ],
    );
}

#[test]
fn the_texts_own_example() {
    let mut game = classroom();
    assert_eq!(game.get_marble_count(), (8, 8, 13));
    assert_eq!(game.get_captured("PlayerA"), Ok(0));
    assert_eq!(game.get_current_turn(), None);
    assert_eq!(game.get_winner(), None);
    assert!(game.make_move("PlayerA", (6, 5), "F"));
    assert_eq!(game.get_current_turn(), Some("PlayerB"));
    assert!(!game.make_move("PlayerA", (6, 5), "L"));
    assert_eq!(game.get_marble((5, 5)), Ok('W'));
}

#[test]
fn k_14_any_two_different_names() {
    for (first, second) in [
        ("R", "B"),
        ("", "x"),
        ("W", "w"),
        ("PlayerA", "playera"),
        ("X", " X"),
    ] {
        let mut game = KubaGame::new((first, "B"), (second, "W")).unwrap();
        assert_eq!(
            (game.name(Side::Black), game.name(Side::White)),
            (first, second)
        );
        assert!(game.make_move(second, (0, 0), "R"));
        assert_eq!(game.get_current_turn(), Some(first));
    }
}

#[test]
fn k_14_bad_players_are_refused() {
    let same = KubaGame::new(("A", "W"), ("A", "B")).unwrap_err();
    assert_eq!(same, PlayersError::SameNames { name: "A".into() });
    let colors = KubaGame::new(("A", "B"), ("B", "B")).unwrap_err();
    assert_eq!(colors, PlayersError::SameColors { side: Side::Black });
    for color in ["", "w", "b", "R", "WB", "White", " W", "W "] {
        let value = color.to_owned();
        assert_eq!(
            KubaGame::new(("A", color), ("B", "B")).unwrap_err(),
            PlayersError::UnknownColor {
                name: "A".into(),
                value: value.clone()
            }
        );
        let second = KubaGame::new(("A", "W"), ("B", color)).unwrap_err();
        assert_eq!(
            second,
            PlayersError::UnknownColor {
                name: "B".into(),
                value
            }
        );
        assert_eq!(second.rule(), "K-14");
    }
    for rules in ["", "Classroom", "TOURNAMENT", "c", "chess"] {
        assert_eq!(
            KubaGame::with_rules(("A", "W"), ("B", "B"), rules).unwrap_err(),
            PlayersError::UnknownRules {
                value: format!("{rules:?}")
            }
        );
    }
    let messages = [
        same,
        colors,
        PlayersError::UnknownColor {
            name: "A".into(),
            value: "w".into(),
        },
        PlayersError::UnknownRules {
            value: r#""x""#.into(),
        },
        PlayersError::NotAPair { value: "7".into() },
    ]
    .map(|error| error.to_string());
    assert_eq!(
        messages,
        [
            r#"both players are named "A"; the names must differ"#,
            r#"both players have the color "B"; one must be "W", the other "B""#,
            r#"the color of "A" is "w"; it must be "W" or "B""#,
            r#"the rules cannot be "x"; they are classroom or tournament"#,
            "a player is a pair of a name and a color, not 7",
        ]
    );
}

#[test]
fn k_14_rules_are_classroom_unless_named() {
    assert_eq!(classroom().rules(), Rules::Classroom);
    assert_eq!(tournament().rules(), Rules::Tournament);
    let named = KubaGame::with_rules(("PlayerA", "W"), ("PlayerB", "B"), "classroom").unwrap();
    assert_eq!(named, classroom());
}

#[test]
fn k_13_k_14_the_class_has_no_push_limit() {
    let mut game = classroom();
    let cycle = [
        ("PlayerA", (0, 0), "B"),
        ("PlayerB", (0, 6), "B"),
        ("PlayerA", (2, 0), "F"),
        ("PlayerB", (2, 6), "F"),
    ];
    for _ in 0..=DEFAULT_PUSH_LIMIT / 4 {
        play(&mut game, &cycle);
    }
    assert!(!game.is_draw());
    assert_eq!(game.get_winner(), None);
    play(&mut game, &cycle);
}

#[test]
fn k_15_nobody_is_to_move_before_the_first_successful_push() {
    let mut game = classroom();
    assert_eq!(game.get_current_turn(), None);
    assert_eq!(game.position(), None);
    refused(&mut game, "PlayerA", (0, 1), "R");
    refused(&mut game, "PlayerB", (3, 3), "R");
    assert_eq!(game.get_current_turn(), None);
    let mut black_first = game.clone();
    play(&mut black_first, &[("PlayerB", (0, 5), "B")]);
    assert_eq!(black_first.get_current_turn(), Some("PlayerA"));
    play(&mut game, &[("PlayerA", (0, 1), "B")]);
    assert_eq!(game.get_current_turn(), Some("PlayerB"));
    assert_eq!(game.position().map(Position::to_move), Some(Side::Black));
}

#[test]
fn k_15_white_is_to_move_at_once_in_tournament_rules() {
    let mut game = tournament();
    assert_eq!(game.get_current_turn(), Some("PlayerA"));
    assert_eq!(game.position(), Some(&Position::start(Rules::Tournament)));
    assert_eq!(
        refused(&mut game, "PlayerB", (0, 5), "B"),
        MoveError::NotYourTurn {
            name: "PlayerB".into(),
            turn: "PlayerA".into()
        }
    );
}

#[test]
fn k_16_everything_bad_is_false_and_changes_nothing() {
    let mut game = classroom();
    assert_eq!(
        refused(&mut game, "PlayerC", (0, 0), "R"),
        MoveError::UnknownPlayer {
            name: "PlayerC".into()
        }
    );
    for (row, column) in [
        (7, 0),
        (0, 7),
        (-1, 0),
        (0, -1),
        (-7, -7),
        (6, -1),
        (i64::MIN, i64::MAX),
    ] {
        let refusal = refused(&mut game, "PlayerA", (row, column), "F");
        assert_eq!(
            refusal,
            MoveError::BadCoordinates {
                value: format!("({row}, {column})")
            }
        );
        assert_eq!(refusal.rule(), "K-16");
    }
    play(&mut game, &[("PlayerA", (6, 5), "F")]);
    assert_eq!(
        refused(&mut game, "PlayerA", (6, 5), "F"),
        MoveError::NotYourTurn {
            name: "PlayerA".into(),
            turn: "PlayerB".into()
        }
    );
    let refusal = refused(&mut game, "PlayerB", (5, 1), "R");
    assert_eq!(refusal.rule(), "K-3");
    assert!(matches!(
        refusal,
        MoveError::Push(PlayError::NoRoomBehind { .. })
    ));
    assert_eq!(refused(&mut game, "PlayerB", (0, 2), "L").rule(), "K-3");
    assert_eq!(refused(&mut game, "PlayerB", (0, 0), "R").rule(), "K-3");
    assert_eq!(refused(&mut game, "PlayerB", (0, 5), "R").rule(), "K-5");
}

#[test]
fn k_16_a_direction_is_exactly_one_of_four_letters() {
    // A test by substring ("LRFB".contains) would let the first ones pass.
    let mut game = classroom();
    for direction in [
        "", "LR", "RF", "FB", "LRFB", "l", "r", "f", "b", " R", "R ", "X", "U", "Ŕ",
    ] {
        let refusal = refused(&mut game, "PlayerA", (0, 0), direction);
        assert_eq!(
            refusal,
            MoveError::BadDirection {
                value: format!("{direction:?}")
            }
        );
        assert_eq!(refusal.rule(), "K-16");
    }
    play(&mut game, &[("PlayerA", (0, 0), "R")]);
}

#[test]
fn k_16_ko_is_refused_as_often_as_it_is_tried() {
    let mut game = classroom();
    play(
        &mut game,
        &[
            ("PlayerA", (0, 0), "R"), // 1ww2bb
            ("PlayerB", (0, 6), "L"), // 1ww1bb1
            ("PlayerA", (0, 1), "R"), // 2wwbb1
            ("PlayerB", (6, 0), "F"),
            ("PlayerA", (0, 2), "R"), // 3wwbb
        ],
    );
    for _ in 0..3 {
        assert_eq!(refused(&mut game, "PlayerB", (0, 6), "L").rule(), "K-7");
        assert_eq!(refused(&mut game, "PlayerB", (0, 5), "L").rule(), "K-3");
    }
}

#[test]
fn k_16_refusals_in_words() {
    let name = || "Ann".to_owned();
    let words = [
        MoveError::UnknownPlayer { name: name() },
        MoveError::GameOver,
        MoveError::NotYourTurn {
            name: name(),
            turn: "Bob".into(),
        },
        MoveError::BadCoordinates {
            value: "(7, 0)".into(),
        },
        MoveError::BadDirection {
            value: r#""LR""#.into(),
        },
        MoveError::Push(PlayError::GameOver),
        MoveError::EndTurn(PlayError::CannotEndTurn),
    ]
    .map(|refusal| (refusal.rule(), refusal.to_string()));
    assert_eq!(
        words
            .each_ref()
            .map(|(rule, words)| (*rule, words.as_str())),
        [
            ("K-16", r#"nobody named "Ann" plays in this game"#),
            ("K-16", "the game is over; no action is left"),
            ("K-16", r#""Bob" is to move, not "Ann""#),
            (
                "K-16",
                "(7, 0) is no cell; coordinates are (row, column), both integers from 0 to 6"
            ),
            (
                "K-16",
                r#""LR" is no direction; it must be exactly L, R, F or B"#
            ),
            ("K-16", "the game is over; no action is left"),
            (
                "K-18",
                "the turn cannot be ended; in tournament rules it can once a push of it has \
                 taken a marble off"
            ),
        ]
    );
}

#[test]
fn k_17_what_the_game_shows() {
    let mut game = classroom();
    let rows = [
        "WWXXXBB", "WWXRXBB", "XXRRRXX", "XRRRRRX", "XXRRRXX", "BBXRXWW", "BBXXXWW",
    ];
    for (row, marbles) in (0..).zip(rows) {
        for (column, marble) in (0..).zip(marbles.chars()) {
            assert_eq!(game.get_marble((row, column)), Ok(marble));
        }
    }
    for (row, column) in [(7, 0), (0, 7), (-1, 3), (3, -1)] {
        assert_eq!(
            game.get_marble((row, column)),
            Err(CellError { row, column })
        );
    }
    let unknown = game.get_captured("PlayerC").unwrap_err();
    assert_eq!((unknown.name.as_str(), unknown.rule()), ("PlayerC", "K-17"));
    assert_eq!(
        unknown.to_string(),
        r#"nobody named "PlayerC" plays in this game"#
    );
    white_captures_a_red(&mut game);
    assert_eq!(game.get_captured("PlayerA"), Ok(1));
    assert_eq!(game.get_captured("PlayerB"), Ok(0));
    assert_eq!(game.get_marble_count(), (8, 8, 12));
    assert_eq!(game.board(), game.position().unwrap().board());
}

#[test]
fn k_18_only_an_open_turn_can_be_ended() {
    let mut game = tournament();
    let before = game.clone();
    assert_eq!(
        game.try_end_turn("PlayerA"),
        Err(MoveError::EndTurn(PlayError::CannotEndTurn))
    );
    assert!(!game.end_turn("PlayerB"));
    assert!(!game.end_turn("PlayerC"));
    assert_eq!(game, before);
    white_captures_a_red(&mut game);
    assert_eq!(game.get_current_turn(), Some("PlayerA"));
    assert!(!game.end_turn("PlayerB"));
    let mut events: Vec<Event> = Vec::new();
    assert_eq!(game.try_end_turn_into("PlayerA", &mut events), Ok(()));
    assert_eq!(events, [Event::TurnEnded { side: Side::White }]);
    assert_eq!(game.get_current_turn(), Some("PlayerB"));
    assert!(!game.end_turn("PlayerB"));

    let mut game = tournament();
    white_captures_a_red(&mut game);
    assert!(game.end_turn("PlayerA"));
    assert_eq!(game.get_current_turn(), Some("PlayerB"));
}

#[test]
fn k_18_no_turn_can_be_ended_in_classroom_rules() {
    let mut game = classroom();
    assert!(!game.end_turn("PlayerA"));
    assert!(!game.end_turn("PlayerB"));
    assert_eq!(game, classroom());
    white_captures_a_red(&mut game);
    for name in ["PlayerA", "PlayerB", "PlayerC"] {
        assert!(!game.end_turn(name));
    }
}

#[test]
fn k_18_a_draw_ends_the_game_without_a_winner() {
    let mut game = tournament();
    let round = [
        ("PlayerA", (0, 0), "B"),
        ("PlayerB", (0, 6), "B"),
        ("PlayerA", (2, 0), "F"),
        ("PlayerB", (2, 6), "F"),
    ];
    play(&mut game, &round);
    play(&mut game, &round[..3]);
    assert!(!game.is_draw());
    play(&mut game, &round[3..]);
    assert!(game.is_draw());
    assert_eq!(game.get_winner(), None);
    assert_eq!(game.get_current_turn(), Some("PlayerA"));
    for (name, cell, direction) in round {
        assert_eq!(
            refused(&mut game, name, cell, direction),
            MoveError::GameOver
        );
    }
    assert!(!game.end_turn("PlayerA"));
    let mut free = classroom();
    for _ in 0..4 {
        play(&mut free, &round);
    }
    assert!(!free.is_draw());
}

/// Plays to the end, capturing a red wherever one can be captured.
fn play_out(game: &mut KubaGame) -> Vec<Event> {
    let mut last = Vec::new();
    let mut random = Random(1);
    for number in 0.. {
        let side = match game.position() {
            Some(position) if position.is_over() => break,
            Some(position) => position.to_move(),
            None => Side::White,
        };
        assert!(number < 2_000, "the game does not end");
        let position = game
            .position()
            .copied()
            .unwrap_or_else(|| Position::starting_with(game.rules(), side));
        let push = position
            .legal_moves()
            .iter()
            .max_by_key(|push| {
                let mut after = position;
                after.play(*push).unwrap();
                (after.captured(side), random.next())
            })
            .unwrap();
        let name = game.name(side).to_owned();
        let cell = (push.cell.row().into(), push.cell.column().into());
        last.clear();
        game.try_move_into(&name, cell, &push.direction.letter().to_string(), &mut last)
            .unwrap();
    }
    last
}

#[test]
fn k_15_k_16_k_17_after_the_end() {
    for mut game in [classroom(), tournament()] {
        let events = play_out(&mut game);
        let Some(Event::Won {
            side,
            by: Win::Reds,
        }) = events.last().copied()
        else {
            panic!("expected a win by reds, got {events:?}");
        };
        let (winner, loser) = (
            game.name(side).to_owned(),
            game.name(side.other()).to_owned(),
        );
        assert_eq!(game.get_winner(), Some(winner.as_str()));
        assert_eq!(game.get_captured(&winner), Ok(7));
        let next = match game.rules() {
            Rules::Classroom => &loser,
            Rules::Tournament => &winner,
        };
        assert_eq!(game.get_current_turn(), Some(next.as_str()));
        for name in [&winner, &loser] {
            for row in -1..8 {
                for column in -1..8 {
                    for direction in ["L", "R", "F", "B"] {
                        let refusal = refused(&mut game, name, (row, column), direction);
                        assert_eq!(refusal, MoveError::GameOver);
                    }
                }
            }
            assert_eq!(game.try_end_turn(name), Err(MoveError::GameOver));
        }
        assert!(!game.is_draw());
    }
}
