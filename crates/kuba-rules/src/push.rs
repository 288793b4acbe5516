//! The arithmetic of pushes on padded boards.
//!
//! A set of cells is a bitboard: cell (row, column) is bit 8 × row + column.
//! Column 7 and row 7 are padding and always empty, so that one step in any
//! direction is one rotation and "off the board" looks like an empty cell.

use crate::geometry::Direction;

/// The 49 cells (`x`); the padding is `.`.
///
/// ```text
/// column  0 1 2 3 4 5 6 7
/// row 0   x x x x x x x .     bits  0 to  7, bit 0 first
/// row 1   x x x x x x x .     bits  8 to 15
/// row 2   x x x x x x x .
/// row 3   x x x x x x x .
/// row 4   x x x x x x x .
/// row 5   x x x x x x x .
/// row 6   x x x x x x x .
/// row 7   . . . . . . . .     bits 56 to 63
/// ```
pub const BOARD: u64 = 0x007F_7F7F_7F7F_7F7F;
const COLUMN_0: u64 = 0x0001_0101_0101_0101;
const COLUMN_6: u64 = COLUMN_0 << 6;
const ROW_0: u64 = 0x7F;
const ROW_6: u64 = ROW_0 << 48;

/// Every cell of the set moved one step; those that leave the board land in the
/// padding. Rules: K-2.
#[inline]
#[must_use]
pub const fn step(cells: u64, direction: Direction) -> u64 {
    match direction {
        Direction::Left => cells.rotate_right(1),
        Direction::Right => cells.rotate_left(1),
        Direction::Forward => cells.rotate_right(8),
        Direction::Backward => cells.rotate_left(8),
    }
}

/// The unbroken run of marbles that starts at the cell of bit `start` and
/// goes on in `direction`: everything before the first gap. Rules: K-4.
pub(crate) const fn run(occupied: u64, start: u32, direction: Direction) -> u64 {
    let cell = 1 << start;
    let before = cell - 1;
    let file = FILES[start as usize % 8];
    match direction {
        // A carry runs through the run and stops in the gap.
        Direction::Right => occupied & !(occupied + cell),
        Direction::Left => {
            let ahead = before;
            (ahead | cell) & !UP_TO[(ahead & !occupied).leading_zeros() as usize]
        }
        // The padding is a gap, so there always is one ahead.
        Direction::Backward => {
            let gaps = file & !before & !occupied;
            file & !before & ((gaps & gaps.wrapping_neg()) - 1)
        }
        Direction::Forward => {
            let ahead = file & before;
            (ahead | cell) & !UP_TO[(ahead & !occupied).leading_zeros() as usize]
        }
    }
}

/// The eight columns of the padded board.
const FILES: [u64; 8] = {
    let mut files = [0x0101_0101_0101_0101; 8];
    let mut column = 1;
    while column < 8 {
        files[column] <<= column;
        column += 1;
    }
    files
};

/// By the number of leading zeros: all bits up to the highest one. A table,
/// because a shift by 64 is not defined.
const UP_TO: [u64; 65] = {
    let mut masks = [0; 65];
    let mut zeros = 0;
    while zeros < 64 {
        masks[zeros] = u64::MAX >> zeros;
        zeros += 1;
    }
    masks
};

/// The cells of one kind after a run has moved; a marble that it pushes off is
/// gone. Rules: K-4.
#[inline]
#[must_use]
pub const fn moved(cells: u64, run: u64, direction: Direction) -> u64 {
    ((cells & !run) | step(cells & run, direction)) & BOARD
}

/// By direction, the marbles of `own` that may be pushed that way, ko apart.
/// Rules: K-3 (room behind), K-5 (own marble stays).
pub(crate) const fn sources(own: u64, occupied: u64) -> [u64; 4] {
    [
        sources_toward(Direction::Left, own, occupied),
        sources_toward(Direction::Right, own, occupied),
        sources_toward(Direction::Forward, own, occupied),
        sources_toward(Direction::Backward, own, occupied),
    ]
}

/// The part of [`sources`] of one direction.
#[inline]
pub(crate) const fn sources_toward(direction: Direction, own: u64, occupied: u64) -> u64 {
    let sources = match direction {
        Direction::Left => left_sources(own, occupied),
        Direction::Right => !(occupied << 1) & !ejects_right(own, occupied),
        Direction::Forward => !(occupied >> 8) & !ejects_forward(own, occupied),
        Direction::Backward => !(occupied << 8) & !ejects_backward(own, occupied),
    };
    own & sources
}

/// The cells from which a push to the left has room and would not eject an own
/// marble: a carry from such a marble at column 0 runs up its run and stops just
/// beyond it, as if there were no room.
const fn left_sources(own: u64, occupied: u64) -> u64 {
    !(occupied | (occupied + (own & COLUMN_0))) >> 1
}

/// The cells whose run to the right would eject one of these marbles at column 6.
/// A carry cannot run down, so the rows are filled down from every gap; the cells
/// left over have no gap between them and such a marble at the edge.
///
/// ```text
/// columns           0 1 2 3 4 5 6
/// marbles           W . W B . R W     `marbles` are the white ones
/// ejects_right      . . . . . x x
/// ```
const fn ejects_right(marbles: u64, occupied: u64) -> u64 {
    let mut gap = (occupied & (marbles | !COLUMN_6)) ^ BOARD;
    gap |= (gap >> 1) & 0x003F_3F3F_3F3F_3F3F;
    gap |= (gap >> 2) & 0x001F_1F1F_1F1F_1F1F;
    gap |= (gap >> 4) & 0x0007_0707_0707_0707;
    !gap
}

/// The cells whose run up would eject one of these marbles at row 0.
const fn ejects_forward(marbles: u64, occupied: u64) -> u64 {
    let mut gap = (occupied & (marbles | !ROW_0)) ^ BOARD;
    gap |= gap << 8;
    gap |= gap << 16;
    gap |= gap << 32;
    !gap
}

/// The cells whose run down would eject one of these marbles at row 6.
const fn ejects_backward(marbles: u64, occupied: u64) -> u64 {
    let mut gap = (occupied & (marbles | !ROW_6)) ^ BOARD;
    gap |= gap >> 8;
    gap |= gap >> 16;
    gap |= gap >> 32;
    !gap
}

/// By direction, a set whose occupied cells are exactly those from which a push
/// that way, by either side, would eject one of `marbles`. Rules: K-4, K-6.
pub(crate) const fn ejects(marbles: u64, occupied: u64) -> [u64; 4] {
    [
        // The carry of `left_sources` clears the runs that it runs through.
        occupied & !(occupied + (marbles & COLUMN_0)),
        ejects_right(marbles, occupied),
        ejects_forward(marbles, occupied),
        ejects_backward(marbles, occupied),
    ]
}
