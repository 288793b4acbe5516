//! The board that one plays on: what is in it, where it lies, and that nothing breaks it.

use std::collections::BTreeSet;

use insta::assert_snapshot;
use kuba_rules::{Cell, Direction, Draw, Event, Marble, Move, Position, Rules, Side, random_move};

use super::super::layout::{SIDE, turned};
use super::super::marks::Taken;
use super::super::tests::{after, attributes, position, pushes};
use super::super::{Picture, RowItem, mark, motions, row};
use super::layout::{
    BELOW, BESIDE, FALLEN, FRAME, MARBLE, MARBLE_LINE, ROLLING, WELL, center, under_frame, way_out,
};
use super::marks::{ko_place, place};
use super::tray;
use crate::kuba::Stage;
use crate::look::Look;
use crate::measure::{BOARD, BOARD_SIDE};
use crate::motion::{Manner, assert_arrives};
use crate::svg::{PictureOptions, Point};
use crate::theme::{Style, Theme};

const PAGE: PictureOptions<'_> = PictureOptions {
    style: Style::Page,
    id: "",
    look: Look::Board,
};

const ALONE: PictureOptions<'_> = PictureOptions {
    style: Style::Fixed(Theme::Wood),
    ..PAGE
};

/// How far a marble reaches.
const BODY: f64 = MARBLE + MARBLE_LINE / 2.0;

fn crowded() -> (Position, Vec<Event>) {
    after(
        "w5b/1ww1rbb/2rbrr1/wrrrb2/2rr2b/1b3ww/1b3w1 w3b1 w - c",
        "30R",
    )
}

/// What holds for every picture in this look.
fn check_whole(svg: &str, id: &str) {
    let ids = attributes(svg, "id");
    let distinct: BTreeSet<&str> = ids.iter().copied().collect();
    assert_eq!(ids.len(), distinct.len(), "an id twice: {ids:?}");
    assert!(ids.iter().all(|name| name.starts_with(id)), "{ids:?}");
    let copied = attributes(svg, "href").into_iter();
    let copied = copied.filter_map(|link| link.strip_prefix('#'));
    let painted = svg.split("url(#").skip(1);
    let painted = painted.filter_map(|rest| rest.split(')').next());
    for name in copied.chain(painted) {
        assert!(distinct.contains(name), "nothing is called {name}");
    }
    for class in attributes(svg, "class")
        .iter()
        .flat_map(|list| list.split(' '))
    {
        let is_own = class.starts_with("pb-") || class == "pl-board";
        assert!(is_own, "{class} is of the other look");
    }
    for banned in [
        " style=", "<script", "<text", "filter", "fill=\"#", "<image",
    ] {
        assert!(!svg.contains(banned), "{banned}");
    }
    for definitions in svg.split("<defs").skip(1) {
        let (definitions, _) = definitions.split_once("</defs>").expect("they end");
        // Not every viewer applies the rules of classes inside of copies.
        assert!(!definitions.contains("pb-fill") && !definitions.contains("pb-line"));
    }
    assert_eq!(svg.matches("<g").count(), svg.matches("</g>").count());
    #[cfg(feature = "png")]
    resvg::usvg::roxmltree::Document::parse(svg).expect("well-formed XML");
}

fn check(picture: &Picture<'_>, options: PictureOptions<'_>) -> String {
    let svg = picture.svg(options);
    check_whole(&svg, options.id);
    for cell in Cell::ALL {
        let has = |name: &str| svg.contains(&format!(" id=\"{}{name}-{cell}\"", options.id));
        assert!(has("cell"), "{cell}");
        assert_eq!(has("marble"), picture.position.marble(cell).is_some());
    }
    svg
}

/// The place of what has this id, and whether it is turned back.
fn placed(svg: &str, id: &str) -> (Point, bool) {
    let (_, rest) = svg
        .split_once(&format!(" id=\"{id}\""))
        .expect("an element");
    let (element, _) = rest.split_once('>').expect("an element ends");
    let (_, place) = element.split_once("translate(").expect("a place");
    let (place, rest) = place.split_once(')').expect("a place ends");
    let (x, y) = place.split_once(' ').expect("two numbers");
    let number = |text: &str| text.parse::<f64>().expect("a number");
    ((number(x), number(y)), rest.contains("rotate(180)"))
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
fn k_7_crowded_with_a_trail_a_hint_and_a_ko_push() {
    let (position, events) = crowded();
    let pushes = pushes(&position);
    let picture = Picture {
        events: &events,
        pushes: &pushes,
        hint: pushes.first().copied(),
        ..Picture::new(&position)
    };
    let options = PictureOptions {
        id: "game1-",
        ..PAGE
    };
    let svg = check(&picture, options);
    assert!(svg.len() < 30_000, "{} bytes", svg.len());
    assert_snapshot!(svg);
}

#[test]
fn every_picture_of_a_random_game_is_whole_and_every_motion_arrives_in_it() {
    let (mut fell, mut slid) = (0, 0);
    for seed in 0..4_u64 {
        let rules = [Rules::Classroom, Rules::Tournament][usize::from(seed % 2 == 0)];
        let mut position = Position::start(rules);
        let mut events = Vec::new();
        for ply in 0..120 {
            let legal = pushes(&position);
            let picture = Picture {
                events: &events,
                pushes: &legal,
                hint: legal.last().copied(),
                is_turned: ply % 2 == 0,
                ..Picture::new(&position)
            };
            let svg = check(&picture, if ply % 8 == 0 { ALONE } else { PAGE });
            assert_eq!(svg.matches(" id=\"arrow-").count(), legal.len());
            let ko = position.ko().is_some() && !position.is_over();
            assert_eq!(svg.contains(" id=\"barred\""), ko, "{position}");
            assert_eq!(svg.contains(" id=\"trail\""), !events.is_empty());
            let upright = svg.replace(" rotate(180)", "");
            for motion in motions(&events, Look::Board) {
                assert_arrives(&motion, &upright);
                slid += usize::from(motion.manner == Manner::Slide);
                fell += usize::from(motion.piece == "gone");
                for (x, y) in motion.way {
                    assert!((0.0..=BOARD).contains(&x) && (0.0..=BOARD).contains(&y));
                }
            }
            let Some(push) = random_move(&position, seed.wrapping_mul(977).wrapping_add(ply << 32))
            else {
                break;
            };
            events = position.play_with_events(push).expect("a legal push");
        }
    }
    assert!(fell > 5 && slid > 200, "{fell} fell, {slid} slid");
}

#[test]
fn k_1_marbles_and_wells_keep_apart_and_the_board_is_square() {
    const { assert!(BODY < WELL && 2.0 * WELL < SIDE) };
    let (left, top) = center(Cell::ALL[0]);
    assert!(
        (left - top).abs() < 1e-9,
        "the frame is as wide on all sides"
    );
    assert!((left - BESIDE - SIDE / 2.0).abs() < 1e-9);
    let (right, bottom) = center(Cell::ALL[48]);
    assert!((left + right - BOARD).abs() < 1e-9 && (top + bottom - BOARD).abs() < 1e-9);
    assert!((BELOW - BESIDE - BOARD_SIDE).abs() < 1e-9);
}

#[test]
fn k_6_what_has_fallen_is_not_seen() {
    for edge in Cell::ALL {
        for direction in Direction::ALL {
            if edge.step(direction).is_some() {
                continue;
            }
            let (x, y) = under_frame(edge, direction);
            let inside = [x, y]
                .map(|at| at.min(BOARD - at))
                .into_iter()
                .fold(BOARD, f64::min);
            // What is nearer to the middle than the frame's inner edge can be seen.
            assert!(inside + FALLEN * BODY <= FRAME + 1e-9, "{edge} {direction}");
            for by in Side::ALL {
                let taken = Taken::red(by, edge, direction);
                let (way, size) = way_out(taken);
                let body = ROLLING * BODY;
                assert!((size - ROLLING).abs() < 1e-9);
                let (rolls, ends) = way.split_at(way.len() - 1);
                // It rolls along the gutter, one side after the other, and ends at its captor's.
                for &(x, y) in rolls {
                    let inside = [x, y].map(|at| at.min(BOARD - at));
                    let inside = inside[0].min(inside[1]);
                    assert!(inside - body >= FRAME && inside + body <= BESIDE - 8.0);
                }
                for (one, other) in way.iter().zip(&way[1..]) {
                    assert!((one.0 - other.0).abs() < 1e-9 || (one.1 - other.1).abs() < 1e-9);
                }
                let (_, y) = ends[0];
                let from_side = if by == Side::White { y } else { BOARD - y };
                assert!(
                    from_side + body <= FRAME + 1e-9,
                    "{edge} {direction} {by:?}"
                );
            }
        }
    }
}

#[test]
fn what_is_turned_shows_marbles_upright_and_each_well_where_it_is_seen() {
    let (position, events) = crowded();
    let picture = Picture {
        events: &events,
        is_turned: true,
        ..Picture::new(&position)
    };
    let svg = check(&picture, PAGE);
    let (at, is_upright) = placed(&svg, "marble-00");
    assert_eq!((at, is_upright), (center(Cell::ALL[0]), true));
    let (_, well) = svg.split_once(" id=\"cell-00\"").expect("a well");
    let (x, y) = center(Cell::ALL[48]);
    assert!(well.contains(&format!("x=\"{x}\" y=\"{y}\"")));
    // The ground is before what is turned, the frame after it.
    let turned = svg.find("rotate(180 384 384)").expect("it is turned");
    let (ground, frame) = (svg.find("pb-fill-field\""), svg.find("pb-line-slab\""));
    assert!(ground < Some(turned) && frame > Some(turned));
}

#[test]
fn k_2_no_two_arrows_lie_on_each_other() {
    let all = Cell::ALL.into_iter();
    let all = all.flat_map(|cell| Direction::ALL.map(|direction| Move { cell, direction }));
    let all: BTreeSet<Move> = all.collect();
    let places: Vec<Point> = all.iter().map(|&push| place(push, &all)).collect();
    for (index, one) in places.iter().enumerate() {
        for two in &places[..index] {
            let apart = (one.0 - two.0).hypot(one.1 - two.1);
            assert!(apart > 34.0, "{one:?} and {two:?}");
        }
    }
}

#[test]
fn k_7_the_ko_arrow_covers_no_marble() {
    for cell in Cell::ALL {
        for direction in Direction::ALL {
            let at = ko_place(Move { cell, direction });
            for corner in [
                (19.0, 0.0),
                (-1.0, -15.0),
                (-1.0, 15.0),
                (-18.0, -6.0),
                (-18.0, 6.0),
            ] {
                let corner = turned((0.85 * corner.0, 0.85 * corner.1), direction, at);
                for marble in Cell::ALL.map(center) {
                    let apart = (corner.0 - marble.0).hypot(corner.1 - marble.1);
                    assert!(apart > BODY, "{cell}{direction}: {apart}");
                }
            }
        }
    }
}

#[test]
fn a_picture_that_stands_alone_has_both_trays_whites_above_unless_it_is_turned() {
    let position = Position::start(Rules::Tournament);
    let room = tray::HEIGHT + super::TRAY_GAP;
    let below = BOARD + BOARD_SIDE + super::TRAY_GAP;
    for (is_turned, white, black) in [(false, -room, below), (true, below, -room)] {
        let picture = Picture {
            is_turned,
            ..Picture::new(&position)
        };
        let svg = check(&picture, ALONE);
        assert_eq!(placed(&svg, "tray-W"), ((0.0, white), false));
        assert_eq!(placed(&svg, "tray-B"), ((0.0, black), false));
        assert!(svg.contains("viewBox=\"0 -108 768 996\""), "{svg}");
        let page = check(&picture, PAGE);
        assert!(!page.contains("tray") && page.contains("viewBox=\"0 0 768 780\""));
    }
}

#[test]
fn every_state_shows_in_the_trays() {
    let start = Position::start(Rules::Classroom);
    let open = position("w5b/7/7/3r3/7/7/b5w w5b6 w+ - t");
    let (won, _) = after("7/3r3/2wb1w1/3r3/7/7/7 w0b0 w - c", "25L");
    let states = [
        (&start, Stage::NobodyYet),
        (&start, Stage::UnderWay),
        (&start, Stage::Drawn(Draw::Repetition)),
        (&open, Stage::UnderWay),
        (&won, Stage::UnderWay),
    ];
    let shown = states.map(|(position, stage)| {
        let picture = Picture {
            stage,
            ..Picture::new(position)
        };
        Side::ALL.map(|side| {
            let svg = picture.tray(side, PAGE);
            check_whole(&svg, "");
            assert!(svg.contains("aria-hidden=\"true\"") && svg.contains("0 0 768 96"));
            let (_, tray) = svg.split_once("<g id=\"tray-").expect("a tray");
            let ground = tray.lines().nth(1).map(str::to_owned);
            let mark = tray
                .split_once(" id=\"mark-")
                .map(|(_, mark)| mark[..300].to_owned());
            (ground, mark)
        })
    });
    for (index, one) in shown.iter().enumerate() {
        assert!(!shown[..index].contains(one), "{one:?} twice");
    }
    // K-8: the socket of the next red can be lit, until all are taken.
    let sockets = Picture::new(&open).tray(Side::White, PAGE);
    assert_eq!(sockets.matches("pb-next").count(), 1);
    assert_eq!(sockets.matches("href=\"#red-").count(), 5 + 3);
}

#[test]
fn k_6_the_red_captured_last_is_ringed_in_its_tray() {
    let (position, events) = after("7/3w2b/2wbrbr/b2r3/7/w5b/7 w6b4 w - t", "22R");
    let picture = Picture {
        events: &events,
        ..Picture::new(&position)
    };
    let [white, black] = Side::ALL.map(|side| picture.tray(side, PAGE));
    assert!(white.contains(" id=\"rolled\"") && !black.contains(" id=\"rolled\""));
    assert!(!white.contains("pb-next"), "all seven are taken");
    let svg = check(&picture, PAGE);
    assert!(svg.contains(" id=\"taken\"") && svg.contains(" id=\"gone\""));
}

#[test]
fn marks_and_rows_are_drawn_in_the_same_look() {
    for marble in Marble::ALL {
        check_whole(&mark(marble, PAGE), "");
    }
    let places = [
        RowItem::Empty,
        RowItem::Missing,
        RowItem::Marble(Marble::Red),
        RowItem::Ko,
    ];
    check_whole(&row(&places, PAGE), "");
}

#[test]
fn events_of_no_game_break_nothing() {
    let start = Position::start(Rules::Tournament);
    let side = Side::Black;
    let push = |push: &str| push.parse::<Move>().expect("a push");
    let pushed = |at: &str, length| {
        let push = push(at);
        Event::Pushed { side, push, length }
    };
    let captured = |total, from: Cell| Event::Captured { side, total, from };
    let [first, last] = [Cell::ALL[0], Cell::ALL[48]];
    let strange = [
        vec![pushed("06R", 0)],
        vec![pushed("66R", 255), captured(0, last)],
        vec![pushed("33L", 255), captured(255, Cell::ALL[21])],
        vec![pushed("33L", 3), captured(3, Cell::ALL[24])],
        vec![captured(3, first)],
    ];
    for events in &strange {
        let picture = Picture {
            events,
            pushes: &[push("00R"), push("00R")],
            ..Picture::new(&start)
        };
        assert_eq!(check(&picture, ALONE).matches(" id=\"arrow-").count(), 1);
    }
}
