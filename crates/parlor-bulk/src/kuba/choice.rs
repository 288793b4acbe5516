//! All pushes of a position in two words, counted, and picked by number.

use kuba_rules::Move;

use super::runs::{BACKWARD, EDGES, FORWARD, LEFT, RIGHT};
use super::words::{BOARD, EVEN_COLUMNS, EVEN_ROWS, choose, mask};

/// Pushes along the rows and along the columns, one bit each, as [`kuba_rules::random_playout`] numbers them.
///
/// Of two neighbors in a row only one can have room behind for a push to the left, and only one for a push to the
/// right. So a pair of columns (0 and 1, 2 and 3 …) needs one bit for its push to the right, the even
/// one, and one for its push to the left. Pairs of rows share bits the same way: backward in even rows, forward
/// in odd ones. The cell that is meant is the one with the bit if it holds a marble, else its neighbor.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Choices {
    pub(super) rows: u64,
    pub(super) columns: u64,
}

const PAIRS: u64 = 0x3333_3333_3333_3333;
const NIBBLES: u64 = 0x0F0F_0F0F_0F0F_0F0F;
const EVERY_BYTE: u64 = 0x0101_0101_0101_0101;

impl Choices {
    /// What may be pushed, ko apart.
    #[inline(always)]
    pub(super) const fn of(own: u64, occupied: u64) -> Self {
        Self::of_sources(sources(own, own, occupied))
    }

    /// The pushes of these cells in the four directions.
    #[inline(always)]
    const fn of_sources([left, right, forward, backward]: [u64; 4]) -> Self {
        Self {
            rows: ((right | (right >> 1)) & EVEN_COLUMNS) | ((left | (left << 1)) & !EVEN_COLUMNS),
            columns: ((backward | (backward >> 8)) & EVEN_ROWS)
                | ((forward | (forward << 8)) & !EVEN_ROWS),
        }
    }

    /// One push.
    pub(super) fn of_push(push: Move) -> Self {
        let mut sources = [0; 4];
        sources[push.direction as usize] = 1 << (8 * push.cell.row() + push.cell.column());
        Self::of_sources(sources)
    }

    /// All pushes but the ko push. Rules: K-7.
    #[inline(always)]
    pub(super) const fn without(self, ko: Self) -> Self {
        Self {
            rows: self.rows & !ko.rows,
            columns: self.columns & !ko.columns,
        }
    }

    #[inline(always)]
    pub(super) const fn is_empty(self) -> bool {
        self.rows | self.columns == 0
    }

    /// Picks one of the pushes, of which there is at least one, by 64 random bits: its bit, and a mask
    /// of whether it goes along its row. Each is picked as often as the others, up to one in 2⁵⁹.
    #[inline(always)]
    pub(super) const fn pick(self, random: u64) -> (u64, u64) {
        let [rows, columns] = [Counts::of(self.rows), Counts::of(self.columns)];
        // Byte n counts the pushes of the rows 0 to n, at most 32.
        let sums = running_sums(rows.by_nibble + columns.by_nibble);
        let number = every_byte(high_product(random, sums >> 56));
        // The first row whose sum is greater: adding 127 − number to every byte sets the top bit of those.
        let greater = (sums + (127 * EVERY_BYTE - number)) & (EVERY_BYTE << 7);
        let first = greater & greater.wrapping_neg();
        let row = (first << 1).wrapping_sub(first >> 7);
        let number = (number & row) - (sums << 8 & row);

        // The pushes along the row come before those along the columns.
        let in_row = by_byte(rows.by_nibble) & row;
        let along_row = mask(number < in_row);
        let number = number - (in_row & !along_row);
        let pushes = choose(along_row, self.rows, self.columns) & row;
        // Half of the byte, then half of that.
        let by_nibble = choose(along_row, rows.by_nibble, columns.by_nibble);
        let before = by_nibble & NIBBLES & row;
        let in_upper = mask(number >= before);
        let number = number - (before & in_upper);
        let pushes = pushes & choose(in_upper, !NIBBLES, NIBBLES);
        let by_pair = choose(along_row, rows.by_pair, columns.by_pair) & row;
        let before = choose(in_upper, by_pair >> 4, by_pair) & (3 * EVERY_BYTE);
        let in_upper = mask(number >= before);
        let number = number - (before & in_upper);
        let pushes = pushes & choose(in_upper, !PAIRS, PAIRS);
        // Of the two bits left, the upper one if it is not the first.
        let first = pushes & pushes.wrapping_neg();
        (choose(mask(number != 0), pushes ^ first, first), along_row)
    }
}

/// By direction, the marbles of `own` that may be pushed without taking one of the `kept` off the board, ko
/// apart. Rules: K-3 (room behind), K-5 (own marbles are kept).
#[inline(always)]
pub(super) const fn sources(own: u64, kept: u64, occupied: u64) -> [u64; 4] {
    // A carry from a kept marble at the edge runs up its run, and takes its room behind.
    let left = !(occupied | (occupied + (kept & EDGES[LEFT]))) >> 1;
    let [_, right, forward, backward] = ejects(kept, occupied);
    [
        own & left,
        own & !(occupied << 1) & !right,
        own & !(occupied >> 8) & !forward,
        own & !(occupied << 8) & !backward,
    ]
}

/// By direction, a set whose occupied cells are those from which a push that way ejects one of these marbles.
#[inline(always)]
pub(super) const fn ejects(marbles: u64, occupied: u64) -> [u64; 4] {
    // A carry clears the runs that it runs through.
    let left = !(occupied + (marbles & EDGES[LEFT]));
    // The other ways a carry cannot run: the lines are filled from every gap, and what is left over has none
    // between it and such a marble.
    let mut right = (occupied & (marbles | !EDGES[RIGHT])) ^ BOARD;
    right |= (right >> 1) & 0x003F_3F3F_3F3F_3F3F;
    right |= (right >> 2) & 0x001F_1F1F_1F1F_1F1F;
    right |= (right >> 4) & 0x0007_0707_0707_0707;
    let mut forward = (occupied & (marbles | !EDGES[FORWARD])) ^ BOARD;
    forward |= forward << 8;
    forward |= forward << 16;
    forward |= forward << 32;
    let mut backward = (occupied & (marbles | !EDGES[BACKWARD])) ^ BOARD;
    backward |= backward >> 8;
    backward |= backward >> 16;
    backward |= backward >> 32;
    [left, !right, !forward, !backward]
}

/// The bits of a word, counted in parts of it.
#[derive(Clone, Copy)]
struct Counts {
    /// In pairs of bits.
    by_pair: u64,
    /// In fours.
    by_nibble: u64,
}

impl Counts {
    #[inline(always)]
    const fn of(word: u64) -> Self {
        let by_pair = word - (word >> 1 & EVEN_COLUMNS);
        Self {
            by_pair,
            by_nibble: (by_pair & PAIRS) + (by_pair >> 2 & PAIRS),
        }
    }
}

/// Bytes from the nibbles of each.
#[inline(always)]
const fn by_byte(by_nibble: u64) -> u64 {
    (by_nibble & NIBBLES) + (by_nibble >> 4 & NIBBLES)
}

/// Byte n is the sum of the bytes 0 to n of what the nibbles count.
#[inline(always)]
const fn running_sums(by_nibble: u64) -> u64 {
    let sums = by_byte(by_nibble);
    let sums = sums + (sums << 8);
    let sums = sums + (sums << 16);
    sums + (sums << 32)
}

/// A byte in every byte.
#[inline(always)]
const fn every_byte(byte: u64) -> u64 {
    let bytes = byte | byte << 8;
    let bytes = bytes | bytes << 16;
    bytes | bytes << 32
}

/// The upper half of the product of a word and a number below 2³¹.
#[inline(always)]
const fn high_product(word: u64, number: u64) -> u64 {
    // Products of 32 bits, for which there are instructions.
    let low = (word & 0xFFFF_FFFF) * number;
    ((word >> 32) * number + (low >> 32)) >> 32
}
