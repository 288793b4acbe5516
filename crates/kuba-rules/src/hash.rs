//! The stable hash of a position.
//!
//! It is the exclusive or of one key for each fact of the position (Zobrist
//! hashing), so that a search can update it with the keys of what changes. Key number n is output n (counted from 0) of `SplitMix64` seeded
//! with the bytes `kubahash`, big-endian; the numbers are given at each
//! function. The hash of a position is the same on every machine and stays
//! the same in every version of this crate.

use crate::geometry::{Cell, Direction};
use crate::marble::{Marble, Side};
use crate::moves::Move;
use crate::position::Position;
use crate::rules::Rules;

const SEED: u64 = u64::from_be_bytes(*b"kubahash");

const fn key(number: u64) -> u64 {
    let mut word = SEED.wrapping_add(number.wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15));
    word = (word ^ (word >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    word = (word ^ (word >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    word ^ (word >> 31)
}

const fn cell_number(cell: Cell) -> u64 {
    7 * cell.row() as u64 + cell.column() as u64
}

/// The key of a marble in a cell: number 49 × (0 white, 1 black, 2 red) +
/// 7 × row + column.
pub const fn marble_key(marble: Marble, cell: Cell) -> u64 {
    key(49 * marble as u64 + cell_number(cell))
}

/// The key of a side's captured reds: number 147 + 8 × (0 White, 1 Black) +
/// count; 0 for none. The count is 0 to 7; a larger one, which no position
/// has, has no key of its own.
pub const fn captured_key(side: Side, count: u8) -> u64 {
    match count {
        0 => 0,
        _ => key(147 + 8 * side as u64 + count as u64),
    }
}

/// The key of the side to move: 0 for White, number 163 for Black.
pub const fn side_key(to_move: Side) -> u64 {
    match to_move {
        Side::White => 0,
        Side::Black => key(163),
    }
}

/// The key of an open turn, in which the side to move may push again: number
/// 164.
pub const OPEN_TURN_KEY: u64 = key(164);

/// The key of the ko push: number 165 + 4 × (7 × row + column) +
/// (0 L, 1 R, 2 F, 3 B); 0 for none.
pub const fn ko_key(ko: Option<Move>) -> u64 {
    match ko {
        None => 0,
        Some(Move { cell, direction }) => {
            key(165 + Direction::ALL.len() as u64 * cell_number(cell) + direction as u64)
        }
    }
}

/// The key of the rule set: 0 for classroom, number 361 for tournament.
pub const fn rules_key(rules: Rules) -> u64 {
    match rules {
        Rules::Classroom => 0,
        Rules::Tournament => key(361),
    }
}

impl Position {
    /// A 64-bit hash of everything in the position; the same on every
    /// machine and in every version. See [`hash`](crate::hash) for its keys.
    pub fn stable_hash(&self) -> u64 {
        let marbles = Cell::ALL
            .into_iter()
            .filter_map(|cell| Some(marble_key(self.marble(cell)?, cell)));
        let captured = Side::ALL
            .into_iter()
            .map(|side| captured_key(side, self.captured(side)));
        let open_turn = self.may_push_again.then_some(OPEN_TURN_KEY);
        marbles.chain(captured).chain(open_turn).fold(
            side_key(self.to_move) ^ ko_key(self.ko) ^ rules_key(self.rules),
            |hash, key| hash ^ key,
        )
    }
}
