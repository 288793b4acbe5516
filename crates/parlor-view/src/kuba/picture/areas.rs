//! Where things of Kuba lie on its picture, in the grid of [`Area`].

use kuba_rules::{Cell, Side};

use super::{layout, play_board};
use crate::area::Area;
use crate::look::Look;

/// How wide the grid's first and last column are, in units of the picture.
pub const fn beside(look: Look) -> f64 {
    match look {
        Look::Diagram => layout::CELLS.0,
        Look::Board => play_board::BESIDE,
    }
}

/// How high its first row is.
pub const fn above(look: Look) -> f64 {
    match look {
        Look::Diagram => layout::CELLS.1,
        Look::Board => play_board::ABOVE,
    }
}

/// How high its last row is: with the side of a board that one plays on.
pub const fn below(look: Look) -> f64 {
    match look {
        Look::Diagram => layout::CELLS.1,
        Look::Board => play_board::BELOW,
    }
}

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

/// Where a control that ends the turn may lie on the board that one plays on, however it is
/// turned: in the middle of the lower frame. Rules: K-12.
pub const END_TURN: Area = Area {
    column: 3,
    row: 8,
    width: 3,
    height: 1,
};

/// Where a side's card lies in a diagram, with what is between it and the board.
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
    use crate::measure::{BOARD, BOARD_SIDE};

    const LOOKS: [Look; 2] = [Look::Diagram, Look::Board];

    #[test]
    fn k_1_the_grid_covers_the_picture() {
        let heights = [layout::HEIGHT, BOARD + BOARD_SIDE];
        let centers = [layout::center, play_board::center];
        for ((look, height), center) in LOOKS.into_iter().zip(heights).zip(centers) {
            assert!((2.0 * beside(look) + 7.0 * CELL - BOARD).abs() < f64::EPSILON);
            let rows = above(look) + 7.0 * CELL + below(look);
            assert!((rows - height).abs() < f64::EPSILON);
            for cell in Cell::ALL {
                let area = cell_area(cell);
                let middle = |before: f64, index: u8| before + CELL * (f64::from(index) - 0.5);
                let (x, y) = center(cell);
                assert!((middle(beside(look), area.column) - x).abs() < f64::EPSILON);
                assert!((middle(above(look), area.row) - y).abs() < f64::EPSILON);
            }
        }
    }
}
