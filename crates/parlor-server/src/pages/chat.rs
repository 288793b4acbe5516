//! The chat of a game, as its page shows it.

use super::sentences;
use super::viewer::Viewer;
use parlor_service::phrase::{ChatMessage, Phrase};
use parlor_table::table::SeatView;

/// The chat, and what the visitor may add to it.
#[derive(Debug)]
pub(super) struct Chat {
    /// The latest phrases; none if the chat is muted.
    pub(super) lines: Vec<ChatLine>,
    /// The phrases that the visitor may send.
    pub(super) phrases: Vec<Phrase>,
    pub(super) is_muted: bool,
}

/// A phrase that a player sent.
#[derive(Debug)]
pub(super) struct ChatLine {
    pub(super) number: u64,
    pub(super) text: String,
}

impl Chat {
    /// The chat of a game; `None` where no other person plays.
    pub(super) fn of(viewer: &Viewer<'_>, latest: &[ChatMessage], is_muted: bool) -> Option<Self> {
        if !viewer.view.seats.iter().any(SeatView::is_anothers) {
            return None;
        }
        let lines = latest.iter().filter(|_| !is_muted).map(|spoken| ChatLine {
            number: spoken.number,
            text: sentences::chat_line(&viewer.who(spoken.seat), spoken.phrase.text()),
        });
        let may_speak = viewer.view.speakers().next().is_some();
        Some(Self {
            lines: lines.collect(),
            phrases: Phrase::all().filter(|_| may_speak).collect(),
            is_muted,
        })
    }

    /// Whether there is nothing to read, and nothing to send.
    pub(super) const fn is_empty(&self) -> bool {
        self.lines.is_empty() && self.phrases.is_empty()
    }
}
