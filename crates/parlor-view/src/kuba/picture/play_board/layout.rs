//! Where everything lies, in units of the picture.

use kuba_rules::{Cell, Direction, Side};

use super::super::layout::{SIDE, toward};
use super::super::marks::Taken;
use crate::measure::{BOARD, BOARD_SIDE};
use crate::svg::Point;

/// From the picture's edges to the cells: the frame and the gutter, on all sides the same.
pub(in super::super) const BESIDE: f64 = (BOARD - 7.0 * SIDE) / 2.0;
pub(in super::super) const ABOVE: f64 = BESIDE;
/// The same below, with the side of the board.
pub(in super::super) const BELOW: f64 = BESIDE + BOARD_SIDE;

/// How wide the frame is.
pub(super) const FRAME: f64 = 28.0;
/// How round it is outside.
pub(super) const FRAME_CORNER: f64 = 84.0;

/// A well's radius, and a marble's, without its line.
pub(super) const WELL: f64 = 38.5;
pub(super) const MARBLE: f64 = 36.0;
/// The line of a marble.
pub(super) const MARBLE_LINE: f64 = 3.2;

/// How small a marble is that has fallen under the frame, and a red that rolls in the gutter.
pub(super) const FALLEN: f64 = 0.7;
pub(super) const ROLLING: f64 = 0.5;

/// How far the field reaches beyond the cells.
pub(super) const FIELD_MARGIN: f64 = 8.0;

/// From the picture's edges to the middle of the gutter.
const LANE: f64 = f64::midpoint(FRAME, BESIDE - FIELD_MARGIN);

/// From the middle of an edge cell to the frame.
pub(super) const TO_FRAME: f64 = SIDE / 2.0 + BESIDE - FRAME;

/// The middle of a cell. Rules: K-1.
pub(in super::super) fn center(cell: Cell) -> Point {
    let along = |number: u8| BESIDE + SIDE * (f64::from(number) + 0.5);
    (along(cell.column()), along(cell.row()))
}

/// Where the gutter is next to an edge cell from which a marble is pushed off.
pub(super) fn gutter(edge: Cell, direction: Direction) -> Point {
    toward(center(edge), direction, SIDE / 2.0 + BESIDE - LANE)
}

/// The way of a marble that was taken, from the edge cell on, and how small it becomes. An enemy's
/// falls under the frame; a red rolls along the gutter to the side of its captor's tray, and goes
/// under the frame there. Rules: K-6.
pub(in super::super) fn way_out(taken: Taken) -> (Vec<Point>, f64) {
    let Taken {
        by,
        edge,
        direction,
        ..
    } = taken;
    if taken.place().is_none() {
        return (vec![under_frame(edge, direction)], FALLEN);
    }
    let start = gutter(edge, direction);
    let hidden = FRAME - ROLLING * (MARBLE + MARBLE_LINE / 2.0);
    let [lane, end] = [LANE, hidden].map(|inset| match by {
        Side::White => inset,
        Side::Black => BOARD - inset,
    });
    let mut way = vec![start];
    match (direction, by) {
        (Direction::Forward, Side::White) | (Direction::Backward, Side::Black) => {}
        (Direction::Left | Direction::Right, _) => way.push((start.0, lane)),
        // Round the nearer side of the field.
        (Direction::Forward, Side::Black) | (Direction::Backward, Side::White) => {
            let is_left = start.0 < BOARD / 2.0;
            let x = if is_left { LANE } else { BOARD - LANE };
            way.extend([(x, start.1), (x, lane)]);
        }
    }
    way.extend([(BOARD / 2.0, lane), (BOARD / 2.0, end)]);
    (way, ROLLING)
}

/// Where a marble lies that fell off this edge cell: as far under the frame as not to be seen.
pub(super) fn under_frame(edge: Cell, direction: Direction) -> Point {
    let hidden = FALLEN * (MARBLE + MARBLE_LINE / 2.0);
    toward(center(edge), direction, TO_FRAME + hidden)
}
