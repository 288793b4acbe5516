//! The states of a game that is over.
//!
//! It is played again from its record at each request: nothing is stored for it, and what was
//! taken back is not in it.

use parlor_view::{Scene, Snapshot, snapshots};

use super::{Playable, Table};

impl<G: Playable> Table<G> {
    /// The game after this many plies; `None` while it goes on, or if it has fewer.
    pub(super) fn moment(&self, plies: usize) -> Option<Scene> {
        if !self.is_over() {
            return None;
        }
        let snapshot = snapshots(&self.record).nth(plies)?.state;
        Some(G::scene(Snapshot {
            names: self.names(),
            ..snapshot
        }))
    }
}
