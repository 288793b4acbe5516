//! The page of a game for frames in the pages of other sites: the board, and how the game stands.
//!
//! It only watches: it has no form, and neither reads nor sets a cookie. So no site can make a
//! visitor do something by it, and it may be framed by all.

use std::sync::Arc;

use askama::Template;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse as _, Response};
use parlor_view::Theme;
use serde::Deserialize;

use super::extractors::{Path, Query};
use super::game::{find, wait};
use super::game_picture::theme;
use super::viewer::{Viewer, ViewerPrefs};
use super::{PageError, Shared, board, narration, page};
use crate::app::App;
use parlor_table::table::{GameView, Status};

/// How the page is to look.
#[derive(Clone, Debug, Default, Deserialize)]
pub(super) struct EmbedQuery {
    theme: Option<String>,
    /// The version that the browser shows: the answer waits for the next.
    after: Option<u64>,
}

#[derive(Template)]
#[template(path = "embed.html")]
struct EmbedPage<'a> {
    view: &'a GameView,
    theme: Option<Theme>,
    /// `Ludo: Ann (A) and Bob (C)`.
    heading: String,
    status: String,
    svg: String,
    /// When the page loads itself again without scripts; `None` once the game is over.
    refresh: Option<String>,
}

/// The page in the place of a game that cannot be shown.
#[derive(Template)]
#[template(path = "embed_error.html")]
struct EmbedError<'a> {
    title: &'a str,
    says: &'a str,
}

pub(super) async fn show(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    query: Result<Query<EmbedQuery>, PageError>,
) -> Response {
    let shown = match query {
        Ok(Query(query)) => embedded(&app, &id, &query).await,
        Err(error) => Err(error),
    };
    let mut response = shown.unwrap_or_else(|error| {
        let (title, says) = error.words();
        error.with_page(&EmbedError { title, says })
    });
    response.extensions_mut().insert(Shared::Frame);
    response
}

async fn embedded(app: &App, id: &str, query: &EmbedQuery) -> Result<Response, PageError> {
    let theme = theme(query.theme.as_deref())?;
    let handle = find(app, id).await?;
    wait(app, &handle, query.after).await?;
    let view = handle.view_for(&[]);
    let shown = EmbedPage {
        theme,
        heading: narration::heading(&view),
        status: narration::standing(&Viewer::new(&view, ViewerPrefs::default())),
        svg: view.scene.svg(board::options(parlor_view::Look::Board)),
        refresh: refresh(&view, query.after, theme),
        view: &view,
    };
    Ok(page(StatusCode::OK, &shown).into_response())
}

/// When a browser without scripts is to load the page again: the server holds that request until
/// something happens.
fn refresh(view: &GameView, after: Option<u64>, theme: Option<Theme>) -> Option<String> {
    if view.status == Status::Over {
        return None;
    }
    if after == Some(view.version) {
        return Some("1".to_owned());
    }
    let theme = theme.map_or(String::new(), |theme| format!("&theme={theme}"));
    let GameView { id, version, .. } = view;
    Some(format!("1; url=/embed/games/{id}?after={version}{theme}"))
}
