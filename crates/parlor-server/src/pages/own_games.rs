//! The games in which this browser has seats.

use super::PageError;
use crate::app::App;
use parlor_table::id::GameId;
use parlor_table::key::KeyHash;

/// The most seats of a browser that are looked up: games in progress come first, and no game has
/// more than four seats.
const MOST_SEATS: u32 = 400;

/// The games, each once: those in progress first, and of each kind the latest.
pub(super) async fn own_games(app: &App, browser: KeyHash) -> Result<Vec<GameId>, PageError> {
    let mut games: Vec<GameId> = Vec::new();
    for holding in app.service.held(browser, MOST_SEATS).await? {
        if !games.contains(&holding.game) {
            games.push(holding.game);
        }
    }
    Ok(games)
}
