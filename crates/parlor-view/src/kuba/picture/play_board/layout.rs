//! Where everything lies, in units of the picture.

use kuba_rules::{Cell, Direction};

use super::super::layout::{SIDE, toward};
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

/// How small a marble is that has fallen under the frame.
pub(in super::super) const FALLEN: f64 = 0.7;

/// From the middle of an edge cell to the frame.
pub(super) const TO_FRAME: f64 = SIDE / 2.0 + BESIDE - FRAME;

/// The middle of a cell. Rules: K-1.
pub(in super::super) fn center(cell: Cell) -> Point {
    let along = |number: u8| BESIDE + SIDE * (f64::from(number) + 0.5);
    (along(cell.column()), along(cell.row()))
}

/// Where a marble lies that fell off this edge cell: as far under the frame as not to be seen.
pub(in super::super) fn under_frame(edge: Cell, direction: Direction) -> Point {
    let hidden = FALLEN * (MARBLE + MARBLE_LINE / 2.0);
    toward(center(edge), direction, TO_FRAME + hidden)
}
