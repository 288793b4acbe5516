//! What the page of a game is made of, apart from the game: the request, and what the service
//! holds for this browser.

use serde::Deserialize;

use super::steps::Step;
use super::typed_words::TypedWords;
use super::viewer::ViewerPrefs;
use crate::app::Address;
use parlor_service::phrase::ChatMessage;
use parlor_table::invite::InviteCode;
use parlor_table::key::Key;

/// The query of a game's page.
#[derive(Clone, Debug, Default, Deserialize)]
pub(super) struct GameQuery {
    /// The cell of the marble to push.
    pub(super) from: Option<String>,
    /// The cell of the marble that was chosen before, and no longer is.
    pub(super) left: Option<String>,
    /// The version that the browser shows: the answer waits for the next.
    pub(super) after: Option<u64>,
    /// Present if the page is not to load itself again.
    pub(super) still: Option<String>,
    /// How often the page has looked for the next game.
    pub(super) looks: Option<u32>,
    /// The version that a script shows, which takes only what has changed since.
    pub(super) shown: Option<u64>,
}

impl GameQuery {
    /// The query of the page that answers a form, which sends along whether its page stood still.
    pub(super) fn by_form(still: Option<&String>) -> Self {
        Self {
            still: still.cloned(),
            ..Self::default()
        }
    }
}

/// Whether the server keeps running.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum ServerState {
    /// It keeps running.
    #[default]
    Stays,
    /// It is shutting down.
    Stops,
}

/// The request for a game's page, and what the service holds for its visitor.
#[derive(Clone, Debug, Default)]
pub(super) struct PageContext {
    /// How the site is reached.
    pub(super) site: Address,
    pub(super) prefs: ViewerPrefs,
    /// The keys of seats in the browser's cookie.
    pub(super) seat_keys: Vec<(char, Key)>,
    /// The code in the browser's cookie, which leads friends to free seats.
    pub(super) code: Option<InviteCode>,
    /// Whether the page is that for watching, whatever seats the browser holds.
    pub(super) is_watching: bool,
    pub(super) query: GameQuery,
    pub(super) server: ServerState,
    /// The forms for words of the seats that have yet to join.
    pub(super) words: Vec<(char, TypedWords)>,
    /// The words for the dice of a seat, as entered and refused.
    pub(super) refused_words: Option<(char, TypedWords)>,
    /// The name of the visitor, as entered and refused.
    pub(super) refused_name: Option<String>,
    /// The latest chat phrases.
    pub(super) chat: Vec<ChatMessage>,
    /// What happened on the board since the visitor's last choice.
    pub(super) narration: Vec<Step>,
    /// What bots played for the visitor's absent seats.
    pub(super) absences: Vec<(char, Vec<Step>)>,
    /// Why a button was refused.
    pub(super) alert: Option<Alert>,
    /// The idempotency key of the next button.
    pub(super) action_id: String,
}

/// Why a button was refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Alert {
    pub(super) title: &'static str,
    pub(super) says: String,
    pub(super) rule: Option<&'static str>,
}
