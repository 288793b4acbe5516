//! The chat of a game, as its page shows it.

use parlor_view::printable;

use super::sentences;
use super::viewer::Viewer;
use parlor_service::phrase::{Phrase, Spoken};
use parlor_table::table::SeatView;

/// What can be said and heard, as a page shows it.
#[derive(Debug)]
pub(super) struct Conversation {
    /// What was said of late.
    pub(super) lines: Vec<Line>,
    /// What the visitor may say.
    pub(super) phrases: Vec<Phrase>,
    pub(super) chat_muted: bool,
}

impl Conversation {
    /// Whether nothing was said, and the visitor can say nothing.
    pub(super) const fn is_silent(&self) -> bool {
        self.lines.is_empty() && self.phrases.is_empty()
    }
}

/// Something that was said.
#[derive(Debug)]
pub(super) struct Line {
    pub(super) number: u64,
    pub(super) text: String,
}

impl Conversation {
    /// What there is to be said and heard in a game; nothing where nobody is who
    /// could hear it.
    pub(super) fn of(viewer: &Viewer<'_>, spoken: &[Spoken], chat_muted: bool) -> Option<Self> {
        if !viewer.view.seats.iter().any(SeatView::is_anothers) {
            return None;
        }
        let lines = spoken.iter().filter(|_| !chat_muted).map(|spoken| {
            let seat = viewer.seat(spoken.seat);
            let name = seat.map_or_else(String::new, |seat| printable(&seat.name));
            Line {
                number: spoken.number,
                text: sentences::chat_line(
                    &sentences::player(&name, spoken.seat),
                    spoken.phrase.text(),
                ),
            }
        });
        let may_speak = viewer.view.speakers().next().is_some();
        Some(Self {
            lines: lines.collect(),
            phrases: Phrase::all().filter(|_| may_speak).collect(),
            chat_muted,
        })
    }
}
