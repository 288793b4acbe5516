//! A record that was brought from elsewhere, stepped through: one page for each ply.

use std::sync::Arc;

use askama::Template;
use axum::Extension;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse as _, Response};
use axum_extra::extract::cookie::CookieJar;
use parlor_service::imports::ImportId;
use parlor_view::{Look, PictureOptions, Replayed, Style, printable, replay};
use serde::Deserialize;

use super::client_work::ClientWork;
use super::extractors::{Path, Query};
use super::import::find;
use super::recorded::RecordHead;
use super::viewer::ViewerPrefs;
use super::{PageError, error, game_info, page, sentences};
use crate::app::{App, Client};

/// The most characters of a comment that are shown.
const LONGEST_COMMENT: usize = 2_000;

/// Which ply is asked for.
#[derive(Clone, Debug, Default, Deserialize)]
pub(super) struct ReplayQuery {
    /// The number of moves; all of them without it.
    ply: Option<usize>,
    /// The link that led here, which gets the focus again.
    by: Option<String>,
}

/// A link to another ply, as on the replay of a game.
struct ReplayLink {
    name: &'static str,
    title: &'static str,
    relation: &'static str,
    key: &'static str,
    to: Option<usize>,
    has_focus: bool,
}

/// What a page shows of a ply.
struct ShownPly {
    svg: String,
    /// What happened; `None` at the start.
    sentence: Option<String>,
    /// Whose turn it is then, or how the game ended.
    status: String,
    comment: Option<String>,
    clock: Option<String>,
    description: Vec<String>,
}

#[derive(Template)]
#[template(path = "import_replay.html")]
struct ReplayPage<'a> {
    id: ImportId,
    head: &'a RecordHead,
    place: String,
    look: &'static str,
    ply: &'a ShownPly,
    ways: [ReplayLink; 4],
}

pub(super) async fn show(
    State(app): State<Arc<App>>,
    Extension(work): Extension<ClientWork>,
    Path(id): Path<String>,
    Query(query): Query<ReplayQuery>,
    client: Client,
    jar: CookieJar,
) -> Result<Response, PageError> {
    let import = match find(&app, &id) {
        Ok(import) => import,
        Err(gone) => return Ok(gone.into_response()),
    };
    let last = import.record().length();
    let number = query.ply.unwrap_or(last);
    if number > last {
        return Err(error(StatusCode::NOT_FOUND)
            .titled("There is no such move")
            .saying(sentences::no_such_ply(&number.to_string(), last)));
    }
    let id = import.id();
    let head = RecordHead::of(import.record());
    let look = ViewerPrefs::of(&jar).look;
    let place = work.place(&app, client.net)?;
    let play = move || {
        let mut plies = replay(import.record());
        plies.nth(number).map(|ply| ShownPly::of(&ply, look))
    };
    let ply = place.run(&app, play).await?;
    let ply = ply.ok_or_else(|| error(StatusCode::INTERNAL_SERVER_ERROR))?;
    let shown = ReplayPage {
        id,
        head: &head,
        place: sentences::place_in_game(number, last),
        look: match look {
            Look::Board => "solid",
            Look::Diagram => "flat",
        },
        ways: ways(number, last, query.by.as_deref()),
        ply: &ply,
    };
    Ok(page(StatusCode::OK, &shown))
}

impl ShownPly {
    fn of(ply: &Replayed<'_>, look: Look) -> Self {
        let options = PictureOptions {
            style: Style::Page,
            look,
            ..PictureOptions::default()
        };
        Self {
            svg: ply.state.svg(options),
            sentence: ply.sentence(),
            status: ply.state.status(),
            comment: ply.comment.map(|comment| {
                let comment: String = comment.chars().take(LONGEST_COMMENT).collect();
                printable(&comment.replace(['\n', '\r', '\t'], " "))
            }),
            clock: ply.clock.map(|clock| clock.to_string()),
            description: ply.state.description(),
        }
    }
}

/// The links to the other plies, as on the replay of a game.
fn ways(ply: usize, last: usize, by: Option<&str>) -> [ReplayLink; 4] {
    let back = ply.checked_sub(1);
    let next = Some(ply + 1).filter(|next| *next <= last);
    let ways = [
        ("first", "First", "start", "Home", back.map(|_| 0)),
        ("back", "Back", "prev", "ArrowLeft", back),
        ("next", "Next", "next", "ArrowRight", next),
        ("last", "Last", "end", "End", next.map(|_| last)),
    ];
    ways.map(|(name, title, relation, key, to)| ReplayLink {
        name,
        title,
        relation,
        key,
        to,
        has_focus: by == Some(name),
    })
}
