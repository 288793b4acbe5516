//! Escaping, numbers and ids.

use super::*;
use crate::Look;
use crate::theme::Theme;

#[test]
fn numbers_are_short_and_never_negative_zero() {
    let values = [
        0.0,
        -0.0,
        -0.004,
        0.005,
        1.0,
        -1.5,
        100.0,
        2.0 / 3.0,
        768.25,
    ];
    let written = values.map(number);
    assert_eq!(
        written,
        ["0", "0", "0", "0.01", "1", "-1.5", "100", "0.67", "768.25"]
    );
}

#[test]
fn every_text_is_escaped() {
    let hostile = "</title><script>alert(\"&\")</script>\u{0}\u{1b}\n\u{202e}\u{ffff}";
    let description = [hostile.to_owned(), "Plain.".to_owned()];
    let svg = Svg::new(PictureOptions::default(), (1.0, 1.0), hostile, &description).finish();
    assert_eq!(svg.matches("<title").count(), 1);
    assert!(!svg.contains("<script"), "{svg}");
    assert!(
        svg.contains("&lt;script&gt;alert(&quot;&amp;&quot;)"),
        "{svg}"
    );
    assert!(
        svg.contains(r"\u{0}\u{1b}\u{a}\u{202e}\u{ffff} Plain."),
        "{svg}"
    );
    let is_plain = |character: char| character == '\n' || !character.is_control();
    assert!(svg.chars().all(is_plain), "{svg}");
}

#[test]
fn ids_begin_with_the_callers_words_made_safe() {
    let options = |id| PictureOptions {
        style: Style::Page,
        id,
        look: Look::Diagram,
    };
    assert_eq!(options("game1-").full_id("space-17"), "game1-space-17");
    assert_eq!(options("a b\"<é>").full_id("end"), "a-b----end");
    let svg = Svg::new(options("x y"), (1.0, 1.0), "T", &[]).finish();
    assert!(
        svg.contains(r#"aria-labelledby="x-ytitle x-ydescription""#),
        "{svg}"
    );
    assert!(svg.contains(r#"<title id="x-ytitle">T</title>"#), "{svg}");
}

#[test]
fn elements_say_their_classes_before_their_places() {
    let mut svg = Svg::new(PictureOptions::default(), (4.0, 4.0), "T", &[]);
    svg.open(&Element::group().id("group").placed((1.0, -0.0), 1.0));
    svg.put(
        &Element::circle((1.5, 2.0), 0.125)
            .fill(Paint::RedTint)
            .line(Paint::Ink, 2.0)
            .dashed(0.0, 8.0)
            .class("pl-mark"),
    );
    svg.put(&Element::path(
        &PathData::from((0.0, 0.0)).to((1.0, -1.0)).close(),
    ));
    let written = svg.finish();
    let (_, shapes) = written.split_once("</style>\n").expect("a style");
    assert_eq!(
        shapes,
        "<g id=\"group\" transform=\"translate(1 0)\">\n \
         <circle class=\"pl-fill-red-tint pl-line-ink pl-mark\" cx=\"1.5\" cy=\"2\" r=\"0.12\" \
         stroke-width=\"2\" stroke-dasharray=\"0 8\"/>\n \
         <path d=\"M0 0L1 -1Z\"/>\n</g>\n</svg>\n"
    );
}

#[test]
fn copies_name_their_original_by_its_full_id() {
    let options = PictureOptions {
        style: Style::Page,
        id: "a-",
        look: Look::Diagram,
    };
    let mut svg = Svg::new(options, (4.0, 4.0), "T", &[]);
    svg.open(&Element::definitions());
    svg.put(&Element::circle((0.0, 0.0), 1.0).id("dot"));
    svg.close();
    svg.put(
        &Element::copy_of("dot")
            .line_paint(Paint::Ink)
            .at((1.0, 2.5)),
    );
    let written = svg.finish();
    let (_, shapes) = written.split_once("</desc>\n").expect("a description");
    assert_eq!(
        shapes,
        "<defs>\n <circle id=\"a-dot\" cx=\"0\" cy=\"0\" r=\"1\"/>\n</defs>\n\
         <use class=\"pl-line-ink\" href=\"#a-dot\" x=\"1\" y=\"2.5\"/>\n</svg>\n"
    );
}

#[cfg(feature = "png")]
#[test]
fn every_mark_is_a_well_formed_picture_kept_from_listeners() {
    use kuba_rules::Marble;
    use ludo_rules::Seat;
    use resvg::usvg::{self, roxmltree::Document};

    use crate::{kuba, ludo};

    for style in [Style::Adaptive, Style::Page, Style::Fixed(Theme::Dark)] {
        let options = PictureOptions {
            style,
            id: "mark-",
            ..PictureOptions::default()
        };
        let seats = Seat::ALL.map(|seat| ludo::mark(seat, options));
        let marbles = Marble::ALL.map(|marble| kuba::mark(marble, options));
        for mark in seats.iter().chain(&marbles) {
            let document = Document::parse(mark).unwrap_or_else(|error| panic!("{error}: {mark}"));
            let root = document.root_element();
            assert_eq!(root.attribute("aria-hidden"), Some("true"), "{mark}");
            usvg::Tree::from_str(mark, &usvg::Options::default()).expect("a picture");
        }
    }
}

#[test]
fn a_board_that_one_plays_on_carries_the_rules_of_its_paints() {
    for style in [Style::Adaptive, Style::Fixed(Theme::Dark)] {
        let options = PictureOptions {
            style,
            look: Look::Board,
            id: "",
        };
        let mut svg = Svg::new(options, (4.0, 4.0), "pb-fill-red", &[]);
        svg.put(&Element::circle((1.0, 2.0), 3.0).fill(BoardPaint::AYard));
        svg.put(&Element::stop(0.5, BoardPaint::Rail));
        let svg = svg.finish();
        for name in ["a-yard", "rail"] {
            assert!(svg.contains(&format!(".pb-fill-{name}{{")), "{svg}");
        }
        for name in ["a", "red", "ink"] {
            assert!(!svg.contains(&format!(".pb-fill-{name}{{")), "{svg}");
        }
        assert_eq!(svg.matches("<style>").count(), 1);
    }
}

#[test]
fn what_stands_upright_is_turned_back_once_in_a_picture_that_is_turned() {
    let mut svg = Svg::new(PictureOptions::default(), (100.0, 80.0), "", &[]);
    svg.turn((100.0, 80.0));
    svg.put(&Element::circle((1.0, 2.0), 3.0));
    svg.put(&Element::circle((1.0, 2.0), 3.0).upright((1.0, 2.0)));
    svg.open(&Element::group().placed((5.0, 6.0), 2.0));
    svg.put(&Element::circle((0.0, 0.0), 3.0).upright((0.0, 0.0)));
    svg.close();
    svg.put(&Element::circle((7.0, 8.0), 3.0).upright((7.0, 8.0)));
    let turns: Vec<String> = svg
        .finish()
        .split("transform=\"")
        .skip(1)
        .filter_map(|rest| rest.split('"').next().map(str::to_owned))
        .collect();
    assert_eq!(
        turns,
        [
            "rotate(180 50 40)",
            "rotate(180 1 2)",
            "translate(5 6) rotate(180) scale(2)",
            "rotate(180 7 8)"
        ]
    );
}
