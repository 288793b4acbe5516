//! The offer of a game's lessons, to whom they may be news.

use axum_extra::extract::cookie::CookieJar;

use super::progress::Progress;
use crate::app::{App, BrowserKey};
use crate::pages::PageError;
use crate::pages::game_info::GameInfo;
use crate::pages::own_games::own_games;
use parlor_table::table::{GameView, Status};

/// The most games of a browser that are looked at.
const MOST_GAMES: usize = 20;

/// The lesson that is next for somebody who has finished these games: `None` if one is of this game, or
/// all its lessons are done.
pub(in crate::pages) fn lesson<'a>(
    info: &GameInfo,
    jar: &CookieJar,
    mut finished: impl Iterator<Item = &'a str>,
) -> Option<usize> {
    let next = Progress::of(jar, info.name).next()?;
    finished.all(|game| game != info.name).then_some(next)
}

/// The same for this browser.
///
/// # Errors
/// When its games cannot be looked up.
pub(in crate::pages) async fn lesson_for(
    info: &GameInfo,
    jar: &CookieJar,
    app: &App,
    BrowserKey(browser): BrowserKey,
) -> Result<Option<usize>, PageError> {
    let next = lesson(info, jar, core::iter::empty());
    let Some(browser) = browser.filter(|_| next.is_some()) else {
        return Ok(next);
    };
    for game in own_games(app, browser).await?.iter().take(MOST_GAMES) {
        // A game that cannot be read says nothing.
        if let Ok(Some(handle)) = app.service.game(game).await
            && is_finished(&handle.view_for(&[]), info)
        {
            return Ok(None);
        }
    }
    Ok(next)
}

fn is_finished(view: &GameView, info: &GameInfo) -> bool {
    view.game == info.name && view.status == Status::Over
}
