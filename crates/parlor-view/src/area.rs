//! Where a front end may lay a control over a board's picture.

/// A rectangle of the grid that a board's picture is cut into, counted from 0
/// at the top left.
///
/// Ludo's grid has 32 columns and 32 rows, all the same. Kuba's has 9 and 9: the
/// seven of the board, and around them what lies next to it, so that the first
/// and the last column are [`kuba::beside`](crate::kuba::beside) units wide, the
/// first row [`kuba::above`](crate::kuba::above) and the last one
/// [`kuba::below`](crate::kuba::below) units high, and every other one
/// [`kuba::CELL`](crate::kuba::CELL).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Area {
    /// The first column.
    pub column: u8,
    /// The first row.
    pub row: u8,
    /// How many columns it has.
    pub width: u8,
    /// How many rows it has.
    pub height: u8,
}

impl Area {
    /// Where it comes to lie when a grid of `side` squares a side is turned by
    /// half.
    #[must_use]
    pub const fn turned(self, side: u8) -> Self {
        Self {
            column: side - self.column - self.width,
            row: side - self.row - self.height,
            ..self
        }
    }

    /// What both have in common; nothing is 0 wide or 0 high.
    #[must_use]
    pub fn common(self, other: Self) -> Self {
        let column = self.column.max(other.column);
        let row = self.row.max(other.row);
        let right = (self.column + self.width).min(other.column + other.width);
        let bottom = (self.row + self.height).min(other.row + other.height);
        Self {
            column,
            row,
            width: right.saturating_sub(column),
            height: bottom.saturating_sub(row),
        }
    }

    /// Whether both have a square of the grid in common.
    pub const fn overlaps(self, other: Self) -> bool {
        self.column < other.column + other.width
            && other.column < self.column + self.width
            && self.row < other.row + other.height
            && other.row < self.row + self.height
    }
}
