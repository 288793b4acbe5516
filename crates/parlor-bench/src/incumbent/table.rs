//! What a search has found out about positions.

use kuba_rules::{Action, Marble, Position, Side};

/// How many positions a table holds: 16 MiB, and more than a search of eight
/// pushes mostly looks at.
const SLOTS: usize = 1 << 19;

/// What is known of a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct TableEntry {
    /// What it is worth to the side to move; a win is counted from here.
    pub(super) value: i32,
    /// How many pushes ahead that was found out.
    pub(super) depth: u32,
    /// The kind of the value.
    pub(super) bound: Bound,
    /// The best action, or one that is good enough.
    pub(super) action: Option<Action>,
}

/// The kind of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bound {
    /// It is worth this.
    Exact,
    /// It is worth this at least.
    Lower,
    /// It is worth this at most.
    Upper,
}

/// Positions by their keys; what comes later takes the place.
#[derive(Clone, Debug)]
pub(super) struct HashTable {
    slots: Vec<Option<Slot>>,
    /// The number of the search, which is part of every key: a search knows
    /// nothing of those before.
    search: u64,
}

#[derive(Clone, Copy, Debug)]
struct Slot {
    key: u64,
    entry: TableEntry,
}

impl Default for HashTable {
    fn default() -> Self {
        Self {
            slots: vec![None; SLOTS],
            search: 0,
        }
    }
}

impl HashTable {
    /// Forgets everything.
    pub(super) const fn begin(&mut self) {
        self.search = self.search.wrapping_add(MULTIPLIER);
    }

    /// What is known of the position with this key.
    pub(super) fn entry(&self, key: u64) -> Option<TableEntry> {
        let slot = self.slots[place(key)].filter(|slot| slot.key == key ^ self.search)?;
        Some(slot.entry)
    }

    /// Remembers this of the position with this key.
    pub(super) fn keep(&mut self, key: u64, entry: TableEntry) {
        let key_of_search = key ^ self.search;
        self.slots[place(key)] = Some(Slot {
            key: key_of_search,
            entry,
        });
    }
}

/// The slot of a key: its upper bits, which are the best mixed.
fn place(key: u64) -> usize {
    usize::try_from(key >> (u64::BITS - SLOTS.ilog2())).unwrap_or(0)
}

/// The key of everything that a position holds but its rules, which are the
/// same all through a search.
pub(super) fn key(position: &Position) -> u64 {
    let captured = Side::ALL.map(|side| u64::from(position.captured(side)));
    let ko = position.ko().map_or(0, |push| {
        1 + 64 * u64::from(push.cell.row())
            + 8 * u64::from(push.cell.column())
            + push.direction as u64
    });
    let turn = 2 * u64::from(position.may_push_again()) + position.to_move() as u64;
    let rest = MULTIPLIER ^ ((ko << 2 | turn) << 3 | captured[0]) << 3 | captured[1];
    Marble::ALL
        .into_iter()
        .map(|marble| position.cells(marble))
        .fold(rest, |key, cells| mixed(key ^ cells, MULTIPLIER))
}

/// An odd number whose bits have no pattern: 2⁶⁴ over the golden ratio.
const MULTIPLIER: u64 = 0x9E37_79B9_7F4A_7C15;

/// Two words mixed into one: the halves of a product, folded.
#[expect(
    clippy::cast_possible_truncation,
    reason = "both halves of the product are taken, one after the other"
)]
const fn mixed(one: u64, other: u64) -> u64 {
    let product = one as u128 * other as u128;
    product as u64 ^ (product >> 64) as u64
}
