//! The three kinds of marbles: white plain, black with a ring, red hatched, each
//! with its letter.

use kuba_rules::Marble;

use super::layout::MARBLE;
use crate::glyph::Lettering;
use crate::measure::{MARBLE_CAP, THIN};
use crate::svg::{Element, PathData, PictureOptions, Point, Svg};
use crate::theme::Paint;

/// The ring of a black marble.
const RING: f64 = 25.0;
/// A red marble's plain middle, which carries the letter.
const CORE: f64 = 18.0;
/// From one stroke of the hatching to the next.
const HATCH: f64 = 7.0;

/// Puts the hatching into the picture, unseen, for every red to copy.
pub(super) fn define(svg: &mut Svg<'_>) {
    svg.open(&Element::definitions());
    let hatching = Element::path(&hatching()).number("stroke-width", THIN);
    svg.put(&hatching.id("hatching"));
    svg.close();
}

/// Draws a marble in `group`, at a size of which 1 is that of the board.
pub(super) fn draw(svg: &mut Svg<'_>, group: Element, marble: Marble, center: Point, size: f64) {
    let (class, ground, mark, letter) = match marble {
        Marble::White => ("pl-white", Paint::White, Paint::Black, "W"),
        Marble::Black => ("pl-black", Paint::Black, Paint::White, "B"),
        Marble::Red => ("pl-red", Paint::Red, Paint::Paper, "R"),
    };
    svg.open(&group.class(class).placed(center, size));
    svg.put(
        &Element::circle((0.0, 0.0), MARBLE)
            .fill(ground)
            .line(Paint::Ink, THIN),
    );
    match marble {
        Marble::White => {}
        Marble::Black => svg.put(&Element::circle((0.0, 0.0), RING).line(mark, THIN)),
        Marble::Red => svg.put(&Element::copy_of("hatching").line_paint(mark)),
    }
    let letter = Lettering::bold(letter, MARBLE_CAP);
    svg.put(&letter.centered((0.0, 0.0), mark));
    svg.close();
}

/// Rising strokes all over the marble but its middle.
fn hatching() -> PathData {
    let rim = MARBLE - THIN;
    // A point `away` from the stroke through the middle, `along` up the stroke.
    let point = |away: f64, along: f64| {
        let diagonal = std::f64::consts::FRAC_1_SQRT_2;
        ((away + along) * diagonal, (away - along) * diagonal)
    };
    let half = |radius: f64, away: f64| (radius * radius - away * away).max(0.0).sqrt();
    let mut path = PathData::default();
    for number in [-3.5, -2.5, -1.5, -0.5, 0.5, 1.5, 2.5, 3.5] {
        let away = HATCH * number;
        let (end, core) = (half(rim, away), half(CORE, away));
        if core > 0.0 {
            path = path.start(point(away, -end)).to(point(away, -core));
            path = path.start(point(away, core)).to(point(away, end));
        } else {
            path = path.start(point(away, -end)).to(point(away, end));
        }
    }
    path
}

/// A marble as a picture of its own.
pub(super) fn mark(marble: Marble, options: PictureOptions<'_>) -> String {
    let mut svg = Svg::mark(options, MARBLE + THIN);
    if marble == Marble::Red {
        define(&mut svg);
    }
    draw(&mut svg, Element::group(), marble, (0.0, 0.0), 1.0);
    svg.finish()
}
