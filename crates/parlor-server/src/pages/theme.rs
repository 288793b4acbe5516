//! The colors that a visitor has chosen, kept in a cookie of their browser, so
//! that every page has them without a script and before it is first seen.
//!
//! Every template needs to know them, and no handler has anything to do with
//! them; so they stand beside the request while it is answered.

use std::sync::Arc;

use axum::Form;
use axum::extract::rejection::FormRejection;
use axum::extract::{Request, State};
use axum::http::{StatusCode, Uri};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Redirect, Response};
use axum_extra::extract::cookie::CookieJar;
use parlor_view::Theme;
use serde::Deserialize;

use super::PageError;
use crate::app::App;

const NAME: &str = "parlor-theme";

tokio::task_local! {
    static ASKED: RequestTheme;
}

/// What is known of the request that is being answered.
struct RequestTheme {
    theme: Option<Theme>,
    /// The path of the page.
    path: String,
}

/// What can be chosen.
pub(super) struct Offer {
    /// What is sent: a theme's name, or nothing to follow the system.
    pub(super) value: &'static str,
    pub(super) title: &'static str,
    pub(super) is_chosen: bool,
}

/// The name of the theme that the visitor has chosen; none if they follow their
/// system.
pub(super) fn chosen() -> Option<&'static str> {
    let theme = ASKED.try_with(|asked| asked.theme).ok().flatten();
    theme.map(Theme::name)
}

/// The path of the page that is being shown.
pub(super) fn here() -> String {
    ASKED
        .try_with(|asked| asked.path.clone())
        .unwrap_or_else(|_| "/".to_owned())
}

/// Everything that can be chosen.
pub(super) fn offers() -> [Offer; 4] {
    let chosen = chosen().unwrap_or_default();
    let offers = [
        ("", "As the system"),
        (Theme::Light.name(), "Light"),
        (Theme::Dark.name(), "Dark"),
        (Theme::Contrast.name(), "High contrast"),
    ];
    offers.map(|(value, title)| Offer {
        value,
        title,
        is_chosen: value == chosen,
    })
}

/// Answers a request in the colors of whoever asks.
pub(super) async fn dress(request: Request, next: Next) -> Response {
    let jar = CookieJar::from_headers(request.headers());
    let asked = RequestTheme {
        theme: jar.get(NAME).and_then(|cookie| cookie.value().parse().ok()),
        path: request.uri().path().to_owned(),
    };
    ASKED.scope(asked, next.run(request)).await
}

/// What the buttons send.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct Chosen {
    theme: String,
    /// The path of the page where they are; a script, which stays there, does
    /// not say it.
    back: Option<String>,
}

/// Keeps the choice, and leads whoever wants to back to where it was made.
pub(super) async fn choose(
    State(app): State<Arc<App>>,
    chosen: Result<Form<Chosen>, FormRejection>,
) -> Result<Response, PageError> {
    let Form(Chosen { theme, back }) = chosen?;
    let theme = theme.parse::<Theme>().ok();
    let mut cookie = app.site.cookie(NAME, theme.map_or("", Theme::name));
    if theme.is_none() {
        cookie.set_max_age(time::Duration::ZERO);
    }
    let kept = CookieJar::new().add(cookie);
    Ok(match back {
        None => (kept, StatusCode::NO_CONTENT).into_response(),
        Some(back) => {
            let back = if is_here(&back) { &back } else { "/" };
            (kept, Redirect::to(back)).into_response()
        }
    })
}

/// Whether it is the path of a page of this site: what begins with two slashes,
/// of whatever kind, is another one.
fn is_here(path: &str) -> bool {
    let is_path = path.parse::<Uri>().is_ok_and(|uri| uri.path() == path);
    is_path && path.starts_with('/') && !path.starts_with("//") && !path.contains('\\')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_pages_of_this_site_are_led_back_to() {
        for path in ["/", "/games/abc", "/games/abc/seats/A/key"] {
            assert!(is_here(path), "{path}");
        }
        for path in [
            "",
            "//example.org",
            "/\\example.org",
            "https://example.org/",
            "example.org",
            "/a?b",
            "/a b",
            "/\r\nset-cookie: x",
        ] {
            assert!(!is_here(path), "{path:?}");
        }
    }
}
