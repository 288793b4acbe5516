//! An entry of the transposition table, and its packed word.

use crate::score::{Value, is_decided};

/// The relation of a stored value to the true one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Bound {
    /// The true value is at most this.
    #[default]
    Upper,
    /// The true value is at least this.
    Lower,
    /// The true value.
    Exact,
}

/// The stored result of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TableEntry {
    pub(super) value: i16,
    pub(super) evaluation: i16,
    /// The best action known, by its code.
    pub(crate) action: u8,
    pub(crate) depth: i8,
    pub(crate) bound: Bound,
    /// The search that wrote it; 0 for none.
    pub(super) generation: u16,
}

/// The first bit of each field after the value.
const EVALUATION: u32 = 16;
const ACTION: u32 = 32;
const DEPTH: u32 = 40;
const BOUND: u32 = 48;
const GENERATION: u32 = 50;

impl TableEntry {
    /// The greatest generation that the word has room for.
    pub(super) const LAST_GENERATION: u16 = (1 << (u64::BITS - GENERATION)) - 1;

    /// The entry in one word.
    #[inline]
    pub(super) const fn pack(self) -> u64 {
        self.value.cast_unsigned() as u64
            | (self.evaluation.cast_unsigned() as u64) << EVALUATION
            | (self.action as u64) << ACTION
            | (self.depth.cast_unsigned() as u64) << DEPTH
            | (self.bound as u64) << BOUND
            | (self.generation as u64) << GENERATION
    }

    /// The entry of a word. Every word is one, as torn entries are unpacked
    /// before they are refused.
    #[inline]
    #[expect(
        clippy::cast_possible_truncation,
        reason = "each field is cut out of the word"
    )]
    pub(super) const fn unpack(word: u64) -> Self {
        Self {
            value: (word as u16).cast_signed(),
            evaluation: ((word >> EVALUATION) as u16).cast_signed(),
            action: (word >> ACTION) as u8,
            depth: ((word >> DEPTH) as u8).cast_signed(),
            bound: match (word >> BOUND) & 3 {
                0 => Bound::Upper,
                1 => Bound::Lower,
                _ => Bound::Exact,
            },
            generation: (word >> GENERATION) as u16,
        }
    }

    /// The value at a node `pushes` below the root: in the table, distances to a
    /// win count from the node, in the search from the root.
    pub(crate) fn value(&self, pushes: u16) -> Value {
        let value = Value::from(self.value);
        match value {
            _ if !is_decided(value) => value,
            0.. => value - Value::from(pushes),
            _ => value + Value::from(pushes),
        }
    }

    /// The static evaluation.
    pub(crate) fn evaluation(&self) -> Value {
        Value::from(self.evaluation)
    }
}
