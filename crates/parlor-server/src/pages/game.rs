//! The page of a game.

use core::convert::Infallible;
use core::time::Duration;
use std::sync::Arc;

use axum::body::Body;
use axum::extract::{FromRequestParts, State};
use axum::http::request::Parts;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum_extra::extract::cookie::CookieJar;
use futures_util::FutureExt as _;
use parlor_record::hex;
use serde::Deserialize;
use tokio::time::timeout;

use super::extract::{Path, Query};
use super::refresh::Server;
use super::view::{Alert, GamePage, Looks};
use super::{PageError, links, page, say, turn};
use crate::id::GameId;
use crate::service::{Hosted, SharedText};
use crate::table::SeatSeen;
use crate::web::{Address, App, Browser, Client};

/// How long a request waits for news before it is answered without.
const PATIENCE: Duration = Duration::from_secs(25);

/// How somebody asks for the page.
#[derive(Clone, Debug, Default, Deserialize)]
pub(super) struct Asked {
    /// The marble that is to be pushed.
    pub(super) from: Option<String>,
    /// The version that is known: the answer waits for the next.
    pub(super) after: Option<u64>,
    /// Present if the page is not to load itself again.
    pub(super) still: Option<String>,
    /// How often the page has looked whether there is another game.
    pub(super) looks: Option<u32>,
}

impl Asked {
    /// For what comes of a form, which says whether its page stood still.
    pub(super) fn by_form(still: Option<&String>) -> Self {
        Self {
            still: still.cloned(),
            ..Self::default()
        }
    }
}

/// The address of a game's page, which stands still if the last one did.
pub(super) fn address(id: &GameId, still: Option<&String>) -> String {
    let query = if still.is_some() { "?still" } else { "" };
    format!("/games/{id}{query}")
}

pub(super) async fn show(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    Query(asked): Query<Asked>,
    visitor: Visitor,
) -> Result<Response, PageError> {
    let hosted = find(&app, &id).await?;
    wait(&app, &hosted, asked.after).await?;
    let visit = Visit::new(&app, hosted, visitor);
    visit.answer(StatusCode::OK, None, asked)
}

pub(super) async fn watch(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    Query(asked): Query<Asked>,
    jar: CookieJar,
    site: Address,
) -> Result<Response, PageError> {
    let hosted = find(&app, &id).await?;
    wait(&app, &hosted, asked.after).await?;
    let visit = Visit::watching(&app, hosted, &jar, site);
    visit.answer(StatusCode::OK, None, asked)
}

pub(super) async fn record_text(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
) -> Result<Response, PageError> {
    let hosted = find(&app, &id).await?;
    let text = hosted.record_text();
    Ok(download(&hosted, "text/plain; charset=utf-8", "txt", text))
}

pub(super) async fn record_json(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
) -> Result<Response, PageError> {
    let hosted = find(&app, &id).await?;
    let json = hosted.record_json();
    Ok(download(&hosted, "application/json", "json", json))
}

fn download(hosted: &Hosted, kind: &'static str, ending: &str, record: SharedText) -> Response {
    let name = format!("attachment; filename=\"parlor-{}.{ending}\"", hosted.id());
    let headers = [
        (header::CONTENT_TYPE, kind.to_owned()),
        (header::CONTENT_DISPOSITION, name),
        (header::CACHE_CONTROL, "no-store".to_owned()),
    ];
    (headers, Body::from(record)).into_response()
}

/// The game of an address.
pub(super) async fn find(app: &App, id: &str) -> Result<Arc<Hosted>, PageError> {
    let id: GameId = id.parse().map_err(|_| PageError::no_game())?;
    let found = app.service.game(&id).await?;
    found.ok_or_else(PageError::no_game)
}

/// Waits until the game has gone on from a version, for a while.
///
/// # Errors
/// When it is deleted meanwhile.
async fn wait(app: &App, hosted: &Hosted, after: Option<u64>) -> Result<(), PageError> {
    let Some(after) = after else { return Ok(()) };
    let (mut news, mut talk) = (hosted.news(), hosted.talk());
    let gone_on = async {
        tokio::select! {
            _ = news.wait_for(|version| *version > after) => Ok(()),
            _ = talk.changed() => Ok(()),
            () = hosted.deleted() => Err(PageError::no_game()),
            () = app.service.closed() => Ok(()),
        }
    };
    // Without news the page is shown as it is.
    timeout(PATIENCE, gone_on).await.unwrap_or(Ok(()))
}

/// Who comes to the page of a game.
#[derive(Debug)]
pub(super) struct Visitor {
    browser: Browser,
    client: Client,
    jar: CookieJar,
    site: Address,
}

impl FromRequestParts<Arc<App>> for Visitor {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self, Infallible> {
        Ok(Self {
            browser: Browser::from_request_parts(parts, app).await?,
            client: Client::from_request_parts(parts, app).await?,
            jar: CookieJar::from_request_parts(parts, app).await?,
            site: Address::from_request_parts(parts, app).await?,
        })
    }
}

/// Somebody at the page of a game.
pub(super) struct Visit<'a> {
    pub(super) app: &'a App,
    pub(super) hosted: Arc<Hosted>,
    /// The seats that they may speak for.
    pub(super) by: Vec<char>,
    pub(super) looks: Looks,
}

impl<'a> Visit<'a> {
    /// A browser at a game, with the seats that it holds.
    pub(super) fn new(app: &'a App, hosted: Arc<Hosted>, visitor: Visitor) -> Self {
        let Visitor {
            browser: Browser(browser),
            client,
            jar,
            site,
        } = visitor;
        let by = browser.map_or_else(Vec::new, |browser| hosted.held_by(&browser));
        if !by.is_empty() {
            hosted.attended_by(client.net);
        }
        let looks = Looks {
            site,
            // Who holds no seat has no link to give.
            is_deaf: say::is_deaf(&jar),
            turns: turn::turns(&jar),
            links: if by.is_empty() {
                Vec::new()
            } else {
                links::of(&jar, &hosted)
            },
            ..Looks::default()
        };
        Self {
            app,
            hosted,
            by,
            looks,
        }
    }

    /// Somebody who only watches, whatever seats they hold.
    fn watching(app: &'a App, hosted: Arc<Hosted>, jar: &CookieJar, site: Address) -> Self {
        Self {
            app,
            hosted,
            by: Vec::new(),
            looks: Looks {
                site,
                is_watching: true,
                is_deaf: say::is_deaf(jar),
                ..Looks::default()
            },
        }
    }

    /// The page.
    pub(super) fn answer(
        self,
        status: StatusCode,
        alert: Option<Alert>,
        asked: Asked,
    ) -> Result<Response, PageError> {
        let action_id: [u8; 16] = self.app.service.randomness().bytes()?;
        let seen = self.hosted.seen(&self.by);
        let absent = seen
            .seats
            .iter()
            .filter(|chair| chair.is_yours && chair.is_away());
        let told = |chair: &SeatSeen| (chair.seat, self.hosted.told_of_absence(chair.seat));
        let looks = Looks {
            told: self.hosted.told(&self.by),
            absences: absent.map(told).collect(),
            server: match self.app.service.closed().now_or_never() {
                Some(()) => Server::Stops,
                None => Server::Stays,
            },
            spoken: self.app.service.said_lately(&self.hosted),
            asked,
            alert,
            action_id: hex::encode(&action_id),
            ..self.looks
        };
        Ok(page(status, &GamePage::new(&seen, &looks)))
    }
}
