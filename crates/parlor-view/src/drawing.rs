//! Where every space of a Ludo game lies on the drawn board: the cross in a
//! square of 15 by 15 cells.
//!
//! One quarter of the cross is written down, A's, and the other three are that
//! quarter turned clockwise about the center, because the seats sit so.

use ludo_rules::{Seat, Space, Token};

/// Rows, and columns, of the drawing.
pub const SIZE: u8 = 15;

/// The end, in the middle of the board.
pub const END: GridCell = GridCell { row: 7, column: 7 };

/// Ring spaces between one seat's first space and the next seat's.
const QUARTER: u8 = 14;

/// Ring spaces.
const RING: u8 = 4 * QUARTER;

/// A cell of the drawing, row and column counted from 0 at the top left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct GridCell {
    /// Row, 0 to 14, from the top.
    pub row: u8,
    /// Column, 0 to 14, from the left.
    pub column: u8,
}

impl GridCell {
    const fn new(row: u8, column: u8) -> Self {
        Self { row, column }
    }

    /// The cell that this one comes to lie on when the board is turned
    /// clockwise, a quarter for each seat after A.
    fn turned_to(self, seat: Seat) -> Self {
        (0..seat.index()).fold(self, |cell, _| Self::new(cell.column, SIZE - 1 - cell.row))
    }
}

/// The cell of ring space `number`, 1 to 56; `None` for another number.
///
/// Rules: L-4.
pub fn ring(number: u8) -> Option<GridCell> {
    if !(1..=RING).contains(&number) {
        return None;
    }
    let quarter = Seat::ALL[usize::from((number - 1) / QUARTER)];
    let along = (number - 1) % QUARTER;
    // Up the left side of the top arm, over its tip, and down its right side.
    let cell = match along {
        0..=6 => GridCell::new(6 - along, 6),
        7 => GridCell::new(0, 7),
        _ => GridCell::new(along - 8, 8),
    };
    Some(cell.turned_to(quarter))
}

/// The cell of a seat's home square `number`, 1 to 6; `None` for another number.
///
/// Rules: L-3, L-4.
pub fn home_square(seat: Seat, number: u8) -> Option<GridCell> {
    (1..=6)
        .contains(&number)
        .then(|| GridCell::new(7, number).turned_to(seat))
}

/// The cell of a seat's ready place: the yard's corner next to the seat's first
/// ring space.
///
/// Rules: L-5.
pub fn ready(seat: Seat) -> GridCell {
    GridCell::new(5, 5).turned_to(seat)
}

/// The cell in the yard where a token waits; `p` is always the left one.
///
/// Rules: L-2.
pub fn yard(seat: Seat, token: Token) -> GridCell {
    let row = match seat {
        Seat::A | Seat::B => 2,
        Seat::C | Seat::D => 12,
    };
    let left = match seat {
        Seat::A | Seat::D => 1,
        Seat::B | Seat::C => 11,
    };
    match token {
        Token::P => GridCell::new(row, left),
        Token::Q => GridCell::new(row, left + 2),
    }
}

/// The cell where a seat's token is drawn when it is on `space`; `None` if
/// the space carries a number that no space has.
pub fn cell(seat: Seat, token: Token, space: Space) -> Option<GridCell> {
    match space {
        Space::Yard => Some(yard(seat, token)),
        Space::Ready => Some(ready(seat)),
        Space::Ring(number) => ring(number),
        Space::HomeSquare { seat, number } => home_square(seat, number),
        Space::End => Some(END),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    fn at(cell: Option<GridCell>) -> (u8, u8) {
        let cell = cell.expect("a space of the board");
        (cell.row, cell.column)
    }

    fn home_squares() -> impl Iterator<Item = GridCell> {
        Seat::ALL
            .into_iter()
            .flat_map(|seat| (1..=6).filter_map(move |number| home_square(seat, number)))
    }

    #[test]
    fn l_4_no_two_spaces_share_a_cell() {
        let mut cells: Vec<GridCell> = (1..=56).filter_map(ring).collect();
        cells.extend(home_squares());
        cells.extend(Seat::ALL.map(ready));
        cells.push(END);
        for seat in Seat::ALL {
            cells.extend(Token::ALL.map(|token| yard(seat, token)));
        }
        let distinct: BTreeSet<GridCell> = cells.iter().copied().collect();
        assert_eq!(cells.len(), 56 + 24 + 4 + 1 + 8);
        assert_eq!(distinct.len(), cells.len());
        assert!(
            cells
                .iter()
                .all(|cell| cell.row < SIZE && cell.column < SIZE)
        );
    }

    #[test]
    fn l_4_the_cross_is_three_cells_wide() {
        let cross: BTreeSet<GridCell> = (1..=56)
            .filter_map(ring)
            .chain(home_squares())
            .chain([END])
            .collect();
        let wide = |index: u8| (6..=8).contains(&index);
        for row in 0..SIZE {
            for column in 0..SIZE {
                let cell = GridCell::new(row, column);
                assert_eq!(cross.contains(&cell), wide(row) || wide(column), "{cell:?}");
            }
        }
    }

    #[test]
    fn l_4_neighbors_on_the_ring_touch() {
        for number in 1..=56 {
            let (row, column) = at(ring(number));
            let (next_row, next_column) = at(ring(number % 56 + 1));
            let distance = row.abs_diff(next_row) + column.abs_diff(next_column);
            assert_eq!(distance, 1, "from space {number}");
        }
    }

    #[test]
    fn l_4_each_arm_carries_its_numbers() {
        let cells: Vec<(u8, u8)> = [1, 2, 7, 8, 9, 14, 15].map(|n| at(ring(n))).into();
        assert_eq!(
            cells,
            [(6, 6), (5, 6), (0, 6), (0, 7), (0, 8), (5, 8), (6, 8)]
        );
        let cells: Vec<(u8, u8)> = [16, 21, 22, 23, 28, 29].map(|n| at(ring(n))).into();
        assert_eq!(cells, [(6, 9), (6, 14), (7, 14), (8, 14), (8, 9), (8, 8)]);
        let cells: Vec<(u8, u8)> = [30, 35, 36, 37, 42, 43].map(|n| at(ring(n))).into();
        assert_eq!(cells, [(9, 8), (14, 8), (14, 7), (14, 6), (9, 6), (8, 6)]);
        let cells: Vec<(u8, u8)> = [44, 49, 50, 51, 56].map(|n| at(ring(n))).into();
        assert_eq!(cells, [(8, 5), (8, 0), (7, 0), (6, 0), (6, 5)]);
    }

    #[test]
    fn l_4_home_squares_lead_from_the_last_space_to_the_end() {
        for seat in Seat::ALL {
            let mut walk = vec![at(ring(seat.last_ring_space()))];
            walk.extend((1..=6).map(|number| at(home_square(seat, number))));
            walk.push((END.row, END.column));
            for pair in walk.windows(2) {
                let distance = pair[0].0.abs_diff(pair[1].0) + pair[0].1.abs_diff(pair[1].1);
                assert_eq!(distance, 1, "seat {seat}: {pair:?}");
            }
        }
        assert_eq!(at(home_square(Seat::A, 1)), (7, 1));
        assert_eq!(at(home_square(Seat::B, 1)), (1, 7));
        assert_eq!(at(home_square(Seat::C, 1)), (7, 13));
        assert_eq!(at(home_square(Seat::D, 1)), (13, 7));
    }

    #[test]
    fn l_5_the_ready_place_touches_the_first_space_at_a_corner() {
        for seat in Seat::ALL {
            let (row, column) = at(ring(seat.start()));
            let place = ready(seat);
            assert_eq!(place.row.abs_diff(row), 1, "seat {seat}");
            assert_eq!(place.column.abs_diff(column), 1, "seat {seat}");
        }
        let places = Seat::ALL.map(|seat| (ready(seat).row, ready(seat).column));
        assert_eq!(places, [(5, 5), (5, 9), (9, 9), (9, 5)]);
    }

    #[test]
    fn l_4_other_numbers_have_no_cell() {
        assert_eq!(ring(0), None);
        assert_eq!(ring(57), None);
        assert_eq!(home_square(Seat::A, 0), None);
        assert_eq!(home_square(Seat::A, 7), None);
        assert_eq!(cell(Seat::A, Token::P, Space::Ring(0)), None);
    }

    #[test]
    fn every_kind_of_space_has_its_cell() {
        let on = |space| cell(Seat::B, Token::Q, space);
        assert_eq!(on(Space::Yard), Some(yard(Seat::B, Token::Q)));
        assert_eq!(on(Space::Ready), Some(GridCell::new(5, 9)));
        assert_eq!(on(Space::Ring(22)), Some(GridCell::new(7, 14)));
        let square = Space::HomeSquare {
            seat: Seat::B,
            number: 3,
        };
        assert_eq!(on(square), Some(GridCell::new(3, 7)));
        assert_eq!(on(Space::End), Some(END));
    }
}
