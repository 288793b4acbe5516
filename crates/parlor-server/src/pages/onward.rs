//! "Play on from here": a new game from a position of one that is over, or of the analysis board.

use std::sync::Arc;

use axum::Form;
use axum::extract::State;
use axum::extract::rejection::FormRejection;
use axum::http::StatusCode;
use axum::response::{IntoResponse as _, Redirect, Response};
use axum_extra::extract::cookie::CookieJar;
use parlor_game::{AnyGame, TextGame as _};
use parlor_view::printable;
use serde::Deserialize;

use super::game::Visitor;
use super::game_info::{self, Difficulty, GameInfo};
use super::game_picture::ply;
use super::new_game_form::{name_alike_bots, nonce, of_choice};
use super::past_game::Source;
use super::{PageError, error, own_level, seat_keys, sentences};
use crate::app::{App, NewBrowser};
use crate::wording::{blocked, new_table_error, sentence, too_many_games, too_many_new_games};
use parlor_service::service::{CreateError, NewPlayer, NewSeat, NewTable, Offer};
use parlor_table::table::GameView;

/// What is offered beside a position in which somebody is to move.
pub(super) struct Onward {
    /// Where the form goes, and what it holds.
    pub(super) address: String,
    pub(super) fields: Vec<(&'static str, String)>,
    /// By this a form that is sent twice makes one game.
    pub(super) nonce: String,
    /// What the offer is called.
    pub(super) title: &'static str,
    /// Whose side the presser takes, and who plays the others.
    pub(super) says: String,
    info: &'static GameInfo,
    level: &'static str,
}

impl Onward {
    /// The offer after this many moves of a game that is over; `None` where nobody is to move.
    pub(super) fn of(
        source: &Source,
        view: &GameView,
        ply: usize,
        jar: &CookieJar,
        nonce: [u8; 16],
    ) -> Option<Self> {
        let start = Start::after(source, ply)?;
        let to_move = view.seats.iter().find(|seat| seat.seat == start.seats[0])?;
        let other = (!to_move.is_yours).then_some(&*to_move.name);
        let address = format!("{}/onward", source.address());
        let fields = vec![("ply", ply.to_string())];
        Some(Self {
            says: sentences::plays_on(other, start.seats.len() - 1),
            ..Self::at(&start, address, fields, jar, nonce)
        })
    }

    /// The offer at a position, which the form says by these fields.
    pub(super) fn at(
        start: &Start,
        address: String,
        fields: Vec<(&'static str, String)>,
        jar: &CookieJar,
        nonce: [u8; 16],
    ) -> Self {
        Self {
            address,
            fields,
            nonce: hex::encode(nonce),
            title: sentences::PLAY_ON,
            says: sentences::plays_position(start.seats.len() - 1),
            info: start.info,
            level: own_level::of(jar, start.info),
        }
    }

    /// The same beside the move that was made in the position.
    pub(super) fn before_the_move(self) -> Self {
        Self {
            title: sentences::PLAY_AGAIN,
            ..self
        }
    }

    pub(super) fn levels(&self) -> impl Iterator<Item = Difficulty> {
        self.info.difficulties(self.level)
    }
}

/// A position that a game can begin with.
pub(super) struct Start {
    info: &'static GameInfo,
    line: String,
    /// In playing order, the one to move first.
    seats: Vec<char>,
}

impl Start {
    /// The position of this line; `None` where nobody is to move, or if it is none.
    pub(super) fn of(line: String) -> Option<Self> {
        let game = AnyGame::from_position(&line, None).ok()?;
        let to_move = game.turn().seat()?;
        let mut seats = game.seats();
        let first = seats.iter().position(|seat| *seat == to_move)?;
        seats.rotate_left(first);
        Some(Self {
            info: game_info::of(game.name())?,
            line,
            seats,
        })
    }

    /// The one after this many moves; `None` where nobody is to move, or after fewer.
    fn after(source: &Source, ply: usize) -> Option<Self> {
        Self::of(source.table().position_after(ply)?)
    }
}

/// How one wants to play on.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct Wanted {
    level: Option<String>,
    nonce: Option<String>,
}

/// The fields of the form beside a game.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct Sent {
    ply: String,
    #[serde(flatten)]
    wanted: Wanted,
}

pub(super) async fn play_on(
    State(app): State<Arc<App>>,
    source: Source,
    visitor: Visitor,
    sent: Result<Form<Sent>, FormRejection>,
) -> Result<Response, PageError> {
    let Form(sent) = sent?;
    let view = source.view_for(&[]);
    if !source.is_past(&view) {
        return Err(error(StatusCode::CONFLICT)
            .titled("This game goes on")
            .saying(sentences::ONWARD_TOO_EARLY));
    }
    let ply = ply(&sent.ply, view.played)?;
    let start = Start::after(&source, ply).ok_or_else(|| {
        error(StatusCode::CONFLICT)
            .titled("The game is over there")
            .saying(sentences::nobody_moves_after(ply))
    })?;
    begin(&app, start, visitor, &sent.wanted).await
}

/// Begins the new game, and leads to it.
///
/// # Errors
/// Why there is none.
pub(super) async fn begin(
    app: &Arc<App>,
    start: Start,
    visitor: Visitor,
    wanted: &Wanted,
) -> Result<Response, PageError> {
    let Visitor {
        browser,
        client,
        jar,
        ..
    } = visitor;
    let info = start.info;
    let level = level(info, wanted.level.as_deref(), &jar)?;
    // Each choice of a form makes a game of its own, once.
    let nonce = wanted.nonce.as_deref().and_then(nonce);
    let nonce = nonce.map(|nonce| of_choice(&nonce, &["onward", &start.line, level]));
    let table = table(start, level, nonce);
    let browser = NewBrowser::of(browser, app)?;
    let made = app
        .service
        .create(&table, client.making(Some(browser.hash)));
    let made = made.await.map_err(refused)?;
    // The keys are given only once, to the first of forms sent twice.
    let jar = if made.keys.is_empty() {
        browser.cookie
    } else {
        let none = CookieJar::new();
        seat_keys::keep(browser.cookie, &none, app, &made.id, &made.keys, None)
    };
    let jar = own_level::keep(jar, app, info, Some(level));
    Ok((jar, Redirect::to(&format!("/games/{}", made.id))).into_response())
}

/// The new game: the presser moves first, and bots have the other seats.
fn table(start: Start, level: &str, nonce: Option<[u8; 16]>) -> NewTable {
    let Start { info, line, seats } = start;
    let bot = info.bot_among(level, seats.len());
    let seats = seats.iter().enumerate().map(|(place, &seat)| NewSeat {
        seat,
        name: None,
        player: match place {
            0 => NewPlayer::Here(Offer::Nothing),
            _ => NewPlayer::Bot(bot.to_owned()),
        },
    });
    let mut seats: Vec<NewSeat> = seats.collect();
    name_alike_bots(&mut seats);
    NewTable {
        game: info.name.to_owned(),
        rules: None,
        seats,
        position: Some(line),
        limit: None,
        away_after: None,
        clock: None,
        nonce,
    }
}

/// The bot that was chosen, one of three; without one that which was chosen last.
fn level(info: &GameInfo, sent: Option<&str>, jar: &CookieJar) -> Result<&'static str, PageError> {
    let Some(sent) = sent else {
        return Ok(own_level::of(jar, info));
    };
    let mut levels = info.difficulties(sent);
    let chosen = levels.find(|level| level.is_chosen);
    chosen.map(|level| level.bot).ok_or_else(|| {
        let levels = info.difficulties(sent).map(|level| level.bot.to_owned());
        let levels = sentences::list(&levels.collect::<Vec<_>>());
        error(StatusCode::UNPROCESSABLE_ENTITY)
            .titled("There is no such bot to choose")
            .saying(sentences::no_level(&printable(sent), &levels))
    })
}

/// Why no game was made.
fn refused(refusal: CreateError) -> PageError {
    let too_many = |reason: &str| {
        error(StatusCode::TOO_MANY_REQUESTS)
            .titled("No new game now")
            .saying(sentence(reason))
    };
    match refusal {
        CreateError::Service(error) => error.into(),
        CreateError::TooMany(games) => too_many(&too_many_games(games)),
        CreateError::RateLimited(limited) => too_many(&too_many_new_games(limited)).for_now(),
        CreateError::Blocked(block) => error(StatusCode::FORBIDDEN)
            .titled("No new game now")
            .saying(sentence(&blocked(&block))),
        CreateError::Wrong(wrong) => error(StatusCode::UNPROCESSABLE_ENTITY)
            .titled("No game can begin there")
            .saying(sentence(&new_table_error(&wrong))),
    }
}
