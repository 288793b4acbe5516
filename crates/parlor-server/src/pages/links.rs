//! The links to seats that a browser has been given.
//!
//! The server keeps only hashes of the seats' keys; so it cannot say a link
//! twice. Whoever made a game has to be able to look the links up again, so
//! their browser keeps them, in a cookie that is sent to the game's own pages
//! alone.

use axum_extra::extract::cookie::{Cookie, CookieJar};

use crate::app::App;
use parlor_service::service::GameHandle;
use parlor_table::id::GameId;
use parlor_table::key::Key;

const NAME: &str = "parlor-links";

/// How long a browser keeps them.
const KEPT: time::Duration = time::Duration::days(30);

/// The keys of these seats, those kept before included, to be kept.
pub(super) fn keep(
    jar: CookieJar,
    known: &CookieJar,
    app: &App,
    game: &GameId,
    keys: &[(char, Key)],
) -> CookieJar {
    let mut all: Vec<(char, Key)> = kept(known).collect();
    for (seat, key) in keys {
        all.retain(|(kept, _)| kept != seat);
        all.push((*seat, key.clone()));
    }
    let words: Vec<String> = all
        .iter()
        .map(|(seat, key)| format!("{seat}-{}", key.reveal()))
        .collect();
    let mut cookie = app.site.cookie(NAME, words.join("."));
    cookie.set_path(format!("/games/{game}"));
    cookie.set_max_age(KEPT);
    jar.add(cookie)
}

/// The keys that the browser has kept of this game, those that are keys of it.
pub(super) fn of(jar: &CookieJar, handle: &GameHandle) -> Vec<(char, Key)> {
    kept(jar)
        .filter(|(seat, key)| handle.seat_of(key) == Some(*seat))
        .collect()
}

fn kept(jar: &CookieJar) -> impl Iterator<Item = (char, Key)> {
    let words = jar.get(NAME).map_or("", Cookie::value).split('.');
    words.filter_map(|word| {
        let (seat, key) = word.split_once('-')?;
        Some((seat.parse().ok()?, key.parse().ok()?))
    })
}
