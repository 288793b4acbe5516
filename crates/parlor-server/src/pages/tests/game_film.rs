//! Films of games that are over.

use axum::http::StatusCode;
use parlor_view::MOST_FILM_PLIES;

use super::replay::long_game;
use super::{Pages, text};
use crate::pages::sentences;

#[tokio::test]
async fn a_game_of_more_moves_than_a_film_shows_is_refused_with_the_number() {
    let pages = Pages::new();
    let address = long_game(&pages, 601).await;
    let refused = pages.visitor().get(&format!("{address}/film.svg")).await;
    assert_eq!(refused.status_code(), StatusCode::UNPROCESSABLE_ENTITY);
    let says = sentences::too_long_for_a_film(601, MOST_FILM_PLIES);
    assert!(text(&refused.text()).contains(&says));
}

#[tokio::test]
async fn a_film_of_as_many_moves_as_may_be_is_drawn() {
    let pages = Pages::new();
    let address = long_game(&pages, 600).await;
    let film = pages.visitor().page(&format!("{address}/film.svg")).await;
    assert!(film.contains("@keyframes"), "{film}");
}
