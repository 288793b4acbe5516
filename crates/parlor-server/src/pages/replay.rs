//! A game that is over, stepped through: one page for each ply, which a script shows one after the
//! other in place.

use std::sync::Arc;

use askama::Template;
use axum::Extension;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse as _, Response};
use axum_extra::extract::cookie::CookieJar;
use serde::Deserialize;

use super::board::Board;
use super::client_work::ClientWork;
use super::extractors::Query;
use super::move_range::MoveRange;
use super::onward::Onward;
use super::past_game::{PastGame, Source};
use super::players::{self, PlayerRow};
use super::stepper::{Place, Stepper};
use super::steps::StepWords;
use super::viewer::{Viewer, ViewerPrefs};
use super::{
    PageError, animation, game_info, game_picture, lab, live, narration, page, page_with,
    sentences, steps,
};
use crate::app::{Address, App, Client};
use crate::wording;
use parlor_record::record::Clock;
use parlor_table::table::{GameView, PlyView, Status};
use parlor_view::shortened;

/// What the list of moves is called in addresses.
const LIST: &str = "moves";

/// The most characters of a comment that are shown.
const LONGEST_COMMENT: usize = 2_000;

/// Which ply is asked for.
#[derive(Clone, Debug, Default, Deserialize)]
pub(super) struct ReplayQuery {
    /// The number of moves; all of them without it.
    pub(super) ply: Option<String>,
    /// The link that led here, which gets the focus again.
    pub(super) by: Option<String>,
    /// The ply that a script shows, which takes only what has changed since.
    pub(super) shown: Option<usize>,
}

/// A line of the list of moves: a move, or rolls one after another with which nothing could move.
struct MoveLine<'a> {
    moves: &'a [PlyView],
    /// What the rolls are called that are folded up; `None` for a move.
    folded: Option<String>,
    /// Whether they are folded out, since one of them is shown that no step leads to.
    is_open: bool,
}

impl<'a> MoveLine<'a> {
    /// The lines of these moves, of which this one is shown.
    fn all(moves: &'a [PlyView], ply: usize) -> Vec<Self> {
        let lines = moves.chunk_by(|one, next| one.is_lost_roll && next.is_lost_roll);
        let line = |moves: &'a [PlyView]| Self {
            moves,
            folded: (moves.len() > 1).then(|| sentences::lost_rolls(moves.len())),
            is_open: (moves[0].number..moves[moves.len() - 1].number).contains(&ply),
        };
        lines.map(line).collect()
    }

    fn first(&self) -> usize {
        self.moves[0].number
    }
}

/// What a record says of a move.
pub(super) struct Remarks {
    pub(super) comment: Option<String>,
    pub(super) clock: Option<String>,
}

impl Remarks {
    pub(super) fn of(comment: Option<&str>, clock: Option<Clock>) -> Self {
        Self {
            comment: comment.map(|comment| {
                shortened(&comment.replace(['\n', '\r', '\t'], " "), LONGEST_COMMENT)
            }),
            clock: clock.map(|clock| clock.to_string()),
        }
    }
}

#[derive(Template)]
#[template(path = "replay.html")]
struct ReplayPage<'a> {
    source: &'a Source,
    /// The game as its visitor sees it, with the state after the move.
    view: &'a GameView,
    is_turned: bool,
    board: Board,
    players: Vec<PlayerRow<'a>>,
    heading: String,
    stepper: Stepper,
    /// `Move 5 of 24`.
    place: String,
    /// What the move was; `None` at the start.
    step: Option<StepWords>,
    /// Whose turn it was then; `None` at the end.
    turn: Option<String>,
    /// What the record says of the move.
    remarks: Option<Remarks>,
    /// How it ended.
    verdict: String,
    onward: Option<Onward>,
    /// The analysis board with this position.
    further: Option<String>,
    /// The address of this ply, to be passed on.
    url: String,
    /// The part of the moves in which this one is, and the others, where they are too many for
    /// one list.
    lines: Vec<MoveLine<'a>>,
    other_parts: Vec<MoveRange>,
    /// Whether a link of the list of moves led here, so that it is open again.
    is_listed: bool,
    /// Whether the script has the list already.
    is_list_known: bool,
}

pub(super) async fn show(
    State(app): State<Arc<App>>,
    Extension(work): Extension<ClientWork>,
    past: PastGame,
    Query(asked): Query<ReplayQuery>,
    client: Client,
    jar: CookieJar,
    site: Address,
) -> Result<Response, PageError> {
    let nonce = app.service.randomness().bytes()?;
    let source = past.source.clone();
    let make = move || replayed(past, &asked, &jar, nonce, &site);
    source.make(&app, &work, client.net, make).await?
}

/// The page of a ply.
fn replayed(
    past: PastGame,
    asked: &ReplayQuery,
    jar: &CookieJar,
    nonce: [u8; 16],
    site: &Address,
) -> Result<Response, PageError> {
    let PastGame {
        source,
        view,
        cookie,
    } = past;
    let last = view.played;
    let ply = asked.ply.as_deref();
    // A study is a question first.
    let first_shown = if source.is_study() { 0 } else { last };
    let ply = ply.map_or(Ok(first_shown), |ply| game_picture::ply(ply, last))?;
    let part = MoveRange::with(ply, last);
    let table = source.table();
    let scene = table.scene_after(ply).ok_or_else(PageError::no_game)?;
    let (moves, stops) = (table.moves(part.first - 1), table.stops_around(ply));
    // What is noted of a game that was played here is told by its page.
    let notes = table.notes_on(ply).filter(|_| source.is_brought());
    let is_over = view.status == Status::Over;
    let prefs = ViewerPrefs::of(jar);
    let verdict = if is_over {
        narration::standing(&Viewer::new(&view, prefs))
    } else {
        sentences::NOT_OVER.to_owned()
    };
    let view = GameView { scene, ..view };
    let viewer = Viewer::new(&view, prefs);
    let address = source.replay();
    let by = asked.by.as_deref();
    let at = Place {
        ply,
        last,
        stops,
        by,
    };
    let shown_move = moves.iter().find(|shown| shown.number == ply);
    let stand_in = shown_move.and_then(|shown| shown.stand_in.as_deref());
    let step = steps::words(&viewer, &view.scene, stand_in);
    let step = step.or_else(|| steps::rolled(&viewer, &view.scene, stand_in));
    let shown = ReplayPage {
        view: &view,
        is_turned: viewer.is_turned,
        board: Board::replayed(&viewer),
        players: players::list(&viewer),
        heading: source
            .study_heading()
            .unwrap_or_else(|| narration::heading(&view)),
        verdict,
        onward: Onward::of(&source, &view, ply, jar, nonce),
        // The analysis board searches, and knows less than the tables that a study comes from.
        further: lab::address::of_scene(&view.scene).filter(|_| !source.is_study()),
        url: format!("{}{address}?ply={ply}", site.0),
        place: at.title(),
        stepper: Stepper::new(address, Vec::new(), at, at.says(step.as_ref())),
        step,
        turn: (ply < last || !is_over).then(|| narration::turn(&viewer, &view.scene)),
        remarks: match source.study_claim().filter(|_| ply == 0) {
            Some(claim) => Some(Remarks::of(Some(&claim), None)),
            None => notes.map(|notes| Remarks::of(notes.comment.as_deref(), notes.clock)),
        },
        lines: MoveLine::all(&moves, ply),
        other_parts: part.others(last),
        is_listed: by == Some(LIST),
        is_list_known: part.is_shown(asked.shown, last),
        source: &source,
    };
    let Some(before) = asked.shown else {
        return Ok((cookie, page(StatusCode::OK, &shown)).into_response());
    };
    // Only a step on is seen as it was: of rolls that are folded up, the last.
    let is_step = stops[0] == Some(before) || ply.checked_sub(1) == Some(before);
    let frames = if is_step {
        table.frames_of(ply)
    } else {
        Vec::new()
    };
    let frames = animation::drawn(&frames, &viewer, &shown.board.svg);
    let page = page_with(StatusCode::OK, &shown, |html| {
        live::excerpt(&html, &frames, true)
    });
    Ok((cookie, page).into_response())
}
