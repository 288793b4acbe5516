//! Pictures of Kuba: what is in them, and that nothing breaks them.

use std::collections::BTreeSet;

use insta::assert_snapshot;
use kuba_rules::{Cell, Direction, Draw, Event, Move, Position, Rules, Side, Win, random_move};

use super::layout::{self, CARD, CARD_WIDTH, HEIGHT, MARBLE, RIM, SIDE, TRAY, WIDTH};
use super::{Picture, marks};
use crate::Look;
use crate::kuba::{Names, Stage};
use crate::motion::{Manner, assert_arrives};
use crate::svg::{PictureOptions, Point};
use crate::theme::{Style, Theme};

const NAMES: Names<'_> = Names {
    white: "Ann",
    black: "Bob",
};

/// Without colors, which the style sheet's own test shows.
const PAGE: PictureOptions<'_> = PictureOptions {
    style: Style::Page,
    id: "",
    look: Look::Diagram,
};

pub(super) fn position(line: &str) -> Position {
    line.parse().expect("a position")
}

/// The position after one more push, and what it brought about.
pub(super) fn after(line: &str, push: &str) -> (Position, Vec<Event>) {
    let mut position = position(line);
    let push = push.parse().expect("a push");
    let events = position.play_with_events(push).expect("a legal push");
    (position, events)
}

pub(super) fn pushes(position: &Position) -> Vec<Move> {
    position.legal_moves().iter().collect()
}

/// What stands between the quotes after every ` name="`.
pub(super) fn attributes<'a>(svg: &'a str, name: &str) -> Vec<&'a str> {
    let before = format!(" {name}=\"");
    svg.split(before.as_str())
        .skip(1)
        .filter_map(|rest| rest.split('"').next())
        .collect()
}

/// Everything that holds for every picture, whatever it shows.
fn check(picture: &Picture<'_>, options: PictureOptions<'_>) -> String {
    let svg = picture.svg(options);
    let ids = attributes(&svg, "id");
    let distinct: BTreeSet<&str> = ids.iter().copied().collect();
    assert_eq!(ids.len(), distinct.len(), "an id twice: {ids:?}");
    for cell in Cell::ALL {
        assert!(distinct.contains(format!("{}cell-{cell}", options.id).as_str()));
        let marble = format!("{}marble-{cell}", options.id);
        let lies_there = picture.position.marble(cell).is_some();
        assert_eq!(distinct.contains(marble.as_str()), lies_there, "{marble}");
    }
    for number in attributes(&svg, "d")
        .into_iter()
        .chain(attributes(&svg, "transform"))
    {
        let numbers = number.split(|c: char| !c.is_ascii_digit() && c != '.' && c != '-');
        for number in numbers.filter(|number| !number.is_empty()) {
            let value: f64 = number.parse().expect("a number");
            assert!(value.is_finite() && number != "-0", "{number}");
            assert!(value.abs() <= HEIGHT, "{number} is far out");
        }
    }
    assert_eq!(svg.matches("<g").count(), svg.matches("</g>").count());
    assert!(
        !svg.contains(" style=") && !svg.contains("<script"),
        "for strict pages"
    );
    assert_eq!(svg, picture.svg(options), "the same picture twice");
    #[cfg(feature = "png")]
    resvg::usvg::roxmltree::Document::parse(&svg).expect("well-formed XML");
    svg
}

#[test]
fn k_11_the_start_before_anybody_has_moved() {
    let start = Position::start(Rules::Classroom);
    let picture = Picture {
        stage: Stage::NobodyYet,
        ..Picture::new(&start)
    };
    assert_snapshot!(check(&picture, PAGE));
}

#[test]
fn k_7_crowded_with_a_trail_and_a_ko_push() {
    let line = "w5b/1ww1rbb/2rbrr1/wrrrb2/2rr2b/1b3ww/1b3w1 w3b1 w - c";
    let (position, events) = after(line, "30R");
    let pushes = pushes(&position);
    let picture = Picture {
        names: NAMES,
        events: &events,
        pushes: &pushes,
        ..Picture::new(&position)
    };
    let options = PictureOptions {
        id: "game1-",
        ..PAGE
    };
    assert_snapshot!(check(&picture, options));
}

#[test]
fn k_8_the_seventh_red_rolls_to_its_place() {
    let (position, events) = after("7/3w2b/2wbrbr/b2r3/7/w5b/7 w6b4 w - t", "22R");
    let picture = Picture {
        names: NAMES,
        events: &events,
        ..Picture::new(&position)
    };
    let options = PictureOptions {
        style: Style::Fixed(Theme::Dark),
        ..PAGE
    };
    assert_snapshot!(check(&picture, options));
}

#[test]
fn every_state_shows_in_the_cards() {
    let start = Position::start(Rules::Tournament);
    let open = position("w6/7/7/7/7/7/b6 w3b3 b+ - t");
    let mut won = position("7/3r3/2wb1w1/3r3/7/7/7 w0b0 w - c");
    won.play("25L".parse().expect("a push"))
        .expect("a legal push");
    let states = [
        (start, Stage::NobodyYet),
        (start, Stage::UnderWay),
        (start, Stage::Drawn(Draw::Repetition)),
        (open, Stage::UnderWay),
        (won, Stage::UnderWay),
    ];
    let shown: Vec<String> = states
        .iter()
        .map(|(position, stage)| {
            let picture = Picture {
                stage: *stage,
                ..Picture::new(position)
            };
            let svg = check(&picture, PAGE);
            let marks = svg.split("<g id=\"mark-").skip(1);
            let marks = marks.filter_map(|rest| rest.split("</g>").next());
            let frames = svg
                .lines()
                .filter(|line| line.contains("<rect") && line.contains("stroke-width=\"6\""));
            marks.chain(frames).collect::<Vec<_>>().join("\n")
        })
        .collect();
    let distinct: BTreeSet<&String> = shown.iter().collect();
    assert_eq!(distinct.len(), shown.len(), "two states look the same");
    assert_snapshot!(shown.join("\n\n"));
}

#[test]
fn every_picture_of_a_random_game_is_whole() {
    let mut state = 0x9E37_79B9_7F4A_7C15_u64;
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state
    };
    for rules in [Rules::Classroom, Rules::Tournament] {
        for _ in 0..3 {
            let mut position = Position::start(rules);
            let mut events = Vec::new();
            for _ in 0..120 {
                let legal = pushes(&position);
                let picture = Picture {
                    events: &events,
                    pushes: &legal,
                    ..Picture::new(&position)
                };
                let svg = check(&picture, PAGE);
                let arrows = svg.matches(" id=\"arrow-").count();
                assert_eq!(arrows, legal.len(), "{position}");
                let ko = position.ko().is_some() && !position.is_over();
                assert_eq!(svg.contains(" id=\"barred\""), ko, "{position}");
                assert_eq!(svg.contains(" id=\"trail\""), !events.is_empty());
                let took =
                    |event: &Event| matches!(event, Event::Captured { .. } | Event::Ejected { .. });
                assert_eq!(svg.contains(" id=\"taken\""), events.iter().any(took));
                let Some(push) = random_move(&position, next()) else {
                    break;
                };
                events = position.play_with_events(push).expect("a legal push");
            }
        }
    }
}

#[test]
fn k_2_no_two_arrows_lie_on_each_other() {
    let all: Vec<Move> = Cell::ALL
        .into_iter()
        .flat_map(|cell| Direction::ALL.map(|direction| Move { cell, direction }))
        .collect();
    let set: BTreeSet<Move> = all.iter().copied().collect();
    let places: Vec<Point> = all.iter().map(|&push| marks::place(push, &set)).collect();
    for (index, one) in places.iter().enumerate() {
        for two in &places[..index] {
            let apart = (one.0 - two.0).hypot(one.1 - two.1);
            assert!(apart > 26.0, "{one:?} and {two:?}");
        }
    }
}

#[test]
fn k_7_the_ko_arrow_covers_no_marble_and_no_other_arrow() {
    for cell in Cell::ALL {
        for direction in Direction::ALL {
            let ko = Move { cell, direction };
            let (Some(ahead), at) = (cell.step(direction), marks::ko_place(ko)) else {
                continue;
            };
            // Tip, barbs and tail, as the arrow is drawn.
            for corner in [
                (14.0, 0.0),
                (-1.0, -12.0),
                (-1.0, 12.0),
                (-14.0, -4.0),
                (-14.0, 4.0),
            ] {
                let corner = layout::turned(corner, direction, at);
                for marble in Cell::ALL.map(layout::center) {
                    let apart = (corner.0 - marble.0).hypot(corner.1 - marble.1);
                    assert!(apart > MARBLE, "{ko}: {corner:?} on {marble:?}");
                }
            }
            let counter = Move {
                cell: ahead,
                direction: direction.opposite(),
            };
            let all = BTreeSet::from([ko, counter]);
            let others = Cell::ALL
                .into_iter()
                .flat_map(|cell| Direction::ALL.map(|direction| Move { cell, direction }));
            for other in others.filter(|&other| other != ko) {
                let place = marks::place(other, &all);
                let apart = (at.0 - place.0).hypot(at.1 - place.1);
                assert!(apart > 28.0, "{ko} and {other}: {apart}");
            }
        }
    }
}

#[test]
fn pushes_named_twice_or_ko_show_once() {
    let line = "w5b/ww1r1bb/2wrrrb/1rrrrr1/2rrr2/bb1r1ww/bb3ww w0b0 b 26L c";
    let position = position(line);
    let mut twice = pushes(&position);
    twice.extend(pushes(&position));
    twice.extend(position.ko());
    let picture = Picture {
        pushes: &twice,
        ..Picture::new(&position)
    };
    let svg = check(&picture, PAGE);
    assert_eq!(svg.matches(" id=\"arrow-").count(), twice.len() / 2);
    assert_eq!(svg.matches(" id=\"barred\"").count(), 1);
}

#[test]
fn events_of_no_game_break_nothing() {
    let start = Position::start(Rules::Tournament);
    let cell = |row, column| Cell::new(row, column).expect("a cell");
    let push = Move {
        cell: cell(0, 6),
        direction: Direction::Right,
    };
    let inward = Move {
        cell: cell(3, 3),
        direction: Direction::Left,
    };
    let side = Side::Black;
    let pushed = |push, length| Event::Pushed { side, push, length };
    let captured = |total, from| Event::Captured { side, total, from };
    let strange = [
        vec![pushed(push, 0)],
        vec![pushed(push, 255), captured(0, cell(0, 6))],
        vec![pushed(inward, 255), captured(255, cell(3, 0))],
        vec![pushed(inward, 3), captured(3, cell(3, 3))],
        vec![captured(3, cell(0, 0))],
        vec![pushed(inward, 1), pushed(push, 1), pushed(inward, 2)],
        vec![
            Event::Won {
                side,
                by: Win::Reds,
            },
            Event::Ko { push },
        ],
        vec![
            Event::Ejected {
                side,
                from: cell(6, 6),
                left: 9,
            },
            pushed(push, 2),
        ],
    ];
    for events in &strange {
        let picture = Picture {
            events,
            ..Picture::new(&start)
        };
        check(&picture, PAGE);
    }
}

#[test]
fn k_12_of_several_pushes_the_last_one_shows() {
    let mut position = position("wr5/7/7/7/7/7/w5b w0b0 w - t");
    let mut events = Vec::new();
    for push in ["00R", "66L", "60F"] {
        let push = push.parse().expect("a push");
        events.extend(position.play_with_events(push).expect("a legal push"));
    }
    let captured = Event::Captured {
        side: Side::White,
        total: 1,
        from: Cell::new(0, 6).expect("a cell"),
    };
    events.insert(0, captured);
    let picture = Picture {
        events: &events,
        ..Picture::new(&position)
    };
    let svg = check(&picture, PAGE);
    assert!(!svg.contains(" id=\"taken\""), "an older push took it");
    assert_eq!(svg.matches(" id=\"trail\"").count(), 1);
}

#[test]
fn hostile_names_are_text() {
    let position = Position::start(Rules::Classroom);
    let names = Names {
        white: "</title><script>alert(1)</script>&amp;\u{0}\u{1b}]0;\u{202e}\u{ffff}",
        black: "\"'><!--]]>\n",
    };
    let picture = Picture {
        names,
        ..Picture::new(&position)
    };
    let svg = check(&picture, PAGE);
    assert!(svg.contains("&lt;/title&gt;&lt;script&gt;alert(1)"));
    assert!(svg.contains("&amp;amp;"));
    assert!(!svg.contains("<!--") && !svg.contains('\u{1b}') && !svg.contains('\u{0}'));
}

#[test]
fn k_6_every_red_rolls_round_the_tray_to_its_place() {
    let inside = |(x, y): Point| (0.0..=WIDTH).contains(&x) && (0.0..=HEIGHT).contains(&y);
    let tray_side = 2.0 * RIM + 7.0 * SIDE;
    for (edge, direction) in Cell::ALL
        .into_iter()
        .flat_map(|cell| Direction::ALL.map(|direction| (cell, direction)))
        .filter(|(cell, direction)| cell.step(*direction).is_none())
    {
        for side in Side::ALL {
            for number in 0..7 {
                let way = layout::way_home(edge, direction, side, number);
                assert_eq!(way[0], layout::outside(edge, direction));
                assert_eq!(way.last(), Some(&layout::captured_place(side, number)));
                assert!(way.iter().copied().all(inside), "{way:?}");
                for pair in way.windows(2) {
                    let ((ax, ay), (bx, by)) = (pair[0], pair[1]);
                    let straight = (ax - bx).abs() < 1e-9 || (ay - by).abs() < 1e-9;
                    let across = ax.max(bx) > TRAY.0
                        && ax.min(bx) < TRAY.0 + tray_side
                        && ay.max(by) > TRAY.1
                        && ay.min(by) < TRAY.1 + tray_side;
                    assert!(straight && !across, "{edge} {direction}: {way:?}");
                }
            }
        }
    }
}

#[test]
fn k_1_everything_lies_in_the_picture() {
    let (left, top) = layout::center(Cell::ALL[0]);
    let (right, bottom) = layout::center(Cell::ALL[48]);
    assert!(
        (left - (WIDTH - right)).abs() < 1e-9,
        "the cells are centered"
    );
    assert!(
        (top - (HEIGHT - bottom)).abs() < 1e-9,
        "the cells are centered"
    );
    for side in Side::ALL {
        let (x, y) = layout::card(side);
        assert!(x >= 0.0 && x + CARD_WIDTH <= WIDTH);
        assert!(y >= 0.0 && y + CARD <= HEIGHT);
    }
}

#[test]
fn k_4_a_run_moves_as_one_and_k_6_what_leaves_the_board_arrives_beside_it() {
    let mut left = 0;
    for seed in 0..40_u64 {
        let mut position = Position::start(Rules::Classroom);
        for ply in 0..120 {
            let Some(push) = random_move(&position, seed.wrapping_mul(977).wrapping_add(ply << 32))
            else {
                break;
            };
            let events = position.play_with_events(push).expect("a legal push");
            let svg = Picture {
                events: &events,
                ..Picture::new(&position)
            }
            .svg(PAGE);
            let motions = super::motions(&events, Look::Diagram);
            assert!(motions.iter().any(|motion| motion.manner == Manner::Slide));
            for motion in &motions {
                assert_arrives(motion, &svg);
                left += usize::from(motion.piece == "rolled");
            }
        }
    }
    assert!(left > 0, "no red was captured in any game");
}
