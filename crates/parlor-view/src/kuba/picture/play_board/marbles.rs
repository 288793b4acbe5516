//! Marbles with light and depth: white plain, black with an inlaid ring, red with a cat's eye.

use kuba_rules::Marble;

use super::colors::{define_color, filled, lined};
use super::layout::{MARBLE, MARBLE_LINE};
use crate::svg::{Element, PathData, PictureOptions, Svg};
use crate::theme::BoardPaint as Paint;

/// The ring of a black marble.
const RING: f64 = 22.0;
const RING_LINE: f64 = 5.2;
/// How the three reds are turned, in degrees.
const TURNS: [f64; 3] = [0.0, 52.0, -38.0];
/// The threads of a red marble.
const THREAD: f64 = 4.6;

/// A marble as it lies on something, with its shadow: a copy about (0, 0). `turn` chooses one of
/// the three turns of a red.
pub(super) fn lying(marble: Marble, turn: usize) -> Element {
    Element::copy_of(format!("{}-marble", name(marble, turn)))
}

/// The same without its shadow.
pub(super) fn alone(marble: Marble, turn: usize) -> Element {
    Element::copy_of(name(marble, turn))
}

fn name(marble: Marble, turn: usize) -> &'static str {
    match marble {
        Marble::White => "white",
        Marble::Black => "black",
        Marble::Red => ["red-0", "red-1", "red-2"][turn % 3],
    }
}

/// Puts these kinds into the picture, unseen, to be copied from.
pub(super) fn define(svg: &mut Svg<'_>, kinds: &[Marble]) {
    svg.open(&Element::definitions().id("marbles"));
    define_shadow(svg);
    define_color(svg, Paint::WhiteLight);
    define_gloss(svg);
    for &marble in kinds {
        match marble {
            Marble::White => {
                let light = [
                    Paint::WhiteLight,
                    Paint::White,
                    Paint::WhiteShade,
                    Paint::WhiteRim,
                ];
                define_glass(svg, "white-glass", light);
                define_color(svg, Paint::WhiteLine);
                define_marble(svg, "white", ("white-glass", Paint::WhiteLine), |_| {});
            }
            Marble::Black => {
                let light = [
                    Paint::BlackLight,
                    Paint::Black,
                    Paint::BlackShade,
                    Paint::BlackRim,
                ];
                define_glass(svg, "black-glass", light);
                define_color(svg, Paint::BlackLine);
                define_color(svg, Paint::BlackRing);
                define_marble(svg, "black", ("black-glass", Paint::BlackLine), |svg| {
                    let ring = Element::circle((0.0, 0.0), RING);
                    svg.put(&lined(ring, Paint::BlackRing, RING_LINE));
                });
            }
            Marble::Red => define_reds(svg),
        }
    }
    svg.close();
}

fn define_reds(svg: &mut Svg<'_>) {
    let light = [Paint::RedLight, Paint::Red, Paint::RedShade, Paint::RedRim];
    define_glass(svg, "red-glass", light);
    let eye = Element::new("radialGradient").id("red-depth");
    svg.open(&eye.number("fx", 0.4).number("fy", 0.36));
    svg.put(&Element::stop(Paint::RedRim, 0.6, 0.0));
    svg.put(&Element::stop(Paint::RedRim, 1.0, 0.55));
    svg.close();
    define_color(svg, Paint::RedLine);
    define_color(svg, Paint::RedRibbon);
    let ribbons = Element::group().id("ribbons");
    svg.open(&lined(ribbons, Paint::RedRibbon, THREAD));
    svg.put(&filled(Element::path(&leaf()), Paint::RedRibbon));
    svg.put(&Element::path(&threads()));
    svg.close();
    for (id, turn) in ["red-0", "red-1", "red-2"].into_iter().zip(TURNS) {
        define_marble(svg, id, ("red-glass", Paint::RedLine), |svg| {
            let ribbons = Element::copy_of("ribbons");
            svg.put(&ribbons.attribute("transform", &format!("rotate({turn})")));
            let depth = Element::circle((0.0, 0.0), MARBLE);
            svg.put(&depth.refer("fill", "red-depth"));
        });
    }
}

/// A leaf from rim to rim, which is seen through the glass.
fn leaf() -> PathData {
    PathData::from((-30.0, 15.8))
        .command('C', &[(-8.8, 16.5), (-18.7, -15.4), (25.0, -23.0)])
        .command('C', &[(8.8, -12.2), (18.7, 18.7), (-30.0, 15.8)])
        .close()
}

/// A thread on each side of the leaf.
fn threads() -> PathData {
    PathData::from((-33.6, -2.2))
        .command('C', &[(-17.6, -2.2), (-19.8, -23.2), (7.2, -33.0)])
        .start((-14.6, 30.6))
        .command('C', &[(8.8, 27.6), (11.0, 4.4), (33.4, -4.4)])
}

/// Where a marble touches what it lies on.
fn define_shadow(svg: &mut Svg<'_>) {
    svg.open(&Element::new("radialGradient").id("shade"));
    svg.put(&Element::stop(Paint::Shade, 0.3, 0.62));
    svg.put(&Element::stop(Paint::Shade, 1.0, 0.0));
    svg.close();
    let shadow = ellipse((7.0, 27.5), (40.7, 20.9)).id("shadow");
    svg.put(&shadow.refer("fill", "shade"));
}

/// The light on the glass, and what comes back from below.
fn define_gloss(svg: &mut Svg<'_>) {
    svg.open(&Element::group().id("gloss"));
    let spot = filled(ellipse((-12.3, -16.7), (11.4, 6.8)), Paint::WhiteLight);
    svg.put(
        &spot
            .attribute("transform", "rotate(-38 -12.3 -16.7)")
            .number("opacity", 0.92),
    );
    let arc = PathData::from((9.9, 26.8)).command('C', &[(17.6, 24.4), (24.4, 18.0), (27.3, 9.2)]);
    let arc = lined(Element::path(&arc), Paint::WhiteLight, 5.2);
    svg.put(&arc.number("opacity", 0.38));
    svg.close();
}

fn ellipse((x, y): (f64, f64), (width, height): (f64, f64)) -> Element {
    Element::new("ellipse")
        .number("cx", x)
        .number("cy", y)
        .number("rx", width)
        .number("ry", height)
}

/// A ball's colors, from where the light falls to its rim.
fn define_glass(svg: &mut Svg<'_>, id: &str, colors: [Paint; 4]) {
    let glass = Element::new("radialGradient").id(id);
    svg.open(&glass.number("fx", 0.36).number("fy", 0.3));
    for (offset, paint) in [0.0, 0.45, 0.86, 1.0].into_iter().zip(colors) {
        svg.put(&Element::stop(paint, offset, 1.0));
    }
    svg.close();
}

/// A ball of this glass and line, alone and lying on something; `inlay` draws what
/// distinguishes it without color.
fn define_marble(
    svg: &mut Svg<'_>,
    id: &str,
    (glass, line): (&'static str, Paint),
    inlay: impl FnOnce(&mut Svg<'_>),
) {
    svg.open(&Element::group().id(id));
    let ball = Element::circle((0.0, 0.0), MARBLE);
    svg.put(&ball.clone().refer("fill", glass));
    inlay(svg);
    svg.put(&lined(ball, line, MARBLE_LINE));
    svg.put(&Element::copy_of("gloss"));
    svg.close();
    svg.open(&Element::group().id(format!("{id}-marble")));
    svg.put(&Element::copy_of("shadow"));
    svg.put(&Element::copy_of(id));
    svg.close();
}

/// A small picture of a kind of marble, to put next to its name.
pub(in super::super) fn mark(marble: Marble, options: PictureOptions<'_>) -> String {
    let mut svg = Svg::mark(options, MARBLE + MARBLE_LINE);
    define(&mut svg, &[marble]);
    svg.put(&alone(marble, 0));
    svg.finish()
}
