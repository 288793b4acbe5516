//! A token without a side: a sign for its seat.

use ludo_rules::Seat;

use super::super::piece;
use super::paints::SeatPaints;
use super::solid;
use crate::svg::{PictureOptions, Point, Svg};
use crate::theme::BoardPaint as Paint;

/// The radius of a mark.
const MARK: f64 = 15.0;

/// A small picture of a seat's shape with rim, edge and face, to put next to its name.
pub(in crate::ludo::picture) fn mark(seat: Seat, options: PictureOptions<'_>) -> String {
    let mut svg = Svg::mark(options, 1.3 * MARK);
    flat(&mut svg, seat, (0.0, 0.0), MARK);
    svg.finish()
}

/// Draws the sign.
pub(super) fn flat(svg: &mut Svg<'_>, seat: Seat, center: Point, radius: f64) {
    let SeatPaints { piece: color, .. } = SeatPaints::of(seat);
    let rim = piece::shape(seat, center, radius).fill(Paint::Rim);
    svg.put(&rim.line(Paint::Edge, 0.16 * radius));
    let (center, radius) = solid::inside(seat, center, radius, 0.74 * radius);
    svg.put(&piece::shape(seat, center, radius).fill(color));
}
