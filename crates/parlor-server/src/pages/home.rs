//! Home: what this is, a new game in one press, and this browser's games.

use core::cmp::Reverse;
use std::sync::Arc;

use askama::Template;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse as _, Response};
use axum_extra::extract::cookie::CookieJar;
use parlor_game::AnyGame;
use parlor_puzzles::PuzzleId;
use parlor_view::Scene;

use super::game_info::{self, GAMES, GameInfo};
use super::open_graph::{self, OpenGraph};
use super::own_games::own_games;
use super::viewer::{Viewer, ViewerPrefs};
use super::{PageError, illustration, learn, narration, own_level, page, puzzles, sentences};
use crate::app::{Address, App, BrowserKey, NewBrowser};
use parlor_service::service::ServiceError;
use parlor_table::table::{GameView, Status};

/// The most games listed, which is the most that a browser may have in progress.
const MOST_GAMES: usize = 100;

#[derive(Template)]
#[template(path = "home.html")]
struct Home {
    graph: OpenGraph,
    games: Vec<Card>,
    /// Those in which this browser is to move come first.
    running: Vec<GameLine>,
    finished: Vec<GameLine>,
    /// The puzzle of the day.
    of_day: PuzzleId,
}

/// A game that can be started.
struct Card {
    info: &'static GameInfo,
    /// The bot that is chosen unless another is.
    level: &'static str,
    picture: String,
    /// A six, in a game with dice.
    die: Option<String>,
    /// The lesson to begin with, for who has no game of it yet.
    lesson: Option<usize>,
    /// The nonces of its two forms, by which a form sent twice makes one game.
    nonce: String,
    friend_nonce: String,
}

/// A game in a list.
pub(super) struct GameLine {
    pub(super) id: String,
    /// The small pictures of its seats.
    pub(super) marks: Vec<String>,
    pub(super) title: String,
    pub(super) says: String,
    is_yours: bool,
}

pub(super) async fn show(
    State(app): State<Arc<App>>,
    browser: BrowserKey,
    jar: CookieJar,
    site: Address,
) -> Result<Response, PageError> {
    // A form sent twice comes from the same browser both times.
    let NewBrowser { cookie, .. } = NewBrowser::of(browser, &app)?;
    let BrowserKey(browser) = browser;
    let mut views: Vec<GameView> = Vec::new();
    if let Some(browser) = browser {
        let games = own_games(&app, browser).await?;
        for game in games.iter().take(MOST_GAMES) {
            match app.service.game(game).await {
                Ok(Some(handle)) => views.push(handle.view_for(&handle.held_by(&browser))),
                // A game that cannot be read does not hide the others.
                Ok(None) | Err(ServiceError::Store(_)) => {}
                Err(error) => return Err(error.into()),
            }
        }
    }
    let viewers = views
        .iter()
        .map(|view| Viewer::new(view, ViewerPrefs::default()));
    let (finished, mut running): (Vec<Viewer<'_>>, Vec<Viewer<'_>>) =
        viewers.partition(|viewer| viewer.view.status == Status::Over);
    running.sort_by_key(|viewer| (!viewer.may_act, Reverse(viewer.view.touched)));
    let mut games = Vec::new();
    for info in &*GAMES {
        let randomness = app.service.randomness();
        let level = own_level::of(&jar, info);
        let known = finished.iter().map(|viewer| viewer.view.game);
        let lesson = learn::offer::lesson(info, &jar, known);
        let nonces = [randomness.bytes()?, randomness.bytes()?];
        games.extend(card(info, level, lesson, nonces));
    }
    let title = sentences::HOME_TITLE;
    let home = Home {
        graph: open_graph::of_page(&site, title, sentences::HOME_DESCRIPTION, "/"),
        games,
        running: running.iter().map(line).collect(),
        finished: finished.iter().map(line).collect(),
        of_day: puzzles::of_today(&app),
    };
    Ok((cookie, page(StatusCode::OK, &home)).into_response())
}

fn card(
    info: &'static GameInfo,
    level: &'static str,
    lesson: Option<usize>,
    nonces: [[u8; 16]; 2],
) -> Option<Card> {
    let example = AnyGame::from_position(info.example, None).ok()?;
    let id = format!("{}-", info.name);
    let picture = Scene::of(&example).svg(game_info::on_board(&id));
    let [nonce, friend_nonce] = nonces.map(hex::encode);
    Some(Card {
        info,
        level,
        picture,
        die: info.has_dice.then(illustration::six),
        lesson,
        nonce,
        friend_nonce,
    })
}

pub(super) fn line(viewer: &Viewer<'_>) -> GameLine {
    let view = viewer.view;
    let marks = view.seats.iter();
    GameLine {
        id: view.id.to_string(),
        marks: marks
            .map(|seat| {
                let id = format!("game-{}-{}-", view.id, seat.seat);
                game_info::mark_on_board(view.game, seat.seat, &id)
            })
            .collect(),
        title: narration::own_heading(viewer),
        says: narration::standing(viewer),
        is_yours: viewer.may_act,
    }
}
