//! A game as it went on from one version to the next, for who shows it moving.
//!
//! The log holds the position after every entry; so a frame is made when it is
//! asked for, and nothing is kept for it.

use parlor_view::{Moment as ViewMoment, Scene, Step};

use super::{Playable, Table};
use crate::log::Happening;

/// One entry of the log as something to be seen.
#[derive(Clone, Debug, PartialEq)]
pub struct Frame {
    /// The moment before it.
    pub before: Scene,
    /// The moment after it.
    pub after: Scene,
    /// What happened, in words, if it happened on the board.
    pub says: Option<String>,
}

impl<G: Playable> Table<G> {
    /// The entry of this version; none if there is none, or nothing before it.
    pub(super) fn frame_of(&self, version: u64) -> Option<Frame> {
        let before = usize::try_from(version.checked_sub(2)?).ok()?;
        let [before, now] = self.log.get(before..before + 2)? else {
            return None;
        };
        let [position, after] = [before, now].map(|logged| logged.position.parse().ok());
        let (position, after): (G::Position, G::Position) = (position?, after?);
        let step = match &now.entry.happening {
            Happening::Acted { action, .. } => {
                let action = action.parse().ok()?;
                let mut events = Vec::new();
                G::play_with_events(&mut position.clone(), action, &mut events).ok()?;
                Some(Step { action, events })
            }
            _ => None,
        };
        let is_roll = matches!(now.entry.happening, Happening::Rolled { .. });
        let after = self.scene_at(after, step);
        let says = if is_roll {
            Some(after.status())
        } else {
            after.step()
        };
        Some(Frame {
            before: self.scene_at(position, None),
            after,
            says,
        })
    }

    /// A moment of this game while it went on.
    fn scene_at(&self, position: G::Position, step: Option<Step<G::Action, G::Event>>) -> Scene {
        G::scene(ViewMoment {
            position,
            ended_by: None,
            players: self.record.opening().seats(),
            names: self.names(),
            step,
            settlement: None,
        })
    }
}
