//! How many there are of each.

use core::hash::Hash;
use std::collections::HashMap;
use std::collections::hash_map::Entry;

use crate::client_net::{ClientNet, Prefix};

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

    /// All keys of which there are some, and how many.
    pub fn iter(&self) -> impl Iterator<Item = (K, usize)>
    where
        K: Clone,
    {
        self.0.iter().map(|(key, count)| (key.clone(), *count))
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

impl Counts<Prefix> {
    /// Whether a network that a client is in has as many as it may, where each client may have `most`.
    pub fn are_full(&self, client: ClientNet, most: usize) -> bool {
        let mut shares = client.shares();
        shares.any(|(network, factor)| self.of(&network) >= most.saturating_mul(factor as usize))
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

    #[test]
    fn a_client_has_its_own_most_and_its_networks_more() {
        let client = |host| ClientNet::of(Some([192, 0, 2, host].into()));
        let mut counts = Counts::default();
        for host in 1..=3 {
            counts.add(client(host).prefixes());
        }
        assert!(counts.are_full(client(1), 1) && !counts.are_full(client(4), 1));
        counts.add(client(4).prefixes());
        assert!(
            counts.are_full(client(5), 1),
            "four are the most of its /24"
        );
        assert!(!counts.are_full(client(1), 2));
    }
}
