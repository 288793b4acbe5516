//! The transposition table, which the threads of a search share without locks.

mod entry;
#[cfg(test)]
mod tests;

use core::fmt;
use core::sync::atomic::{AtomicU64, Ordering};

pub(crate) use self::entry::{Bound, TableEntry};
use crate::node::NO_CODE;
use crate::score::{Value, is_decided};

/// Four entries in one cache line; a position may be in any of them.
#[derive(Debug, Default)]
#[repr(align(64))]
struct Bucket([Slot; 4]);

/// The place of one entry: its packed word, and its key XOR that word.
///
/// Threads read and write the two words without a lock, so a reader may see one
/// word of one entry and the other of another. Then the XOR of both is not the
/// key, and the entry is refused (R. M. Hyatt and T. Mann, "A Lock-less
/// Transposition Table Implementation for Parallel Search", ICGA Journal 25(1),
/// 2002). Nothing else is read by way of an entry, so relaxed order is enough.
#[derive(Debug, Default)]
struct Slot {
    check: AtomicU64,
    word: AtomicU64,
}

impl Slot {
    /// The key and the entry as far as the two words belong together.
    #[inline]
    fn load(&self) -> (u64, TableEntry) {
        let word = self.word.load(Ordering::Relaxed);
        (
            self.check.load(Ordering::Relaxed) ^ word,
            TableEntry::unpack(word),
        )
    }

    #[inline]
    fn store(&self, key: u64, entry: TableEntry) {
        let word = entry.pack();
        self.check.store(key ^ word, Ordering::Relaxed);
        self.word.store(word, Ordering::Relaxed);
    }
}

/// A key whose bucket was prefetched.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Touched {
    pub(crate) key: u64,
    /// The check word of the bucket's first entry.
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

/// A table of fixed size, shared by the threads of a search.
///
/// A search begins with an empty table, so that its result does not depend on
/// earlier ones, or with what the searches before it left. Emptying is free, as
/// entries carry the generation that wrote them.
#[derive(Debug)]
pub(crate) struct TranspositionTable {
    buckets: Vec<Bucket>,
    /// The number of the current search.
    generation: u16,
    /// The first generation whose entries count.
    oldest: u16,
}

impl TranspositionTable {
    /// A table of `mebibytes` MiB; one of 0 stores nothing.
    pub(crate) fn new(mebibytes: usize) -> Result<Self, TableError> {
        let count = mebibytes.saturating_mul((1 << 20) / size_of::<Bucket>());
        let mut buckets = Vec::new();
        buckets
            .try_reserve_exact(count)
            .map_err(|_| TableError { mebibytes })?;
        buckets.resize_with(count, Bucket::default);
        Ok(Self {
            buckets,
            generation: 0,
            oldest: 1,
        })
    }

    /// Begins a search, whose entries outlast those of the searches before.
    pub(crate) fn begin_search(&mut self) {
        self.generation += 1;
        if self.generation > TableEntry::LAST_GENERATION {
            self.buckets.fill_with(Bucket::default);
            (self.generation, self.oldest) = (1, 1);
        }
    }

    /// Empties the table: no entry of an earlier search counts any more.
    pub(crate) fn clear(&mut self) {
        self.oldest = self.generation + 1;
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
        let check = |Bucket([first, ..]): &Bucket| first.check.load(Ordering::Relaxed);
        Touched {
            key,
            first: bucket.map_or(0, check),
        }
    }

    /// The entry of a position whose bucket was prefetched.
    #[inline]
    pub(crate) fn find(&self, touched: Touched) -> Option<TableEntry> {
        let Bucket([first, rest @ ..]) = self.buckets.get(self.place(touched.key))?;
        let word = first.word.load(Ordering::Relaxed);
        if touched.first ^ word == touched.key {
            return Some(TableEntry::unpack(word)).filter(|entry| self.counts(entry));
        }
        rest.iter()
            .map(Slot::load)
            .find(|(key, entry)| *key == touched.key && self.counts(entry))
            .map(|(_, entry)| entry)
    }

    /// Whether the entry is of this search, or of one whose results it kept.
    const fn counts(&self, entry: &TableEntry) -> bool {
        entry.generation >= self.oldest
    }

    /// Stores a result; it replaces the entry of the same position, else one that
    /// no longer counts, else the one of least worth: of least depth, where every
    /// search since weighs as much as some pushes.
    #[inline]
    pub(crate) fn store(&self, found: NodeResult) {
        /// What an entry loses by each search since, in pushes.
        const AGING: i32 = 4;
        let Some(Bucket(slots)) = self.buckets.get(self.place(found.key)) else {
            return;
        };
        let mut slot = &slots[0];
        let mut least = i32::MAX;
        let mut known = NO_CODE;
        for candidate in slots {
            let (key, entry) = candidate.load();
            let worth = if !self.counts(&entry) {
                i32::MIN
            } else if key == found.key {
                (slot, known) = (candidate, entry.action);
                break;
            } else {
                i32::from(entry.depth) - AGING * i32::from(self.generation - entry.generation)
            };
            if worth < least {
                (slot, least) = (candidate, worth);
            }
        }
        let action = match found.action {
            NO_CODE => known,
            action => action,
        };
        let pushes = Value::from(found.pushes);
        let value = match found.value {
            value if !is_decided(value) => value,
            value @ 0.. => value + pushes,
            value => value - pushes,
        };
        slot.store(
            found.key,
            TableEntry {
                value: short(value),
                evaluation: short(found.evaluation),
                action,
                depth: found.depth,
                bound: found.bound,
                generation: self.generation,
            },
        );
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
