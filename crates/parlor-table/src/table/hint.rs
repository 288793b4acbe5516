//! Hints: what is best for who is to act, told to everybody, where everybody
//! has agreed.

use core::panic::AssertUnwindSafe;
use core::sync::atomic::AtomicBool;
use std::panic::catch_unwind;

use parlor_game::Turn;

use super::{CommandError, Playable, Table, Thought};
use crate::log::{GameEvent, HintReason};

/// A hint that everybody has agreed to.
#[derive(Clone, Debug, PartialEq)]
pub struct Hint {
    /// For whom.
    pub seat: char,
    /// What has become of it.
    pub search: Search,
}

/// What has become of a hint.
#[derive(Clone, Debug, PartialEq)]
pub enum Search {
    /// It is looked for.
    UnderWay,
    /// It is found.
    Found {
        /// The action in notation.
        action: String,
        /// The evidence for it.
        reason: HintReason,
    },
    /// None was found.
    Failed,
    /// Whoever asked has acted before it was found.
    TooLate,
}

impl Hint {
    /// The action that it names, in notation.
    pub fn action(&self) -> Option<&str> {
        match &self.search {
            Search::Found { action, .. } => Some(action),
            _ => None,
        }
    }

    /// Whether it is still looked for.
    pub fn is_sought(&self) -> bool {
        self.search == Search::UnderWay
    }
}

impl<G: Playable> Table<G> {
    /// Whether there can be a hint for a seat now.
    pub(super) fn may_hint(&self, seat: char) -> Result<(), CommandError> {
        let game = self.record.game();
        if self.config.clock.is_some() {
            return Err(CommandError::HintOnClock);
        }
        if self.to_act() != Some(seat) {
            return Err(CommandError::HintOutOfTurn);
        }
        if !matches!(game.turn(), Turn::Action(_)) {
            return Err(CommandError::HintBeforeRoll);
        }
        if game.legal_actions().nth(1).is_none() {
            return Err(CommandError::HintWithoutChoice);
        }
        let is_there = |hint: &Hint| hint.is_sought() || hint.action().is_some();
        if self.hint.as_ref().is_some_and(is_there) {
            return Err(CommandError::HintExists);
        }
        if self.is_filled_in() {
            return Err(CommandError::PlayerAway);
        }
        Ok(())
    }

    /// The task of finding the hint that is wanted.
    pub(super) fn hint_sought(&self) -> Option<Thought> {
        let hint = self.hint.as_ref().filter(|hint| hint.is_sought())?;
        let (seat, game) = (hint.seat, self.record.game().clone());
        let think = move |stop: &AtomicBool| {
            let find = AssertUnwindSafe(|| G::hint(&game, stop));
            let found = catch_unwind(find).unwrap_or_default();
            if found.is_none() {
                tracing::error!(position = %game.position(), "no hint was found");
            }
            Some(match found {
                Some((action, reason)) => GameEvent::Hinted {
                    seat,
                    action: action.to_string(),
                    reason,
                },
                None => GameEvent::Unhinted { seat },
            })
        };
        Some(Thought::new(think))
    }

    /// Notes in the record that who acted had a hint, which is used up; if it was
    /// still looked for, that it comes too late.
    pub(super) fn note_hint(&mut self, by: char) {
        let Some(hint) = self.hint.take().filter(|hint| hint.seat == by) else {
            return;
        };
        if let (Some(action), Some(notes)) = (hint.action(), self.record.last_notes_mut()) {
            notes.comment = Some(format!("after the hint {action}"));
        }
        if hint.is_sought() {
            let search = Search::TooLate;
            self.hint = Some(Hint { search, ..hint });
        }
    }
}
