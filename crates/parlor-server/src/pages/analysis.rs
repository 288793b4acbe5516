//! What decided a game that is over: one press from its end to the analysis, ply by ply.

mod findings;
pub(super) mod kuba;
pub(super) mod ludo;

use std::sync::Arc;

use askama::Template;
use axum::Extension;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse as _, Redirect, Response};
use axum_extra::extract::cookie::CookieJar;
use parlor_study::Study;
use serde::Deserialize;

use super::client_work::ClientWork;
use super::extractors::Query;
use super::move_range::MoveRange;
use super::onward::Onward;
use super::past_game::{PastGame, Source};
use super::players::{self, PlayerRow};
use super::stepper::{Place, Stepper};
use super::viewer::{Viewer, ViewerPrefs};
use super::{
    PageError, error, game_info, game_picture, lab, live, narration, page, page_with, sentences,
};
use crate::app::{App, Client};
use crate::wording;
use findings::{Findings, Seen, ShownBoard};
use parlor_service::studies::{StudyProgress, StudyRefusal, StudyState};
use parlor_table::playable::has_dice;
use parlor_table::table::GameView;

/// What the list of moves is called in addresses.
const LIST: &str = "moves";

/// Which ply is asked for.
#[derive(Clone, Debug, Default, Deserialize)]
pub(super) struct AnalysisQuery {
    /// Its number; what changed most without it.
    ply: Option<String>,
    /// Shows what the better choice would have come to, rather than the choice.
    better: Option<String>,
    /// The link that led here, which gets the focus again.
    by: Option<String>,
    /// The ply that a script shows, which takes only what has changed since.
    shown: Option<usize>,
}

#[derive(Template)]
#[template(path = "analysis.html")]
struct AnalysisPage<'a> {
    source: &'a Source,
    heading: String,
    findings: &'a Findings,
    /// Whose moves were not all their own.
    stood_in: Vec<String>,
    board: &'a ShownBoard,
    /// The players as they stand on that board.
    players: Vec<PlayerRow<'a>>,
    onward: Option<Onward>,
    /// The analysis board with the position that is shown.
    further: Option<String>,
    stepper: Stepper,
    other_parts: Vec<MoveRange>,
    /// Whether a link of the list of moves led here, so that it is open again.
    is_listed: bool,
    /// Whether the script has the list already.
    is_list_known: bool,
}

/// The page while there is no analysis yet.
#[derive(Template)]
#[template(path = "analysis_wait.html")]
struct WaitPage {
    /// The address with which those of all pages of the game begin.
    base: String,
    game: &'static str,
    heading: String,
    has_dice: bool,
    played: usize,
    /// `None` if nobody has asked for it.
    progress: Option<StudyProgress>,
}

pub(super) async fn show(
    State(app): State<Arc<App>>,
    Extension(work): Extension<ClientWork>,
    past: PastGame,
    Query(asked): Query<AnalysisQuery>,
    client: Client,
    jar: CookieJar,
) -> Result<Response, PageError> {
    let PastGame {
        source,
        view,
        cookie,
    } = past;
    let wait = |progress| {
        let waiting = WaitPage {
            base: source.address(),
            game: view.game,
            heading: narration::heading(&view),
            has_dice: has_dice(view.game),
            played: view.played,
            progress,
        };
        Ok(page(StatusCode::OK, &waiting))
    };
    match app.service.study(&source.name()) {
        StudyState::Unknown => wait(None),
        StudyState::UnderWay(progress) => wait(Some(progress)),
        StudyState::Failed => Err(failed()),
        StudyState::Kept(study) => {
            let visit = Visit {
                prefs: ViewerPrefs::of(&jar),
                view,
                source: source.clone(),
                jar,
                nonce: app.service.randomness().bytes()?,
            };
            let make = move || visit.analyzed(&study, &asked);
            let page = source.make(&app, &work, client.net, make).await??;
            Ok((cookie, page).into_response())
        }
    }
}

/// Begins the analysis, and leads to its page.
pub(super) async fn begin(
    State(app): State<Arc<App>>,
    source: Source,
    client: Client,
) -> Result<Response, PageError> {
    if source.is_past(&source.view_for(&[])) {
        let record = || source.record();
        let begun = app.service.begin_study(&source.name(), record, client.net);
        begun.map_err(|refusal| refused(&refusal))?;
    }
    Ok(Redirect::to(&address(&source)).into_response())
}

/// Takes back that this client has asked for the analysis, and leads back to the game.
pub(super) async fn cancel(
    State(app): State<Arc<App>>,
    source: Source,
    client: Client,
) -> Response {
    app.service.cancel_study(&source.name(), client.net);
    Redirect::to(&source.address()).into_response()
}

/// The analysis as the commands print it, once it is there.
pub(super) async fn json(
    State(app): State<Arc<App>>,
    source: Source,
) -> Result<Response, PageError> {
    match app.service.study(&source.name()) {
        StudyState::Kept(study) => {
            let headers = [
                (header::CONTENT_TYPE, "application/json"),
                (header::CACHE_CONTROL, "no-store"),
            ];
            Ok((headers, format!("{}\n", study.json())).into_response())
        }
        StudyState::Failed => Err(failed()),
        StudyState::Unknown | StudyState::UnderWay(_) => Err(error(StatusCode::NOT_FOUND)
            .titled(sentences::NO_ANALYSIS_YET)
            .saying(sentences::ASK_FOR_ANALYSIS)),
    }
}

fn address(source: &Source) -> String {
    format!("{}/analysis", source.address())
}

fn failed() -> PageError {
    error(StatusCode::INTERNAL_SERVER_ERROR)
        .titled(sentences::NO_ANALYSIS)
        .saying(sentences::ANALYSIS_FAILED)
}

fn refused(refusal: &StudyRefusal) -> PageError {
    let says = wording::sentence(&wording::study_refusal(refusal));
    let status = match refusal {
        StudyRefusal::Game(_) | StudyRefusal::TooLong { .. } => StatusCode::UNPROCESSABLE_ENTITY,
        StudyRefusal::ClientHasMany { .. } => {
            return error(StatusCode::TOO_MANY_REQUESTS).saying(says).for_now();
        }
        StudyRefusal::AllBusy => {
            return error(StatusCode::SERVICE_UNAVAILABLE)
                .saying(says)
                .for_now();
        }
    };
    error(status).titled(sentences::NO_ANALYSIS).saying(says)
}

/// A look at an analysis that is there.
struct Visit {
    source: Source,
    view: GameView,
    prefs: ViewerPrefs,
    jar: CookieJar,
    nonce: [u8; 16],
}

impl Visit {
    /// The page of a ply.
    fn analyzed(self, study: &Study, asked: &AnalysisQuery) -> Result<Response, PageError> {
        let Self { view, source, .. } = &self;
        let viewer = Viewer::new(view, self.prefs);
        let last = view.played;
        let ply = asked.ply.as_deref();
        let ply = ply.map(|ply| game_picture::ply(ply, last)).transpose()?;
        let (findings, stops, stood_in) = {
            let table = source.table();
            let seen = Seen {
                viewer: &viewer,
                table: &*table,
                ply,
                is_better: asked.better.is_some(),
            };
            let findings = match study {
                Study::Ludo(study) => ludo::findings(&seen, study),
                Study::Kuba(study) => kuba::findings(&seen, study),
            };
            let stops = table.stops_around(findings.ply);
            let stood_in = view.seats.iter().filter_map(|seat| {
                let moves = table.stood_in(seat.seat);
                (moves > 0).then(|| sentences::stood_in(moves, &viewer.name(seat.seat)))
            });
            (findings, stops, stood_in.collect())
        };
        let ply = findings.ply;
        let by = asked.by.as_deref();
        let at = Place {
            ply,
            last,
            stops,
            by,
        };
        let says = format!("{} {}", findings.now.title, findings.now.says);
        let then = GameView {
            scene: findings.board.scene.clone(),
            ..view.clone()
        };
        let part = MoveRange::with(ply, last);
        let shown = AnalysisPage {
            source,
            heading: narration::heading(view),
            board: &findings.board,
            players: players::list(&Viewer::new(&then, self.prefs)),
            // One plays on from before the choice that is shown.
            onward: Onward::of(source, view, ply.saturating_sub(1), &self.jar, self.nonce).map(
                |onward| {
                    if ply > 0 {
                        onward.before_the_move()
                    } else {
                        onward
                    }
                },
            ),
            further: lab::address::of_scene(&findings.board.scene),
            findings: &findings,
            stood_in,
            stepper: Stepper::new(address(source), Vec::new(), at, says.trim_end().to_owned()),
            other_parts: part.others(last),
            is_listed: by == Some(LIST),
            is_list_known: part.is_shown(asked.shown, last),
        };
        Ok(match asked.shown {
            None => page(StatusCode::OK, &shown),
            Some(_) => page_with(StatusCode::OK, &shown, |html| {
                live::excerpt(&html, &[], true)
            }),
        })
    }
}
