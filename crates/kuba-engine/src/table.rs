//! The transposition table.

use core::fmt;

use crate::node::NO_CODE;
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
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct TableEntry {
    key: u64,
    value: i16,
    evaluation: i16,
    /// The best action known, by its code.
    pub(crate) action: u8,
    pub(crate) depth: i8,
    pub(crate) bound: Bound,
    /// The generation: the search that wrote it; 0 for none.
    search: u8,
}

impl TableEntry {
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

/// Four entries in one cache line; a position may be in any of them.
#[derive(Clone, Copy, Debug, Default)]
#[repr(align(64))]
struct Bucket([TableEntry; 4]);

/// A key whose bucket was prefetched.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Touched {
    pub(crate) key: u64,
    /// The key of the bucket's first entry.
    first: u64,
}

/// There is no memory for a transposition table of this size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableError {
    /// The size in MiB.
    pub mebibytes: usize,
}

impl fmt::Display for TableError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { mebibytes } = self;
        write!(
            f,
            "no memory for a table of {mebibytes} MiB; choose a smaller one"
        )
    }
}

impl core::error::Error for TableError {}

/// A table of fixed size.
///
/// Every search starts with an empty table, so that its result does not depend
/// on earlier searches. Clearing is free, as entries carry their generation.
#[derive(Debug)]
pub(crate) struct TranspositionTable {
    buckets: Vec<Bucket>,
    search: u8,
}

impl TranspositionTable {
    /// A table of `mebibytes` MiB; one of 0 stores nothing.
    pub(crate) fn new(mebibytes: usize) -> Result<Self, TableError> {
        let count = mebibytes.saturating_mul((1 << 20) / size_of::<Bucket>());
        let mut buckets = Vec::new();
        buckets
            .try_reserve_exact(count)
            .map_err(|_| TableError { mebibytes })?;
        buckets.resize(count, Bucket::default());
        Ok(Self { buckets, search: 0 })
    }

    /// Clears the table.
    pub(crate) fn begin_search(&mut self) {
        self.search = self.search.wrapping_add(1);
        if self.search == 0 {
            self.buckets.fill(Bucket::default());
            self.search = 1;
        }
    }

    #[expect(
        clippy::cast_possible_truncation,
        reason = "the upper word of the product is below the number of buckets"
    )]
    const fn place(&self, key: u64) -> usize {
        ((key as u128 * self.buckets.len() as u128) >> 64) as usize
    }

    /// Prefetches the bucket of a key by reading its first entry, so that the cache
    /// line is loaded by the time of [`find`](Self::find).
    #[inline]
    pub(crate) fn touch(&self, key: u64) -> Touched {
        let bucket = self.buckets.get(self.place(key));
        Touched {
            key,
            first: bucket.map_or(0, |Bucket([first, ..])| first.key),
        }
    }

    /// The entry of a position whose bucket was prefetched.
    #[inline]
    pub(crate) fn find(&self, touched: Touched) -> Option<&TableEntry> {
        let Bucket(entries) = self.buckets.get(self.place(touched.key))?;
        let is_known =
            |entry: &&TableEntry| entry.key == touched.key && entry.search == self.search;
        if touched.first == touched.key {
            return entries.first().filter(is_known);
        }
        entries[1..].iter().find(is_known)
    }

    /// Stores a result; it replaces the entry of the same position, else an entry
    /// of an earlier search, else the one of least depth.
    #[inline]
    pub(crate) fn store(&mut self, found: NodeResult) {
        let place = self.place(found.key);
        let search = self.search;
        let Some(Bucket(entries)) = self.buckets.get_mut(place) else {
            return;
        };
        let worth = |entry: &TableEntry| {
            if entry.search != search {
                i16::MIN
            } else if entry.key == found.key {
                i16::MIN + 1
            } else {
                i16::from(entry.depth)
            }
        };
        let mut slot = 0;
        for number in 0..entries.len() {
            if entries[number].search == search && entries[number].key == found.key {
                slot = number;
                break;
            }
            if worth(&entries[number]) < worth(&entries[slot]) {
                slot = number;
            }
        }
        let entry = &mut entries[slot];
        let is_same = entry.search == search && entry.key == found.key;
        let action = match found.action {
            NO_CODE if is_same => entry.action,
            action => action,
        };
        let pushes = Value::from(found.pushes);
        let value = match found.value {
            value if !is_decided(value) => value,
            value @ 0.. => value + pushes,
            value => value - pushes,
        };
        *entry = TableEntry {
            key: found.key,
            value: short(value),
            evaluation: short(found.evaluation),
            action,
            depth: found.depth,
            bound: found.bound,
            search,
        };
    }
}

/// The result of a search of a position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NodeResult {
    pub(crate) key: u64,
    /// The number of pushes below the root.
    pub(crate) pushes: u16,
    pub(crate) value: Value,
    pub(crate) evaluation: Value,
    pub(crate) action: u8,
    pub(crate) depth: i8,
    pub(crate) bound: Bound,
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "no value exceeds a win, which is 30,000"
)]
const fn short(value: Value) -> i16 {
    value as i16
}
