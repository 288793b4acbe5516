//! A game that is over, as it stood after any of its plies.
//!
//! It is played again from its record each time that somebody looks: nothing is
//! kept for it, and what was taken back is not in it.

use parlor_record::record::Act;
use parlor_view::{LastAction, Scene, Snapshot};

use super::{Playable, Table};

impl<G: Playable> Table<G> {
    /// The game after so many plies; none while it goes on, or if it has fewer.
    pub(super) fn moment(&self, plies: usize) -> Option<Scene> {
        if !self.is_over() {
            return None;
        }
        let mut replay = self.record.replay();
        let mut step = None;
        for _ in 0..plies {
            let played = replay.next()?;
            step = match *played.ply.act() {
                Act::Action(action) => Some(LastAction {
                    action,
                    events: played.events,
                }),
                Act::Chance(..) => None,
            };
        }
        let is_last = plies == self.record.plies().len();
        Some(G::scene(Snapshot {
            players: self.record.opening().seats(),
            names: self.names(),
            last_action: step,
            // Only where the plies end is the game settled.
            settlement: self.record.settlement().filter(|_| is_last),
            ..Snapshot::of(replay.game())
        }))
    }
}
