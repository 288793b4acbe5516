//! Home: what this is, a new game in one press, and this browser's games.

use core::cmp::Reverse;
use std::sync::Arc;

use askama::Template;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse as _, Response};
use parlor_game::AnyGame;
use parlor_view::{Options, Scene, Style};

use super::game_info::{self, GAMES, GameInfo};
use super::viewer::{Viewer, ViewerPrefs};
use super::{PageError, illustration, narration, page};
use crate::app::{App, Browser, NewBrowser};
use parlor_service::service::ServiceError;
use parlor_table::id::GameId;
use parlor_table::table::{GameView, Status};

/// How many games are listed. As many as a browser may have going on.
const MOST_GAMES: usize = 100;

/// How many seats of a browser are looked at: those of the games that go on
/// come first, and no game has more than four.
const MOST_SEATS: u32 = 400;

#[derive(Template)]
#[template(path = "home.html")]
struct Home {
    games: Vec<Card>,
    /// Those in which this browser is to act come first.
    running: Vec<Line>,
    finished: Vec<Line>,
    /// What is shown where nothing is going on.
    nobody: String,
}

/// A game that can be begun.
struct Card {
    info: GameInfo,
    picture: String,
    /// What tells the form of its one button from every other.
    nonce: String,
}

/// A game of this browser.
struct Line {
    id: String,
    /// The small pictures of its seats.
    marks: Vec<String>,
    title: String,
    says: String,
    is_yours: bool,
}

pub(super) async fn show(
    State(app): State<Arc<App>>,
    browser: Browser,
) -> Result<Response, PageError> {
    // Whoever sends a form twice is the same browser both times.
    let NewBrowser { cookie, .. } = NewBrowser::of(browser, &app)?;
    let Browser(browser) = browser;
    let mut views: Vec<GameView> = Vec::new();
    if let Some(browser) = browser {
        let mut known: Vec<GameId> = Vec::new();
        for holding in app.service.held(browser, MOST_SEATS).await? {
            if known.contains(&holding.game) {
                continue;
            }
            if known.len() == MOST_GAMES {
                break;
            }
            known.push(holding.game.clone());
            match app.service.game(&holding.game).await {
                Ok(Some(handle)) => views.push(handle.view_for(&handle.held_by(&browser))),
                // One game that cannot be read keeps nobody from the others.
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
    for game in GAMES {
        games.extend(card(game, app.service.randomness().bytes()?));
    }
    let home = Home {
        games,
        running: running.iter().map(line).collect(),
        finished: finished.iter().map(line).collect(),
        nobody: illustration::nobody(),
    };
    Ok((cookie, page(StatusCode::OK, &home)).into_response())
}

fn card(game: &'static str, nonce: [u8; 16]) -> Option<Card> {
    let info = game_info::of(game)?;
    let example = AnyGame::from_position(info.example, None).ok()?;
    let options = Options {
        style: Style::Page,
        id: &format!("{game}-"),
    };
    let picture = Scene::of(&example).svg(options);
    let nonce = hex::encode(&nonce);
    Some(Card {
        info,
        picture,
        nonce,
    })
}

fn line(viewer: &Viewer<'_>) -> Line {
    let view = viewer.view;
    let marks = view.seats.iter();
    Line {
        id: view.id.to_string(),
        marks: marks
            .map(|seat| game_info::mark(view.game, seat.seat))
            .collect(),
        title: narration::heading(view),
        says: narration::standing(viewer),
        is_yours: viewer.may_act,
    }
}
