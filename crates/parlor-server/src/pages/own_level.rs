//! How hard the bots are that a browser's player last chose, which are offered again.

use axum_extra::extract::cookie::{Cookie, CookieJar};

use super::game_info::GameInfo;
use crate::app::App;

/// The name of the cookie of a game.
fn name(info: &GameInfo) -> String {
    format!("parlor-level-{}", info.name)
}

/// The bot in the cookie if it is one of three, else the usual one.
pub(super) fn of(jar: &CookieJar, info: &GameInfo) -> &'static str {
    let kept = jar.get(&name(info)).map(Cookie::value);
    kept.and_then(|bot| level(info, bot))
        .unwrap_or(info.usual_bot)
}

/// Adds the bot that was chosen, if it is one of three.
pub(super) fn keep(jar: CookieJar, app: &App, info: &GameInfo, bot: Option<&str>) -> CookieJar {
    match bot.and_then(|bot| level(info, bot)) {
        Some(bot) => jar.add(app.site.cookie(name(info), bot)),
        None => jar,
    }
}

fn level(info: &GameInfo, bot: &str) -> Option<&'static str> {
    let mut levels = info.difficulties(bot);
    levels.find(|level| level.is_chosen).map(|level| level.bot)
}
