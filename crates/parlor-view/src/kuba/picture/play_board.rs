//! The board that one plays on: a field of wells in a gutter, and a frame under which falls what
//! is pushed off.
//!
//! The ground and the frame look the same from both sides, and so does not turn in a picture that is
//! turned; marbles and arrows are turned back, so that the light always comes from the upper
//! left.

mod colors;
mod film;
mod ground;
mod heap;
mod layout;
mod marbles;
mod marks;
mod row;
mod tray;

#[cfg(test)]
mod tests;

use kuba_rules::{Cell, Marble, Side};

use super::Picture;
use super::marks::Taken;
use crate::measure::{BOARD, BOARD_SIDE};
use crate::svg::{Element, PictureOptions, Svg};
use crate::theme::Style;

pub(super) use film::film;
pub(super) use heap::heap;
pub(super) use layout::{ABOVE, BELOW, BESIDE, center, way_out};
pub(super) use marbles::mark;
pub(super) use row::row;
pub(super) use tray::tray;

/// From a tray to the board, in a picture that stands alone.
const TRAY_GAP: f64 = 12.0;

/// The picture with this title and description: the board, and both trays if it stands alone.
pub(super) fn svg(
    picture: &Picture<'_>,
    options: PictureOptions<'_>,
    title: &str,
    description: &[String],
) -> String {
    let size = (BOARD, BOARD);
    let stands_alone = options.style != Style::Page;
    let (view, trays) = if stands_alone {
        view_alone()
    } else {
        ([0.0, 0.0, BOARD, BOARD + BOARD_SIDE], [0.0; 2])
    };
    let mut svg = Svg::of_view(options, view, title, description);
    marbles::define(&mut svg, &Marble::ALL);
    let taken = Taken::of(picture.events);
    if stands_alone {
        let [above, below] = trays;
        for side in Side::ALL {
            let is_above = (side == Side::White) != picture.is_turned;
            let top = if is_above { above } else { below };
            tray::draw(&mut svg, picture, side, (0.0, top));
        }
    }
    ground::draw(&mut svg, picture.is_turned);
    if picture.is_turned {
        svg.turn(size);
    }
    marks::draw_trail(&mut svg, picture.events, taken);
    draw_marbles(&mut svg, picture, taken);
    if picture.is_turned {
        svg.close();
    }
    ground::draw_frame(&mut svg);
    if picture.is_turned {
        svg.turn(size);
    }
    // While it is seen to fall, it is not yet there.
    if let Some(taken) = taken
        && picture.under_way.is_none()
    {
        marks::draw_taken(&mut svg, taken);
    }
    if picture.goes_on() {
        marks::draw_arrows(&mut svg, picture);
    }
    svg.finish()
}

/// What is seen of a picture that stands alone, and where the trays of White and Black are in it.
fn view_alone() -> ([f64; 4], [f64; 2]) {
    let room = tray::HEIGHT + TRAY_GAP;
    let view = [0.0, -room, BOARD, BOARD + BOARD_SIDE + 2.0 * room];
    (view, [-room, BOARD + BOARD_SIDE + TRAY_GAP])
}

/// The marbles, and the one that the last push took off: it is where it ends, under the frame.
/// Rules: K-6.
fn draw_marbles(svg: &mut Svg<'_>, picture: &Picture<'_>, taken: Option<Taken>) {
    svg.open(
        &Element::group()
            .class("pb-marbles")
            .refer("clip-path", "hollow"),
    );
    for cell in Cell::ALL {
        if let Some(marble) = picture.position.marble(cell) {
            svg.open(
                &Element::group()
                    .id(format!("marble-{cell}"))
                    .placed(center(cell), 1.0),
            );
            svg.put(&marbles::lying(marble, turn(cell)));
            svg.close();
        }
    }
    if let Some(taken) = taken {
        let (way, size) = way_out(taken);
        let place = way[way.len() - 1];
        svg.open(&Element::group().id("gone").placed(place, size));
        svg.put(&marbles::lying(taken.marble, turn(taken.edge)));
        svg.close();
    }
    svg.close();
}

/// How a red on this cell is turned: so that no pattern shows over the board.
fn turn(cell: Cell) -> usize {
    let [row, column] = [cell.row(), cell.column()].map(usize::from);
    2 * row + row / 2 + column + column / 3
}
