//! K-1 to K-7: the board and the pushes, each rule by tests that carry its name.

use kuba_rules::{Cell, Direction, Event, Marble, Move, PlayError, Position, Rules, Side};

use crate::common::{check, position};

fn push(text: &str) -> Move {
    text.parse().unwrap()
}

fn events(line: &str, text: &str) -> Vec<Event> {
    position(line).play_with_events(push(text)).unwrap()
}

#[test]
fn k_1_the_board_at_the_start() {
    let start = Position::start(Rules::Classroom);
    let drawn: Vec<String> = start
        .board()
        .iter()
        .map(|row| {
            row.iter()
                .map(|cell| cell.map_or('.', Marble::letter))
                .collect()
        })
        .collect();
    assert_eq!(
        drawn,
        [
            "WW...BB", "WW.R.BB", "..RRR..", ".RRRRR.", "..RRR..", "BB.R.WW", "BB...WW"
        ]
    );
    for marble in Marble::ALL {
        assert_eq!(start.count(marble), marble.at_start());
    }
    assert_eq!(Marble::ALL.map(Marble::at_start), [8, 8, 13]);
    assert_eq!(Side::ALL.map(|side| start.captured(side)), [0, 0]);
    assert_eq!(start.outcome(), None);
}

#[test]
fn k_1_cells_go_from_0_0_to_6_6() {
    assert_eq!(Cell::ALL.len(), 49);
    for (number, cell) in (0..).zip(Cell::ALL) {
        assert_eq!((cell.row(), cell.column()), (number / 7, number % 7));
        assert_eq!(Cell::new(cell.row().into(), cell.column().into()), Ok(cell));
    }
}

#[test]
fn k_1_negative_coordinates_do_not_wrap() {
    let outside = [-8, -7, -1, 7, 8, 256, i64::MIN, i64::MAX];
    for number in outside {
        for (row, column) in [(number, 0), (0, number), (6, number), (number, number)] {
            let error = Cell::new(row, column).unwrap_err();
            assert_eq!(
                (error.row, error.column, error.rule()),
                (row, column, "K-1")
            );
        }
    }
    assert_eq!(
        Cell::new(7, -1).unwrap_err().to_string(),
        "there is no cell (7, -1); row and column go from 0 to 6"
    );
}

#[test]
fn k_2_the_four_directions() {
    let line = "7/7/7/3w3/7/7/6b w0b0 w - c";
    check(line, "33L", Ok("7/7/7/2w4/7/7/6b w0b0 b - c"));
    check(line, "33R", Ok("7/7/7/4w2/7/7/6b w0b0 b - c"));
    check(line, "33F", Ok("7/7/3w3/7/7/7/6b w0b0 b - c"));
    check(line, "33B", Ok("7/7/7/7/3w3/7/6b w0b0 b - c"));
}

#[test]
fn k_2_steps_end_at_the_edge() {
    for cell in Cell::ALL {
        for direction in Direction::ALL {
            let back = cell
                .step(direction)
                .map(|next| next.step(direction.opposite()));
            let at_edge = match direction {
                Direction::Left => cell.column() == 0,
                Direction::Right => cell.column() == 6,
                Direction::Forward => cell.row() == 0,
                Direction::Backward => cell.row() == 6,
            };
            assert_eq!(back, (!at_edge).then_some(Some(cell)));
        }
    }
}

#[test]
fn k_3_room_behind_is_empty_or_off_the_board() {
    let start = Position::start(Rules::Classroom).to_string();
    check(
        &start,
        "00R",
        Ok("1ww2bb/ww1r1bb/2rrr2/1rrrrr1/2rrr2/bb1r1ww/bb3ww w0b0 b - c"),
    );
    check(
        &start,
        "65F",
        Ok("ww3bb/ww1r1bb/2rrr2/1rrrrr1/2rrrw1/bb1r1ww/bb4w w0b0 b - c"),
    );
    check(&start, "01R", Err("K-3"));
    check(&start, "55F", Err("K-3"));
    let crossed = "7/7/3r3/2bwr2/3w3/7/7 w0b0 w - c";
    for text in ["33L", "33R", "33F", "33B"] {
        check(crossed, text, Err("K-3"));
    }
    assert_eq!(
        position(crossed).play(push("33B")),
        Err(PlayError::NoRoomBehind {
            cell: Cell::new(3, 3).unwrap(),
            direction: Direction::Backward,
            behind: Cell::new(2, 3).unwrap(),
        })
    );
}

#[test]
fn k_3_only_own_marbles_are_pushed() {
    let start = Position::start(Rules::Classroom).to_string();
    check(&start, "03R", Err("K-3"));
    check(&start, "31L", Err("K-3"));
    check(&start, "05L", Err("K-3"));
    let mut start = position(&start);
    assert_eq!(
        start.play(push("03R")),
        Err(PlayError::EmptyCell {
            cell: Cell::new(0, 3).unwrap()
        })
    );
    assert_eq!(
        start.play(push("31L")),
        Err(PlayError::NotYourMarble {
            cell: Cell::new(3, 1).unwrap(),
            marble: Marble::Red
        })
    );
    assert_eq!(
        start.play(push("05L")),
        Err(PlayError::NotYourMarble {
            cell: Cell::new(0, 5).unwrap(),
            marble: Marble::Black
        })
    );
}

#[test]
fn k_4_the_run_moves_up_to_the_first_gap() {
    check(
        "7/7/7/wbrwb2/7/7/7 w0b0 w - c",
        "30R",
        Ok("7/7/7/1wbrwb1/7/7/7 w0b0 b 35L c"),
    );
    check(
        "7/7/7/wr1b3/7/7/7 w0b0 w - c",
        "30R",
        Ok("7/7/7/1wrb3/7/7/7 w0b0 b - c"),
    );
    check(
        "7/7/7/2rbrrw/7/7/7 w0b0 w - c",
        "36L",
        Ok("7/7/7/1rbrrw1/7/7/7 w0b0 b - c"),
    );
    check(
        "7/w6/r6/b6/7/w6/7 w0b0 w - c",
        "10B",
        Ok("7/7/w6/r6/b6/w6/7 w0b0 b - c"),
    );
    check(
        "6r/7/6b/6r/6w/7/7 w0b0 w - c",
        "46F",
        Ok("6r/6b/6r/6w/7/7/7 w0b0 b - c"),
    );
}

#[test]
fn k_4_every_length_of_run_in_every_direction() {
    // A white marble pushes red ones from one edge: 1 to 7 marbles move.
    for length in 1..=7_u8 {
        let row = |from: usize, marbles: &str| {
            let mut row = vec!['.'; 7];
            for (offset, marble) in marbles.chars().enumerate() {
                row[from + offset] = marble;
            }
            row
        };
        let reds = "r".repeat(usize::from(length) - 1);
        let before = row(0, &format!("w{reds}"));
        let after = if length < 7 {
            row(1, &format!("w{reds}"))
        } else {
            row(1, "wrrrrr")
        };
        for direction in Direction::ALL {
            let place = |cells: &[char]| {
                let mut board = vec![vec!['.'; 7]; 7];
                for (index, marble) in cells.iter().enumerate() {
                    let (row, column) = match direction {
                        Direction::Left => (3, 6 - index),
                        Direction::Right => (3, index),
                        Direction::Forward => (6 - index, 3),
                        Direction::Backward => (index, 3),
                    };
                    board[row][column] = *marble;
                }
                board[0][0] = 'b';
                board
            };
            let mut played = position("b6/7/7/7/7/7/w6 w0b0 w - c").setup();
            for (row, cells) in place(&before).iter().enumerate() {
                for (column, cell) in cells.iter().enumerate() {
                    played.cells[row][column] = match cell {
                        'w' => Some(Marble::White),
                        'b' => Some(Marble::Black),
                        'r' => Some(Marble::Red),
                        _ => None,
                    };
                }
            }
            let mut played = Position::try_from(played).unwrap();
            let (row, column) = match direction {
                Direction::Left => (3, 6),
                Direction::Right => (3, 0),
                Direction::Forward => (6, 3),
                Direction::Backward => (0, 3),
            };
            let cell = Cell::new(row, column).unwrap();
            let events = played.play_with_events(Move { cell, direction }).unwrap();
            assert!(matches!(events[0], Event::Pushed { length: moved, .. } if moved == length));
            let drawn: Vec<Vec<char>> = played
                .board()
                .iter()
                .map(|row| {
                    row.iter()
                        .map(|cell| cell.map_or('.', |marble| marble.letter().to_ascii_lowercase()))
                        .collect()
                })
                .collect();
            assert_eq!(drawn, place(&after));
            assert_eq!(played.captured(Side::White), u8::from(length == 7));
        }
    }
}

#[test]
fn k_5_own_marble_stays() {
    for (line, texts) in [
        ("7/7/7/7/7/7/b3wrw w0b0 w - c", ["64R", "66R"]),
        ("7/7/7/wrbw3/7/7/6b w0b0 w - c", ["33L", "30L"]),
        ("7/2w4/2w4/2b4/2r4/2b4/b1w4 w0b0 w - c", ["12B", "62B"]),
        ("4w2/4r2/4r2/4w2/7/7/6b w0b0 w - c", ["34F", "04F"]),
    ] {
        let rule = |text| position(line).play(push(text)).unwrap_err().rule();
        assert_eq!(rule(texts[0]), "K-5", "{line} {}", texts[0]);
        assert!(
            ["K-3", "K-5"].contains(&rule(texts[1])),
            "{line} {}",
            texts[1]
        );
        for text in texts {
            check(line, text, Err(rule(text)));
        }
    }
    check("7/7/7/3b2w/7/7/7 w0b0 w - c", "36R", Err("K-5"));
    check("7/7/7/w2b3/7/7/7 w0b0 w - c", "30L", Err("K-5"));
    check("3w3/7/7/3b3/7/7/7 w0b0 w - c", "03F", Err("K-5"));
    check("7/7/7/3b3/7/7/3w3 w0b0 w - c", "63B", Err("K-5"));
    assert_eq!(
        position("7/7/7/7/7/7/b3wrw w0b0 w - c").play(push("64R")),
        Err(PlayError::OwnMarbleOff {
            cell: Cell::new(6, 4).unwrap(),
            direction: Direction::Right,
        })
    );
}

#[test]
fn k_5_own_marbles_may_move_inside_the_run() {
    check(
        "7/7/7/7/7/7/b3wwr w0b0 w - c",
        "64R",
        Ok("7/7/7/7/7/7/b4ww w1b0 b - c"),
    );
    check(
        "7/7/7/rwbw3/7/7/6b w0b0 w - c",
        "33L",
        Ok("7/7/7/wbw4/7/7/6b w1b0 b - c"),
    );
}

#[test]
fn k_6_red_is_captured_and_enemy_leaves() {
    check(
        "7/7/7/4wrr/7/7/b6 w2b3 w - c",
        "34R",
        Ok("7/7/7/5wr/7/7/b6 w3b3 b - c"),
    );
    check(
        "7/7/7/bw5/7/7/b6 w2b3 w - c",
        "31L",
        Ok("7/7/7/w6/7/7/b6 w2b3 b - c"),
    );
    check(
        "3r3/3b3/7/7/7/7/w6 w2b3 b - c",
        "13F",
        Ok("3b3/7/7/7/7/7/w6 w2b4 w - c"),
    );
    check(
        "w6/7/7/7/7/3b3/3w3 w2b3 b - c",
        "53B",
        Ok("w6/7/7/7/7/7/3b3 w2b3 w - c"),
    );
    assert_eq!(
        events("7/7/7/4wrr/7/7/b6 w2b3 w - c", "34R"),
        [
            Event::Pushed {
                side: Side::White,
                push: push("34R"),
                length: 3
            },
            Event::Captured {
                side: Side::White,
                total: 3,
                from: Cell::new(3, 6).unwrap()
            },
            Event::TurnEnded { side: Side::White },
        ]
    );
    assert_eq!(
        events("3w3/3b3/7/7/7/7/w2w3 w2b3 b - c", "13F"),
        [
            Event::Pushed {
                side: Side::Black,
                push: push("13F"),
                length: 2
            },
            Event::Ejected {
                side: Side::Black,
                from: Cell::new(0, 3).unwrap(),
                left: 2
            },
            Event::TurnEnded { side: Side::Black },
        ]
    );
}

#[test]
fn k_7_the_push_straight_back_is_ko() {
    let ko = "7/7/7/2wrb2/7/7/7 w0b0 b 34L c";
    check("7/7/7/1wrb3/7/7/7 w0b0 w - c", "31R", Ok(ko));
    check(ko, "34L", Err("K-7"));
    check(ko, "34F", Ok("7/7/4b2/2wr3/7/7/7 w0b0 w - c"));
    assert_eq!(
        position(ko).play(push("34L")),
        Err(PlayError::Ko { push: push("34L") })
    );
    assert_eq!(
        events("7/7/7/1wrb3/7/7/7 w0b0 w - c", "31R"),
        [
            Event::Pushed {
                side: Side::White,
                push: push("31R"),
                length: 3
            },
            Event::TurnEnded { side: Side::White },
            Event::Ko { push: push("34L") },
        ]
    );
}

#[test]
fn k_7_in_every_direction() {
    check(
        "7/7/7/3bw2/7/7/7 w0b0 w - c",
        "34L",
        Ok("7/7/7/2bw3/7/7/7 w0b0 b 32R c"),
    );
    check(
        "7/7/3b3/3w3/7/7/7 w0b0 w - c",
        "33F",
        Ok("7/3b3/3w3/7/7/7/7 w0b0 b 13B c"),
    );
    check(
        "7/7/3w3/3b3/7/7/7 w0b0 w - c",
        "23B",
        Ok("7/7/7/3w3/3b3/7/7 w0b0 b 43F c"),
    );
    check(
        "7/7/7/3bw2/7/7/7 w0b0 b - t",
        "33R",
        Ok("7/7/7/4bw1/7/7/7 w0b0 w 35L t"),
    );
}

#[test]
fn k_7_room_beyond_the_edge_counts() {
    check(
        "7/7/7/4wb1/7/7/7 w0b0 w - c",
        "34R",
        Ok("7/7/7/5wb/7/7/7 w0b0 b 36L c"),
    );
    check(
        "7/3b3/3w3/7/7/7/7 w0b0 w - c",
        "23F",
        Ok("3b3/3w3/7/7/7/7/7 w0b0 b 03B c"),
    );
}

#[test]
fn k_7_nothing_is_ko_that_is_illegal_anyway() {
    // The enemy marble has no room behind; the run ends in a red or own one.
    check(
        "7/7/7/1wb1r2/7/7/7 w0b0 w - c",
        "31R",
        Ok("7/7/7/2wbr2/7/7/7 w0b0 b - c"),
    );
    check(
        "7/7/7/1wbr3/7/7/7 w0b0 w - c",
        "31R",
        Ok("7/7/7/2wbr2/7/7/7 w0b0 b - c"),
    );
    check(
        "7/7/7/1wbw3/7/7/7 w0b0 w - c",
        "31R",
        Ok("7/7/7/2wbw2/7/7/7 w0b0 b - c"),
    );
    // A push that took a marble off cannot be undone.
    check(
        "7/7/7/4wbr/7/7/7 w0b0 w - c",
        "34R",
        Ok("7/7/7/5wb/7/7/7 w1b0 b - c"),
    );
}

#[test]
fn k_7_a_refused_try_does_not_lift_the_bar() {
    let mut game = position("7/7/7/2wrb2/7/7/7 w0b0 b 34L c");
    let before = game;
    for _ in 0..3 {
        for text in ["34L", "34R", "33L", "00F", "32R"] {
            assert!(game.play(push(text)).is_err());
            assert_eq!(game, before);
        }
    }
    assert_eq!(game.end_turn(), Err(PlayError::CannotEndTurn));
    assert_eq!(game.ko(), Some(push("34L")));
}

#[test]
fn k_7_the_bar_lasts_one_turn_and_looks_back_one_push() {
    let mut game = position("7/7/7/2wrb2/w6/7/6b w0b0 b 34L c");
    game.play(push("66L")).unwrap();
    assert_eq!(game.ko(), None);
    game.play(push("40F")).unwrap();
    game.play(push("34L")).unwrap();
    assert_eq!(game.to_string(), "7/7/7/wwrb3/7/7/5b1 w0b0 w - c");
}

#[test]
fn refusals_in_words() {
    let words = |line: &str, text: &str| position(line).play(push(text)).unwrap_err().to_string();
    let start = Position::start(Rules::Classroom).to_string();
    assert_eq!(
        [
            words(&start, "03R"),
            words(&start, "31L"),
            words(&start, "01R"),
            words(&start, "00L"),
            words("7/7/7/2wrb2/7/7/7 w0b0 b 34L c", "34L"),
            words("7/7/7/6w/7/7/b6 w7b0 b - c", "60F"),
        ],
        [
            "the cell (0, 3) is empty; name the cell of one of your own marbles",
            "the marble at (3, 1) is red; only your own marbles can be pushed",
            "the marble at (0, 1) cannot be pushed R: the cell behind it, (0, 0), holds a marble \
             and must be empty or off the board",
            "the marble at (0, 0) cannot be pushed L: the cell behind it, (0, 1), holds a marble \
             and must be empty or off the board",
            "pushing 34L would undo the opponent's last push; another push must come between",
            "the game is over; no action is left",
        ]
    );
    assert_eq!(
        words("7/7/7/w2b3/7/7/7 w0b0 w - c", "30L"),
        "pushing (3, 0) L would take your own marble off the board; only red and enemy marbles \
         may be pushed off"
    );
}
