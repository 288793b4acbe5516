//! The observation: planes of the board.

use kuba_rules::{Marble, Position, Rules, Side};

/// The number of planes.
pub const PLANES: usize = 18;

/// The cells of a plane, row by row.
const CELLS: usize = 49;

/// The bytes of an observation: `[18, 7, 7]`.
pub const OBSERVATION: usize = PLANES * CELLS;

const OWN: usize = 0;
const OTHER: usize = 1;
const RED: usize = 2;
/// Four planes, by direction.
const KO: usize = 3;
/// The first plane that is one number all over.
const UNIFORM: usize = 7;

/// Writes the observation of a position whose turn has begun `seen` times with it.
#[inline]
pub(super) fn write(position: &Position, seen: u8, ply: u16, limit: u16, observation: &mut [u8]) {
    let observation: &mut [u8; OBSERVATION] = observation
        .try_into()
        .expect("the length of the array has been checked");
    let mover = position.to_move();
    let other = mover.other();
    write_cells(observation, OWN, position.cells(mover.into()));
    write_cells(observation, OTHER, position.cells(other.into()));
    write_cells(observation, RED, position.cells(Marble::Red));
    observation[KO * CELLS..UNIFORM * CELLS].fill(0);
    if let Some(ko) = position.ko() {
        let cell = usize::from(ko.cell.row()) * 7 + usize::from(ko.cell.column());
        observation[(KO + ko.direction.index()) * CELLS + cell] = 1;
    }
    let uniform: [u8; PLANES - UNIFORM] = [
        position.may_push_again().into(),
        position.captured(mover),
        position.captured(other),
        lost(position, mover),
        lost(position, other),
        (seen >= 2).into(),
        (seen >= 3).into(),
        share(ply, limit),
        (position.rules() == Rules::Tournament).into(),
        (mover == Side::White).into(),
        1,
    ];
    let (planes, _) = observation[UNIFORM * CELLS..].as_chunks_mut::<CELLS>();
    for (plane, value) in planes.iter_mut().zip(uniform) {
        *plane = [value; CELLS];
    }
}

/// Writes a plane of ones and zeros, and up to one byte after it.
#[inline]
fn write_cells(observation: &mut [u8; OBSERVATION], plane: usize, cells: u64) {
    for row in 0..7 {
        let at = plane * CELLS + row * 7;
        // The eighth byte is the next row's first, which is written later.
        observation[at..at + 8].copy_from_slice(&spread(cells >> (8 * row)).to_le_bytes());
    }
}

/// The lowest seven bits as seven bytes, the lowest first. Bit i, multiplied by 2⁷ⁱ, is the lowest
/// bit of byte i; no two products meet, as no two of the seven differ by a multiple of 7.
#[inline]
const fn spread(bits: u64) -> u64 {
    ((bits & 0x7F) * 0x0000_0408_1020_4081) & 0x0101_0101_0101_0101
}

/// The marbles of a side that are not on the board.
const fn lost(position: &Position, side: Side) -> u8 {
    let (marble, at_start) = match side {
        Side::White => (Marble::White, Marble::White.at_start()),
        Side::Black => (Marble::Black, Marble::Black.at_start()),
    };
    at_start - position.count(marble)
}

/// How much of the limit is used: 0 to 255, rounded down.
#[expect(
    clippy::cast_possible_truncation,
    reason = "the ply is at most the limit, so the share is at most 255"
)]
const fn share(ply: u16, limit: u16) -> u8 {
    (ply as u32 * 255 / limit as u32) as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_is_spread_bit_by_bit() {
        for bits in 0..=0xFF_u64 {
            let bytes = spread(bits).to_le_bytes();
            for (bit, byte) in bytes.into_iter().enumerate() {
                let expected = if bit < 7 { bits >> bit & 1 } else { 0 };
                assert_eq!(u64::from(byte), expected, "bit {bit} of {bits:#b}");
            }
        }
    }
}
