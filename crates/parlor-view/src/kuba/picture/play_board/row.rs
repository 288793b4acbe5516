//! A row of the field as a small picture.

use kuba_rules::{Direction, Marble};

use super::super::layout::{RIM, SIDE};
use super::super::row::RowItem;
use super::layout::WELL;
use super::{ground, marbles, marks};
use crate::measure::STRONG;
use crate::svg::{Element, PictureOptions, Svg};
use crate::theme::BoardPaint as Paint;

/// How much larger an arrow is that has a well of its own.
const ARROW: f64 = 1.7;
/// How round the field is, and how much lower its side.
const CORNER: f64 = 36.0;
const BELOW: f64 = 9.0;

/// A row of the field. It only repeats the words next to it.
pub(in super::super) fn row(places: &[RowItem], options: PictureOptions<'_>) -> String {
    let width = (0..places.len()).fold(RIM, |width, _| width + SIDE);
    let size = (width, SIDE + RIM);
    let mut svg = Svg::small(options, (width, size.1 + BELOW));
    marbles::define(&mut svg, &Marble::ALL);
    svg.open(&Element::definitions());
    ground::define_well(&mut svg);
    svg.close();
    for (lower, paint) in [(BELOW, Paint::FieldSide), (0.0, Paint::Field)] {
        let field = Element::rectangle((0.0, lower), size).rounded(CORNER);
        svg.put(&field.fill(paint));
    }
    let mut middle = (f64::midpoint(RIM, SIDE), f64::midpoint(RIM, SIDE));
    for (number, &place) in places.iter().enumerate() {
        svg.put(&Element::copy_of("well").at(middle));
        match place {
            RowItem::Empty => {}
            RowItem::Missing => {
                let ring = Element::circle(middle, WELL).line(Paint::Ink, STRONG);
                svg.put(&ring.dashed(6.0, 9.12));
            }
            RowItem::Marble(marble) => {
                svg.put(&marbles::lying(marble, number).placed(middle, 1.0));
            }
            RowItem::Ko => {
                svg.open(&Element::group().placed(middle, ARROW));
                marks::draw_crossed(&mut svg, Direction::Right, (0.0, 0.0));
                svg.close();
            }
        }
        middle.0 += SIDE;
    }
    svg.finish()
}
