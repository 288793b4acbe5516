//! Every glyph, and a specimen of them all.

use super::*;
use crate::Look;
use crate::svg::{PictureOptions, Svg};
use crate::theme::{Paint, Style, Theme};

const ALL: &str = "0123456789ABCDERWpq+=";

fn lettering(text: &str) -> Lettering<'_> {
    Lettering::regular(text, 10.0)
}

fn width(text: &str) -> f64 {
    lettering(text).width()
}

/// Every point of a glyph, control points too.
fn points(letter: char) -> Vec<(f64, f64)> {
    let commands = glyph(letter).commands();
    commands.flat_map(|(_, points)| points).collect()
}

#[test]
fn every_glyph_stays_in_its_box() {
    for letter in ALL.chars() {
        let width = glyph(letter).width;
        // A tail may reach out under the next letter.
        let reach = if letter == 'q' { 2.0 } else { 0.3 };
        for (x, y) in points(letter) {
            assert!((0.0..=width + reach).contains(&x), "{letter}: {x}");
            assert!((0.0..=GRID).contains(&y), "{letter}: {y}");
        }
    }
}

#[test]
fn every_glyph_is_its_own() {
    for one in ALL.chars() {
        for two in ALL.chars().filter(|&two| two != one) {
            assert_ne!(points(one), points(two), "{one} and {two}");
        }
    }
}

#[test]
fn every_digit_is_equally_wide() {
    for digit in '0'..='9' {
        assert_eq!(glyph(digit).width.to_bits(), glyph('0').width.to_bits());
    }
}

#[test]
fn pairs_with_air_between_them_come_closer() {
    assert!(width("11") < width("10"));
    assert!(width("74") < width("24"));
    assert!(width("10") < width("20"));
}

#[test]
fn what_has_no_glyph_shows_as_a_frame() {
    let drawn = |text| format!("{:?}", lettering(text).centered((0.0, 0.0), Paint::Ink));
    assert_eq!(drawn("?"), drawn("é"));
    assert_ne!(drawn("?"), drawn("0"));
    assert!(width("") < width("1"));
}

#[test]
fn a_specimen_of_every_glyph() {
    let options = PictureOptions {
        style: Style::Fixed(Theme::Light),
        id: "",
        look: Look::Diagram,
    };
    let mut svg = Svg::new(options, (400.0, 300.0), "Specimen", &[]);
    let lines = [
        ("0123456789", 32.0, Weight::Regular),
        ("0123456789", 32.0, Weight::Bold),
        ("ABCDERWpq+=", 32.0, Weight::Regular),
        ("ABCDERWpq+=", 32.0, Weight::Bold),
        ("10 11 14 17 41 47 71 74 55 56", 12.0, Weight::Regular),
        ("A1 A6 B4 C7 D1 W8 R13", 12.0, Weight::Regular),
    ];
    let mut y = 30.0;
    for (line, cap, weight) in lines {
        let mut x = 20.0;
        for text in line.split(' ') {
            let lettering = Lettering { text, cap, weight };
            let middle = (x + lettering.width() / 2.0, y + cap / 2.0);
            svg.put(&lettering.centered(middle, Paint::Ink));
            x += lettering.width() + cap;
        }
        y += cap + 14.0;
    }
    insta::assert_snapshot!(svg.finish());
}
