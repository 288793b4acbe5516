//! A game that is over, stepped through: one page for each ply.

use std::sync::Arc;

use askama::Template;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse as _, Redirect, Response};
use axum_extra::extract::cookie::CookieJar;
use serde::Deserialize;

use super::board::Board;
use super::context::GameQuery;
use super::extractors::{Path, Query};
use super::game::find;
use super::players::{self, PlayerRow};
use super::steps::StepWords;
use super::viewer::{Viewer, ViewerPrefs};
use super::{PageError, error, game_info, narration, page, sentences, steps};
use crate::app::{App, BrowserKey};
use crate::wording;
use parlor_table::table::{GameView, MOST_MOVES, PlyView, Status};

/// What the list of moves is called in addresses.
const LIST: &str = "moves";

/// Which ply is asked for.
#[derive(Clone, Debug, Default, Deserialize)]
pub(super) struct ReplayQuery {
    /// The number of moves; all of them without it.
    ply: Option<usize>,
    /// The link that led here, which gets the focus again.
    by: Option<String>,
}

/// A link to another ply.
struct ReplayLink {
    /// What it is called in addresses.
    name: &'static str,
    title: &'static str,
    /// What the browser knows it by, and the key that follows it.
    relation: &'static str,
    key: &'static str,
    /// The ply that it leads to; `None` at an end of the game.
    to: Option<usize>,
    has_focus: bool,
}

/// A part of the moves, as many as one list has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct MoveRange {
    first: usize,
    last: usize,
}

impl MoveRange {
    /// The part in which this move is, of so many; the start is in the first one.
    fn with(ply: usize, played: usize) -> Self {
        let before = ply.saturating_sub(1) / MOST_MOVES * MOST_MOVES;
        Self {
            first: before + 1,
            last: played.min(before + MOST_MOVES),
        }
    }

    /// The other parts.
    fn others(self, played: usize) -> Vec<Self> {
        let parts = (1..=played).step_by(MOST_MOVES);
        let parts = parts.map(|first| Self::with(first, played));
        parts.filter(|part| *part != self).collect()
    }
}

#[derive(Template)]
#[template(path = "replay.html")]
struct ReplayPage<'a> {
    /// The game as its visitor sees it, with the state after the move.
    view: &'a GameView,
    board: Board,
    players: Vec<PlayerRow<'a>>,
    heading: String,
    /// `Move 5 of 24`.
    place: String,
    ply: usize,
    ways: [ReplayLink; 4],
    /// What the move was; `None` at the start.
    step: Option<StepWords>,
    /// Whose turn it was then; `None` at the end.
    turn: Option<String>,
    /// How it ended.
    verdict: String,
    /// The part of the moves in which this one is, and the others, where they are too many for
    /// one list.
    moves: &'a [PlyView],
    other_parts: Vec<MoveRange>,
    /// Whether a link of the list of moves led here, so that it is open again.
    is_listed: bool,
}

pub(super) async fn show(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    Query(asked): Query<ReplayQuery>,
    BrowserKey(browser): BrowserKey,
    jar: CookieJar,
) -> Result<Response, PageError> {
    let handle = find(&app, &id).await?;
    let by = browser.map_or_else(Vec::new, |browser| handle.held_by(&browser));
    let view = handle.view_for(&by);
    if view.status != Status::Over {
        return Ok(Redirect::to(&format!("/games/{}", view.id)).into_response());
    }
    let last = view.played;
    let ply = asked.ply.unwrap_or(last);
    let scene = handle.table().scene_after(ply).ok_or_else(|| {
        error(StatusCode::NOT_FOUND)
            .titled("There is no such move")
            .saying(format!("This game has {last} moves."))
    })?;
    let part = MoveRange::with(ply, last);
    let moves = handle.table().moves(part.first - 1);
    let prefs = ViewerPrefs::of(&jar);
    let verdict = narration::standing(&Viewer::new(&view, prefs));
    let view = GameView { scene, ..view };
    let viewer = Viewer::new(&view, prefs);
    let shown = ReplayPage::new(&viewer, verdict, ply, asked.by.as_deref(), &moves);
    Ok(page(StatusCode::OK, &shown))
}

impl<'a> ReplayPage<'a> {
    fn new(
        viewer: &Viewer<'a>,
        verdict: String,
        ply: usize,
        by: Option<&str>,
        moves: &'a [PlyView],
    ) -> Self {
        let view = viewer.view;
        let last = view.played;
        let back = ply.checked_sub(1);
        let next = Some(ply + 1).filter(|next| *next <= last);
        let ways = [
            ("first", "First", "start", "Home", back.map(|_| 0)),
            ("back", "Back", "prev", "ArrowLeft", back),
            ("next", "Next", "next", "ArrowRight", next),
            ("last", "Last", "end", "End", next.map(|_| last)),
        ];
        let ways = ways.map(|(name, title, relation, key, to)| ReplayLink {
            name,
            title,
            relation,
            key,
            to,
            has_focus: by == Some(name),
        });
        let mut shown = moves.iter();
        let shown = shown.find(|shown| shown.number == ply);
        let stand_in = shown.and_then(|shown| shown.stand_in.as_deref());
        Self {
            view,
            board: Board::new(viewer, &GameQuery::default(), ""),
            players: players::list(viewer),
            heading: narration::heading(view),
            place: sentences::place_in_game(ply, last),
            ply,
            ways,
            step: steps::words(viewer, &view.scene, stand_in),
            turn: (ply < last).then(|| narration::turn(viewer, &view.scene)),
            verdict,
            moves,
            other_parts: MoveRange::with(ply, last).others(last),
            is_listed: by == Some(LIST),
        }
    }
}
