//! Hints: what is best for who is to act, told to everybody, where everybody
//! has agreed.

use core::panic::AssertUnwindSafe;
use core::sync::atomic::AtomicBool;
use std::panic::catch_unwind;

use parlor_game::Turn;

use super::{Playable, Rejection, Table, Thought};
use crate::log::Happening;

/// A hint that everybody has agreed to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hint {
    /// For whom.
    pub seat: char,
    /// The action in notation, and what is said for it, once that is found.
    pub found: Option<(String, String)>,
}

impl<G: Playable> Table<G> {
    /// Whether there can be a hint for a seat now.
    pub(super) fn may_hint(&self, seat: char) -> Result<(), Rejection> {
        let no = |message: &str| Err(Rejection::new(None, message));
        let game = self.record.game();
        if self.plan.clock.is_some() {
            return no("by the clock there are no hints");
        }
        if self.to_act() != Some(seat) {
            return no("a hint is for who is to act");
        }
        if !matches!(game.turn(), Turn::Action(_)) {
            return no("a hint is about what to choose; roll first");
        }
        if game.legal_actions().nth(1).is_none() {
            return no("there is only one thing to do");
        }
        if self.hint.is_some() {
            return no("there is a hint already");
        }
        if self.is_filled_in() {
            return no("somebody is away, and a bot cannot agree for them");
        }
        Ok(())
    }

    /// The task of finding the hint that is wanted.
    pub(super) fn hint_sought(&self) -> Option<Thought> {
        let hint = self.hint.as_ref().filter(|hint| hint.found.is_none())?;
        let (seat, game) = (hint.seat, self.record.game().clone());
        let think = move |stop: &AtomicBool| {
            let find = AssertUnwindSafe(|| G::hint(&game, stop));
            let found = catch_unwind(find).unwrap_or_default();
            if found.is_none() {
                tracing::error!(position = %game.position(), "no hint was found");
            }
            let (action, says) = found?;
            let action = action.to_string();
            Some(Happening::Hinted { seat, action, says })
        };
        Some(Thought {
            think: Box::new(think),
        })
    }

    /// Notes in the record that who acted had a hint, which is used up.
    pub(super) fn note_hint(&mut self, by: char) {
        let hint = self.hint.take().filter(|hint| hint.seat == by);
        let found = hint.and_then(|hint| hint.found);
        if let (Some((action, _)), Some(notes)) = (found, self.record.last_notes_mut()) {
            notes.comment = Some(format!("after the hint {action}"));
        }
    }
}
