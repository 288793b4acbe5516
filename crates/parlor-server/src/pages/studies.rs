//! Endgame studies of Kuba: of each material of up to five marbles a position whose win takes longest, with
//! best play of both sides, stepped through like a game that is over.

use std::sync::Arc;

use askama::Template;
use axum::extract::{Request, State};
use axum::handler::Handler as _;
use axum::http::StatusCode;
use axum::response::{IntoResponse as _, Redirect, Response};
use parlor_record::record::AnyRecord;

use super::extractors::Path;
use super::imported::download;
use super::kept_studies::{KEPT, KeptStudy, find, no_such_study};
use super::open_graph::{self, OpenGraph};
use super::{game_info, game_picture, page, replay, sentences};
use crate::app::{Address, App};

#[derive(Template)]
#[template(path = "studies.html")]
struct ListPage {
    graph: OpenGraph,
    about: String,
    studies: Vec<Card>,
}

/// A study as it is offered.
struct Card {
    name: &'static str,
    marbles: String,
    needs: String,
    wins: String,
    shares: String,
    picture: String,
}

impl Card {
    fn of(kept: &'static KeptStudy) -> Self {
        let study = kept.study;
        let scene = kept.import.table().and_then(|table| table.scene_after(0));
        let scene = scene.expect("the record of a study is a game");
        let id = format!("study-{}-", kept.name);
        Self {
            name: &kept.name,
            marbles: sentences::marbles_of(study),
            needs: sentences::needs_of(study),
            wins: sentences::white_wins_in(study.line.len()),
            shares: sentences::shares_of(study),
            picture: scene.svg(game_info::on_board(&id)),
        }
    }
}

/// All studies.
pub(super) async fn show(site: Address) -> Response {
    let positions = KEPT.iter().flat_map(|kept| kept.study.counts).sum();
    let list = ListPage {
        graph: open_graph::of_page(
            &site,
            sentences::STUDIES,
            sentences::STUDIES_DESCRIPTION,
            "/studies",
        ),
        about: sentences::studies_about(positions),
        studies: KEPT.iter().map(Card::of).collect(),
    };
    page(StatusCode::OK, &list)
}

/// A study, stepped through, or its picture: routes do not distinguish endings.
pub(super) async fn page_or_picture(
    State(app): State<Arc<App>>,
    Path(name): Path<String>,
    request: Request,
) -> Response {
    match game_picture::of_name(&name) {
        Some(_) => game_picture::show.call(request, app).await,
        None => replay::show.call(request, app).await,
    }
}

/// Leads to a study whoever asks for the address of a form.
pub(super) async fn go_back(Path(name): Path<String>) -> Response {
    match find(&name) {
        Some(kept) => Redirect::to(&format!("/studies/{}", kept.name)).into_response(),
        None => no_such_study(&name),
    }
}

pub(super) async fn text(Path(name): Path<String>) -> Response {
    let Some(kept) = find(&name) else {
        return no_such_study(&name);
    };
    let text = kept.import.text().as_bytes().to_vec();
    download(&kept.name, "text/plain; charset=utf-8", "txt", text.into())
}

pub(super) async fn json(Path(name): Path<String>) -> Response {
    let Some(kept) = find(&name) else {
        return no_such_study(&name);
    };
    let json = AnyRecord::to_json(kept.import.record());
    download(&kept.name, "application/json", "json", json.into())
}
