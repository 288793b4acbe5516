//! The pages: plain HTML and SVG that need no script, and are made live by
//! scripts where there are such.
//!
//! Data flows one way: from what a browser may see of a game
//! ([`GameView`](parlor_table::table::GameView)) and the request (`context`) to the facts about its
//! visitor (`viewer`), from there to the parts of a page (`narration`, `steps`, `board`, `players`, …), and
//! then to a template. Texts are in `sentences`; handlers only join these.

mod act;
mod advice;
mod analysis;
mod animation;
mod assets;
mod board;
mod board_flip;
mod chat;
mod chat_form;
mod client_work;
mod commands;
mod constant;
mod context;
mod cue;
mod dice;
mod drawings;
mod drawn;
mod embed;
mod ending;
mod error;
mod extractors;
mod finished;
mod game;
mod game_film;
mod game_info;
mod game_page;
mod game_picture;
mod home;
mod icons;
mod illustration;
mod import;
mod imported;
mod invite;
mod joining;
mod kept_studies;
mod lab;
mod learn;
mod live;
mod lobby;
mod move_range;
mod narration;
mod new_game;
mod new_game_form;
mod onward;
mod open_graph;
mod own_games;
mod own_level;
mod own_name;
mod past_game;
mod players;
mod practice;
mod puzzles;
mod qr;
mod recorded;
mod refresh;
mod replay;
mod reports;
mod robots;
mod rules;
mod script;
mod script_replay;
mod seat;
mod seat_keys;
mod sentences;
mod stepper;
mod steps;
mod studies;
#[cfg(test)]
mod tests;
mod theme;
mod typed_moves;
mod typed_words;
mod upload;
mod verified;
mod verify;
mod viewer;

use std::sync::Arc;

use askama::Template;
use axum::http::{StatusCode, header};
use axum::middleware::from_fn;
use axum::response::{Html, IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Extension, Router};

use crate::app::App;
use client_work::ClientWork;
use drawings::Drawings;
use parlor_service::imports::Import;
use parlor_service::service::NewTable;

pub use error::{PageError, error};
pub use refresh::come_back;

/// What other sites may do with a response; nothing, where a handler adds no such extension to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shared {
    /// Show it as a picture in their pages.
    Picture,
    /// Show it in a frame in their pages.
    Frame,
}

/// Every page.
pub fn router() -> Router<Arc<App>> {
    assets::prepare();
    Router::new()
        .route("/", get(home::show))
        .route("/new/{game}", get(new_game::show).post(new_game::make))
        .route("/games/{id}", get(game_picture::page_or_picture))
        .route("/games/{id}/watch", get(game::watch))
        .route("/games/{id}/replay", get(replay::show))
        .route("/games/{id}/verify", get(verify::show_game))
        .route("/games/{id}/film.svg", get(game_film::show))
        .route(
            "/games/{id}/onward",
            post(onward::play_on).get(act::go_back),
        )
        .route(
            "/games/{id}/analysis",
            get(analysis::show).post(analysis::begin),
        )
        .route(
            "/games/{id}/analysis/cancel",
            post(analysis::cancel).get(act::go_back),
        )
        .route("/games/{id}/act", post(act::act).get(act::go_back))
        .route("/games/{id}/say", post(chat_form::send).get(act::go_back))
        .route("/games/{id}/turn", post(board_flip::flip).get(act::go_back))
        .route("/games/{id}/join", post(seat::join).get(act::go_back))
        .route(
            "/games/{id}/seats/{seat}/{key}",
            get(seat::show).post(seat::take),
        )
        .route("/games/{id}/name", post(own_name::give).get(act::go_back))
        .route("/j/{code}", get(invite::show).post(invite::take))
        .route("/games/{id}/record.txt", get(game::record_text))
        .route("/games/{id}/record.json", get(game::record_json))
        .route("/games/{id}/log", get(game::log))
        .route("/analysis", get(lab::show))
        .route("/analysis/edit", get(lab::edit::show))
        .route("/analysis/lines", get(lab::lines))
        .route(
            "/analysis/onward",
            post(lab::play::play_on).get(lab::play::go_back),
        )
        .route("/learn", get(learn::show))
        .route("/learn/{game}", get(learn::show_game))
        .route("/learn/{game}/{lesson}", get(learn::show_lesson))
        .route("/import", get(import::show_form).post(import::take))
        .route("/script", get(script::show).post(script::take))
        .route("/verify", get(import::show_verify_form))
        .route("/imports/{id}", get(imported::page_or_picture))
        .route("/imports/{id}/replay", get(imported::replay))
        .route("/imports/{id}/film.svg", get(game_film::show))
        .route(
            "/imports/{id}/onward",
            post(onward::play_on).get(imported::go_back),
        )
        .route(
            "/imports/{id}/analysis",
            get(analysis::show).post(analysis::begin),
        )
        .route(
            "/imports/{id}/analysis/cancel",
            post(analysis::cancel).get(imported::go_back),
        )
        .route("/imports/{id}/analysis.json", get(analysis::json))
        .route("/imports/{id}/verify", get(imported::show_verdict))
        .route("/imports/{id}/record.txt", get(imported::text))
        .route("/imports/{id}/record.json", get(imported::json))
        .route("/lobby", get(lobby::show).post(lobby::post))
        .route("/lobby/reports", post(reports::report).get(lobby::go_back))
        .route("/lobby/reported", get(reports::reported))
        .route("/lobby/{id}", get(lobby::wait))
        .route("/lobby/{id}/play", post(lobby::play).get(lobby::go_back))
        .route("/lobby/{id}/leave", post(lobby::leave).get(lobby::go_back))
        .route("/lobby/{id}/stop", post(lobby::stop).get(lobby::go_back))
        .route("/finished", get(finished::show))
        .route("/puzzles", get(puzzles::show))
        .route("/puzzles/{name}", get(puzzles::show_named))
        .route("/studies", get(studies::show))
        .route("/studies/{name}", get(studies::page_or_picture))
        .route("/studies/{name}/film.svg", get(game_film::show))
        .route(
            "/studies/{name}/onward",
            post(onward::play_on).get(studies::go_back),
        )
        .route("/studies/{name}/record.txt", get(studies::text))
        .route("/studies/{name}/record.json", get(studies::json))
        .route("/rules/{game}", get(rules::show))
        .route("/rules/{game}/sheet", get(rules::show_sheet))
        .route("/theme", post(theme::choose))
        .route("/favicon.ico", get(icons::favicon))
        .route("/apple-touch-icon.png", get(icons::apple_touch_icon))
        .route("/icons/{name}", get(icons::serve))
        .route("/manifest.webmanifest", get(icons::manifest))
        .route("/robots.txt", get(robots::show))
        .route("/assets/{name}", get(assets::serve))
        .route("/assets/{folder}/{name}", get(assets::serve_in_folder))
        .fallback(not_found)
        .method_not_allowed_fallback(method_not_allowed)
        .layer(from_fn(theme::dress))
        // It reads no cookies, so it has nobody's colors.
        .merge(Router::new().route("/embed/games/{id}", get(embed::show)))
        .layer(from_fn(refresh::let_come_back))
        .layer(Extension(ClientWork::default()))
        .layer(Extension(Arc::new(Drawings::default())))
}

async fn not_found() -> PageError {
    error(StatusCode::NOT_FOUND)
}

async fn method_not_allowed() -> PageError {
    error(StatusCode::METHOD_NOT_ALLOWED)
}

/// The game that a form for a new one asks for, as its fields were sent; `None` if there is no such
/// game, or something is wrong with a field.
pub fn read_new_game(game: &str, fields: &[(String, String)]) -> Option<NewTable> {
    new_game_form::GameForm::filled(game_info::of(game)?, fields).table()
}

/// The record that a form of this content type brings from elsewhere, or what is wrong with it; `None`
/// if it is no such form.
pub fn read_import(kind: &str, body: &[u8]) -> Option<Result<Box<Import>, String>> {
    let (_, read) = import::read_form(kind, body)?;
    Some(read.map_err(|refused| refused.says))
}

/// A page with this status.
fn page(status: StatusCode, template: &impl Template) -> Response {
    page_with(status, template, |html| html)
}

/// The same, changed before it is sent.
fn page_with(
    status: StatusCode,
    template: &impl Template,
    change: impl FnOnce(String) -> String,
) -> Response {
    match template.render() {
        // A page holds what one browser may see at one moment.
        Ok(html) => {
            let html = Html(change(html));
            (status, [(header::CACHE_CONTROL, "no-store")], html).into_response()
        }
        Err(error) => {
            tracing::error!(%error, "a page cannot be written");
            let says = "This page cannot be shown because of an error in the server; the reason is \
                        in its log. Nothing that was confirmed is lost.\n";
            (StatusCode::INTERNAL_SERVER_ERROR, says).into_response()
        }
    }
}
