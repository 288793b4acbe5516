//! Hints: the best action of the seat to act, shown to everybody, where everybody has agreed.

use core::panic::AssertUnwindSafe;
use core::sync::atomic::AtomicBool;
use std::panic::catch_unwind;

use parlor_game::Turn;

use super::decide::require;
use super::{BotTask, CommandError, Playable, Table};
use crate::log::{GameEvent, HintReason};

/// A hint that everybody has agreed to.
#[derive(Clone, Debug, PartialEq)]
pub struct Hint {
    /// The seat that it is for.
    pub seat: char,
    /// Its search.
    pub search: HintSearch,
}

/// The search for a hint.
#[derive(Clone, Debug, PartialEq)]
pub enum HintSearch {
    /// It goes on.
    UnderWay,
    /// It has found one.
    Found {
        /// The action in notation.
        action: String,
        /// The evidence for it.
        reason: HintReason,
    },
    /// It has found none.
    Failed,
    /// The player acted before it ended.
    TooLate,
}

impl Hint {
    /// The action that was found, in notation.
    pub fn action(&self) -> Option<&str> {
        match &self.search {
            HintSearch::Found { action, .. } => Some(action),
            _ => None,
        }
    }

    /// Whether the search goes on.
    pub fn is_searching(&self) -> bool {
        self.search == HintSearch::UnderWay
    }
}

impl<G: Playable> Table<G> {
    /// Checks that there can be a hint for a seat now.
    pub(super) fn may_hint(&self, seat: char) -> Result<(), CommandError> {
        let game = self.record.game();
        require(self.config.clock.is_none(), CommandError::HintOnClock)?;
        let is_their_turn = self.to_act() == Some(seat);
        require(is_their_turn, CommandError::HintOutOfTurn)?;
        let is_to_choose = matches!(game.turn(), Turn::Action(_));
        require(is_to_choose, CommandError::HintBeforeRoll)?;
        let has_choice = game.legal_actions().nth(1).is_some();
        require(has_choice, CommandError::HintWithoutChoice)?;
        let is_there = |hint: &Hint| hint.is_searching() || hint.action().is_some();
        let has_hint = self.hint.as_ref().is_some_and(is_there);
        require(!has_hint, CommandError::HintExists)?;
        require(!self.is_filled_in(), CommandError::PlayerAway)
    }

    /// The search for the hint that was agreed to, as a task.
    pub(super) fn hint_task(&self) -> Option<BotTask> {
        let hint = self.hint.as_ref().filter(|hint| hint.is_searching())?;
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
                None => GameEvent::HintFailed { seat },
            })
        };
        Some(BotTask::new(think))
    }

    /// Notes in the record that the seat acted after a hint, which is used up; if the search goes on,
    /// it is too late.
    pub(super) fn note_hint(&mut self, by: char) {
        let Some(hint) = self.hint.take().filter(|hint| hint.seat == by) else {
            return;
        };
        if let (Some(action), Some(notes)) = (hint.action(), self.record.last_notes_mut()) {
            notes.comment = Some(format!("after the hint {action}"));
        }
        if hint.is_searching() {
            let search = HintSearch::TooLate;
            self.hint = Some(Hint { search, ..hint });
        }
    }
}
