//! The end: a medallion with a field for each seat, on its lane's side.

use ludo_rules::{Seat, Token, Tokens};

use super::super::layout::offset;
use super::View;
use super::paints::SeatPaints;
use super::places::{arrival, middle};
use crate::drawing;
use crate::svg::{Element, PathData, Point, Svg};
use crate::theme::BoardPaint as Paint;

/// 0.93 of a cell: it covers the end and the corners around it.
const RADIUS: f64 = 44.5;

/// Draws the medallion, with a dot for each token that may still arrive.
pub(super) fn draw(svg: &mut Svg<'_>, view: View, tokens: &Tokens) {
    let center = view.at(middle(drawing::END));
    svg.open(&Element::group().id("end"));
    svg.put(&Element::circle(offset(center, (0.0, 5.5)), RADIUS).fill(Paint::Edge));
    svg.put(
        &Element::circle(center, RADIUS)
            .fill(Paint::Rim)
            .line(Paint::Edge, 1.8),
    );
    for seat in Seat::ALL {
        let paint = if tokens.is_seated(seat) {
            SeatPaints::of(seat).yard
        } else {
            Paint::Fallow
        };
        let at = |point: Point| offset(center, view.along(seat, point));
        let field = PathData::from(at((-3.0, 0.0)))
            .to(at((-29.0, -26.0)))
            .bend(at((-39.0, -15.0)), at((-39.0, 0.0)))
            .bend(at((-39.0, 15.0)), at((-29.0, 26.0)))
            .close();
        svg.put(&Element::path(&field).fill(paint));
    }
    svg.open(&Element::group().fill(Paint::Rim).number("opacity", 0.8));
    for (seat, steps) in tokens.iter() {
        for token in Token::ALL {
            if !steps[token.index()].is_finished() {
                svg.put(&Element::circle(view.at(arrival(seat, token)), 3.3));
            }
        }
    }
    svg.close();
    svg.close();
}
