//! The transposition table: what is known of positions met before.

use core::fmt;

use crate::node::NO_CODE;
use crate::score::{Value, is_decided};

/// What a value says about the true one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Bound {
    /// The true value is at most this.
    #[default]
    Upper,
    /// The true value is at least this.
    Lower,
    /// It is the true value.
    Exact,
}

/// What is known of a position.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Entry {
    key: u64,
    value: i16,
    evaluation: i16,
    /// The best action known, by its code.
    pub(crate) action: u8,
    pub(crate) depth: i8,
    pub(crate) bound: Bound,
    /// In which search it was written; 0 in none.
    search: u8,
}

impl Entry {
    /// The value at a node so many pushes below the root: in the table wins
    /// are counted from the node.
    pub(crate) fn value(&self, pushes: u16) -> Value {
        let value = Value::from(self.value);
        match value {
            _ if !is_decided(value) => value,
            0.. => value - Value::from(pushes),
            _ => value + Value::from(pushes),
        }
    }

    /// The evaluation of the position itself.
    pub(crate) fn evaluation(&self) -> Value {
        Value::from(self.evaluation)
    }
}

/// Four entries that share a cache line; a position's is one of them.
#[derive(Clone, Copy, Debug, Default)]
#[repr(align(64))]
struct Bucket([Entry; 4]);

/// A key whose place in the table was touched.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Touched {
    pub(crate) key: u64,
    /// The key of the first entry there.
    first: u64,
}

/// There is no memory for a transposition table of the size asked for.
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
            "there is no memory for a table of {mebibytes} MiB; a smaller one would do"
        )
    }
}

impl core::error::Error for TableError {}

/// A table of fixed size.
///
/// It begins every search empty: the answer is to depend on nothing that was
/// searched before. Emptying costs nothing, as entries know their search.
#[derive(Debug)]
pub(crate) struct Table {
    buckets: Vec<Bucket>,
    search: u8,
}

impl Table {
    /// A table of so many MiB; one of 0 keeps nothing.
    pub(crate) fn new(mebibytes: usize) -> Result<Self, TableError> {
        let count = mebibytes.saturating_mul((1 << 20) / size_of::<Bucket>());
        let mut buckets = Vec::new();
        buckets
            .try_reserve_exact(count)
            .map_err(|_| TableError { mebibytes })?;
        buckets.resize(count, Bucket::default());
        Ok(Self { buckets, search: 0 })
    }

    /// Forgets everything.
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

    /// Reads a little of where the position with this key would stand, so that
    /// the rest has arrived when it is [asked for](Self::find): memory answers
    /// late, and meanwhile other things can be worked out.
    #[inline]
    pub(crate) fn touch(&self, key: u64) -> Touched {
        let bucket = self.buckets.get(self.place(key));
        Touched {
            key,
            first: bucket.map_or(0, |Bucket([first, ..])| first.key),
        }
    }

    /// What is known of the position whose place was touched.
    #[inline]
    pub(crate) fn find(&self, touched: Touched) -> Option<&Entry> {
        let Bucket(entries) = self.buckets.get(self.place(touched.key))?;
        let is_known = |entry: &&Entry| entry.key == touched.key && entry.search == self.search;
        if touched.first == touched.key {
            return entries.first().filter(is_known);
        }
        entries[1..].iter().find(is_known)
    }

    /// Keeps what was found; it replaces what is known of the same position,
    /// or else what is worth least.
    #[inline]
    pub(crate) fn keep(&mut self, found: Found) {
        let place = self.place(found.key);
        let search = self.search;
        let Some(Bucket(entries)) = self.buckets.get_mut(place) else {
            return;
        };
        let worth = |entry: &Entry| {
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
        *entry = Entry {
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

/// What a search has found out about a position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Found {
    pub(crate) key: u64,
    /// How many pushes below the root it stands.
    pub(crate) pushes: u16,
    pub(crate) value: Value,
    pub(crate) evaluation: Value,
    pub(crate) action: u8,
    pub(crate) depth: i8,
    pub(crate) bound: Bound,
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "no value lies beyond a win, which is 30,000"
)]
const fn short(value: Value) -> i16 {
    value as i16
}
