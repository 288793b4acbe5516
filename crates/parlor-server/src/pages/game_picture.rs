//! A position of a game as a picture: `/games/ID.svg?ply=N`, `/games/ID.png?theme=dark`.
//!
//! It shows what a spectator sees, and other sites may show it in their pages.

use std::sync::Arc;

use axum::Extension;
use axum::extract::{Request, State};
use axum::handler::Handler as _;
use axum::http::{HeaderMap, HeaderValue, StatusCode, Uri, header};
use axum::response::{IntoResponse as _, Response};
use axum_extra::headers::{ETag, HeaderMapExt as _, IfNoneMatch};
use parlor_view::{Highlights, Look, PictureOptions, Style, Theme, png, printable};
use serde::Deserialize;

use super::drawings::{DrawError, Drawing, Drawings, Format, Part, Subject};
use super::extractors::{Path, Query};
use super::game;
use super::past_game::Source;
use super::{PageError, Shared, board, error, sentences};
use crate::app::{App, Client};
use crate::wording::capitalized;

/// The width of a PNG, in pixels.
const PNG_WIDTH: u32 = 768;

/// A position of a game that is over stays as it is.
const FOREVER: HeaderValue = HeaderValue::from_static("public, max-age=86400, immutable");
const FOR_NOW: HeaderValue = HeaderValue::from_static("no-cache");

/// Which picture is asked for.
#[derive(Clone, Debug, Default, Deserialize)]
pub(super) struct PictureQuery {
    /// The number of moves, the last of which is seen; without it, the game as it stands.
    ply: Option<String>,
    theme: Option<String>,
}

/// The game and the format in the last part of an address: `ID.png`.
pub(super) fn of_name(name: &str) -> Option<(&str, Format)> {
    let (id, ending) = name.rsplit_once('.')?;
    let format = match ending {
        "svg" => Format::Svg,
        "png" => Format::Png,
        _ => return None,
    };
    Some((id, format))
}

/// A game's page, or its picture: routes do not distinguish endings.
pub(super) async fn page_or_picture(
    State(app): State<Arc<App>>,
    Path(name): Path<String>,
    request: Request,
) -> Response {
    match of_name(&name) {
        Some(_) => show.call(request, app).await,
        None => game::show.call(request, app).await,
    }
}

pub(super) async fn show(
    State(app): State<Arc<App>>,
    Extension(drawings): Extension<Arc<Drawings>>,
    Path(name): Path<String>,
    Query(query): Query<PictureQuery>,
    client: Client,
    uri: Uri,
    headers: HeaderMap,
) -> axum::response::Result<Response> {
    let (id, format) = of_name(&name).ok_or_else(PageError::no_game)?;
    let theme = theme(query.theme.as_deref())?;
    let source = Source::find(&app, &uri, id).await?;
    let view = source.view_for(&[]);
    let is_over = source.is_past(&view);
    let asked = query.ply.as_deref();
    let ply = asked.map(|asked| ply(asked, view.played)).transpose()?;
    let subject = Subject {
        game: source.name(),
        version: (!is_over).then_some(view.version),
        part: ply.map_or(Part::Now, Part::Ply),
        theme: match format {
            Format::Svg => theme,
            // A PNG cannot follow anything.
            Format::Png => theme.or(Some(Theme::Light)),
        },
        format,
    };
    let style = subject.theme.map_or(Style::Adaptive, Style::Fixed);
    let draw = move || draw(&source, ply, style, format);
    let drawing = drawings.get(&app, client.net, subject, draw).await;
    let drawing = drawing.map_err(PageError::from)?;
    Ok(answer(&drawing, format, is_over, &headers))
}

pub(super) fn answer(
    drawing: &Drawing,
    format: Format,
    is_over: bool,
    asked: &HeaderMap,
) -> Response {
    let is_known = match (
        asked.typed_get::<IfNoneMatch>(),
        drawing.tag.parse::<ETag>(),
    ) {
        (Some(known), Ok(tag)) => !known.precondition_passes(&tag),
        _ => false,
    };
    let kind = match format {
        Format::Svg => "image/svg+xml",
        Format::Png => "image/png",
    };
    let mut response = if is_known {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        ([(header::CONTENT_TYPE, kind)], drawing.bytes.clone()).into_response()
    };
    let headers = response.headers_mut();
    let caching = if is_over { FOREVER } else { FOR_NOW };
    headers.insert(header::CACHE_CONTROL, caching);
    if let Ok(tag) = HeaderValue::from_str(&drawing.tag) {
        headers.insert(header::ETAG, tag);
    }
    response.extensions_mut().insert(Shared::Picture);
    response
}

/// Draws the game after this many moves, or as it stands.
fn draw(source: &Source, ply: Option<usize>, style: Style, format: Format) -> Option<Vec<u8>> {
    let scene = match ply {
        Some(ply) => source.table().scene_after(ply)?,
        None => source.view_for(&[]).scene,
    };
    let options = PictureOptions {
        style,
        look: Look::Board,
        ..PictureOptions::default()
    };
    let highlights = Highlights {
        is_under_way: ply.is_some() && board::shows_roll(&scene),
        ..Highlights::default()
    };
    let svg = scene.svg_with(options, highlights);
    match format {
        Format::Svg => Some(svg.into_bytes()),
        Format::Png => {
            let drawn = png::render(&svg, PNG_WIDTH);
            drawn
                .inspect_err(|error| tracing::error!(%error, "a picture cannot be drawn"))
                .ok()
        }
    }
}

/// The theme of a query; `None` if it names none.
///
/// # Errors
/// If there is no such theme.
pub(super) fn theme(named: Option<&str>) -> Result<Option<Theme>, PageError> {
    let theme = named.map(str::parse::<Theme>).transpose();
    theme.map_err(|wrong| {
        let says = format!("{}.", capitalized(&wrong.to_string()));
        error(StatusCode::BAD_REQUEST)
            .titled("There is no such theme")
            .saying(says)
    })
}

/// The number of moves after which a game that has `last` is shown.
///
/// # Errors
/// If it is none, or the game has fewer.
pub(super) fn ply(asked: &str, last: usize) -> Result<usize, PageError> {
    let named = printable(asked);
    match asked.parse::<usize>() {
        Ok(ply) if ply <= last => Ok(ply),
        Ok(_) => Err(error(StatusCode::NOT_FOUND)
            .titled("There is no such move")
            .saying(sentences::no_such_ply(&named, last))),
        Err(_) => Err(error(StatusCode::BAD_REQUEST)
            .titled("That is no number of moves")
            .saying(sentences::no_ply(&named, last))),
    }
}

impl From<DrawError> for PageError {
    fn from(refusal: DrawError) -> Self {
        match refusal {
            DrawError::ClientHasMany => error(StatusCode::TOO_MANY_REQUESTS)
                .saying(sentences::TOO_MANY_PICTURES)
                .for_now(),
            DrawError::AllBusy => error(StatusCode::SERVICE_UNAVAILABLE)
                .saying(sentences::ALL_DRAW)
                .for_now(),
            DrawError::Failed => error(StatusCode::SERVICE_UNAVAILABLE)
                .saying(sentences::NOT_DRAWN)
                .for_now(),
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn whatever_is_asked_for_is_a_ply_of_the_game_or_named_in_the_refusal(
            asked in "[0-9]{0,24}|\\PC{0,12}",
            last in 0_usize..100,
        ) {
            match ply(&asked, last) {
                Ok(ply) => prop_assert!(ply <= last && asked.parse() == Ok(ply)),
                Err(refusal) => {
                    let (_, says) = refusal.words();
                    prop_assert!(says.contains(&printable(&asked)), "{}", says);
                    prop_assert!(says.contains(&format!("0 to {last}")), "{}", says);
                }
            }
        }
    }
}
