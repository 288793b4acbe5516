//! K-8 to K-13: turns and endings, each rule by tests that carry its name.

use kuba_rules::{
    Cell, DEFAULT_PUSH_LIMIT, Draw, Event, Move, Outcome, Position, PushLimit, Repetitions, Rules,
    Setup, Side, Win, random_move,
};

use crate::common::{Random, check, position};

fn push(text: &str) -> Move {
    text.parse().unwrap()
}

fn events(line: &str, text: &str) -> Vec<Event> {
    position(line).play_with_events(push(text)).unwrap()
}

const fn won(side: Side, by: Win) -> Outcome {
    Outcome::Won { side, by }
}

#[test]
fn k_8_seven_reds_win_at_once() {
    let (line, won_line) = ("7/7/7/5wr/7/7/b6 w6b0 w - c", "7/7/7/6w/7/7/b6 w7b0 b - c");
    check(line, "35R", Ok(won_line));
    assert_eq!(
        position(won_line).outcome(),
        Some(won(Side::White, Win::Reds))
    );
    assert_eq!(position(line).outcome(), None);
    assert_eq!(
        events(line, "35R")[1..],
        [
            Event::Captured {
                side: Side::White,
                total: 7,
                from: Cell::new(3, 6).unwrap()
            },
            Event::Won {
                side: Side::White,
                by: Win::Reds
            },
        ]
    );
    let black = "r6/b6/7/7/7/7/w6 w6b6 b - c";
    check(black, "10F", Ok("b6/7/7/7/7/7/w6 w6b7 w - c"));
    assert_eq!(
        position("b6/7/7/7/7/7/w6 w6b7 w - c").outcome(),
        Some(won(Side::Black, Win::Reds))
    );
}

#[test]
fn k_9_the_last_enemy_marble_wins_at_once() {
    let (line, won_line) = ("7/7/7/5wb/7/7/7 w0b0 w - c", "7/7/7/6w/7/7/7 w0b0 b - c");
    check(line, "35R", Ok(won_line));
    assert_eq!(
        position(won_line).outcome(),
        Some(won(Side::White, Win::Elimination))
    );
    assert_eq!(
        events(line, "35R")[1..],
        [
            Event::Ejected {
                side: Side::White,
                from: Cell::new(3, 6).unwrap(),
                left: 0
            },
            Event::Won {
                side: Side::White,
                by: Win::Elimination
            },
        ]
    );
    check(
        "7/7/7/wb5/7/7/7 w0b0 b - c",
        "31L",
        Ok("7/7/7/b6/7/7/7 w0b0 w - c"),
    );
    assert_eq!(
        position("7/7/7/b6/7/7/7 w0b0 w - c").outcome(),
        Some(won(Side::Black, Win::Elimination))
    );
}

#[test]
fn k_10_a_player_without_a_push_has_lost() {
    let (line, won_line) = (
        "7/7/3r3/2rb1w1/3r3/7/7 w0b0 w - c",
        "7/7/3r3/2rbw2/3r3/7/7 w0b0 b - c",
    );
    check(line, "35L", Ok(won_line));
    assert_eq!(
        position(won_line).outcome(),
        Some(won(Side::White, Win::Blocked))
    );
    assert_eq!(
        events(line, "35L")[1..],
        [
            Event::TurnEnded { side: Side::White },
            Event::Won {
                side: Side::White,
                by: Win::Blocked
            },
        ]
    );
    // K-3 alone does not block: this marble has room but would fall off (K-5).
    let edge = position("3r3/2rb1w1/3r3/7/7/7/7 w0b0 b - c");
    assert_eq!(edge.outcome(), None);
    let corner = position("b5w/7/7/7/7/7/7 w0b0 b - c");
    assert_eq!(corner.legal_moves().len(), 2);
}

#[test]
fn k_10_own_marbles_off_count() {
    // Black's every push with room behind would take a black marble off.
    let line = "brrrrrb/r5r/7/7/7/7/w6 w0b0 b - c";
    assert_eq!(position(line).outcome(), None);
    let full = "bwrrwwb/r5r/r5r/r5r/w5w/w5w/b5b w0b0 b - c";
    assert_eq!(position(full).legal_moves().len(), 2);
    let blocked = "bwrrwwb/r5r/r5r/r5r/w5w/w5w/bwrrrrb w0b0 b - c";
    assert_eq!(
        position(blocked).outcome(),
        Some(won(Side::White, Win::Blocked))
    );
    for text in ["00R", "00B", "66L", "66F", "00L"] {
        check(blocked, text, Err("K-16"));
    }
}

#[test]
fn k_10_the_ko_push_is_no_push() {
    let (line, won_line) = (
        "7/7/3r3/1wb4/3r3/7/7 w0b0 w - c",
        "7/7/3r3/2wb3/3r3/7/7 w0b0 b 33L c",
    );
    check(line, "31R", Ok(won_line));
    assert_eq!(
        position(won_line).outcome(),
        Some(won(Side::White, Win::Blocked))
    );
    check(won_line, "33L", Err("K-16"));
    assert_eq!(
        events(line, "31R")[1..],
        [
            Event::TurnEnded { side: Side::White },
            Event::Ko { push: push("33L") },
            Event::Won {
                side: Side::White,
                by: Win::Blocked
            },
        ]
    );
    // The same cells with no ko push go on.
    let free = position("7/7/3r3/2wb3/3r3/7/7 w0b0 b - c");
    assert_eq!(free.outcome(), None);
    assert_eq!(free.legal_moves().iter().collect::<Vec<_>>(), [push("33L")]);
}

#[test]
fn k_10_the_mover_himself_is_not_tested() {
    // White has no push, but it is Black who is to move.
    let mut game = position("7/7/3r3/2rwr2/3r3/7/6b w0b0 b - c");
    assert_eq!(game.outcome(), None);
    // White loses once the turn is given to him.
    game.play(push("66F")).unwrap();
    assert_eq!(game.outcome(), Some(won(Side::Black, Win::Blocked)));
}

#[test]
fn k_10_whoever_has_just_pushed_could_push_again() {
    // So no push can leave its own side without one: the pushed marble has room
    // behind, and if going on would take an own marble off the edge,
    // that marble can be pushed back toward the room.
    for rules in Rules::ALL {
        for seed in 0..40 {
            let mut random = Random(seed);
            let mut game = Position::start(rules);
            while let Some(push) = random_move(&game, random.next()) {
                let mover = game.to_move();
                game.play(push).unwrap();
                if game.is_over() {
                    break;
                }
                let again = Position::try_from(Setup {
                    to_move: mover,
                    may_push_again: false,
                    ko: None,
                    ..game.setup()
                });
                assert_ne!(again.unwrap().legal_moves().len(), 0, "{game}");
            }
        }
    }
}

#[test]
fn k_10_an_ended_turn_is_tested_and_an_open_one_is_not() {
    let line = "7/7/3r3/2rbr2/3r3/7/5wr w0b0 w - t";
    let open = "7/7/3r3/2rbr2/3r3/7/6w w1b0 w+ - t";
    let ended = "7/7/3r3/2rbr2/3r3/7/6w w1b0 b - t";
    check(line, "65R", Ok(open));
    assert_eq!(position(open).outcome(), None);
    check(open, "end", Ok(ended));
    assert_eq!(
        position(ended).outcome(),
        Some(won(Side::White, Win::Blocked))
    );
    let mut events = Vec::new();
    position(open).end_turn_into(&mut events).unwrap();
    assert_eq!(
        events,
        [
            Event::TurnEnded { side: Side::White },
            Event::Won {
                side: Side::White,
                by: Win::Blocked
            },
        ]
    );
    check(ended, "end", Err("K-16"));
}

#[test]
fn k_11_turns_alternate_and_captures_give_no_extra_push() {
    let line = "7/7/7/4wrr/7/7/b6 w0b0 w - c";
    check(line, "34R", Ok("7/7/7/5wr/7/7/b6 w1b0 b - c"));
    check("7/7/7/5wr/7/7/b6 w1b0 b - c", "35R", Err("K-3"));
    check("7/7/7/5wr/7/7/b6 w1b0 b - c", "end", Err("K-12"));
    assert_eq!(Rules::default(), Rules::Classroom);
}

#[test]
fn k_11_either_player_may_begin() {
    let start = Position::starting_with(Rules::Classroom, Side::Black);
    assert_eq!(start.to_move(), Side::Black);
    check(
        &start.to_string(),
        "05B",
        Ok("ww4b/ww1r1bb/2rrrb1/1rrrrr1/2rrr2/bb1r1ww/bb3ww w0b0 w - c"),
    );
}

#[test]
fn k_12_white_begins() {
    assert_eq!(Position::start(Rules::Tournament).to_move(), Side::White);
}

#[test]
fn k_12_a_taking_push_lets_the_player_push_again_or_end() {
    let line = "7/7/7/3wrrb/7/7/b6 w0b0 w - t";
    let took_enemy = "7/7/7/4wrr/7/7/b6 w0b0 w+ - t";
    check(line, "33R", Ok(took_enemy));
    assert_eq!(
        events(line, "33R")[1..],
        [
            Event::Ejected {
                side: Side::White,
                from: Cell::new(3, 6).unwrap(),
                left: 1
            },
            Event::MayPushAgain { side: Side::White },
        ]
    );
    let took_red = "7/7/7/5wr/7/7/b6 w1b0 w+ - t";
    check(took_enemy, "34R", Ok(took_red));
    check(took_enemy, "34F", Ok("7/7/4w2/5rr/7/7/b6 w0b0 b - t"));
    check(took_red, "end", Ok("7/7/7/5wr/7/7/b6 w1b0 b - t"));
    check(line, "end", Err("K-12"));
    assert!(position(took_red).may_push_again());
}

#[test]
fn k_12_a_winning_push_leaves_the_winner_to_move() {
    let line = "7/7/7/5wr/7/7/b6 w6b0 w - t";
    let won_line = "7/7/7/6w/7/7/b6 w7b0 w - t";
    check(line, "35R", Ok(won_line));
    assert_eq!(
        position(won_line).outcome(),
        Some(won(Side::White, Win::Reds))
    );
    check(won_line, "36L", Err("K-16"));
    check(won_line, "end", Err("K-16"));
    assert_eq!(
        events(line, "35R").last(),
        Some(&Event::Won {
            side: Side::White,
            by: Win::Reds
        })
    );
}

#[test]
fn k_12_a_quiet_extra_push_can_be_ko() {
    let open = "7/7/7/1wb4/7/7/b4wr w1b0 w+ - t";
    let mut game = position("7/7/7/1wb4/7/7/b3wrr w0b0 w - t");
    game.play(push("64R")).unwrap();
    assert_eq!(game.to_string(), open);
    check(open, "31R", Ok("7/7/7/2wb3/7/7/b4wr w1b0 b 33L t"));
}

#[test]
fn k_12_a_counter_can_be_taken_apart_and_put_together() {
    let mut game = Position::start(Rules::Tournament);
    let mut repetitions = Repetitions::new(&game);
    for push in ["00B", "06B", "20F", "26F", "00B", "06B", "20F", "26F"] {
        let again: Repetitions = repetitions.iter().collect();
        assert_eq!(again, repetitions);
        assert_eq!(again.is_draw(), repetitions.is_draw());
        game.play(push.parse().unwrap()).unwrap();
        repetitions.turn_began(&game);
    }
    let again: Repetitions = repetitions.iter().collect();
    assert!(again.is_draw());
    assert_eq!(again, repetitions);
    let counts: Vec<u32> = repetitions.iter().map(|(_, count)| count).collect();
    assert_eq!(counts.iter().sum::<u32>(), 9);

    // Cells and turn are listed, and nothing else.
    let few: Position = "wr5/7/7/7/7/7/b6 w2b1 b - t".parse().unwrap();
    let told: Position = "wr5/7/7/7/7/7/b6 w0b0 b - t".parse().unwrap();
    assert_eq!(
        Repetitions::new(&few).iter().collect::<Vec<_>>(),
        [(told, 1)]
    );

    // What no game counts is left out.
    let classroom = (Position::start(Rules::Classroom), 3);
    let never = (Position::start(Rules::Tournament), 0);
    let empty: Repetitions = [classroom, never].into_iter().collect();
    assert_eq!(empty.iter().count(), 0);
    assert!(!empty.is_draw());
    let many = (Position::start(Rules::Tournament), u32::MAX);
    let full: Repetitions = [many, many].into_iter().collect();
    assert_eq!(full.iter().collect::<Vec<_>>(), [many]);
}

#[test]
fn k_12_the_third_count_is_a_draw() {
    let mut game = Position::start(Rules::Tournament);
    let mut repetitions = Repetitions::new(&game);
    let mut counts = Vec::new();
    for text in ["00B", "06B", "20F", "26F"].repeat(2) {
        assert!(!repetitions.is_draw());
        game.play(push(text)).unwrap();
        counts.push(repetitions.turn_began(&game));
    }
    assert_eq!(counts, [1, 1, 1, 2, 2, 2, 2, 3]);
    assert!(repetitions.is_draw());
    game.play(push("00B")).unwrap();
    assert_eq!(repetitions.turn_began(&game), 3);
    assert!(repetitions.is_draw());
}

#[test]
fn k_12_the_side_to_move_belongs_to_the_count_and_the_bar_does_not() {
    let mut white = position("7/7/7/2wb3/7/7/7 w0b0 w - t");
    let mut repetitions = Repetitions::new(&white);
    let black = position("7/7/7/2wb3/7/7/7 w0b0 b - t");
    assert_eq!(repetitions.turn_began(&black), 1);
    let ko = position("7/7/7/2wb3/7/7/7 w0b0 b 33L t");
    assert_eq!(repetitions.turn_began(&ko), 2);
    assert!(!repetitions.is_draw());
    white = position("7/7/7/2wb3/7/7/r6 w0b0 w - t");
    assert_eq!(repetitions.turn_began(&white), 1);
    assert_eq!(repetitions.turn_began(&black), 3);
    assert!(repetitions.is_draw());
}

#[test]
fn k_12_the_third_count_can_be_reached_by_ending_a_turn() {
    // Only with counts from elsewhere: a turn that can be ended has taken a
    // marble off, so in a game its cells have never been counted before. The
    // counter does not rely on that.
    for action in ["end", "35F"] {
        let mut game = position("7/7/7/5wr/7/7/b6 w1b0 w+ - t");
        let mut after = game;
        after.play_action(action.parse().unwrap()).unwrap();
        let mut repetitions = Repetitions::new(&after);
        assert_eq!(repetitions.turn_began(&after), 2);
        assert_eq!(repetitions.turn_began(&game), 0, "the turn goes on");
        assert!(!repetitions.is_draw());
        game.play_action(action.parse().unwrap()).unwrap();
        assert_eq!(repetitions.turn_began(&game), 3, "{action}");
        assert!(repetitions.is_draw());
    }
}

#[test]
fn k_12_a_turn_that_took_something_leaves_new_cells() {
    let mut game = position("7/7/7/4wrr/7/7/b6 w0b0 w - t");
    let mut repetitions = Repetitions::new(&game);
    game.play(push("34R")).unwrap();
    assert_eq!(repetitions.turn_began(&game), 0);
    game.end_turn().unwrap();
    assert_eq!(repetitions.turn_began(&game), 1);
}

#[test]
fn k_12_a_win_comes_before_the_third_count() {
    // A win by taking leaves cells never counted before, so only a win by
    // blocking can meet a third count, and only where the same cells were no
    // win earlier because there was no ko then.
    let free = position("7/7/3r3/2wb3/3r3/7/7 w0b0 b - t");
    let mut repetitions = Repetitions::new(&free);
    assert_eq!(repetitions.turn_began(&free), 2);
    let mut game = position("7/7/3r3/1wb4/3r3/7/7 w0b0 w - t");
    game.play(push("31R")).unwrap();
    assert_eq!(game.board(), free.board());
    assert_eq!(game.to_move(), free.to_move());
    assert_eq!(repetitions.turn_began(&game), 0);
    assert!(!repetitions.is_draw());
    assert_eq!(game.outcome(), Some(won(Side::White, Win::Blocked)));
}

#[test]
fn k_12_open_turns_wins_and_classroom_games_are_not_counted() {
    for line in [
        "7/7/7/4wrr/7/7/b6 w1b0 w+ - t",
        "7/7/7/6w/7/7/b6 w7b0 w - t",
        "7/7/3r3/2wb3/3r3/7/7 w0b0 b 33L t",
        "7/7/7/3w3/7/7/b6 w0b0 w - c",
    ] {
        let game = position(line);
        let mut repetitions = Repetitions::new(&game);
        for _ in 0..5 {
            assert_eq!(repetitions.turn_began(&game), 0, "{line}");
        }
        assert!(!repetitions.is_draw());
    }
}

#[test]
fn k_13_the_push_that_reaches_the_limit_draws_unless_it_wins() {
    assert_eq!(DEFAULT_PUSH_LIMIT, 1_000);
    assert_eq!(PushLimit::default(), PushLimit::new(1_000));
    let mut limit = PushLimit::new(2);
    let mut count = || {
        limit.push_made();
        (limit.pushes(), limit.limit(), limit.is_reached())
    };
    assert_eq!([count(), count()], [(1, 2, false), (2, 2, true)]);
    assert!(!PushLimit::new(1).is_reached());
    assert!(PushLimit::new(0).is_reached());
    // The push that reaches the limit may win all the same.
    let mut game = position("7/7/7/5wr/7/7/b6 w6b0 w - c");
    game.play(push("35R")).unwrap();
    assert_eq!(game.outcome(), Some(won(Side::White, Win::Reds)));
}

#[test]
fn outcomes_name_winner_and_rule() {
    assert_eq!(won(Side::Black, Win::Reds).winner(), Some(Side::Black));
    for (draw, rule) in [(Draw::Repetition, "K-12"), (Draw::PushLimit, "K-13")] {
        assert_eq!(Outcome::Drawn(draw).winner(), None);
        assert_eq!(draw.rule(), rule);
    }
    for (win, rule) in [
        (Win::Reds, "K-8"),
        (Win::Elimination, "K-9"),
        (Win::Blocked, "K-10"),
    ] {
        assert_eq!(win.rule(), rule);
    }
}
