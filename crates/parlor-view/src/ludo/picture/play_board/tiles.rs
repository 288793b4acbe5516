//! The spaces: ring, lanes and ready places.

use ludo_rules::{Seat, Tokens};

use super::super::layout::{self, CELL, offset};
use super::View;
use super::paints::SeatPaints;
use super::places::middle;
use super::solid;
use crate::drawing::{self, GridCell};
use crate::svg::{Element, PathData, Point, Svg};
use crate::theme::BoardPaint as Paint;

/// From a cell's edge to its tile: half a seam.
const INSET: f64 = 1.8;
/// The side of a tile, and how much of it is seen below its face.
const TILE: f64 = CELL - 2.0 * INSET;
const LOWER: f64 = 3.0;
const CORNER: f64 = 7.2;

/// Puts what tiles are copied from: `tile` for the ring; `lane`, whose lower side is a shade of
/// its own color.
pub(super) fn define(svg: &mut Svg<'_>) {
    let face = |height: f64| Element::rectangle((INSET, INSET), (TILE, height)).rounded(CORNER);
    svg.open_original("tile");
    svg.put(&face(TILE).fill(Paint::TileSide));
    svg.put(&face(TILE - LOWER));
    svg.close();
    svg.open_original("lane");
    svg.put(&face(TILE));
    svg.put(&face(TILE).fill(Paint::Shade).number("opacity", 0.4));
    svg.put(&face(TILE - LOWER));
    svg.close();
}

/// A copy of what is defined by this name, in a cell as it is seen.
fn tile(view: View, cell: GridCell, name: &str) -> Element {
    Element::copy_of(name).at(corner(view, cell))
}

/// The upper left corner of a cell as it is seen.
fn corner(view: View, cell: GridCell) -> Point {
    let far = if view.is_turned { CELL } else { 0.0 };
    view.at(offset(layout::corner(cell), (far, far)))
}

/// A tile in the soft color of a way.
pub(super) fn soft(view: View, cell: GridCell, seat: Seat) -> Element {
    tile(view, cell, "tile").fill(SeatPaints::of(seat).soft)
}

/// Draws every space but the end.
pub(super) fn draw(svg: &mut Svg<'_>, view: View, tokens: &Tokens) {
    for seat in Seat::ALL {
        ready(svg, view, seat, tokens.is_seated(seat));
    }
    svg.open(&Element::group().fill(Paint::Tile));
    for number in 1..=56 {
        let is_first = |seat: &Seat| seat.start() == number;
        let first = tokens.seats().iter().find(is_first);
        if let (None, Some(cell)) = (first, drawing::ring(number)) {
            svg.put(&tile(view, cell, "tile").id(format!("space-{number}")));
        }
    }
    svg.close();
    for seat in Seat::ALL {
        lane(svg, view, seat, tokens.is_seated(seat));
    }
}

/// A seat's home squares, its first space, and the arrow on its last one.
fn lane(svg: &mut Svg<'_>, view: View, seat: Seat, plays: bool) {
    let SeatPaints {
        piece, yard, lift, ..
    } = SeatPaints::of(seat);
    let ground = if plays { yard } else { Paint::Fallow };
    svg.open(&Element::group().fill(ground));
    let mut chevrons = PathData::default();
    for number in 1..=6 {
        let Some(cell) = drawing::home_square(seat, number) else {
            continue;
        };
        svg.put(&tile(view, cell, "lane").id(format!("home-{seat}{number}")));
        let at = |point: Point| offset(face(view, cell), view.along(seat, point));
        chevrons = chevrons
            .start(at((-5.0, -8.0)))
            .to(at((5.0, 0.0)))
            .to(at((-5.0, 8.0)));
    }
    let first = drawing::ring(seat.start()).filter(|_| plays);
    if let Some(cell) = first {
        svg.put(&tile(view, cell, "lane").id(format!("space-{}", seat.start())));
    }
    svg.close();
    if !plays {
        return;
    }
    svg.put(&Element::path(&chevrons).line(lift, 4.8));
    if let Some(cell) = first {
        svg.put(&solid::outlined(
            seat,
            (face(view, cell), 10.8),
            Paint::Rim,
            3.2,
        ));
    }
    if let Some(cell) = drawing::ring(seat.last_ring_space()) {
        let at = |point: Point| offset(face(view, cell), view.along(seat, point));
        svg.put(&Element::path(&arrow(at)).fill(piece));
    }
}

/// The middle of the face of a cell's tile, as it is seen.
fn face(view: View, cell: GridCell) -> Point {
    offset(view.at(middle(cell)), (0.0, -1.0))
}

/// A triangle that points to the right from about (0, 0), with corners cut short.
fn arrow(at: impl Fn(Point) -> Point) -> PathData {
    PathData::from(at((12.0, -2.0)))
        .bend(at((14.0, 0.0)), at((12.0, 2.0)))
        .to(at((-1.0, 12.0)))
        .bend(at((-4.0, 14.0)), at((-4.0, 10.0)))
        .to(at((-4.0, -10.0)))
        .bend(at((-4.0, -14.0)), at((-1.0, -12.0)))
        .close()
}

/// The ready place: a doorstep cut out of the yard, with a bracket that points to the first space.
///
/// Rules: L-5.
fn ready(svg: &mut Svg<'_>, view: View, seat: Seat, plays: bool) {
    let SeatPaints { piece, soft, .. } = SeatPaints::of(seat);
    let cell = drawing::ready(seat);
    let square = |inset: f64, corner: f64| {
        let side = CELL - 2.0 * inset;
        Element::rectangle(
            offset(self::corner(view, cell), (inset, inset)),
            (side, side),
        )
        .rounded(corner)
    };
    svg.open(&Element::group().id(format!("ready-{seat}")));
    svg.put(&square(-2.0, 13.0).fill(Paint::Seam));
    let ground = if plays { soft } else { Paint::Fallow };
    svg.put(&square(INSET, 9.6).fill(ground));
    if plays {
        // From the middle of a yard in the upper left corner, the first space is right and down.
        let (x, y) = view.toward(match seat {
            Seat::A => (1.0, 1.0),
            Seat::B => (-1.0, 1.0),
            Seat::C => (-1.0, -1.0),
            Seat::D => (1.0, -1.0),
        });
        let at = |right: f64, down: f64| offset(view.at(middle(cell)), (right * x, down * y));
        let bracket = PathData::from(at(15.0, 4.0))
            .to(at(15.0, 15.0))
            .to(at(4.0, 15.0));
        svg.put(&Element::path(&bracket).line(piece, 4.2));
    }
    svg.close();
}
