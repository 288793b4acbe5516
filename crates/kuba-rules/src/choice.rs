//! All pushes of a position in two words: counted at once, and picked by number.

use core::hint::select_unpredictable;

use crate::geometry::Direction;

/// Pushes along the rows and along the columns, one bit each.
///
/// Of two neighbors in a row, only one can have room behind for a push to the
/// left, and only one for a push to the right. So a pair of columns (0 and 1,
/// 2 and 3 …) needs one bit for its push to the right, the even one, and one
/// for its push to the left. Pairs of rows share bits the same way: backward in
/// even rows, forward in odd ones. Which of the two cells is meant follows
/// from the board: the one with the direction's bit if it holds a marble, else
/// its neighbor: a marble there would leave the neighbor no room.
///
/// Two marbles in a row, which share neither a pair nor a bit:
///
/// ```text
/// columns   0 1   2 3   4 5   6
/// marbles   . W   W .   . .   .      1 may be pushed right, 2 left
/// bits      x .   . x   . .   .      0 and 3: the cells 0 and 3 are empty, so
///                                    their neighbors 1 and 2 are meant
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct PushChoices {
    pub(crate) rows: u64,
    pub(crate) columns: u64,
}

const EVEN_COLUMNS: u64 = 0x5555_5555_5555_5555;
const EVEN_ROWS: u64 = 0x00FF_00FF_00FF_00FF;
/// By direction of the last push: where the pushes opposite to it, and so the
/// ko push, have their bits.
const KO_BITS: [PushChoices; 4] = [
    PushChoices {
        rows: EVEN_COLUMNS,
        columns: 0,
    },
    PushChoices {
        rows: !EVEN_COLUMNS,
        columns: 0,
    },
    PushChoices {
        rows: 0,
        columns: EVEN_ROWS,
    },
    PushChoices {
        rows: 0,
        columns: !EVEN_ROWS,
    },
];
const PAIRS: u64 = 0x3333_3333_3333_3333;
const NIBBLES: u64 = 0x0F0F_0F0F_0F0F_0F0F;
const EVERY_BYTE: u64 = 0x0101_0101_0101_0101;

impl PushChoices {
    /// The pushes of the four directions' sources.
    #[inline]
    pub(crate) const fn new([left, right, forward, backward]: [u64; 4]) -> Self {
        Self {
            rows: ((right | (right >> 1)) & EVEN_COLUMNS) | ((left | (left << 1)) & !EVEN_COLUMNS),
            columns: ((backward | (backward >> 8)) & EVEN_ROWS)
                | ((forward | (forward << 8)) & !EVEN_ROWS),
        }
    }

    /// The ko push after a push in the direction with this number, of which one
    /// step is a rotation to the left by `rotation` bits. It is the push of
    /// `cell` straight back; none if `cell` is 0.
    #[inline]
    pub(crate) const fn ko(cell: u64, direction: usize, rotation: u32) -> Self {
        let pair = cell | cell.rotate_left(rotation);
        Self {
            rows: pair & KO_BITS[direction].rows,
            columns: pair & KO_BITS[direction].columns,
        }
    }

    /// All pushes but the ko push. Clearing its pair's bit takes out exactly
    /// that push: a ko push is otherwise legal (K-7), so of the pair
    /// it is the one that has room behind, and the bit stands for no other.
    #[inline]
    pub(crate) const fn without(self, ko: Self) -> Self {
        Self {
            rows: self.rows & !ko.rows,
            columns: self.columns & !ko.columns,
        }
    }

    /// The number of pushes in each row, a byte a row.
    #[inline]
    pub(crate) const fn by_row(self) -> u64 {
        let rows = self.rows - ((self.rows >> 1) & EVEN_COLUMNS);
        let columns = self.columns - ((self.columns >> 1) & EVEN_COLUMNS);
        let nibbles =
            (rows & PAIRS) + ((rows >> 2) & PAIRS) + (columns & PAIRS) + ((columns >> 2) & PAIRS);
        (nibbles & NIBBLES) + ((nibbles >> 4) & NIBBLES)
    }

    #[inline]
    pub(crate) const fn is_empty(self) -> bool {
        self.rows | self.columns == 0
    }

    /// Picks one of the pushes, of which there is at least one, by 64 random
    /// bits: the bit of the pushed marble and the direction's number. Each is
    /// picked as often as the others, up to one in 2⁵⁹.
    #[expect(
        clippy::cast_possible_truncation,
        reason = "a row's byte and a number below 32 fit everywhere"
    )]
    #[inline]
    pub(crate) fn pick(self, by_row: u64, occupied: u64, random: u64) -> (u32, usize) {
        // Byte n counts the pushes of the rows 0 to n, at most 32.
        let sums = by_row.wrapping_mul(EVERY_BYTE);
        let number = high_product(random, sums >> 56);
        // The first row whose sum is greater: adding 127 − number to every
        // byte sets the top bit of those.
        let greater = (sums + (127 - number) * EVERY_BYTE) & (EVERY_BYTE << 7);
        let shift = greater.trailing_zeros() & 0x38;
        let number = number - (((sums << 8) >> shift) & 0xFF);
        let row = ((self.rows >> shift) & 0xFF) as usize;
        let column = ((self.columns >> shift) & 0xFF) as usize;
        let in_row = ones(row as u8);
        let along_row = number < in_row;
        let byte = select_unpredictable(along_row, row, column);
        let number = select_unpredictable(along_row, number, number.wrapping_sub(in_row));
        // A byte has eight bits, so `& 7` only removes a bounds check.
        let bit = shift + u32::from(SELECT[number as usize & 7][byte]);
        let (neighbor, even) = select_unpredictable(
            along_row,
            (1, Direction::Right.index()),
            (8, Direction::Backward.index()),
        );
        // One flip to the pair's other cell if the bit's own holds no marble.
        let cell = select_unpredictable(occupied >> bit & 1 != 0, bit, bit ^ neighbor);
        (cell, even - usize::from(bit & neighbor != 0))
    }
}

/// The upper half of the product.
const fn high_product(left: u64, right: u64) -> u64 {
    ((left as u128 * right as u128) >> 64) as u64
}

/// The number of bits set in a byte.
const fn ones(byte: u8) -> u64 {
    // Portable x86-64 code has no instruction for it, and a look-up is faster
    // than the sum that replaces it.
    if cfg!(target_feature = "popcnt") {
        byte.count_ones() as u64
    } else {
        COUNT[byte as usize] as u64
    }
}

/// By byte: the number of bits set.
const COUNT: [u8; 256] = {
    let mut counts = [0; 256];
    let mut byte = 1;
    while byte < 256 {
        counts[byte] = counts[byte / 2] + if byte % 2 == 0 { 0 } else { 1 };
        byte += 1;
    }
    counts
};

/// By number and byte: which of its bits is the one with that number.
const SELECT: [[u8; 256]; 8] = {
    let mut select = [[0; 256]; 8];
    let mut byte = 0_usize;
    while byte < 256 {
        let mut number = 0;
        let mut bit = 0;
        while bit < 8 {
            if byte >> bit & 1 != 0 {
                select[number][byte] = bit;
                number += 1;
            }
            bit += 1;
        }
        byte += 1;
    }
    select
};
