//! Where things of Kuba lie on its picture, in the grid of [`Area`].

use kuba_rules::{Cell, Side};

use super::layout;
use crate::area::Area;

/// How wide the grid's first and last column are, in units of the picture.
pub const BESIDE: f64 = layout::CELLS.0;
/// How high its first and last row are.
pub const ABOVE: f64 = layout::CELLS.1;
/// The side of every other square.
pub const CELL: f64 = layout::SIDE;

/// Where a cell of the board lies.
pub const fn cell_area(cell: Cell) -> Area {
    Area {
        column: cell.column() + 1,
        row: cell.row() + 1,
        width: 1,
        height: 1,
    }
}

/// Where a side's card lies, with what is between it and the board.
pub const fn card_area(side: Side) -> Area {
    let row = match side {
        Side::White => 0,
        Side::Black => 8,
    };
    Area {
        column: 0,
        row,
        width: 9,
        height: 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn k_1_the_grid_covers_the_picture() {
        assert!((2.0 * BESIDE + 7.0 * CELL - layout::WIDTH).abs() < f64::EPSILON);
        assert!((2.0 * ABOVE + 7.0 * CELL - layout::HEIGHT).abs() < f64::EPSILON);
        for cell in Cell::ALL {
            let area = cell_area(cell);
            let middle = |before: f64, index: u8| before + CELL * (f64::from(index) - 0.5);
            let (x, y) = layout::center(cell);
            assert!((middle(BESIDE, area.column) - x).abs() < f64::EPSILON);
            assert!((middle(ABOVE, area.row) - y).abs() < f64::EPSILON);
        }
    }
}
