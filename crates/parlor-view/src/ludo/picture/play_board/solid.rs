//! The parts of bodies: a shape, its side, and the shadow that it casts.

use ludo_rules::Seat;

use super::super::layout::offset;
use super::super::piece;
use super::places::RADIUS;
use crate::svg::{Element, PathData, Point, Svg};
use crate::theme::BoardPaint as Paint;

/// Puts the gradient of contact shadows.
pub(super) fn define_shadow(svg: &mut Svg<'_>) {
    svg.open(&Element::new("radialGradient").id("shadow"));
    svg.put(&Element::stop(Paint::Shade, 0.35, 0.5));
    svg.put(&Element::stop(Paint::Shade, 1.0, 0.0));
    svg.close();
}

/// A contact shadow, which needs the gradient.
pub(super) fn shadow(center: Point, radii: (f64, f64)) -> Element {
    Element::ellipse(center, radii).refer("fill", "shadow")
}

/// Puts the seat's shape, as large as a token on the ring, for copies.
pub(super) fn define(svg: &mut Svg<'_>, seat: Seat) {
    svg.put(&piece::shape(seat, (0.0, 0.0), RADIUS).id(format!("shape-{seat}")));
}

/// The seat's shape about `center`, a copy of the one that is defined.
pub(super) fn shape(seat: Seat, center: Point, radius: f64) -> Element {
    Element::copy_of(format!("shape-{seat}")).placed(center, radius / RADIUS)
}

/// The same with a line, whose width is scaled with the copy.
pub(super) fn outlined(
    seat: Seat,
    (center, radius): (Point, f64),
    paint: Paint,
    width: f64,
) -> Element {
    shape(seat, center, radius).line(paint, width * RADIUS / radius)
}

/// The middle of the seat's shape of radius `inner` inside the one of radius `outer` about `center`,
/// as far from its outline on every side.
pub(super) fn inside(seat: Seat, center: Point, outer: f64, inner: f64) -> (Point, f64) {
    // The middle of a triangle is not that of its box.
    let drop = match seat {
        Seat::C => 0.21 * (outer - inner),
        _ => 0.0,
    };
    (offset(center, (0.0, drop)), inner)
}

/// The seat's shape about `center` and everything that it passes when it moves down by `depth`.
pub(super) fn body(seat: Seat, center: Point, radius: f64, depth: f64) -> Element {
    let at = |x: f64, y: f64| offset(center, (x * radius, y * radius));
    let low = |x: f64, y: f64| offset(at(x, y), (0.0, depth));
    let upright = |half: f64, corner: f64| {
        let side = 2.0 * half * radius;
        Element::rectangle(at(-half, -half), (side, side + depth)).rounded(corner * radius)
    };
    match seat {
        Seat::A => upright(1.0, 1.0),
        Seat::B => upright(0.87, 0.22),
        Seat::C => Element::path(
            &PathData::from(at(0.16, -0.93))
                .to(at(1.13, 0.68))
                .to(at(1.18, 0.8))
                .to(low(1.18, 0.8))
                .bend(low(1.16, 0.92), low(0.99, 0.92))
                .to(low(-0.99, 0.92))
                .bend(low(-1.16, 0.92), low(-1.18, 0.8))
                .to(at(-1.18, 0.8))
                .to(at(-1.13, 0.68))
                .to(at(-0.16, -0.93))
                .bend(at(0.0, -1.2), at(0.16, -0.93))
                .close(),
        ),
        Seat::D => Element::path(
            &PathData::from(at(0.17, -1.03))
                .to(at(1.03, -0.17))
                .bend(at(1.11, -0.08), at(1.11, 0.0))
                .to(low(1.11, 0.0))
                .bend(low(1.11, 0.08), low(1.03, 0.17))
                .to(low(0.17, 1.03))
                .bend(low(0.0, 1.2), low(-0.17, 1.03))
                .to(low(-1.03, 0.17))
                .bend(low(-1.11, 0.08), low(-1.11, 0.0))
                .to(at(-1.11, 0.0))
                .bend(at(-1.11, -0.08), at(-1.03, -0.17))
                .to(at(-0.17, -1.03))
                .bend(at(0.0, -1.2), at(0.17, -1.03))
                .close(),
        ),
    }
}
