//! The page of a record that was brought, and what leads from it.

use core::fmt::Display;
use std::sync::Arc;

use askama::Template;
use axum::Extension;
use axum::body::{Body, Bytes};
use axum::extract::{Request, State};
use axum::handler::Handler as _;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse as _, Redirect, Response};
use parlor_record::record::AnyRecord;
use parlor_study::Study;

use super::client_work::ClientWork;
use super::extractors::{Path, Query};
use super::import::{Gone, find};
use super::recorded::RecordHead;
use super::verified::Verified;
use super::verify::{self, VerifyQuery};
use super::{game_picture, page, replay, script_replay, sentences};
use crate::app::{App, Client};
use parlor_service::imports::{Import, ImportId};

/// The page of a record.
#[derive(Template)]
#[template(path = "imported.html")]
struct ImportPage<'a> {
    /// The address with which those of all its pages begin.
    base: String,
    head: &'a RecordHead,
    has_dice: bool,
    is_forged: bool,
    can_be_analyzed: bool,
}

/// A record's page, or a picture of its game: routes do not distinguish endings.
pub(super) async fn page_or_picture(
    State(app): State<Arc<App>>,
    Path(name): Path<String>,
    request: Request,
) -> Response {
    match game_picture::of_name(&name) {
        Some(_) => game_picture::show.call(request, app).await,
        None => show.call(request, app).await,
    }
}

/// The replay of a record: that of a game, or that of a script.
pub(super) async fn replay(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    request: Request,
) -> Response {
    match find(&app, &id).await {
        Ok(import) if import.table().is_none() => script_replay::show.call(request, app).await,
        _ => replay::show.call(request, app).await,
    }
}

/// Leads to a record's page whoever asks for the address of a form.
pub(super) async fn go_back(Path(id): Path<String>) -> Result<Redirect, Gone> {
    let id: ImportId = id.parse().map_err(|_| Gone)?;
    Ok(Redirect::to(&format!("/imports/{id}")))
}

async fn show(State(app): State<Arc<App>>, Path(id): Path<String>) -> Result<Response, Gone> {
    let import = find(&app, &id).await?;
    let head = RecordHead::of(import.record());
    let shown = ImportPage {
        base: format!("/imports/{}", import.id()),
        has_dice: matches!(import.record(), AnyRecord::Ludo(record) if record.opening().dice.is_some()),
        is_forged: import.is_forged(),
        can_be_analyzed: Study::check(import.record()).is_ok(),
        head: &head,
    };
    Ok(page(StatusCode::OK, &shown))
}

pub(super) async fn show_verdict(
    State(app): State<Arc<App>>,
    Extension(work): Extension<ClientWork>,
    Path(id): Path<String>,
    Query(query): Query<VerifyQuery>,
    client: Client,
) -> axum::response::Result<Response> {
    let import = find(&app, &id).await?;
    let back = format!("/imports/{}", import.id());
    let place = work.place(&app, client.net)?;
    let verify = move || Verified::of(import.record());
    let verified = place.run(&app, verify).await?;
    Ok(verify::answer(
        &verified,
        None,
        &back,
        sentences::TO_THE_RECORD,
        query,
    )?)
}

pub(super) async fn text(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
) -> Result<Response, Gone> {
    /// A record whose text is a body.
    struct Text(Arc<Import>);

    impl AsRef<[u8]> for Text {
        fn as_ref(&self) -> &[u8] {
            self.0.text().as_bytes()
        }
    }

    let import = find(&app, &id).await?;
    let (id, text) = (import.id(), Bytes::from_owner(Text(import)));
    Ok(download(id, "text/plain; charset=utf-8", "txt", text))
}

pub(super) async fn json(
    State(app): State<Arc<App>>,
    Extension(work): Extension<ClientWork>,
    Path(id): Path<String>,
    client: Client,
) -> axum::response::Result<Response> {
    let import = find(&app, &id).await?;
    let id = import.id();
    let place = work.place(&app, client.net)?;
    let json = place.run(&app, move || import.record().to_json()).await?;
    Ok(download(id, "application/json", "json", json.into()))
}

/// A record as a file.
pub(super) fn download(
    name: impl Display,
    kind: &'static str,
    ending: &str,
    record: Bytes,
) -> Response {
    let name = format!("attachment; filename=\"parlor-{name}.{ending}\"");
    let headers = [
        (header::CONTENT_TYPE, kind.to_owned()),
        (header::CONTENT_DISPOSITION, name),
        (header::CACHE_CONTROL, "no-store".to_owned()),
    ];
    (headers, Body::from(record)).into_response()
}
