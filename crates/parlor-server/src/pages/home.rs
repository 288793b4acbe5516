//! Home: what this is, a new game in one press, and this browser's games.

use std::sync::Arc;

use askama::Template;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse as _, Response};
use parlor_game::AnyGame;
use parlor_record::hex;
use parlor_view::{Options, Scene, Style};

use super::sheet::{self, GAMES, GameSheet};
use super::{PageError, page, told, view, vignette};
use crate::id::GameId;
use crate::service::ServiceError;
use crate::table::{Seen, Status};
use crate::web::{App, Browser, NewBrowser};

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
    sheet: GameSheet,
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
    let mut lines = Vec::new();
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
    running.sort_by_key(|seen| {
        (
            !view::is_yours_to_act(seen),
            core::cmp::Reverse(seen.touched),
        )
    });
    let mut games = Vec::new();
    for game in GAMES {
        games.extend(card(game, app.service.randomness().bytes()?));
    }
    let home = Home {
        games,
        running: running.iter().map(line).collect(),
        finished: finished.iter().map(line).collect(),
        nobody: vignette::nobody(),
    };
    Ok((cookie, page(StatusCode::OK, &home)).into_response())
}

fn card(game: &'static str, nonce: [u8; 16]) -> Option<Card> {
    let sheet = sheet::sheet(game)?;
    let example = AnyGame::from_position(sheet.example, None).ok()?;
    let options = Options {
        style: Style::Page,
        id: &format!("{game}-"),
    };
    let picture = Scene::of(&example).svg(options);
    let nonce = hex::encode(&nonce);
    Some(Card {
        sheet,
        picture,
        nonce,
    })
}

fn line(seen: &Seen) -> Line {
    Line {
        id: seen.id.to_string(),
        marks: seen
            .seats
            .iter()
            .map(|chair| sheet::mark(seen.game, chair.seat))
            .collect(),
        title: told::heading(seen),
        says: told::standing(seen),
        is_yours: view::is_yours_to_act(seen),
    }
}
