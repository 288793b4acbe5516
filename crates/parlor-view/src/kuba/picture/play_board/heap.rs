//! What a side has won, as a picture to be shown large.

use kuba_rules::{Marble, REDS_TO_WIN};

use super::layout::{MARBLE, MARBLE_LINE};
use super::{ground, marbles};
use crate::svg::{Element, PictureOptions, Point, Svg};

/// How far the well reaches, and its lip.
const WELL: f64 = 106.0;
const LIP: f64 = 5.0;
/// A marble's radius, with its line.
const BODY: f64 = 29.0;

/// So many marbles, seven at most, in a well of their own: one in the middle, the others around it.
pub(in super::super) fn heap(marble: Marble, number: u8, options: PictureOptions<'_>) -> String {
    let mut svg = Svg::mark(options, WELL + LIP / 2.0);
    marbles::define(&mut svg, &[marble]);
    svg.open(&Element::definitions());
    ground::define_well(&mut svg);
    svg.close();
    svg.put(
        &Element::circle((0.0, 0.0), WELL)
            .refer("fill", "dip")
            .refer("stroke", "lip")
            .number("stroke-width", LIP),
    );
    let size = BODY / (MARBLE + MARBLE_LINE / 2.0);
    for place in 0..number.min(REDS_TO_WIN) {
        let lying = marbles::lying(marble, usize::from(place));
        svg.put(&lying.placed(middle(place), size));
    }
    svg.finish()
}

/// The middle of each marble.
fn middle(place: u8) -> Point {
    if place == 0 {
        return (0.0, 0.0);
    }
    let (sin, cos) = (f64::from(place) * 60.0_f64).to_radians().sin_cos();
    (2.0 * BODY * sin, -2.0 * BODY * cos)
}
