//! Home: what this is, a new game in one press, and this browser's games.

use std::sync::Arc;

use askama::Template;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use parlor_game::AnyGame;
use parlor_view::{Options, Scene, Style};

use super::sheet::{self, GAMES, GameSheet};
use super::{PageError, page, view};
use crate::id::GameId;
use crate::service::ServiceError;
use crate::table::{Seen, Status};
use crate::web::{App, Browser};

/// How many seats of a browser are looked at.
const MOST: u32 = 60;

#[derive(Template)]
#[template(path = "home.html")]
struct Home {
    games: Vec<Card>,
    /// Those in which this browser is to act come first.
    running: Vec<Line>,
    finished: Vec<Line>,
}

/// A game that can be begun.
struct Card {
    sheet: GameSheet,
    picture: String,
}

/// A game of this browser.
struct Line {
    id: String,
    title: String,
    says: String,
    is_yours: bool,
}

pub(super) async fn show(
    State(app): State<Arc<App>>,
    Browser(browser): Browser,
) -> Result<Response, PageError> {
    let mut lines = Vec::new();
    if let Some(browser) = browser {
        let mut known: Vec<GameId> = Vec::new();
        for holding in app.service.held(browser, MOST).await? {
            if known.contains(&holding.game) {
                continue;
            }
            known.push(holding.game.clone());
            match app.service.game(&holding.game).await {
                Ok(Some(hosted)) => lines.push(hosted.seen(&hosted.held_by(&browser))),
                // One game that cannot be read keeps nobody from the others.
                Ok(None) | Err(ServiceError::Store(_)) => {}
                Err(error) => return Err(error.into()),
            }
        }
    }
    let (finished, mut running): (Vec<Seen>, Vec<Seen>) = lines
        .into_iter()
        .partition(|seen| seen.status == Status::Over);
    running.sort_by_key(|seen| (!view::is_yours_to_act(seen), core::cmp::Reverse(seen.touched)));
    let home = Home {
        games: GAMES.into_iter().filter_map(card).collect(),
        running: running.iter().map(line).collect(),
        finished: finished.iter().map(line).collect(),
    };
    Ok(page(StatusCode::OK, &home))
}

fn card(game: &'static str) -> Option<Card> {
    let sheet = sheet::sheet(game)?;
    let example = AnyGame::from_position(sheet.example, None).ok()?;
    let options = Options {
        style: Style::Page,
        id: &format!("{game}-"),
    };
    let picture = Scene::of(&example).svg(options);
    Some(Card { sheet, picture })
}

fn line(seen: &Seen) -> Line {
    Line {
        id: seen.id.to_string(),
        title: view::heading(seen),
        says: view::standing(seen),
        is_yours: view::is_yours_to_act(seen),
    }
}
