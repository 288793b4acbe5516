//! The keys of seats and the code that a browser was given, from which pages make links to send.
//!
//! The server stores only hashes of them, so it cannot show a link twice. The browser that made
//! the game has to, so it stores the keys in a cookie that is sent only to the pages of the game.

use axum_extra::extract::cookie::{Cookie, CookieJar};

use crate::app::App;
use parlor_service::service::GameHandle;
use parlor_table::id::GameId;
use parlor_table::invite::InviteCode;
use parlor_table::key::Key;

const NAME: &str = "parlor-links";

/// What stands before the code, in the place of a seat.
const CODE: &str = "code-";

/// How long a browser stores them.
const KEPT: time::Duration = time::Duration::days(30);

/// Adds keys of seats, and the code if there is one, to those in the cookie.
pub(super) fn keep(
    jar: CookieJar,
    known: &CookieJar,
    app: &App,
    game: &GameId,
    keys: &[(char, Key)],
    code: Option<&InviteCode>,
) -> CookieJar {
    let mut all: Vec<(char, Key)> = kept(known).collect();
    for (seat, key) in keys {
        all.retain(|(kept, _)| kept != seat);
        all.push((*seat, key.clone()));
    }
    let code = code.cloned().or_else(|| self::code(known));
    let code = code.map(|code| format!("{CODE}{}", code.reveal()));
    let keys = all.iter();
    let keys = keys.map(|(seat, key)| format!("{seat}-{}", key.reveal()));
    let words: Vec<String> = keys.chain(code).collect();
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

/// The address of a code's link.
pub(super) fn short_link(code: &InviteCode) -> String {
    format!("/j/{}", code.reveal())
}

/// The code in the cookie.
pub(super) fn code(jar: &CookieJar) -> Option<InviteCode> {
    let mut words = jar.get(NAME)?.value().split('.');
    words.find_map(|word| word.strip_prefix(CODE)?.parse().ok())
}

fn kept(jar: &CookieJar) -> impl Iterator<Item = (char, Key)> {
    let words = jar.get(NAME).map_or("", Cookie::value).split('.');
    words.filter_map(|word| {
        let (seat, key) = word.split_once('-')?;
        Some((seat.parse().ok()?, key.parse().ok()?))
    })
}
