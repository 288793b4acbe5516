//! How many there are of each.

use core::hash::Hash;
use std::collections::HashMap;
use std::collections::hash_map::Entry;

/// Counts by key; keys of which there are none take no room.
#[derive(Debug)]
pub struct Counts<K>(HashMap<K, usize>);

impl<K> Default for Counts<K> {
    fn default() -> Self {
        Self(HashMap::new())
    }
}

impl<K: Hash + Eq> Counts<K> {
    /// How many there are of this key.
    pub fn of(&self, key: &K) -> usize {
        self.0.get(key).copied().unwrap_or_default()
    }

    /// One more of each of these keys.
    pub fn add(&mut self, keys: impl IntoIterator<Item = K>) {
        for key in keys {
            *self.0.entry(key).or_default() += 1;
        }
    }

    /// One less of each of these keys.
    pub fn remove(&mut self, keys: impl IntoIterator<Item = K>) {
        for key in keys {
            if let Entry::Occupied(mut count) = self.0.entry(key) {
                *count.get_mut() -= 1;
                if *count.get() == 0 {
                    count.remove();
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_gone_is_forgotten() {
        let mut counts = Counts::default();
        counts.add(["a", "b", "a"]);
        assert_eq!(
            (counts.of(&"a"), counts.of(&"b"), counts.of(&"c")),
            (2, 1, 0)
        );
        counts.remove(["a", "b", "c"]);
        assert_eq!((counts.of(&"a"), counts.of(&"b")), (1, 0));
        assert_eq!(counts.0.len(), 1);
    }
}
