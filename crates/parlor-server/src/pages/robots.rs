//! What crawlers may read.

use axum::http::header;
use axum::response::{IntoResponse as _, Response};

/// Home, rules and lessons as they begin and forms are for search engines; games are for those who have their address, also
/// for the programs by which chats and social networks show what an address is about, but for the
/// links of seats.
const ROBOTS: &str = "\
User-agent: *
Allow: /
Disallow: /games/
Disallow: /imports/
Disallow: /lobby/
Disallow: /j/
Disallow: /embed/
Disallow: /api/
Disallow: /finished
Disallow: /analysis
Disallow: /script?
Disallow: /learn/*?
Disallow: /puzzles/*?
Disallow: /studies/*?
Disallow: /rules/*?

User-agent: Discordbot
User-agent: facebookexternalhit
User-agent: LinkedInBot
User-agent: Slackbot-LinkExpanding
User-agent: TelegramBot
User-agent: Twitterbot
User-agent: WhatsApp
Allow: /games/
Disallow: /games/*/seats/
Disallow: /j/
Disallow: /api/
";

pub(super) async fn show() -> Response {
    let headers = [
        (header::CONTENT_TYPE, "text/plain; charset=utf-8"),
        (header::CACHE_CONTROL, "public, max-age=86400"),
    ];
    (headers, ROBOTS).into_response()
}
