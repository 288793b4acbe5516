//! The colors and the kind of board that a visitor has chosen, stored in cookies, so that every page
//! has them without a script and when it is first painted.
//!
//! Every template needs them and no handler does, so they are in a task-local variable while a
//! request is answered.

use std::sync::Arc;

use axum::Form;
use axum::extract::rejection::FormRejection;
use axum::extract::{Request, State};
use axum::http::{StatusCode, Uri};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Redirect, Response};
use axum_extra::extract::cookie::CookieJar;
use parlor_view::{Look, Theme};
use serde::Deserialize;

use super::PageError;
use super::viewer::{DIAGRAMS, NO, ViewerPrefs, YES};
use crate::app::App;

const NAME: &str = "parlor-theme";

tokio::task_local! {
    static REQUEST: RequestTheme;
}

/// What templates need of the request that is being answered.
struct RequestTheme {
    theme: Option<Theme>,
    /// Whether boards are drawn as diagrams.
    has_diagrams: bool,
    /// The path of the page.
    path: String,
}

/// A theme that can be chosen.
pub(super) struct ThemeOption {
    /// The theme's name, or empty to follow the system.
    pub(super) value: &'static str,
    pub(super) title: &'static str,
    pub(super) is_chosen: bool,
}

/// The name of the chosen theme; `None` if pages follow the system.
pub(super) fn chosen() -> Option<&'static str> {
    let theme = REQUEST.try_with(|request| request.theme).ok().flatten();
    theme.map(Theme::name)
}

/// The path of the page that is being shown.
pub(super) fn here() -> String {
    REQUEST
        .try_with(|request| request.path.clone())
        .unwrap_or_else(|_| "/".to_owned())
}

/// Whether boards are drawn as diagrams, with numbers and letters.
pub(super) fn has_diagrams() -> bool {
    let chosen = REQUEST.try_with(|request| request.has_diagrams);
    chosen.unwrap_or_default()
}

/// All themes that can be chosen.
pub(super) fn offers() -> [ThemeOption; 5] {
    let chosen = chosen().unwrap_or_default();
    let offers = [
        ("", "As the system"),
        (Theme::Light.name(), "Day"),
        (Theme::Dark.name(), "Night"),
        (Theme::Wood.name(), "Wood"),
        (Theme::Contrast.name(), "High contrast"),
    ];
    offers.map(|(value, title)| ThemeOption {
        value,
        title,
        is_chosen: value == chosen,
    })
}

/// Answers a request in the colors that its browser has chosen.
pub(super) async fn dress(request: Request, next: Next) -> Response {
    let jar = CookieJar::from_headers(request.headers());
    let theme = RequestTheme {
        theme: jar.get(NAME).and_then(|cookie| cookie.value().parse().ok()),
        has_diagrams: ViewerPrefs::of(&jar).look == Look::Diagram,
        path: request.uri().path().to_owned(),
    };
    REQUEST.scope(theme, next.run(request)).await
}

/// What the buttons send: one of both choices.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct Chosen {
    theme: Option<String>,
    /// `yes` for boards with numbers and letters.
    diagrams: Option<String>,
    /// The path of the page to go back to; a script, which stays there, sends none.
    back: Option<String>,
}

/// Stores the choice, and redirects to the page where it was made.
pub(super) async fn choose(
    State(app): State<Arc<App>>,
    chosen: Result<Form<Chosen>, FormRejection>,
) -> Result<Response, PageError> {
    let Form(Chosen {
        theme,
        diagrams,
        back,
    }) = chosen?;
    let mut kept = CookieJar::new();
    if let Some(theme) = theme {
        let theme = theme.parse::<Theme>().ok();
        let mut cookie = app.site.cookie(NAME, theme.map_or("", Theme::name));
        if theme.is_none() {
            cookie.set_max_age(time::Duration::ZERO);
        }
        kept = kept.add(cookie);
    }
    if let Some(diagrams) = diagrams {
        let value = if diagrams == YES { YES } else { NO };
        kept = kept.add(app.site.cookie(DIAGRAMS, value));
    }
    Ok(match back {
        None => (kept, StatusCode::NO_CONTENT).into_response(),
        Some(back) => {
            let back = if is_here(&back) { &back } else { "/" };
            (kept, Redirect::to(back)).into_response()
        }
    })
}

/// Whether this is the path of a page of this site: with two slashes of any kind at its start, it
/// would be another site's.
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
