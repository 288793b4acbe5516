//! The analysis board: any position with its best moves, which are links to what comes after them.

pub(super) mod address;
pub(super) mod edit;
mod edit_kuba;
mod edit_ludo;
mod fields;
mod kuba;
mod ludo;
mod place;
pub(super) mod play;
mod reason;

use core::time::Duration;
use std::sync::Arc;

use askama::Template;
use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use axum_extra::extract::cookie::CookieJar;
use futures_util::stream;
use kuba_engine::{Report, Root};
use parlor_game::{AnyGame, Kuba, LiveGame};
use parlor_service::client_net::ClientNet;
use parlor_service::searches::{Search, SearchPlace, Visitor};
use parlor_view::{Highlights, Look, Scene};
use tokio::time::timeout;

use super::board::{Board, Press, looked_at, options};
use super::extractors::Query;
use super::game_info::GameInfo;
use super::onward::Onward;
use super::practice::{Practice, Rolls};
use super::viewer::ViewerPrefs;
use super::{PageError, error, game_info, page, sentences};
use crate::app::{App, BrowserKey, Client, NewBrowser};
use kuba::Lines;
use ludo::ShownChances;
use place::{LabQuery, Place, PlaceError};

/// The most positions that a page searches before it is sent.
const NODES_OF_PAGE: u64 = 200_000;

/// How long a page waits for that.
const PATIENCE: Duration = Duration::from_secs(3);

#[derive(Template)]
#[template(path = "lab.html")]
struct LabPage<'a> {
    place: &'a Place,
    other: &'static GameInfo,
    scene: &'a Scene,
    practice: Practice,
    /// Whether the chances are still being worked out.
    is_solving: bool,
    chances: Option<ShownChances>,
    found: Option<LinesPart<'a>>,
    /// A new game from this position.
    onward: Option<Onward>,
}

/// What the engine has found.
#[derive(Template)]
#[template(path = "lab/lines.html")]
struct LinesPart<'a> {
    lines: &'a Lines,
    /// Whether nothing more will be found.
    is_over: bool,
    /// Where more of it comes from.
    address: String,
}

#[derive(Template)]
#[template(path = "lab/error.html")]
struct ErrorPage {
    game: &'static str,
    says: String,
    editor: String,
}

/// Whoever looks.
fn visitor(browser: BrowserKey, client: ClientNet) -> Visitor {
    browser.0.map_or(Visitor::Client(client), Visitor::Browser)
}

fn refused(error: PlaceError) -> Response {
    let template = ErrorPage {
        game: error.game,
        editor: address::editor(error.game, &error.sent),
        says: error.says,
    };
    page(StatusCode::BAD_REQUEST, &template)
}

pub(super) async fn show(
    State(app): State<Arc<App>>,
    Query(query): Query<LabQuery>,
    browser: BrowserKey,
    client: Client,
    jar: CookieJar,
) -> Result<Response, PageError> {
    let place = match Place::of(&query) {
        Ok(place) => place,
        Err(error) => return Ok(refused(error)),
    };
    let visitor = visitor(browser, client.net);
    // Its own, so that a form that is sent twice comes from the same browser both times.
    let cookie = NewBrowser::of(browser, &app)?.cookie;
    let look = ViewerPrefs::of(&jar).look;
    let scene = Scene::of(&place.game);
    let is_over = scene.ending().is_some();
    let other = game_info::GAMES.iter();
    let mut lab = LabPage {
        place: &place,
        other: other
            .rev()
            .find(|info| info.name != place.info.name)
            .unwrap_or(place.info),
        practice: Practice {
            board: looked_at(
                &scene,
                look,
                &place.line.address(),
                [&query.from, &query.left],
            ),
            line: place.onward(),
            rolls: Rolls::Chosen,
        },
        scene: &scene,
        is_solving: false,
        chances: None,
        found: None,
        onward: play::offer(&place, &jar, app.service.randomness().bytes()?),
    };
    let mut lines = Lines::default();
    match (&scene, &place.game) {
        _ if is_over => {}
        (Scene::Ludo(snapshot), _) => {
            let position = snapshot.position;
            if ludo::has_to_be_solved(&position) {
                lab.is_solving = true;
            } else {
                let judged = app
                    .service
                    .compute(client.net, move || ludo::judge(&position));
                let judged = judged
                    .await
                    .ok_or_else(|| error(StatusCode::INTERNAL_SERVER_ERROR))?;
                lab.chances = Some(ludo::shown(&place, snapshot, &judged));
            }
        }
        (Scene::Kuba(snapshot), AnyGame::Kuba(game)) => {
            let searched = app.service.enter_search(visitor, client.net);
            if let Ok(searched) = searched
                && let Some(report) = first_look(searched, game).await
            {
                lines = Lines::of(&place, &snapshot.position, &report);
                let board = &mut lab.practice.board;
                board.svg = with_arrows(&scene, look, board, &lines);
            }
            lab.found = Some(LinesPart {
                lines: &lines,
                is_over: true,
                address: place.lines(query.from.as_deref()),
            });
        }
        _ => {}
    }
    Ok((cookie, page(StatusCode::OK, &lab)).into_response())
}

/// What a short search finds; `None` where others are before it for too long.
async fn first_look(place: SearchPlace, game: &LiveGame<Kuba>) -> Option<Report> {
    let mut last = None;
    let looked = async {
        let mut search = place
            .begin(kuba::search(Root::from(game), NODES_OF_PAGE))
            .await;
        while let Some(report) = search.next().await {
            last = Some(report);
        }
    };
    // What was found until then will do.
    let _ = timeout(PATIENCE, looked).await;
    last
}

/// The picture of a board with the arrows of the best lines, unless it has those of a chosen marble.
fn with_arrows(scene: &Scene, look: Look, board: &Board, lines: &Lines) -> String {
    let mut groups = board.groups.iter();
    if groups.any(|group| group.is_chosen) {
        return board.svg.clone();
    }
    let actions = lines.first_actions();
    scene.svg_with(
        options(look),
        Highlights {
            actions: &actions,
            hint: actions.first().map(String::as_str),
            ..Highlights::default()
        },
    )
}

/// A search whose answer is sent as it goes on.
struct Deepening {
    place: Place,
    scene: Scene,
    board: Board,
    look: Look,
    address: String,
    /// The search, before it begins and then.
    waiting: Option<(SearchPlace, Root)>,
    search: Option<Search<Report>>,
    last: Option<Report>,
}

/// The engine's lines, deepening: one object of JSON a line.
pub(super) async fn lines(
    State(app): State<Arc<App>>,
    Query(query): Query<LabQuery>,
    browser: BrowserKey,
    client: Client,
    jar: CookieJar,
) -> Result<Response, PageError> {
    let place = match Place::of(&query) {
        Ok(place) => place,
        Err(error) => return Ok(refused(error)),
    };
    let AnyGame::Kuba(game) = &place.game else {
        return Err(error(StatusCode::NOT_FOUND).saying(sentences::ONLY_KUBA_HAS_LINES));
    };
    let root = Root::from(game);
    let searched = app
        .service
        .enter_search(visitor(browser, client.net), client.net);
    let searched = searched.map_err(|_| {
        error(StatusCode::TOO_MANY_REQUESTS)
            .saying(sentences::TOO_MANY_SEARCHES)
            .for_now()
    })?;
    let look = ViewerPrefs::of(&jar).look;
    let scene = Scene::of(&place.game);
    let deepening = Deepening {
        board: looked_at(&scene, look, &place.line.address(), [&query.from, &None]),
        address: place.lines(query.from.as_deref()),
        scene,
        place,
        look,
        waiting: Some((searched, root)),
        search: None,
        last: None,
    };
    let answer = stream::unfold(deepening, |mut deepening| async {
        let line = deepening.next().await?;
        Some((Ok::<_, core::convert::Infallible>(line), deepening))
    });
    let headers = [
        (header::CONTENT_TYPE, "application/x-ndjson"),
        (header::CACHE_CONTROL, "no-store"),
        // Compression would hold lines back.
        (header::CONTENT_ENCODING, "identity"),
    ];
    Ok((headers, Body::from_stream(answer)).into_response())
}

impl Deepening {
    /// The next line of the answer.
    async fn next(&mut self) -> Option<Bytes> {
        if let Some((place, root)) = self.waiting.take() {
            let search = place.begin(kuba::search(root, u64::MAX)).await;
            self.search = Some(search);
        }
        let search = self.search.as_mut()?;
        let found = search.next().await;
        let is_over = found.is_none();
        if is_over {
            // What was found last is sent once more, as the last.
            self.search = None;
        } else {
            self.last = found;
        }
        let Scene::Kuba(snapshot) = &self.scene else {
            return None;
        };
        let position = &snapshot.position;
        let report = self.last.as_ref()?;
        let lines = Lines::of(&self.place, position, report);
        let part = LinesPart {
            lines: &lines,
            is_over,
            address: self.address.clone(),
        };
        let board = with_arrows(&self.scene, self.look, &self.board, &lines);
        let html = part.render().ok()?;
        let json = lines.json(position, report, is_over, [html, board]);
        let mut line = serde_json::to_vec(&json).ok()?;
        line.push(b'\n');
        Some(line.into())
    }
}
