//! A snapshot of a game as JSON.

use parlor_view::Shown;
use serde::Serialize;

/// A snapshot as JSON.
#[derive(Debug, Serialize)]
pub(crate) struct SnapshotJson {
    game: &'static str,
    rules: String,
    /// The position line; `None` in a scripted game.
    position: Option<String>,
    /// The spaces of Ludo's tokens, `p` then `q`, player by player.
    #[serde(skip_serializing_if = "Option::is_none")]
    spaces: Option<Vec<String>>,
    /// The letter of the seat to move; `None` after the end.
    to_act: Option<char>,
    /// `roll`, or the legal actions.
    legal: Vec<String>,
    /// The rule by which the game is over, or the word for how the players ended it.
    ending: Option<&'static str>,
    /// The places, once the game is over: groups of letters, best first.
    result: Option<Vec<Vec<char>>>,
    status: String,
    description: Vec<String>,
}

impl SnapshotJson {
    pub(crate) fn of(shown: &dyn Shown) -> Self {
        Self {
            game: shown.game(),
            rules: shown.rules(),
            position: shown.position(),
            spaces: shown.spaces(),
            to_act: shown.to_act(),
            legal: shown.legal(),
            ending: shown.ending(),
            result: shown.result(),
            status: shown.status(),
            description: shown.description(),
        }
    }
}
