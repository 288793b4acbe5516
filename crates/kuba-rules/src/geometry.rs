//! Cells and directions. Rules: K-1, K-2.

use core::error::Error;
use core::fmt;

/// The number of rows, and of columns. Rules: K-1.
pub(crate) const SIZE: u8 = 7;

/// One of the 49 cells: (row, column), (0, 0) top left. Rules: K-1.
///
/// Cells are ordered row by row, as one reads.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Cell {
    /// 8 × row + column: the cell's bit in a board of 64.
    bit: u8,
}

impl Cell {
    /// The cell at a row and a column, both 0 to 6. Rules: K-1.
    ///
    /// # Errors
    /// [`CellError`] with both numbers if either is out of range; negative
    /// numbers never count from the far end.
    pub const fn new(row: i64, column: i64) -> Result<Self, CellError> {
        match Self::at(row, column) {
            Some(cell) => Ok(cell),
            None => Err(CellError { row, column }),
        }
    }

    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "both numbers are checked to be 0 to 6"
    )]
    pub(crate) const fn at(row: i64, column: i64) -> Option<Self> {
        let range = 0..SIZE as i64;
        if row < range.start || row >= range.end || column < range.start || column >= range.end {
            return None;
        }
        Some(Self {
            bit: (8 * row + column) as u8,
        })
    }

    /// The cell of a bit of the padded board; the caller knows that it is one.
    #[expect(
        clippy::cast_possible_truncation,
        reason = "a bit's number is below 64"
    )]
    pub(crate) const fn from_bit(bit: u32) -> Self {
        debug_assert!(bit / 8 < 7 && bit % 8 < 7, "the padding holds no cell");
        Self { bit: bit as u8 }
    }

    /// 8 × row + column.
    pub(crate) const fn bit(self) -> u32 {
        self.bit as u32
    }

    /// The set of this one cell.
    pub(crate) const fn mask(self) -> u64 {
        1 << self.bit
    }

    /// All 49 cells, row by row from (0, 0) to (6, 6).
    pub const ALL: [Self; 49] = {
        let mut cells = [Self { bit: 0 }; 49];
        let mut number = 0;
        while number < SIZE * SIZE {
            cells[number as usize].bit = number / SIZE * 8 + number % SIZE;
            number += 1;
        }
        cells
    };

    /// The row, 0 (top) to 6.
    pub const fn row(self) -> u8 {
        self.bit / 8
    }

    /// The column, 0 (left) to 6.
    pub const fn column(self) -> u8 {
        self.bit % 8
    }

    /// The next cell in a direction; `None` beyond the edge. Rules: K-2.
    pub const fn step(self, direction: Direction) -> Option<Self> {
        let (down, right) = direction.offset();
        Self::at(self.row() as i64 + down, self.column() as i64 + right)
    }
}

impl fmt::Debug for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Cell({}, {})", self.row(), self.column())
    }
}

/// Row and column as two digits: `65`.
impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.row(), self.column())
    }
}

/// A direction as seen on the page. Rules: K-2.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Direction {
    /// `L`: column − 1.
    Left,
    /// `R`: column + 1.
    Right,
    /// `F`: row − 1, up the page.
    Forward,
    /// `B`: row + 1, down the page.
    Backward,
}

impl Direction {
    /// The four directions: L, R, F, B.
    pub const ALL: [Self; 4] = [Self::Left, Self::Right, Self::Forward, Self::Backward];

    /// 0 to 3, in the order of [`Direction::ALL`].
    pub const fn index(self) -> usize {
        self as usize
    }

    /// `L`, `R`, `F` or `B`.
    pub const fn letter(self) -> char {
        match self {
            Self::Left => 'L',
            Self::Right => 'R',
            Self::Forward => 'F',
            Self::Backward => 'B',
        }
    }

    /// The direction with this letter: `L`, `R`, `F` or `B`.
    pub const fn from_letter(letter: char) -> Option<Self> {
        match letter {
            'L' => Some(Self::Left),
            'R' => Some(Self::Right),
            'F' => Some(Self::Forward),
            'B' => Some(Self::Backward),
            _ => None,
        }
    }

    /// The direction straight back.
    #[must_use]
    pub const fn opposite(self) -> Self {
        match self {
            Self::Left => Self::Right,
            Self::Right => Self::Left,
            Self::Forward => Self::Backward,
            Self::Backward => Self::Forward,
        }
    }

    /// Rows down and columns right that one step goes. Rules: K-2.
    const fn offset(self) -> (i64, i64) {
        match self {
            Self::Left => (0, -1),
            Self::Right => (0, 1),
            Self::Forward => (-1, 0),
            Self::Backward => (1, 0),
        }
    }
}

impl fmt::Display for Direction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

/// A row and a column that name no cell. Rules: K-1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CellError {
    /// The row asked for.
    pub row: i64,
    /// The column asked for.
    pub column: i64,
}

impl CellError {
    /// The id of the rule that refuses the cell.
    pub const fn rule(&self) -> &'static str {
        "K-1"
    }
}

impl fmt::Display for CellError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "there is no cell ({}, {}); row and column go from 0 to 6",
            self.row, self.column
        )
    }
}

impl Error for CellError {}

/// Shows a cell as the assignment writes coordinates.
pub(crate) struct Coordinates(pub(crate) Cell);

impl fmt::Display for Coordinates {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({}, {})", self.0.row(), self.0.column())
    }
}
