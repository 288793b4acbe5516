//! Endgame studies of Kuba: of each material of up to five marbles a position whose win takes longest, with
//! best play of both sides, stepped through like a game that is over.

use std::sync::{Arc, LazyLock};

use askama::Template;
use axum::extract::{Request, State};
use axum::handler::Handler as _;
use axum::http::StatusCode;
use axum::response::{IntoResponse as _, Redirect, Response};
use kuba_rules::{Action, Rules, Side};
use kuba_tables::{Study, studies};
use parlor_game::{AnyGame, Kuba};
use parlor_record::record::{AnyRecord, Opening, Record};
use parlor_service::imports::Import;
use parlor_view::Scene;

use super::extractors::Path;
use super::imported::download;
use super::open_graph::{self, OpenGraph};
use super::past_game::{Shelf, Source};
use super::practice::{ErrorPage, shortened};
use super::{game_info, game_picture, page, replay, sentences};
use crate::app::{Address, App};

/// The most bytes of a name that are shown again where it is none.
const LONGEST_NAME: usize = 20;

/// A study with its record.
struct Kept {
    study: &'static Study,
    name: String,
    import: Import,
}

/// All studies, in their order.
static KEPT: LazyLock<Vec<Kept>> = LazyLock::new(|| {
    let kept = studies().iter().map(|study| Kept {
        study,
        name: study.name(),
        import: Import::new(record(study).into()),
    });
    kept.collect()
});

/// The record of a study, whose comments say how long the win still takes.
fn record(study: &Study) -> Record<Kuba> {
    let mut opening = Opening::new(Rules::Classroom, Side::ALL);
    opening.start = Some(study.position);
    let mut record = Record::begin(opening).expect("White is to move in a study");
    for (left, &push) in (0..study.line.len()).rev().zip(&study.line) {
        record
            .push(Action::Push(push))
            .expect("the line of a study is legal");
        if left > 0
            && let Some(notes) = record.last_notes_mut()
        {
            notes.comment = Some(sentences::still_wins_in(left));
        }
    }
    record
}

fn find(name: &str) -> Option<&'static Kept> {
    KEPT.iter().find(|kept| kept.name == name)
}

/// The study of this name, to be looked back on.
pub(super) fn source(name: &str) -> Option<Source> {
    let kept = find(name)?;
    Some(Source::Brought {
        shelf: Shelf::Study(kept.name.clone()),
        table: Arc::clone(kept.import.table()?),
        is_forged: false,
    })
}

/// What a page is called that steps through a study; `None` for a game.
pub(super) fn heading(source: &Source) -> Option<String> {
    let kept = source.is_study().then(|| find(&source.name()))??;
    Some(sentences::wins_in(kept.study.line.len()))
}

/// Where there is none.
pub(super) fn no_such_study(name: &str) -> Response {
    let template = ErrorPage {
        title: "There is no such study",
        says: sentences::no_such_study(&shortened(name, LONGEST_NAME)),
        address: "/studies".to_owned(),
        onward: sentences::TO_ALL_STUDIES,
    };
    page(StatusCode::NOT_FOUND, &template)
}

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
    fn of(kept: &'static Kept) -> Self {
        let study = kept.study;
        let game = AnyGame::from_position(&study.position.to_string(), None);
        let id = format!("study-{}-", kept.name);
        let picture = game.map(|game| Scene::of(&game).svg(game_info::on_board(&id)));
        Self {
            name: &kept.name,
            marbles: sentences::marbles_of(study),
            needs: sentences::needs_of(study),
            wins: sentences::wins_in(study.line.len()),
            shares: sentences::shares_of(study),
            picture: picture.unwrap_or_default(),
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
