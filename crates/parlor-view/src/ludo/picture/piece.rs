//! The four shapes, the tokens made of them, and the die.

use ludo_rules::{Phase, RollKind, Seat, Token};

use super::layout::{TokenSpot, offset, paints};
use crate::glyph::Lettering;
use crate::measure::{DIE_CORNER, PIECE_CAP, THIN};
use crate::svg::{Element, PathData, PictureOptions, Point, Svg};
use crate::theme::Paint;

/// The radius of a token as large as a single one on the ring.
pub(super) const RADIUS: f64 = 15.0;

/// A token's outline: thin once it is scaled to wait in a nest.
const OUTLINE: f64 = 1.5;

/// The seat's shape about `center`, as large to the eye as a circle of `radius`.
pub(in crate::ludo) fn shape(seat: Seat, center: Point, radius: f64) -> Element {
    let at = |x: f64, y: f64| offset(center, (x * radius, y * radius));
    match seat {
        Seat::A => Element::circle(center, radius),
        Seat::B => {
            let half = 0.87 * radius;
            Element::rectangle(offset(center, (-half, -half)), (2.0 * half, 2.0 * half))
                .rounded(0.22 * radius)
        }
        // Corners are cut short and bent, as round as the square's.
        Seat::C => Element::path(
            &PathData::from(at(0.16, -0.93))
                .to(at(1.13, 0.68))
                .bend(at(1.27, 0.92), at(0.99, 0.92))
                .to(at(-0.99, 0.92))
                .bend(at(-1.27, 0.92), at(-1.13, 0.68))
                .to(at(-0.16, -0.93))
                .bend(at(0.0, -1.2), at(0.16, -0.93))
                .close(),
        )
        .upright(center),
        Seat::D => Element::path(
            &PathData::from(at(0.17, -1.03))
                .to(at(1.03, -0.17))
                .bend(at(1.2, 0.0), at(1.03, 0.17))
                .to(at(0.17, 1.03))
                .bend(at(0.0, 1.2), at(-0.17, 1.03))
                .to(at(-1.03, 0.17))
                .bend(at(-1.2, 0.0), at(-1.03, -0.17))
                .to(at(-0.17, -1.03))
                .bend(at(0.0, -1.2), at(0.17, -1.03))
                .close(),
        ),
    }
}

/// How far below the center of a shape of this radius a letter sits in it.
pub(super) const fn letter_drop(seat: Seat, radius: f64) -> f64 {
    match seat {
        Seat::C => 0.26 * radius,
        _ => 0.0,
    }
}

/// Draws a token: a rim that stands on any ground, the seat's color, the letter.
pub(super) fn token(svg: &mut Svg<'_>, seat: Seat, token: Token, spot: TokenSpot) {
    let (color, _) = paints(seat);
    let center = (0.0, 0.0);
    svg.open(
        &Element::group()
            .id(format!("token-{seat}{token}"))
            .class("pl-token")
            .placed(spot.center, spot.scale),
    );
    svg.put(
        &shape(seat, center, RADIUS)
            .fill(Paint::Paper)
            .line(Paint::Ink, OUTLINE),
    );
    let drop = letter_drop(seat, RADIUS);
    svg.put(&shape(seat, (0.0, drop * 0.16), 0.78 * RADIUS).fill(color));
    let text = token.to_string();
    let letter = Lettering::bold(&text, PIECE_CAP);
    svg.put(&letter.centered((0.0, drop), Paint::Paper));
    svg.close();
}

/// Draws the die as the phase has it: dashed and blank while a roll is due,
/// with its pips while the roll is in hand; a plus marks the bonus roll.
pub(super) fn die(svg: &mut Svg<'_>, center: Point, phase: Phase) {
    let (kind, roll) = match phase {
        Phase::ToRoll(kind) => (kind, None),
        Phase::ToChoose(kind, roll) => (kind, Some(roll)),
        Phase::Over => return,
    };
    let corner = offset(center, (-24.0, -24.0));
    let body = Element::rectangle(corner, (48.0, 48.0))
        .rounded(DIE_CORNER)
        .fill(Paint::Paper)
        .line(Paint::Ink, THIN);
    svg.open(&Element::group().id("die"));
    match roll {
        None => svg.put(&body.dashed(4.0, 6.0)),
        Some(_) => svg.put(&body),
    }
    for &(right, down) in roll.map_or(&[][..], |roll| pips(roll.value())) {
        let pip = Element::circle(offset(center, (13.0 * right, 13.0 * down)), 4.5);
        svg.put(&pip.fill(Paint::Ink));
    }
    if kind == RollKind::Bonus {
        let (at, radius, cap) = match roll {
            None => (center, 0.0, 24.0),
            Some(_) => (offset(center, (24.0, -24.0)), 11.0, PIECE_CAP),
        };
        let paint = if radius > 0.0 {
            svg.put(
                &Element::circle(at, radius)
                    .fill(Paint::Ink)
                    .line(Paint::Paper, THIN),
            );
            Paint::Paper
        } else {
            Paint::Ink
        };
        let plus = Lettering::bold("+", cap);
        svg.put(&plus.centered(at, paint));
    }
    svg.close();
}

/// Where the pips of a roll lie, from the middle of the die.
pub(super) fn pips(roll: u8) -> &'static [Point] {
    match roll {
        1 => &[(0.0, 0.0)],
        2 => &[(-1.0, 1.0), (1.0, -1.0)],
        3 => &[(-1.0, 1.0), (0.0, 0.0), (1.0, -1.0)],
        4 => &[(-1.0, -1.0), (1.0, -1.0), (-1.0, 1.0), (1.0, 1.0)],
        5 => &[
            (-1.0, -1.0),
            (1.0, -1.0),
            (0.0, 0.0),
            (-1.0, 1.0),
            (1.0, 1.0),
        ],
        6 => &[
            (-1.0, -1.0),
            (1.0, -1.0),
            (-1.0, 0.0),
            (1.0, 0.0),
            (-1.0, 1.0),
            (1.0, 1.0),
        ],
        _ => &[],
    }
}

/// A small picture of a seat's shape.
pub(super) fn mark(seat: Seat, options: PictureOptions<'_>) -> String {
    let (color, _) = paints(seat);
    let mut svg = Svg::mark(options, 1.3 * RADIUS);
    svg.put(&shape(seat, (0.0, 0.0), RADIUS).fill(color));
    svg.finish()
}
