//! The keys of seats that a browser was given, from which pages make the links to seats.
//!
//! The server stores only hashes of the keys, so it cannot show a link twice. The browser that made
//! the game has to, so it stores the keys in a cookie that is sent only to the pages of the game.

use axum_extra::extract::cookie::{Cookie, CookieJar};

use crate::app::App;
use parlor_service::service::GameHandle;
use parlor_table::id::GameId;
use parlor_table::key::Key;

const NAME: &str = "parlor-links";

/// How long a browser stores them.
const KEPT: time::Duration = time::Duration::days(30);

/// Adds keys of seats to those in the cookie.
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

/// The keys in the cookie that are keys of this game.
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
