//! Who looks at a game: what they chose, and what is theirs to do.

use axum_extra::extract::cookie::CookieJar;
use serde::Deserialize;

use super::game_info;
use crate::app::Address;
use parlor_service::phrase::Spoken;
use parlor_table::key::Key;
use parlor_table::table::{GameView, Narration, Played, SeatView};

/// The cookie of a browser that has muted the chat.
pub(super) const MUTED: &str = "parlor-hears-nothing";
/// The cookie of a browser whose boards turn to the viewer's seat.
pub(super) const TURNS: &str = "parlor-turns";
/// The value of either cookie.
pub(super) const YES: &str = "yes";

/// Whether a browser has chosen what a cookie stands for.
pub(super) fn has_chosen(jar: &CookieJar, cookie: &str) -> bool {
    jar.get(cookie).is_some_and(|cookie| cookie.value() == YES)
}

/// The query of a game's page.
#[derive(Clone, Debug, Default, Deserialize)]
pub(super) struct GameQuery {
    /// The marble that is to be pushed.
    pub(super) from: Option<String>,
    /// The version that is known: the answer waits for the next.
    pub(super) after: Option<u64>,
    /// Present if the page is not to load itself again.
    pub(super) still: Option<String>,
    /// How often the page has looked whether there is another game.
    pub(super) looks: Option<u32>,
}

impl GameQuery {
    /// For what comes of a form, which says whether its page stood still.
    pub(super) fn by_form(still: Option<&String>) -> Self {
        Self {
            still: still.cloned(),
            ..Self::default()
        }
    }
}

/// Whether the server keeps running.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Server {
    /// It keeps running.
    #[default]
    Stays,
    /// It is shutting down.
    Stops,
}

/// What a visitor chose, and what happened to them, apart from the game itself.
#[derive(Clone, Debug, Default)]
pub(super) struct ViewerPrefs {
    /// How the site is reached.
    pub(super) site: Address,
    /// The keys in their browser.
    pub(super) links: Vec<(char, Key)>,
    /// Whether they want to watch, whatever seats they hold.
    pub(super) is_watching: bool,
    /// The query of the request.
    pub(super) asked: GameQuery,
    /// Whether there is a server to ask again.
    pub(super) server: Server,
    /// The words for the dice of a seat, as entered and refused.
    pub(super) words: Option<(char, String)>,
    /// The latest chat phrases, and whether chat is muted.
    pub(super) spoken: Vec<Spoken>,
    pub(super) chat_muted: bool,
    /// Whether boards turn to the seat of the viewer.
    pub(super) turns: bool,
    /// What happened on the board since their last choice.
    pub(super) told: Vec<Narration>,
    /// What bots played for their absent seats.
    pub(super) absences: Vec<(char, Vec<Narration>)>,
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

/// Whether the viewer is to act now.
pub(super) fn is_yours_to_act(view: &GameView) -> bool {
    let is_yours = |seat_state: &SeatView| {
        view.to_act == Some(seat_state.seat)
            && seat_state.is_yours
            && seat_state.played == Played::Person
    };
    view.seats.iter().any(is_yours)
}

/// Whether the viewer sits at the far side of the board. Of several players at
/// one screen, the one to act counts.
pub(super) fn is_far(view: &GameView) -> bool {
    let own = |seat_state: &&SeatView| seat_state.is_yours;
    let is_due = |seat_state: &&SeatView| view.to_act == Some(seat_state.seat);
    let mut seats = view.seats.iter().filter(own);
    let due = seats.clone().find(is_due);
    let seat_state = due.or_else(|| seats.next());
    seat_state.is_some_and(|seat_state| game_info::is_far(view.game, seat_state.seat))
}
