//! The page of a game.

use core::convert::Infallible;
use core::time::Duration;
use std::sync::Arc;

use axum::body::{Body, Bytes};
use axum::extract::{FromRequestParts, State};
use axum::http::request::Parts;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum_extra::extract::cookie::CookieJar;
use futures_util::FutureExt as _;
use tokio::time::timeout;

use super::context::{Alert, GameQuery, PageContext, ServerState};
use super::extractors::{Path, Query};
use super::game_page::GamePage;
use super::typed_words::TypedWords;
use super::viewer::{Viewer, ViewerPrefs};
use super::{PageError, animation, live, page, page_with, seat_keys, steps};
use crate::app::{Address, App, BrowserKey, Client};
use parlor_service::service::{GameHandle, SharedText};
use parlor_table::command::CommandKind;
use parlor_table::id::GameId;
use parlor_table::randomness::RandomnessError;
use parlor_table::table::{Hint, Occupant, SeatView};

/// How long a request is held while nothing happens.
const LONG_POLL: Duration = Duration::from_secs(25);

/// How long an answer to a script waits for bots: what takes longer is shown when it is there.
pub(super) const QUICK_BOTS: Duration = Duration::from_millis(100);

/// The address of a game's page, which does not reload itself if the last one did not.
pub(super) fn address(id: &GameId, still: Option<&String>) -> String {
    let query = if still.is_some() { "?still" } else { "" };
    format!("/games/{id}{query}")
}

pub(super) async fn show(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    Query(query): Query<GameQuery>,
    visitor: Visitor,
) -> Result<Response, PageError> {
    let handle = find(&app, &id).await?;
    wait(&app, &handle, query.after).await?;
    let visit = Visit::new(&app, handle, visitor);
    let is_news = |shown| visit.handle.version() > shown;
    if query.shown.is_some_and(is_news) && !visit.by.is_empty() {
        // A player's script gets what several bots do in one answer.
        wait_for_bots(&visit.handle, QUICK_BOTS).await;
    }
    visit.answer(StatusCode::OK, None, query)
}

pub(super) async fn watch(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    Query(query): Query<GameQuery>,
    jar: CookieJar,
    site: Address,
) -> Result<Response, PageError> {
    let handle = find(&app, &id).await?;
    wait(&app, &handle, query.after).await?;
    let visit = Visit::watching(&app, handle, &jar, site);
    visit.answer(StatusCode::OK, None, query)
}

pub(super) async fn record_text(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
) -> Result<Response, PageError> {
    let handle = find(&app, &id).await?;
    let text = handle.record_text();
    Ok(download(&handle, "text/plain; charset=utf-8", "txt", text))
}

pub(super) async fn record_json(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
) -> Result<Response, PageError> {
    let handle = find(&app, &id).await?;
    let json = handle.record_json();
    Ok(download(&handle, "application/json", "json", json))
}

pub(super) async fn log(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
) -> Result<Response, PageError> {
    let handle = find(&app, &id).await?;
    let text = handle.log_text();
    Ok(download(&handle, "application/x-ndjson", "log", text))
}

fn download(handle: &GameHandle, kind: &'static str, ending: &str, record: SharedText) -> Response {
    let name = format!("attachment; filename=\"parlor-{}.{ending}\"", handle.id());
    let headers = [
        (header::CONTENT_TYPE, kind.to_owned()),
        (header::CONTENT_DISPOSITION, name),
        (header::CACHE_CONTROL, "no-store".to_owned()),
    ];
    (headers, Body::from(Bytes::from_owner(record))).into_response()
}

/// The game with this id.
///
/// # Errors
/// If there is none, or it cannot be read.
pub(super) async fn find(app: &App, id: &str) -> Result<Arc<GameHandle>, PageError> {
    let id: GameId = id.parse().map_err(|_| PageError::no_game())?;
    let found = app.service.game(&id).await?;
    found.ok_or_else(PageError::no_game)
}

/// Waits up to [`LONG_POLL`] until the game has changed since a version.
///
/// # Errors
/// If it is deleted meanwhile.
pub(super) async fn wait(
    app: &App,
    handle: &GameHandle,
    after: Option<u64>,
) -> Result<(), PageError> {
    let Some(after) = after else { return Ok(()) };
    let (mut news, mut talk) = (handle.news(), handle.talk());
    let gone_on = async {
        tokio::select! {
            _ = news.wait_for(|version| *version > after) => Ok(()),
            _ = talk.changed() => Ok(()),
            () = handle.deleted() => Err(PageError::no_game()),
            () = app.service.closed() => Ok(()),
        }
    };
    // If nothing happens, the page is shown as it is.
    timeout(LONG_POLL, gone_on).await.unwrap_or(Ok(()))
}

/// Waits a moment while a bot is to act, or a hint is looked for.
pub(super) async fn wait_for_bots(handle: &GameHandle, patience: Duration) {
    let mut news = handle.news();
    let bots = async {
        loop {
            let view = handle.view_for(&[]);
            let is_bot = |seat: &SeatView| {
                view.to_act == Some(seat.seat) && seat.occupant != Occupant::Person
            };
            let is_searching = view.hint.as_ref().is_some_and(Hint::is_searching);
            // An epoch of the dice begins once nobody owes anything to it.
            let owes = |seat: &SeatView| seat.must_commit || seat.must_reveal;
            let is_agreed =
                view.dice.is_some_and(|dice| dice.is_agreeing) && !view.seats.iter().any(owes);
            let is_busy = is_searching || is_agreed || view.seats.iter().any(is_bot);
            if !is_busy || news.changed().await.is_err() {
                return;
            }
        }
    };
    // Bots that take longer are waited for by the page itself.
    let _ = timeout(patience, bots).await;
}

/// A request for the page of a game.
#[derive(Debug)]
pub(super) struct Visitor {
    pub(super) browser: BrowserKey,
    pub(super) client: Client,
    pub(super) jar: CookieJar,
    site: Address,
}

impl FromRequestParts<Arc<App>> for Visitor {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self, Infallible> {
        Ok(Self {
            browser: BrowserKey::from_request_parts(parts, app).await?,
            client: Client::from_request_parts(parts, app).await?,
            jar: CookieJar::from_request_parts(parts, app).await?,
            site: Address::from_request_parts(parts, app).await?,
        })
    }
}

/// A visitor at a game.
pub(super) struct Visit<'a> {
    pub(super) app: &'a App,
    pub(super) handle: Arc<GameHandle>,
    /// The seats that they may act for.
    pub(super) by: Vec<char>,
    pub(super) context: PageContext,
    /// How long they have waited for the server before what they did is carried out.
    pub(super) waited: Duration,
}

impl<'a> Visit<'a> {
    /// A browser at a game, with the seats that it holds.
    pub(super) fn new(app: &'a App, handle: Arc<GameHandle>, visitor: Visitor) -> Self {
        let Visitor {
            browser: BrowserKey(browser),
            client,
            jar,
            site,
        } = visitor;
        let by = browser.map_or_else(Vec::new, |browser| handle.held_by(&browser));
        if !by.is_empty() {
            handle.attended_by(client.net);
        }
        let context = PageContext {
            site,
            prefs: ViewerPrefs::of(&jar),
            // Without a seat there is no link to pass on.
            seat_keys: if by.is_empty() {
                Vec::new()
            } else {
                seat_keys::of(&jar, &handle)
            },
            code: seat_keys::code(&jar).filter(|_| !by.is_empty()),
            ..PageContext::default()
        };
        Self {
            app,
            handle,
            by,
            context,
            waited: Duration::ZERO,
        }
    }

    /// A spectator, whatever seats the browser holds.
    fn watching(app: &'a App, handle: Arc<GameHandle>, jar: &CookieJar, site: Address) -> Self {
        Self {
            app,
            handle,
            by: Vec::new(),
            context: PageContext {
                site,
                prefs: ViewerPrefs::of(jar),
                is_watching: true,
                ..PageContext::default()
            },
            waited: Duration::ZERO,
        }
    }

    /// The page.
    pub(super) fn answer(
        self,
        status: StatusCode,
        alert: Option<Alert>,
        query: GameQuery,
    ) -> Result<Response, PageError> {
        let action_id: [u8; 16] = self.app.service.randomness().bytes()?;
        let view = self.handle.view_for(&self.by);
        let viewer = Viewer::new(&view, self.context.prefs);
        let absent = viewer.seats.iter().filter(|seat| seat.is_away());
        let absences = absent.map(|seat| {
            (
                seat.seat,
                steps::narrated(&viewer, self.handle.table().narration_of_absence(seat.seat)),
            )
        });
        let joins = view.choices.iter();
        let joins = joins.filter(|choice| matches!(choice.kind, CommandKind::Join { .. }));
        let words = joins.map(|choice| Ok((choice.seat, TypedWords::fresh(self.app)?)));
        let context = PageContext {
            words: words.collect::<Result<_, RandomnessError>>()?,
            narration: steps::narrated(&viewer, self.handle.table().narration_for(&self.by)),
            absences: absences.collect(),
            server: match self.app.service.closed().now_or_never() {
                Some(()) => ServerState::Stops,
                None => ServerState::Stays,
            },
            chat: self.app.service.said_lately(&self.handle),
            query,
            alert,
            action_id: hex::encode(action_id),
            ..self.context
        };
        let game = GamePage::new(&viewer, &context);
        let Some(shown) = context.query.shown else {
            return Ok(page(status, &game));
        };
        let frames = animation::frames(&self.handle, &viewer, shown, game.picture());
        Ok(page_with(status, &game, |html| {
            live::excerpt(&html, &frames, viewer.only_seat().is_some())
        }))
    }
}
