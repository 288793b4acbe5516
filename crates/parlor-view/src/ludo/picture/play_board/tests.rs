//! The board that one plays on, checked as a document and by its measures.

use std::collections::BTreeSet;

use insta::assert_snapshot;
use ludo_rules::{Event, Move, Position, Roll, Seat, Space, Step, Token, Tokens};

use super::super::tests::{group, ids, played, position, random_positions};
use super::super::{Picture, motions};
use super::badge::Badge;
use super::places::{RADIUS, spot};
use crate::Look;
use crate::motion::{Manner, assert_arrives};
use crate::svg::PictureOptions;
use crate::theme::{BoardPaint, Palette, Style, Theme};

/// On a page, without a style.
const PAGE: PictureOptions<'static> = PictureOptions {
    style: Style::Page,
    id: "",
    look: Look::Board,
};

fn events_of(position: &Position, choice: Move) -> Vec<Event> {
    let mut after = *position;
    after.play_with_events(choice).expect("a legal move")
}

/// The picture with the choices marked.
fn drawn(line: &str) -> String {
    let position = position(line);
    Picture {
        choices: position.legal_moves().as_slice(),
        ..Picture::of_position(&position)
    }
    .svg(PAGE)
}

#[test]
fn l_2_the_board_of_a_start() {
    let position = Position::new(&Seat::ALL).expect("four seats");
    assert_snapshot!(Picture::of_position(&position).svg(PAGE));
}

#[test]
fn l_10_the_board_of_a_crowd() {
    let (mut position, events) = played("AR.R/B39.53/C20.20/DE.12 C 6 -", Move::Stack);
    position.apply_roll(Roll::ALL[3]).expect("the bonus roll");
    let picture = Picture {
        events: &events,
        choices: position.legal_moves().as_slice(),
        hint: &events_of(&position, Move::Stack),
        ..Picture::of_position(&position)
    };
    assert_snapshot!(picture.svg(PAGE));
}

/// Checks that the ids are distinct, that every reference leads to one, and that nothing is there
/// that a strict page forbids.
fn check(position: &Position, svg: &str, prefix: &str) {
    let line = position.to_string();
    let all = ids(svg);
    let ids: BTreeSet<&str> = all.iter().copied().collect();
    assert_eq!(ids.len(), all.len(), "{line}: an id stands twice");
    assert!(ids.iter().all(|id| id.starts_with(prefix)), "{line}");
    for (begin, end) in [("href=\"#", '"'), ("url(#", ')')] {
        for rest in svg.split(begin).skip(1) {
            let name = rest.split(end).next().unwrap_or_default();
            assert!(ids.contains(name), "{line}: nothing is called {name}");
        }
    }
    for seat in position.tokens().seats().iter() {
        for token in Token::ALL {
            let id = format!("{prefix}token-{seat}{token}");
            assert!(ids.contains(id.as_str()), "{line}: {id}");
        }
    }
    assert_eq!(
        ids.contains(&*format!("{prefix}die")),
        !position.is_over(),
        "{line}"
    );
    for number in 1..=56 {
        assert!(
            ids.contains(&*format!("{prefix}space-{number}")),
            "{line}: {number}"
        );
    }
    for wrong in [
        "NaN", "inf", "\"-0\"", "-0 ", " -0\"", "style", "var(", "<text", "filter",
    ] {
        assert!(!svg.contains(wrong), "{line}: {wrong}");
    }
    let literal = svg
        .split("=\"#")
        .skip(1)
        .filter(|rest| !rest.starts_with(prefix));
    assert_eq!(literal.count(), 0, "{line}: a color is not a class");
}

#[test]
fn every_position_of_random_games_is_drawn_whole_and_small() {
    for seed in 0..2 {
        for (position, events) in random_positions(seed) {
            let moves = position.legal_moves();
            for is_turned in [false, true] {
                let svg = Picture {
                    choices: moves.as_slice(),
                    events: &events,
                    is_turned,
                    ..Picture::of_position(&position)
                }
                .svg(PictureOptions { id: "b-", ..PAGE });
                check(&position, &svg, "b-");
                assert!(svg.len() < 30_000, "{position}: {} bytes", svg.len());
            }
        }
    }
}

#[cfg(feature = "png")]
#[test]
fn every_board_is_well_formed_in_every_style() {
    use resvg::usvg;

    for (position, events) in random_positions(7).into_iter().step_by(17) {
        let picture = Picture {
            choices: position.legal_moves().as_slice(),
            events: &events,
            ..Picture::of_position(&position)
        };
        for style in [Style::Adaptive, Style::Page, Style::Fixed(Theme::Wood)] {
            let svg = picture.svg(PictureOptions { style, ..PAGE });
            usvg::Tree::from_str(&svg, &usvg::Options::default()).expect("a picture");
        }
    }
    for look in [Look::Board, Look::Diagram] {
        let options = PictureOptions { look, ..PAGE };
        for roll in [None, Some(Roll::SIX)] {
            let die = super::super::die(roll, options);
            usvg::Tree::from_str(&die, &usvg::Options::default()).expect("a picture");
        }
    }
}

#[test]
fn l_3_no_two_tokens_overlap_but_in_a_stack() {
    for p in -1..=57 {
        for q in -1..=57 {
            let steps = [p, q].map(|count| Step::new(count).expect("a step count"));
            for seat in Seat::ALL {
                let others = (seat.next(), [Step::YARD; 2]);
                let tokens = Tokens::from_steps([(seat, steps), others]).expect("a set-up");
                let [one, two] =
                    Token::ALL.map(|token| spot(&tokens, seat, token).expect("a token is drawn"));
                let across = one.center.0 - two.center.0;
                let distance = across.hypot(one.center.1 - two.center.1);
                let least = if tokens.is_stacked(seat) {
                    // L-10: a quarter of a cell is seen of the lower one.
                    12.0
                } else {
                    RADIUS * (one.scale + two.scale)
                };
                assert!(distance >= least, "{seat} {p} {q}: {distance}");
            }
        }
    }
}

#[test]
fn whatever_has_moved_arrives_where_it_is_drawn() {
    for seed in 0..3 {
        for step in random_positions(seed).windows(2) {
            let [(before, _), (after, events)] = step else {
                continue;
            };
            let svg = Picture {
                choices: after.legal_moves().as_slice(),
                events,
                ..Picture::of_position(after)
            }
            .svg(PAGE);
            for motion in motions(before, after, events, Look::Board) {
                assert_arrives(&motion, &svg);
            }
        }
    }
}

#[test]
fn l_6_a_walk_has_as_many_points_as_in_a_diagram() {
    let (after, events) = played("A10.H/C42.H A 4 -", Move::P);
    let before = position("A10.H/C42.H A 4 -");
    let [one, two] = [Look::Diagram, Look::Board].map(|look| {
        let motions = motions(&before, &after, &events, look);
        let counts = motions
            .iter()
            .map(|motion| (motion.manner, motion.way.len()));
        counts.collect::<Vec<_>>()
    });
    assert_eq!(one, two);
    assert_eq!(two[0], (Manner::Walk, 5));
}

#[test]
fn sides_and_light_stay_where_they_are_on_a_board_that_is_turned() {
    let position = position("AE.R/BH.20/C9.9/DH.H C 3 -");
    let picture = Picture {
        choices: position.legal_moves().as_slice(),
        is_turned: true,
        ..Picture::of_position(&position)
    };
    let svg = picture.svg(PAGE);
    let (printed, pieces) = svg
        .split_once("<g transform=\"rotate(180 384 384)\">")
        .expect("pieces are in a group that is turned");
    assert!(!printed.contains("rotate"), "what is printed is not turned");
    assert!(printed.contains("id=\"yard-A\"") && printed.contains("translate(600 600)"));
    for piece in pieces.split("id=\"token-").skip(1) {
        let (placed, _) = piece.split_once('>').expect("an element ends");
        assert!(placed.contains(" rotate(180)"), "{placed}");
    }
    // What comes after the pieces is not turned.
    let after = pieces
        .split("id=\"way-pq-badge\"")
        .nth(1)
        .unwrap_or_default();
    assert!(!after.contains("rotate"), "{after}");
}

#[test]
fn l_20_a_seat_that_does_not_play_has_no_color() {
    let svg = drawn("AH.H/CH.H A 6 -");
    for paint in [
        BoardPaint::B,
        BoardPaint::BYard,
        BoardPaint::BLift,
        BoardPaint::BSoft,
        BoardPaint::D,
        BoardPaint::DYard,
        BoardPaint::DLift,
        BoardPaint::DSoft,
    ] {
        for end in ["\"", " "] {
            let class = format!("-{}{end}", paint.name());
            assert!(!svg.contains(&format!("fill{class}")), "{class}");
            assert!(!svg.contains(&format!("line{class}")), "{class}");
        }
    }
    assert!(group(&svg, "yard-B").contains("pb-fill-fallow"));
    assert!(!group(&svg, "yard-B").contains("pb-fill-well"));
}

#[test]
fn l_27_every_choice_glows_and_has_its_way_on_a_page() {
    let svg = drawn("A41.52/B45.E/C21.21/D32.53 A 5 -");
    let all = ids(&svg);
    for id in ["choice-p", "choice-q", "way-p", "way-q", "way-q-badge"] {
        assert!(all.contains(&id), "{id} is not in {all:?}");
    }
    for way in ["way-p", "way-q"] {
        let way = group(&svg, way);
        assert!(way.contains("class=\"pb-way pb-way-"), "{way}");
        assert!(way.contains("visibility=\"hidden\""), "{way}");
        assert!(way.contains("stroke-dasharray=\"0 12\""), "{way}");
    }
    let position = position("A41.52/B45.E/C21.21/D32.53 A 5 -");
    let alone = Picture {
        choices: position.legal_moves().as_slice(),
        ..Picture::of_position(&position)
    };
    let style = Style::Fixed(Theme::Light);
    let alone = alone.svg(PictureOptions { style, ..PAGE });
    assert!(
        !alone.contains("id=\"way-"),
        "nobody can ask a file for a way"
    );
}

#[test]
fn the_primary_choice_is_shown_at_once_and_no_older_way() {
    let (after, events) = played("AR.20/CH.H A 6 -", Move::P);
    let mut after = after;
    let picture = |position: &Position, hint: &[Event]| {
        Picture {
            choices: position.legal_moves().as_slice(),
            events: &events,
            hint,
            ..Picture::of_position(position)
        }
        .svg(PAGE)
    };
    assert!(ids(&picture(&after, &[])).contains(&"trail"));
    after.apply_roll(Roll::SIX).expect("the bonus roll");
    let first = |svg: &str| {
        let shown = svg.split("<g ").filter(|group| group.contains("pb-first"));
        let ids = shown.filter_map(|group| Some(group.split_once("id=\"")?.1.split_once('"')?.0));
        ids.map(str::to_owned).collect::<Vec<_>>()
    };
    let svg = picture(&after, &[]);
    assert!(!ids(&svg).contains(&"trail"));
    assert_eq!(first(&svg), ["way-p"]);
    let hinted = picture(&after, &events_of(&after, Move::Q));
    assert!(first(&hinted).contains(&"hint-way".to_owned()), "{hinted}");
    assert!(!first(&hinted).contains(&"way-p".to_owned()), "{hinted}");
}

#[test]
fn l_9_l_10_l_12_a_badge_says_what_a_choice_does() {
    let badge = |line: &str| {
        assert!(drawn(line).contains("id=\"way-p-badge\""), "{line}");
        Badge::of(&events_of(&position(line), Move::P))
    };
    // C's step 42 is A's step 14.
    let kicks = "A10.H/C42.H A 4 -";
    assert_eq!(badge(kicks), Some(Badge::Kicks(vec![Seat::C])));
    let kicks_two = "A10.H/C42.42 A 4 -";
    assert_eq!(badge(kicks_two), Some(Badge::Kicks(vec![Seat::C; 2])));
    assert_eq!(badge("A53.H/CH.H A 4 -"), Some(Badge::Home));
    assert_eq!(badge("A5.9/CH.H A 4 -"), Some(Badge::Pair));
    let plain = position("A5.H/CH.H A 4 -");
    assert_eq!(Badge::of(&events_of(&plain, Move::P)), None);
    assert!(
        !drawn("A5.H/CH.H A 4 -").contains("badge"),
        "nothing to say"
    );
}

#[test]
fn a_hint_shows_its_way_and_where_it_leads() {
    let position = position("A10.H/C42.H A 4 -");
    let picture = Picture {
        hint: &events_of(&position, Move::P),
        ..Picture::of_position(&position)
    };
    let svg = picture.svg(PictureOptions {
        style: Style::Adaptive,
        ..PAGE
    });
    let way = group(&svg, "hint-way");
    assert!(
        !way.contains("hidden") && way.contains("pb-fill-a-soft"),
        "{way}"
    );
    assert!(svg.contains("id=\"hint\"") && svg.contains("pb-badge"));
}

#[test]
fn l_29_every_phase_has_its_die() {
    let die = |line: &str| {
        drawn(line)
            .split("id=\"die\"")
            .nth(1)
            .unwrap_or_default()
            .to_owned()
    };
    let pips = |die: &str| die.matches("r=\"10\"").count();
    for line in ["AH.H/CH.H A - -", "AR.H/CH.H A + -"] {
        // Only who may roll is shown it.
        let due = die(line);
        assert!(
            due.contains(" class=\"pb-due\" visibility=\"hidden\""),
            "{due}"
        );
        assert!(due.contains("pb-fill-glow"), "{due}");
        assert_eq!(pips(&due), 2);
    }
    for (line, count) in [
        ("AR.H/CH.H A 1 -", 1),
        ("AR.H/CH.H A 6 -", 6),
        ("AR.H/CH.H A 3b -", 3),
    ] {
        let die = die(line);
        assert_eq!(pips(&die), count, "{die}");
    }
}

#[test]
fn l_30_l_31_a_place_is_in_its_yard() {
    let (after, events) = played("AE.E/BE.E/CE.52/D56.E D 1 BA", Move::P);
    let svg = Picture {
        events: &events,
        ..Picture::of_position(&after)
    }
    .svg(PAGE);
    for seat in Seat::ALL {
        let (_, yard) = svg
            .split_once(&format!("id=\"yard-{seat}\""))
            .expect("a yard");
        let (yard, _) = yard.split_once("\n</g>").expect("its end");
        assert!(yard.contains(&format!("id=\"place-{seat}\"")), "{yard}");
    }
    assert!(!svg.contains("id=\"die\""));
}

#[test]
fn l_7_a_way_back_is_next_to_the_way_there() {
    let (after, events) = played("A54.33/BE.56/C46.7/D55.H D 4 -", Move::P);
    let svg = Picture {
        events: &events,
        ..Picture::of_position(&after)
    }
    .svg(PAGE);
    // D5, D6, the medallion, and back.
    let trail = group(&svg, "trail");
    assert!(
        trail.contains("L384 437L384 431L395 437L395 479"),
        "{trail}"
    );
    let center = spot(after.tokens(), Seat::D, Token::P)
        .expect("a token")
        .center;
    assert_eq!(center, (384.0, 479.0));
    assert_eq!(
        after.tokens().spaces(Seat::D).map(|spaces| spaces[0]),
        Some(Space::HomeSquare {
            seat: Seat::D,
            number: 5,
        })
    );
}
