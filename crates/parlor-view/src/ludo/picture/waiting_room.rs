//! The players at the table as a small picture, for pages without a board.

use ludo_rules::{Phase, RollKind, Seat, Token};

use super::layout::{TokenSpot, paints};
use super::piece;
use crate::measure::{BOARD_CORNER, MARGIN, THIN};
use crate::svg::{Element, PictureOptions, Svg};
use crate::theme::Paint;

/// The side of a place.
const SIDE: f64 = 88.0;

/// A token as large as in its nest.
const SCALE: f64 = 1.7;

/// The seats and the die in a row.
pub(super) fn waiting_room(seats: &[(Seat, bool)], options: PictureOptions<'_>) -> String {
    let width = (0..=seats.len()).fold(0.0, |width, _| width + SIDE);
    let size = (width + MARGIN, SIDE + MARGIN);
    let mut svg = Svg::small(options, size);
    svg.put(
        &Element::rectangle((0.0, 0.0), size)
            .rounded(BOARD_CORNER)
            .fill(Paint::Plate),
    );
    let mut center = (f64::midpoint(SIDE, MARGIN), f64::midpoint(SIDE, MARGIN));
    for &(seat, is_there) in seats {
        let (color, _) = paints(seat);
        if is_there {
            let spot = TokenSpot {
                center,
                scale: SCALE,
            };
            piece::token(&mut svg, seat, Token::P, spot);
        } else {
            svg.put(
                &piece::shape(seat, center, SCALE * piece::RADIUS)
                    .fill(Paint::Paper)
                    .line(color, THIN)
                    .dashed(4.0, 6.0),
            );
        }
        center.0 += SIDE;
    }
    piece::die(&mut svg, center, Phase::ToRoll(RollKind::First));
    svg.finish()
}
