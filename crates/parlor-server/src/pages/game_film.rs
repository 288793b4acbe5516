//! A game that is over as one picture that plays it: `/games/ID/film.svg?theme=dark`.

use std::sync::Arc;

use axum::Extension;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use parlor_view::Style;
use serde::Deserialize;

use super::drawings::{Drawings, Format, Part, Subject};
use super::extractors::Query;
use super::game_picture::{answer, theme};
use super::past_game::Source;
use super::{PageError, error, sentences};
use crate::app::{App, Client};

pub(super) use parlor_view::MOST_FILM_PLIES;

/// Which film is asked for.
#[derive(Clone, Debug, Default, Deserialize)]
pub(super) struct FilmQuery {
    theme: Option<String>,
}

pub(super) async fn show(
    State(app): State<Arc<App>>,
    Extension(drawings): Extension<Arc<Drawings>>,
    source: Source,
    Query(query): Query<FilmQuery>,
    client: Client,
    headers: HeaderMap,
) -> Result<Response, PageError> {
    let theme = theme(query.theme.as_deref())?;
    let view = source.view_for(&[]);
    if !source.is_past(&view) {
        return Err(error(StatusCode::CONFLICT)
            .titled("This game goes on")
            .saying(sentences::FILM_TOO_EARLY));
    }
    if view.played > MOST_FILM_PLIES {
        return Err(error(StatusCode::UNPROCESSABLE_ENTITY)
            .titled("This game is too long for a film")
            .saying(sentences::too_long_for_a_film(view.played, MOST_FILM_PLIES)));
    }
    let subject = Subject {
        game: source.name(),
        version: None,
        part: Part::Film,
        theme,
        format: Format::Svg,
    };
    let style = theme.map_or(Style::Adaptive, Style::Fixed);
    let draw = move || source.table().film(style).ok().map(String::into_bytes);
    let drawing = drawings.get(&app, client.net, subject, draw).await?;
    Ok(answer(&drawing, Format::Svg, true, &headers))
}
