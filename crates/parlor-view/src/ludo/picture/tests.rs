//! Pictures of Ludo, checked as documents.

use std::collections::BTreeSet;

use insta::assert_snapshot;
use ludo_rules::{Event, Move, Position, Roll, Seat, Step, Token, Tokens};

use super::{Picture, layout, motions};
use crate::Look;
use crate::motion::{Manner, assert_arrives};
use crate::svg::PictureOptions;
use crate::theme::{Style, Theme};

/// Without a style, so that the snapshots show shapes alone.
const PLAIN: PictureOptions<'static> = PictureOptions {
    style: Style::Page,
    id: "",
    look: Look::Diagram,
};

pub(super) fn position(line: &str) -> Position {
    line.parse().expect("a position")
}

/// The position after this choice, and what happened.
pub(super) fn played(line: &str, choice: Move) -> (Position, Vec<Event>) {
    let mut position = position(line);
    let events = position.play_with_events(choice).expect("a legal move");
    (position, events)
}

pub(super) fn ids(svg: &str) -> Vec<&str> {
    let after = svg.split(" id=\"").skip(1);
    after.filter_map(|rest| rest.split('"').next()).collect()
}

/// The part of the picture inside the group with this id.
pub(super) fn group<'a>(svg: &'a str, id: &str) -> &'a str {
    let start = svg.find(&format!("<g id=\"{id}\"")).expect("the group");
    let end = svg[start..].find("</g>").expect("its end");
    &svg[start..start + end]
}

/// Positions along random games, with their choices and the events before them.
pub(super) fn random_positions(seed: u64) -> Vec<(Position, Vec<Event>)> {
    let mut state = seed;
    let mut next = |parts: usize| {
        state = state
            .wrapping_mul(0x5851_f42d_4c95_7f2d)
            .wrapping_add(0x1405_7b7e_f767_814f);
        usize::try_from(state >> 33).expect("31 bits") % parts
    };
    let seats: Vec<Seat> = Seat::ALL.into_iter().skip(next(3)).collect();
    let mut position = Position::new(&seats).expect("two to four seats");
    let mut seen = vec![(position, Vec::new())];
    while !position.is_over() && seen.len() < 600 {
        let roll = Roll::ALL[next(6)];
        position.apply_roll(roll).expect("a roll is due");
        seen.push((position, Vec::new()));
        let moves = position.legal_moves();
        let choice = moves.as_slice()[next(moves.len())];
        let events = position.play_with_events(choice).expect("a legal move");
        seen.push((position, events));
    }
    seen
}

fn check(position: &Position, events: &[Event], svg: &str) {
    let line = position.to_string();
    let ids = ids(svg);
    let distinct: BTreeSet<&str> = ids.iter().copied().collect();
    assert_eq!(ids.len(), distinct.len(), "{line}: an id stands twice");
    for (seat, _) in position.tokens().iter() {
        for token in Token::ALL {
            let id = format!("token-{seat}{token}");
            assert!(distinct.contains(id.as_str()), "{line}: {id}");
        }
    }
    let tokens = ids.iter().filter(|id| id.starts_with("token-")).count();
    assert_eq!(tokens, 2 * position.tokens().seats().len(), "{line}");
    assert_eq!(distinct.contains("die"), !position.is_over(), "{line}");
    let walked = |event: &Event| !matches!(event, Event::Passed { .. });
    let trail = events.iter().any(walked);
    assert_eq!(distinct.contains("trail"), trail, "{line}");
    for wrong in [
        "NaN", "inf", "\"-0\"", "-0 ", " -0\"", "style=", "var(", "<text",
    ] {
        assert!(!svg.contains(wrong), "{line}: {wrong}");
    }
}

#[test]
fn l_2_the_picture_of_a_start() {
    let position = Position::new(&Seat::ALL).expect("four seats");
    assert_snapshot!(Picture::of_position(&position).svg(PLAIN));
}

#[test]
fn l_10_the_picture_of_a_crowd() {
    let (mut position, events) = played("AR.R/B39.53/C20.20/D12.12 C 6 -", Move::Stack);
    position.apply_roll(Roll::ALL[3]).expect("the bonus roll");
    let moves = position.legal_moves();
    let names = [(Seat::A, "Ann"), (Seat::B, "<b>\u{1b}\"&")];
    let picture = Picture {
        events: &events,
        choices: moves.as_slice(),
        names: &names,
        ..Picture::of_position(&position)
    };
    assert_snapshot!(picture.svg(PLAIN));
}

#[test]
fn l_30_the_picture_of_an_end() {
    let (position, events) = played("AE.E/B54.54/CE.E/D12.H B 3 AC", Move::Stack);
    let picture = Picture {
        events: &events,
        ..Picture::of_position(&position)
    };
    assert_snapshot!(picture.svg(PLAIN));
}

#[test]
fn every_style_draws_the_same_shapes() {
    let (position, events) = played("A54.33/BE.56/C46.7/D55.H D 4 -", Move::P);
    let picture = Picture {
        events: &events,
        ..Picture::of_position(&position)
    };
    let shapes = |style| {
        let svg = picture.svg(PictureOptions {
            style,
            id: "",
            ..PictureOptions::default()
        });
        let end = svg.find("<g id=\"yard-A\"").expect("a yard");
        svg[end..].to_owned()
    };
    let plain = shapes(Style::Page);
    assert_eq!(shapes(Style::Adaptive), plain);
    for theme in Theme::ALL {
        assert_eq!(shapes(Style::Fixed(theme)), plain);
    }
}

#[test]
fn every_position_of_random_games_is_drawn_whole() {
    for seed in 0..6 {
        for (position, events) in random_positions(seed) {
            let moves = position.legal_moves();
            let picture = Picture {
                choices: moves.as_slice(),
                events: &events,
                ..Picture::of_position(&position)
            };
            let svg = picture.svg(PLAIN);
            check(&position, &events, &svg);
            assert_eq!(svg, picture.svg(PLAIN));
        }
    }
}

#[cfg(feature = "png")]
#[test]
fn every_picture_is_well_formed() {
    use resvg::usvg::{self, roxmltree::Document};

    let hostile = "</title>\u{0}\u{fffe}&<>\"']]>\u{202e}";
    let names = Seat::ALL.map(|seat| (seat, hostile));
    for (position, events) in random_positions(7).into_iter().step_by(9) {
        let moves = position.legal_moves();
        let picture = Picture {
            choices: moves.as_slice(),
            events: &events,
            names: &names,
            ..Picture::of_position(&position)
        };
        for style in [Style::Adaptive, Style::Page, Style::Fixed(Theme::Dark)] {
            let svg = picture.svg(PictureOptions {
                style,
                id: "a-",
                ..PictureOptions::default()
            });
            let document = Document::parse(&svg).expect("well-formed");
            let count = |name| {
                let has_name = |node: &usvg::roxmltree::Node<'_, '_>| node.has_tag_name(name);
                document.descendants().filter(has_name).count()
            };
            let name = ("http://www.w3.org/2000/svg", "title");
            assert_eq!(count(name), 1);
            let is_ours = |id: &str| id.starts_with("a-");
            let mut ids = document
                .descendants()
                .filter_map(|node| node.attribute("id"));
            assert!(ids.all(is_ours));
            usvg::Tree::from_str(&svg, &usvg::Options::default()).expect("a picture");
        }
    }
}

#[test]
fn l_3_no_two_tokens_cover_each_other() {
    for p in -1..=57 {
        for q in -1..=57 {
            let steps = [p, q].map(|count| Step::new(count).expect("a step count"));
            let away = [Step::YARD; 2];
            for seat in Seat::ALL {
                let other = seat.next();
                let tokens = Tokens::from_steps([(seat, steps), (other, away)]).expect("a set-up");
                let spots = Token::ALL.map(|token| layout::spot(&tokens, seat, token));
                let [Some(one), Some(two)] = spots else {
                    panic!("{seat} {p} {q}: a token is not drawn");
                };
                let across = one.center.0 - two.center.0;
                let down = one.center.1 - two.center.1;
                let distance = across.hypot(down);
                // Far enough for the letter of the one behind to show.
                let letters = 15.0 * one.scale.min(two.scale);
                assert!(distance > letters, "{seat} {p} {q}: {distance}");
            }
        }
    }
}

#[test]
fn l_3_nests_stand_upright_on_a_turned_board_and_hold_their_tokens_both_ways_round() {
    let start = position("AH.H/BH.H/CH.H/DH.H A - -");
    let svg = Picture {
        is_turned: true,
        ..Picture::of_position(&start)
    }
    .svg(PictureOptions::default());
    for seat in Seat::ALL {
        let yard = layout::Yard { seat };
        let (x, y) = yard.middle();
        let (_, drawn) = svg
            .split_once(&format!("id=\"yard-{seat}\""))
            .expect("a yard");
        let (drawn, _) = drawn.split_once("</g>").expect("its end");
        let upright = format!("transform=\"rotate(180 {x} {y})\"");
        assert!(drawn.contains(&upright), "{seat}: {drawn}");
        // What is turned by half about the middle lies where the other one lay.
        let [(px, py), (qx, qy)] = Token::ALL.map(|token| yard.place(token));
        let about = (f64::midpoint(px, qx), f64::midpoint(py, qy));
        assert_eq!(about, (x, y), "{seat}");
    }
}

#[test]
fn l_12_finished_tokens_rest_on_the_end() {
    let all = Seat::ALL.map(|seat| (seat, [Step::FINISHED; 2]));
    let tokens = Tokens::from_steps(all).expect("a set-up");
    let mut spots = Vec::new();
    for seat in Seat::ALL {
        for token in Token::ALL {
            let spot = layout::spot(&tokens, seat, token).expect("a token");
            let (x, y) = spot.center;
            let end = 360.0..408.0;
            assert!(end.contains(&x) && end.contains(&y), "{seat}{token}");
            spots.push((x, y));
        }
    }
    for (index, one) in spots.iter().enumerate() {
        for two in &spots[index + 1..] {
            let distance = (one.0 - two.0).hypot(one.1 - two.1);
            assert!(distance >= 2.0 * 15.0 * 0.36, "{one:?} {two:?}");
        }
    }
    let svg = Picture::of_tokens(&tokens).svg(PLAIN);
    assert_eq!(svg.matches("id=\"place-").count(), 4);
}

#[test]
fn l_7_a_bounce_comes_back_beside_the_way_there() {
    let (position, events) = played("A54.33/BE.56/C46.7/D55.H D 4 -", Move::P);
    let svg = Picture {
        events: &events,
        ..Picture::of_position(&position)
    }
    .svg(PLAIN);
    // D5, D6, the end's rim, back along D6 to D5, eight units beside.
    let trail = group(&svg, "trail");
    assert!(trail.contains("M387.5 486L387.5 438L"), "{trail}");
    assert!(trail.contains("L395.5 438L395.5 486"), "{trail}");
}

#[test]
fn l_11_a_kicked_stack_flies_home_twice() {
    let (position, events) = played("AR.R/B39.53/C20.20/D12.12 C 6 -", Move::Stack);
    let svg = Picture {
        events: &events,
        ..Picture::of_position(&position)
    }
    .svg(PLAIN);
    assert_eq!(svg.matches("pl-flight").count(), 2);
}

#[test]
fn l_27_every_choice_is_ringed_by_its_name() {
    let ringed = |line: &str| {
        let position = position(line);
        let moves = position.legal_moves();
        let svg = Picture {
            choices: moves.as_slice(),
            ..Picture::of_position(&position)
        }
        .svg(PLAIN);
        let choices = ids(&svg).into_iter().filter(|id| id.starts_with("choice-"));
        choices.map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(ringed("AR.R/CH.H A 3 -"), ["choice-p", "choice-q"]);
    assert_eq!(ringed("AH.H/CH.H A 6 -"), ["choice-p", "choice-q"]);
    assert_eq!(ringed("A9.9/CH.H A 3 -"), ["choice-pq"]);
    assert_eq!(ringed("A9.H/CH.H A 3 -"), ["choice-p"]);
    assert_eq!(ringed("AH.H/CH.H A 3 -"), [""; 0]);
    assert_eq!(ringed("AH.H/CH.H A - -"), [""; 0]);
}

#[test]
fn l_20_a_seat_that_does_not_play_has_no_color() {
    let position = position("AH.H/CH.H A - -");
    let svg = Picture::of_position(&position).svg(PLAIN);
    for id in ["yard-B", "home-D4", "ready-B", "space-15", "space-36"] {
        let drawn = group(&svg, id);
        for color in ["red", "blue", "green", "purple"] {
            assert!(!drawn.contains(color), "{drawn}");
        }
    }
    assert!(group(&svg, "yard-A").contains("pl-fill-red-tint"));
}

#[test]
fn l_29_every_phase_has_its_die() {
    let die = |line: &str| {
        let position = position(line);
        let svg = Picture::of_position(&position).svg(PLAIN);
        group(&svg, "die").to_owned()
    };
    let pips = |drawn: &str| drawn.matches("<circle").count();
    let due = die("AH.H/CH.H A - -");
    assert!(due.contains("dasharray") && pips(&due) == 0, "{due}");
    let bonus = die("AR.H/CH.H A + -");
    assert!(
        bonus.contains("dasharray") && bonus.contains("<path"),
        "{bonus}"
    );
    for (line, count) in [
        ("AR.H/CH.H A 1 -", 1),
        ("AR.H/CH.H A 5 -", 5),
        ("AR.H/CH.H A 6 -", 6),
        // One more for the mark of the bonus roll.
        ("AR.H/CH.H A 3b -", 4),
    ] {
        let drawn = die(line);
        assert_eq!(pips(&drawn), count, "{drawn}");
        assert!(!drawn.contains("dasharray"), "{drawn}");
    }
}

#[test]
fn names_stand_in_title_and_description() {
    let position = position("AH.H/BH.H/CH.H A - -");
    let names = [(Seat::A, "Ann"), (Seat::C, "Zoë <3"), (Seat::D, "nobody")];
    let svg = Picture {
        names: &names,
        ..Picture::of_position(&position)
    }
    .svg(PLAIN);
    assert!(
        svg.contains("<title id=\"title\">Ludo: Ann (A), B and Zoë &lt;3 (C)</title>"),
        "{svg}"
    );
    assert!(svg.contains("Ann (A) is to roll."), "{svg}");
}

#[test]
fn whatever_has_moved_arrives_where_it_is_drawn() {
    for seed in 0..8 {
        let positions = random_positions(seed);
        for step in positions.windows(2) {
            let [(before, _), (after, events)] = step else {
                continue;
            };
            let svg = Picture {
                events,
                ..Picture::of_position(after)
            }
            .svg(PLAIN);
            let motions = motions(before, after, events, Look::Diagram);
            for motion in &motions {
                assert_arrives(motion, &svg);
            }
            for seat in after.tokens().seats().iter() {
                for token in [Token::P, Token::Q] {
                    let spots = [before, after].map(|p| layout::spot(p.tokens(), seat, token));
                    let piece = format!("token-{seat}{token}");
                    let moves = motions.iter().any(|motion| motion.piece == piece);
                    // L-7: a bounce may end where it began.
                    let bounced = |event: &Event| {
                        matches!(event, Event::Bounced { seat: mover, choice, .. }
                            if *mover == seat && choice.tokens().contains(&token))
                    };
                    let has_moved = spots[0] != spots[1] || events.iter().any(bounced);
                    assert_eq!(moves, has_moved, "{piece} from {before} to {after}");
                }
            }
        }
    }
}

#[test]
fn l_6_a_token_walks_over_every_space_and_l_9_the_kicked_fly() {
    let line = "A10.H/C42.H A 4 -";
    let (after, events) = played(line, Move::P);
    let motions = motions(&position(line), &after, &events, Look::Diagram);
    let moved: Vec<_> = motions
        .iter()
        .map(|motion| (&*motion.piece, motion.manner, motion.way.len()))
        .collect();
    // From where it stood over four spaces; a bow is cut into a dozen pieces.
    assert_eq!(
        moved,
        [("token-Ap", Manner::Walk, 5), ("token-Cp", Manner::Fly, 13)]
    );
}

#[test]
fn l_13_a_roll_is_a_die_that_tumbles() {
    let (before, after) = (position("AH.H/CH.H A - -"), position("AH.H/CH.H A 6 -"));
    let motions = motions(&before, &after, &[], Look::Diagram);
    assert_eq!(motions.len(), 1);
    assert_eq!(
        (&*motions[0].piece, motions[0].manner),
        ("die", Manner::Tumble)
    );
}
