//! Boards and sentences of Kuba, as a person sees them.

use insta::assert_snapshot;
use kuba_rules::{Cell, Direction, Draw, Event, KubaGame, Move, Position, Rules, Side, Win};
use parlor_game::TextGame as _;

use super::{Names, board, event, push, refusal, status};
use crate::{PictureOptions, Scene};

const NAMES: Names<'_> = Names {
    white: "Ann",
    black: "Bob",
};

fn position(line: &str) -> Position {
    line.parse().expect("a position")
}

/// The lines of pushes played one after the other from the start.
fn narrated(rules: Rules, pushes: &[&str]) -> String {
    let mut position = Position::start(rules);
    let mut lines = Vec::new();
    for played in pushes {
        let mut events = Vec::new();
        let action = played.parse().expect("an action");
        match position.play_action_into(action, &mut events) {
            Ok(()) => lines.push(push(&events, NAMES)),
            Err(error) => lines.push(format!("{played}: {error}")),
        }
    }
    lines.push(status(&position, NAMES, None));
    lines.push(board(&position, NAMES));
    lines.join("\n")
}

#[test]
fn k_1_board_at_the_start() {
    assert_snapshot!(board(&Position::start(Rules::Classroom), Names::default()));
}

#[test]
fn k_6_board_with_marbles_gone() {
    let names = Names {
        white: "A name that nobody will ever read to its end",
        black: "Bob\n\u{1b}[2J",
    };
    assert_snapshot!(board(&position("w6/7/2rr3/3w3/7/7/b5b w6b5 b - c"), names));
}

#[test]
fn k_6_sentences_of_pushes() {
    let pushes = ["01B", "05B", "21R", "26L", "60R", "22R", "61R", "23R"];
    assert_snapshot!(narrated(Rules::Classroom, &pushes));
}

#[test]
fn k_12_sentences_of_a_tournament() {
    let pushes = ["01B", "05B", "21R", "60R", "22R", "23R", "end"];
    assert_snapshot!(narrated(Rules::Tournament, &pushes));
}

#[test]
fn sentences_of_every_event() {
    let (side, from) = (Side::White, Cell::new(2, 6).expect("a cell"));
    let step = |direction| Move {
        cell: from,
        direction,
    };
    let mut events: Vec<Event> = Direction::ALL
        .into_iter()
        .zip([1, 2, 5, 7])
        .map(|(direction, length)| Event::Pushed {
            side,
            push: step(direction),
            length,
        })
        .collect();
    events.extend([
        Event::Captured {
            side,
            total: 3,
            from,
        },
        Event::Ejected {
            side,
            from,
            left: 4,
        },
        Event::MayPushAgain { side },
        Event::TurnEnded { side },
        Event::Ko {
            push: step(Direction::Left),
        },
    ]);
    events.extend([Win::Reds, Win::Elimination, Win::Blocked].map(|by| Event::Won { side, by }));
    let sentences: Vec<String> = events.iter().map(|one| event(one, NAMES)).collect();
    assert_snapshot!(sentences.join("\n"));
}

#[test]
fn k_16_sentences_of_refusals() {
    let mut game = KubaGame::new(("Ann", "W"), ("Bob", "B")).expect("two players");
    let tries = [
        ("Ann", (0, 1), "L"),
        ("Ann", (0, 1), "R"),
        ("Bob", (3, 3), "F"),
        ("Bob", (2, 0), "F"),
        ("Ann", (0, 1), "B"),
        ("Ann", (6, 6), "L"),
        ("Bob", (0, 5), "b"),
        ("Bob", (7, 0), "F"),
        ("Cy\n", (0, 5), "B"),
        ("Bob", (0, 5), "B"),
        ("Ann", (2, 1), "R"),
        ("Bob", (2, 6), "L"),
    ];
    let sentences: Vec<String> = tries
        .iter()
        .map(|&(name, (row, column), direction)| {
            match game.try_move(name, (row, column), direction) {
                Ok(()) => format!("{name} {row}{column}{direction}"),
                Err(refused) => refusal(name, &format!("{row}{column}{direction}"), &refused),
            }
        })
        .collect();
    assert_snapshot!(sentences.join("\n"));
}

#[test]
fn sentences_of_every_state() {
    let lines = [
        "ww3bb/ww1r1bb/2rrr2/1rrrrr1/2rrr2/bb1r1ww/bb3ww w0b0 w - c",
        "w6/7/7/7/7/7/b6 w3b3 b+ - t",
        "w5b/ww1r1bb/2wrrrb/1rrrrr1/2rrr2/bb1r1ww/bb3ww w0b0 b 26L c",
    ];
    let mut sentences: Vec<String> = lines
        .iter()
        .map(|line| status(&position(line), NAMES, None))
        .collect();
    let start = Position::start(Rules::Tournament);
    sentences
        .extend([Draw::Repetition, Draw::PushLimit].map(|draw| status(&start, NAMES, Some(draw))));
    for (line, last) in [
        ("5wr/7/7/7/7/7/b6 w6b0 w - c", "05R"),
        ("5wb/7/7/7/7/7/7 w0b0 w - c", "05R"),
        ("7/3r3/2wb1w1/3r3/7/7/7 w0b0 w - c", "25L"),
    ] {
        let mut won = position(line);
        let events = won
            .play_with_events(last.parse().expect("a push"))
            .expect("a legal push");
        sentences.push(push(&events, NAMES));
        sentences.push(status(&won, NAMES, None));
    }
    assert_snapshot!(sentences.join("\n"));
}

#[test]
fn k_8_a_side_has_won_with_seven_reds_or_else_with_its_own_marbles() {
    let trophy = |line: &str, push: &str, seat| {
        let mut game = parlor_game::AnyGame::from_position(line, None).expect("a position");
        game.play(push).expect("a legal push");
        Scene::of(&game).trophy(seat, PictureOptions::default())
    };
    let drawn = |svg: &str, marble: &str| svg.matches(&format!("href=\"#{marble}\" ")).count();
    let nearly = "7/3w2b/2wbrbr/b2r3/7/w5b/7 w6b4 w - t";
    let won = trophy(nearly, "22R", 'W');
    let reds = ["red-0-marble", "red-1-marble", "red-2-marble"];
    assert_eq!(reds.map(|red| drawn(&won, red)), [3, 2, 2], "{won}");
    let other = trophy(nearly, "22R", 'B');
    assert_eq!(drawn(&other, "black-marble"), 5, "{other}");
    assert_eq!(trophy(nearly, "22R", 'A'), "", "no such seat");
}
