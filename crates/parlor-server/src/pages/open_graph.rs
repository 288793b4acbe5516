//! What other sites show of a page when somebody shares its address (<https://ogp.me>), and what
//! search engines show of it.

use askama::Template;

use super::context::PageContext;
use super::viewer::Viewer;
use super::{icons, narration, sentences};
use crate::app::Address;
use parlor_table::table::{GameView, Status};

/// The elements for a page's head.
#[derive(Template)]
#[template(path = "open_graph.html")]
pub(super) struct OpenGraph {
    title: String,
    description: String,
    /// The page's address, and that of its picture, with the site's.
    url: String,
    image: String,
}

/// A game, as a spectator sees it, whoever shares it.
pub(super) fn of_game(viewer: &Viewer<'_>, context: &PageContext) -> OpenGraph {
    let view = viewer.view;
    let Address(site) = &context.site;
    let watch = if context.is_watching { "/watch" } else { "" };
    OpenGraph {
        title: narration::heading(view),
        description: description(view),
        url: format!("{site}/games/{}{watch}", view.id),
        image: format!("{site}{}", picture(view)),
    }
}

/// The picture of the latest position; that of a game that is over stays as it is.
fn picture(view: &GameView) -> String {
    match view.status {
        Status::Over => format!("/games/{}.png?ply={}", view.id, view.played),
        Status::Waiting | Status::Playing => format!("/games/{}.png", view.id),
    }
}

fn description(view: &GameView) -> String {
    let stands = match view.status {
        Status::Waiting => return sentences::WAITS_FOR_PLAYERS.to_owned(),
        Status::Playing | Status::Over => narration::standing_for_all(view),
    };
    match view.played {
        0 => stands,
        played => format!("{stands} {}", sentences::moves_made(played)),
    }
}

/// Another page, with the site's logo.
pub(super) fn of_page(Address(site): &Address, title: &str, says: &str, path: &str) -> OpenGraph {
    OpenGraph {
        title: title.to_owned(),
        description: says.to_owned(),
        url: format!("{site}{path}"),
        image: format!("{site}{}", icons::LOGO),
    }
}
