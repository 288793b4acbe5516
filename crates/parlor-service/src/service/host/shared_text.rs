//! A long text that all share who read it at the same time.
//!
//! However many ask for it and however slowly they read, it is made once and in memory once, and
//! not at all while nobody reads it.

use core::ops::Deref;
use std::sync::{Arc, Weak};

use parking_lot::Mutex;

/// A text that is in memory as long as somebody holds it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SharedText(Arc<String>);

impl Deref for SharedText {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl AsRef<[u8]> for SharedText {
    fn as_ref(&self) -> &[u8] {
        self.0.as_bytes()
    }
}

/// The text of the version that was asked for last, if somebody still holds it.
#[derive(Debug, Default)]
pub(super) struct Latest(Mutex<(u64, Weak<String>)>);

impl Latest {
    /// The text of this version: the one that somebody holds, or a new one. Who asks while it is
    /// made waits for it.
    pub(super) fn of_version(&self, version: u64, make: impl FnOnce() -> String) -> SharedText {
        let mut latest = self.0.lock();
        let (known, text) = &*latest;
        let held = text.upgrade().filter(|_| *known == version);
        SharedText(held.unwrap_or_else(|| {
            let text = Arc::new(make());
            *latest = (version, Arc::downgrade(&text));
            text
        }))
    }
}

#[cfg(test)]
mod tests {
    use bytes::Bytes;

    use super::*;

    #[test]
    fn those_share_a_text_who_hold_it_at_the_same_time_and_of_the_same_version() {
        let latest = Latest::default();
        let first = latest.of_version(1, || "first".to_owned());
        let again = latest.of_version(1, || unreachable!("somebody holds it"));
        assert!(Arc::ptr_eq(&first.0, &again.0));
        let second = latest.of_version(2, || "second".to_owned());
        assert_eq!((&*first, &*second), ("first", "second"));
        let body = Bytes::from_owner(latest.of_version(2, || unreachable!("somebody holds it")));
        assert_eq!(Arc::strong_count(&second.0), 2, "a body holds no copy");
        drop((second, body));
        let third = latest.of_version(2, || "made anew".to_owned());
        assert_eq!(&*third, "made anew", "nothing is kept that nobody holds");
    }
}
