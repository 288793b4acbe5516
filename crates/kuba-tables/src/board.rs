//! Boards as the side to move sees them: its own marbles, the other side's, and reds.

use kuba_rules::bitboard::{BOARD, step};
use kuba_rules::{Cell, Direction, Marble, Move, Position, Side, Symmetry};

/// The cells of all marbles, as the side to move sees them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Board {
    /// Of the side to move.
    pub(crate) own: u64,
    /// Of the other side.
    pub(crate) other: u64,
    pub(crate) reds: u64,
}

impl Board {
    pub(crate) fn of(position: &Position) -> Self {
        let side = position.to_move();
        Self {
            own: position.cells(side.into()),
            other: position.cells(side.other().into()),
            reds: position.cells(Marble::Red),
        }
    }

    pub(crate) const fn occupied(self) -> u64 {
        self.own | self.other | self.reds
    }

    /// The marbles of the two sides.
    pub(crate) const fn colored(self) -> [u64; 2] {
        [self.own, self.other]
    }

    /// The board turned or reflected.
    pub(crate) fn turned(self, symmetry: Symmetry) -> Self {
        Self {
            own: turned(self.own, symmetry),
            other: turned(self.other, symmetry),
            reds: turned(self.reds, symmetry),
        }
    }

    /// The marbles with White to move.
    pub(crate) fn cells(self) -> [[Option<Marble>; 7]; 7] {
        let mut cells = [[None; 7]; 7];
        for (marble, mut set) in [
            (Marble::White, self.own),
            (Marble::Black, self.other),
            (Marble::Red, self.reds),
        ] {
            while set != 0 {
                let bit = set.trailing_zeros() as usize;
                cells[bit / 8][bit % 8] = Some(marble);
                set &= set - 1;
            }
        }
        cells
    }

    /// The pushes that may be the ko push: those straight back into the run of an enemy push that took
    /// nothing off. Direction by direction, in a direction row by row.
    ///
    /// Rules: K-7.
    pub(crate) fn ko_pushes(self) -> KoPushes {
        let occupied = self.occupied();
        let mut pushes = KoPushes::NONE;
        for direction in Direction::ALL {
            // Marbles with room behind and another in front: a run of two at least.
            let mut first =
                self.own & !step(occupied, direction) & step(occupied, direction.opposite());
            while first != 0 {
                let mut last = first & first.wrapping_neg();
                let cell = cell(last.trailing_zeros());
                first &= first - 1;
                let mut next = step(last, direction);
                while next & occupied != 0 {
                    last = next;
                    next = step(last, direction);
                }
                // The enemy's marble came from `next`, which had room behind it.
                let came_from = next & BOARD != 0 && step(next, direction) & occupied == 0;
                if came_from && last & self.other != 0 {
                    pushes.add(Move { cell, direction });
                }
            }
        }
        pushes
    }
}

/// The pushes of a board that may be the ko push.
#[derive(Clone, Copy, Debug)]
pub(crate) struct KoPushes {
    list: [Option<Move>; Self::MOST],
    count: usize,
}

impl KoPushes {
    /// Each takes an own and an enemy marble that only marbles part: of six, three and three.
    const MOST: usize = 9;
    const NONE: Self = Self {
        list: [None; Self::MOST],
        count: 0,
    };

    fn add(&mut self, push: Move) {
        self.list[self.count] = Some(push);
        self.count += 1;
    }

    pub(crate) const fn len(&self) -> usize {
        self.count
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = Move> {
        self.list.iter().copied().flatten()
    }

    /// The place of a push.
    pub(crate) fn place(&self, push: Move) -> Option<usize> {
        self.iter().position(|other| other == push)
    }

    pub(crate) fn get(&self, place: usize) -> Option<Move> {
        self.list.get(place).copied().flatten()
    }
}

/// The cell of a bit of [`BOARD`].
pub(crate) const fn cell(bit: u32) -> Cell {
    Cell::ALL[(bit - bit / 8) as usize]
}

/// The symmetries that leave the colors alone.
pub(crate) const TURNS: &[Symmetry] = Symmetry::ALL.split_at(8).0;

/// A set of cells turned or reflected.
pub(crate) const fn turned(mut cells: u64, symmetry: Symmetry) -> u64 {
    let images = &IMAGES[symmetry.number() as usize % 8];
    let mut image = 0;
    while cells != 0 {
        image |= 1 << images[cells.trailing_zeros() as usize % 64];
        cells &= cells - 1;
    }
    image
}

/// By symmetry and bit of a cell: the bit of its image.
const IMAGES: [[u8; 64]; 8] = {
    let mut images = [[0; 64]; 8];
    let mut number = 0;
    while number < TURNS.len() {
        let mut place = 0;
        while place < Cell::ALL.len() {
            let cell = Cell::ALL[place];
            let image = TURNS[number].cell(cell);
            images[number][(8 * cell.row() + cell.column()) as usize] =
                8 * image.row() + image.column();
            place += 1;
        }
        number += 1;
    }
    images
};

/// The side that moves where a board becomes a position.
pub(crate) const MOVER: Side = Side::White;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::combinations::subsets;
    use crate::material::Material;
    use kuba_rules::{Position, Setup};

    /// Every board with these numbers of marbles, without regard to symmetry.
    fn boards([own, other, reds]: [usize; 3]) -> impl Iterator<Item = Board> {
        subsets(BOARD, own).flat_map(move |own| {
            subsets(BOARD & !own, other).flat_map(move |other| {
                subsets(BOARD & !(own | other), reds).map(move |reds| Board { own, other, reds })
            })
        })
    }

    #[test]
    fn k_7_the_ko_pushes_of_a_board_are_those_that_a_set_up_may_have() {
        let material = Material {
            own: 1,
            other: 1,
            reds: 1,
            needed: 1,
        };
        // Every 7th board: 15,793 of 110,544.
        for board in boards([1, 1, 1]).step_by(7) {
            let setup = material.position(board, None).setup();
            let own = Cell::ALL.into_iter().filter(|&cell| {
                setup.cells[usize::from(cell.row())][usize::from(cell.column())]
                    == Some(Marble::White)
            });
            let pushes =
                own.flat_map(|cell| Direction::ALL.map(|direction| Move { cell, direction }));
            let allowed = pushes.filter(|&push| {
                let ko = Some(push);
                Position::try_from(Setup { ko, ..setup }).is_ok()
            });
            let mut allowed: Vec<Move> = allowed.collect();
            let mut found: Vec<Move> = board.ko_pushes().iter().collect();
            allowed.sort_unstable();
            found.sort_unstable();
            assert_eq!(found, allowed, "{board:?}");
        }
    }

    #[test]
    fn a_board_turned_there_and_back_is_the_same() {
        for board in boards([1, 2, 1]).step_by(9973) {
            for &symmetry in TURNS {
                assert_eq!(board.turned(symmetry).turned(symmetry.inverse()), board);
            }
        }
    }
}
