//! The games of this browser that are over: how each ended, and which bots were beaten.

use std::sync::Arc;

use askama::Template;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use serde::Deserialize;

use super::extractors::Query;
use super::game_info::{self, GAMES, GameInfo};
use super::own_games::own_games;
use super::viewer::{Viewer, ViewerPrefs};
use super::{PageError, error, narration, page, sentences, theme};
use crate::app::{App, BrowserKey};
use parlor_service::service::ServiceError;
use parlor_service::store::StoreError;
use parlor_table::id::GameId;
use parlor_table::table::{GameView, Occupant, Status};

/// The most games on one page.
const ON_A_PAGE: usize = 24;

/// Which page is asked for.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
pub(super) struct FinishedQuery {
    /// From 1.
    page: Option<usize>,
}

#[derive(Template)]
#[template(path = "finished.html")]
struct FinishedPage {
    medals: Vec<Medals>,
    /// The latest first.
    games: Vec<FinishedGame>,
    number: usize,
    pages: usize,
}

/// A game of this browser that is over.
enum FinishedGame {
    Known(Card),
    /// What is kept of it can no longer be read.
    Unreadable(GameId),
}

struct Card {
    id: GameId,
    /// The address of the picture of its last position.
    picture: String,
    /// `Ludo: you and Bob`.
    title: String,
    /// `You won: Clay resigned.`
    says: String,
    /// `2026-11-25` and `November 25, 2026`.
    date: String,
    day: String,
    /// The bots that were beaten in it, by their names.
    beaten: Vec<String>,
    game: &'static str,
}

/// The bots of a game, the weakest first.
struct Medals {
    title: &'static str,
    bots: Vec<Medal>,
    /// The weakest bot that is not beaten yet.
    next: Option<&'static str>,
}

struct Medal {
    title: &'static str,
    is_beaten: bool,
}

pub(super) async fn show(
    State(app): State<Arc<App>>,
    Query(query): Query<FinishedQuery>,
    BrowserKey(browser): BrowserKey,
) -> Result<Response, PageError> {
    let mut games = Vec::new();
    if let Some(browser) = browser {
        for game in own_games(&app, browser).await? {
            match app.service.game(&game).await {
                Ok(Some(handle)) => {
                    let view = handle.view_for(&handle.held_by(&browser));
                    if view.status == Status::Over {
                        games.push(FinishedGame::Known(Card::of(&view)));
                    }
                }
                Ok(None) => {}
                Err(ServiceError::Store(
                    StoreError::Damaged { .. } | StoreError::InvalidEntry { .. },
                )) => games.push(FinishedGame::Unreadable(game)),
                Err(error) => return Err(error.into()),
            }
        }
    }
    let pages = games.len().div_ceil(ON_A_PAGE).max(1);
    let number = query.page.unwrap_or(1);
    if !(1..=pages).contains(&number) {
        return Err(error(StatusCode::NOT_FOUND)
            .titled("There is no such page")
            .saying(sentences::no_such_page(number, pages)));
    }
    let medals = GAMES.iter().map(|info| Medals::of(info, &games)).collect();
    let games = games.into_iter().skip((number - 1) * ON_A_PAGE);
    let shown = FinishedPage {
        medals,
        games: games.take(ON_A_PAGE).collect(),
        number,
        pages,
    };
    Ok(page(StatusCode::OK, &shown))
}

impl Card {
    fn of(view: &GameView) -> Self {
        let viewer = Viewer::new(view, ViewerPrefs::default());
        let theme = theme::chosen().map_or(String::new(), |theme| format!("&theme={theme}"));
        let (date, day) = date(view.touched.0);
        Self {
            picture: format!("/games/{}.svg?ply={}{theme}", view.id, view.played),
            id: view.id.clone(),
            title: narration::own_heading(&viewer),
            says: narration::standing(&viewer),
            date,
            day,
            beaten: beaten(&viewer),
            game: view.game,
        }
    }
}

/// The bots that the player of one seat has come before, as the only first.
fn beaten(viewer: &Viewer<'_>) -> Vec<String> {
    let view = viewer.view;
    let places = view.result.as_ref().map(|result| &*result.places);
    let first = places.and_then(<[_]>::first).map(Vec::as_slice);
    let you = viewer.you().map(|seat| seat.seat);
    if first.is_none() || you.as_ref().map(core::slice::from_ref) != first {
        return Vec::new();
    }
    let bots = view.seats.iter().filter_map(|seat| match &seat.occupant {
        Occupant::Bot(bot) => Some(bot.clone()),
        Occupant::Person | Occupant::Substitute(_) => None,
    });
    bots.collect()
}

impl Medals {
    fn of(info: &'static GameInfo, games: &[FinishedGame]) -> Self {
        let known = games.iter().filter_map(|game| match game {
            FinishedGame::Known(card) => Some(card),
            FinishedGame::Unreadable(_) => None,
        });
        let cards: Vec<&Card> = known.filter(|card| card.game == info.name).collect();
        let bots = info.bots.iter().map(|bot| Medal {
            title: bot.title,
            is_beaten: cards.iter().any(|card| card.beaten.contains(&bot.name)),
        });
        let bots: Vec<Medal> = bots.collect();
        Self {
            title: game_info::title(info.name),
            next: bots.iter().find(|bot| !bot.is_beaten).map(|bot| bot.title),
            bots,
        }
    }
}

/// A day of the calendar, in UTC: for programs, and for readers.
fn date(milliseconds: u64) -> (String, String) {
    let seconds = i64::try_from(milliseconds / 1_000).unwrap_or_default();
    let time = time::OffsetDateTime::from_unix_timestamp(seconds);
    let date = time.unwrap_or(time::OffsetDateTime::UNIX_EPOCH).date();
    let (year, month, day) = date.to_calendar_date();
    let number = u8::from(month);
    (
        format!("{year:04}-{number:02}-{day:02}"),
        format!("{month} {day}, {year}"),
    )
}

#[cfg(test)]
mod tests {
    use super::date;

    #[test]
    fn a_time_is_shown_as_its_day() {
        let day = |milliseconds| date(milliseconds).1;
        assert_eq!(day(0), "January 1, 1970");
        assert_eq!(day(1_709_251_199_999), "February 29, 2024");
        assert_eq!(date(1_709_251_200_000).0, "2024-03-01");
        assert_eq!(day(u64::MAX), "January 1, 1970", "no such day");
    }
}
