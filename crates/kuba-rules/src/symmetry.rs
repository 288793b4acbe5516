//! The symmetries of the rules: the board turned or reflected, the colors exchanged.

use crate::geometry::{Cell, Direction, SIZE};
use crate::marble::Side;
use crate::moves::{Action, Move};
use crate::position::Position;

/// One of the 16 symmetries of the rules: the eight of the square board, each with and without the
/// colors exchanged.
///
/// Nothing in the rules depends on a direction, a corner or a color, except that White begins in
/// tournament rules (K-12); any *position* may have either side to move. So what is legal in a
/// position, what it leads to and who has won go along with its symmetries, in both rule sets.
///
/// A symmetry has a number, the sum of what it does, in this order: 1 exchanges left and right, 2
/// exchanges top and bottom, 4 exchanges rows and columns, 8 exchanges the colors and the side to
/// move with them. The start of a game looks the same after four of them: 0, 3 (half a turn), 4 and
/// 7 (both diagonals). After 9, 10, 13 and 14 it has Black to move.
///
/// Rules: K-1 to K-12.
///
/// ```
/// use kuba_rules::{Position, Rules, Symmetry};
///
/// let mirror = Symmetry::new(1).expect("a number from 0 to 15");
/// let mut position = Position::start(Rules::Classroom);
/// let mut image = mirror.position(&position);
/// position.play("00R".parse()?)?;
/// image.play(mirror.push("00R".parse()?))?;
/// assert_eq!(mirror.push("00R".parse()?).to_string(), "06L");
/// assert_eq!(image, mirror.position(&position));
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Symmetry {
    number: u8,
}

/// What the bits of a number exchange.
const LEFT_AND_RIGHT: u8 = 1;
const TOP_AND_BOTTOM: u8 = 2;
const ROWS_AND_COLUMNS: u8 = 4;
const COLORS: u8 = 8;

impl Symmetry {
    /// All of them, by number.
    pub const ALL: [Self; 16] = {
        let mut all = [Self { number: 0 }; 16];
        let mut number = 0;
        while number < 16 {
            all[number as usize] = Self { number };
            number += 1;
        }
        all
    };

    /// The symmetry with a number, 0 to 15; `None` for any other.
    pub const fn new(number: u8) -> Option<Self> {
        if number < 16 {
            Some(Self { number })
        } else {
            None
        }
    }

    /// The number, 0 to 15.
    pub const fn number(self) -> u8 {
        self.number
    }

    const fn exchanges(self, what: u8) -> bool {
        self.number & what != 0
    }

    /// The symmetry that takes it back.
    ///
    /// ```
    /// use kuba_rules::Symmetry;
    ///
    /// let quarter_turn = Symmetry::new(5).expect("a number from 0 to 15");
    /// assert_eq!(quarter_turn.inverse().number(), 6);
    /// ```
    #[must_use]
    pub const fn inverse(self) -> Self {
        // A reflection comes first, so that after rows and columns are exchanged it is the other one.
        let number = match (self.number & 3, self.exchanges(ROWS_AND_COLUMNS)) {
            (LEFT_AND_RIGHT | TOP_AND_BOTTOM, true) => self.number ^ 3,
            _ => self.number,
        };
        Self { number }
    }

    /// Where a cell goes.
    #[must_use]
    pub const fn cell(self, cell: Cell) -> Cell {
        let (mut row, mut column) = (cell.row(), cell.column());
        if self.exchanges(LEFT_AND_RIGHT) {
            column = SIZE - 1 - column;
        }
        if self.exchanges(TOP_AND_BOTTOM) {
            row = SIZE - 1 - row;
        }
        if self.exchanges(ROWS_AND_COLUMNS) {
            (row, column) = (column, row);
        }
        Cell::from_bit(8 * row as u32 + column as u32)
    }

    /// What a direction becomes.
    #[must_use]
    pub const fn direction(self, direction: Direction) -> Direction {
        let reflected = match direction {
            Direction::Left | Direction::Right if self.exchanges(LEFT_AND_RIGHT) => {
                direction.opposite()
            }
            Direction::Forward | Direction::Backward if self.exchanges(TOP_AND_BOTTOM) => {
                direction.opposite()
            }
            _ => direction,
        };
        if !self.exchanges(ROWS_AND_COLUMNS) {
            return reflected;
        }
        match reflected {
            Direction::Left => Direction::Forward,
            Direction::Right => Direction::Backward,
            Direction::Forward => Direction::Left,
            Direction::Backward => Direction::Right,
        }
    }

    /// Whose marbles a side's become.
    #[must_use]
    pub const fn side(self, side: Side) -> Side {
        if self.exchanges(COLORS) {
            side.other()
        } else {
            side
        }
    }

    /// What a push becomes.
    #[must_use]
    pub const fn push(self, push: Move) -> Move {
        Move {
            cell: self.cell(push.cell),
            direction: self.direction(push.direction),
        }
    }

    /// What an action becomes; the end of a turn stays what it is.
    #[must_use]
    pub const fn action(self, action: Action) -> Action {
        match action {
            Action::Push(push) => Action::Push(self.push(push)),
            Action::End => Action::End,
        }
    }

    /// What a position becomes, with its captured reds, its open turn and its ko push; the rule set
    /// stays.
    #[must_use]
    pub const fn position(self, position: &Position) -> Position {
        let [mut white, mut black] = position.marbles;
        let mut captured = position.captured;
        if self.exchanges(COLORS) {
            (white, black) = (black, white);
            captured = [captured[1], captured[0]];
        }
        Position {
            marbles: [self.cells(white), self.cells(black)],
            reds: self.cells(position.reds),
            captured,
            to_move: self.side(position.to_move),
            may_push_again: position.may_push_again,
            ko: match position.ko {
                Some(push) => Some(self.push(push)),
                None => None,
            },
            rules: position.rules,
        }
    }

    /// Where a set of cells goes.
    const fn cells(self, mut cells: u64) -> u64 {
        let mut image = 0;
        while cells != 0 {
            image |= self.cell(Cell::from_bit(cells.trailing_zeros())).mask();
            cells &= cells - 1;
        }
        image
    }
}
