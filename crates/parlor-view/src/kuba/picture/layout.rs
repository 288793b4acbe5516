//! Where everything lies, in units of the picture.

use kuba_rules::{Cell, Direction, Side};

use crate::measure::{BOARD, MARGIN};
use crate::svg::Point;

/// One cell's side: 44 pixels on a phone that shows a unit as half a pixel.
pub(super) const SIDE: f64 = 88.0;
/// From the cells to the tray's edge; the numbers are there.
pub(super) const RIM: f64 = 32.0;
/// From the tray to the picture's edge and to the cards. Marbles that were
/// pushed off roll there.
const LANE: f64 = 44.0;
/// How high a card is.
pub(super) const CARD: f64 = 96.0;

/// How wide the picture is.
pub(super) const WIDTH: f64 = BOARD;
/// How high it is.
pub(super) const HEIGHT: f64 = 2.0 * (MARGIN + CARD + LANE + RIM) + 7.0 * SIDE;

/// The tray's upper left corner.
pub(super) const TRAY: Point = (LANE, MARGIN + CARD + LANE);
/// The radius of a captured red, and of the ring around the last one.
pub(super) const CAPTURED: f64 = 20.0;
pub(super) const CAPTURED_RING: f64 = 23.5;
/// The cells' upper left corner.
pub(super) const CELLS: Point = (TRAY.0 + RIM, TRAY.1 + RIM);
/// How wide a card is: as wide as the tray.
pub(super) const CARD_WIDTH: f64 = WIDTH - 2.0 * LANE;

/// A well's radius, and a marble's that lies in it.
pub(super) const WELL: f64 = 38.0;
pub(super) const MARBLE: f64 = 32.0;

/// The middle of a cell. Rules: K-1.
pub(super) fn center(cell: Cell) -> Point {
    let along = |number: u8| SIDE * (f64::from(number) + 0.5);
    (CELLS.0 + along(cell.column()), CELLS.1 + along(cell.row()))
}

/// The point `distance` away in a direction. Rules: K-2.
pub(super) fn toward((x, y): Point, direction: Direction, distance: f64) -> Point {
    match direction {
        Direction::Left => (x - distance, y),
        Direction::Right => (x + distance, y),
        Direction::Forward => (x, y - distance),
        Direction::Backward => (x, y + distance),
    }
}

/// The direction to the right of who walks in this one.
pub(super) const fn clockwise(direction: Direction) -> Direction {
    match direction {
        Direction::Left => Direction::Forward,
        Direction::Forward => Direction::Right,
        Direction::Right => Direction::Backward,
        Direction::Backward => Direction::Left,
    }
}

/// Turns a shape drawn pointing right about (0, 0), and moves it.
pub(super) fn turned((x, y): Point, direction: Direction, center: Point) -> Point {
    let ahead = toward(center, direction, x);
    toward(ahead, clockwise(direction), y)
}

/// The upper left corner of a side's card: White's above, Black's below.
pub(super) const fn card(side: Side) -> Point {
    match side {
        Side::White => (LANE, MARGIN),
        Side::Black => (LANE, HEIGHT - MARGIN - CARD),
    }
}

/// The place of a captured red, the first at the left.
pub(super) fn captured_place(side: Side, number: u8) -> Point {
    let (x, y) = card(side);
    (x + 164.0 + 48.0 * f64::from(number), y + CARD / 2.0)
}

/// The lane between the tray and a side's card, where marbles roll.
const fn lane(side: Side) -> f64 {
    match side {
        Side::White => TRAY.1 - LANE / 2.0,
        Side::Black => HEIGHT - TRAY.1 + LANE / 2.0,
    }
}

/// Where a marble comes to lie that was pushed off from this edge cell.
pub(super) fn outside(edge: Cell, direction: Direction) -> Point {
    let (x, y) = center(edge);
    match direction {
        Direction::Left => (LANE / 2.0, y),
        Direction::Right => (WIDTH - LANE / 2.0, y),
        Direction::Forward => (x, lane(Side::White)),
        Direction::Backward => (x, lane(Side::Black)),
    }
}

/// The way of a red that was pushed off to a place in its captor's card: round
/// the tray, along the lane before the card, and into the place from there.
pub(super) fn way_home(edge: Cell, direction: Direction, side: Side, number: u8) -> Vec<Point> {
    let start = outside(edge, direction);
    let place = captured_place(side, number);
    let lane = lane(side);
    let mut way = vec![start];
    match (direction, side) {
        // Along the lane at once.
        (Direction::Forward, Side::White) | (Direction::Backward, Side::Black) => {}
        (Direction::Left | Direction::Right, _) => way.push((start.0, lane)),
        // Round the nearer side of the tray.
        (Direction::Forward, Side::Black) | (Direction::Backward, Side::White) => {
            let x = if start.0 < WIDTH / 2.0 {
                LANE / 2.0
            } else {
                WIDTH - LANE / 2.0
            };
            way.extend([(x, start.1), (x, lane)]);
        }
    }
    way.push((place.0, lane));
    way.push(place);
    way
}
