//! Operations on words. A mask has all bits of a word set, or none.

/// The cells of the board: 7 rows of 8 bits, of which the last is never set.
pub(super) const BOARD: u64 = 0x007F_7F7F_7F7F_7F7F;
pub(super) const EVEN_COLUMNS: u64 = 0x5555_5555_5555_5555;
pub(super) const EVEN_ROWS: u64 = 0x00FF_00FF_00FF_00FF;

/// The first of two where the mask is set, and else the second.
#[inline(always)]
pub(super) const fn choose(mask: u64, first: u64, second: u64) -> u64 {
    second ^ ((first ^ second) & mask)
}

#[inline(always)]
pub(super) const fn mask(is_set: bool) -> u64 {
    if is_set { u64::MAX } else { 0 }
}

/// The word rotated to the left by less than 64 bits. [`u64::rotate_left`] takes another type, which costs
/// a conversion in each lane.
#[inline(always)]
pub(super) const fn rotated(word: u64, by: u64) -> u64 {
    word << (by & 63) | word >> ((64 - by) & 63)
}
