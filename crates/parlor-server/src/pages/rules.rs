//! The rules of the games: what a player needs, as in `docs/play`, and all
//! of them, as `docs/rules` does.
//!
//! In the latter every rule has an anchor by its id (`/rules/kuba/sheet#K-7`), and
//! every sentence of a page that cites a rule leads there.

mod cite;
mod document;
mod example;
mod picture;

use std::sync::LazyLock;

use askama::Template;
use axum::http::StatusCode;
use axum::response::Response;
use axum_extra::extract::cookie::CookieJar;
use parlor_game::{Game as _, Kuba};
use parlor_view::Look;
use serde::Deserialize;

use super::board::{Press, looked_at, still};
use super::extractors::{Path, Query};
use super::game_info::{GAMES, GameInfo};
use super::open_graph::{self, OpenGraph};
use super::practice::{ErrorPage, Practice, Rolls, shortened};
use super::viewer::ViewerPrefs;
use super::{PageError, error, page, sentences};
use crate::app::Address;
pub(super) use cite::{explained_at, explained_from, parts};
use document::{Piece, Role, pieces};
use example::{Example, MOST_MOVES, Reached};
use parlor_table::id::GameId;

/// The most bytes of a name of a board that are shown again where it is none.
const LONGEST_NAME: usize = 40;

/// The documents of a game as pieces of pages.
struct Documents {
    game: &'static GameInfo,
    introduction: Vec<Piece>,
    sheet: Vec<Piece>,
}

/// The documents of every game.
static DOCUMENTS: LazyLock<Vec<Documents>> = LazyLock::new(|| {
    let games = GAMES.iter().map(|game| Documents {
        game,
        introduction: pieces(game.introduction, Role::Introduction),
        sheet: pieces(game.rule_sheet, Role::Sheet),
    });
    games.collect()
});

#[derive(Template)]
#[template(path = "rules.html")]
struct RulesPage<'a> {
    /// `The rules of Ludo`.
    title: String,
    /// `How to play`, before the name of the game.
    headline: &'static str,
    game: &'static GameInfo,
    pieces: Vec<Shown<'a>>,
    graph: OpenGraph,
    /// Whether it is the page for those who want to play.
    is_introduction: bool,
    /// The game that one has come from.
    from: Option<GameId>,
}

/// A piece of a document as it is shown.
enum Shown<'a> {
    Text(&'a str),
    Picture(&'a str),
    /// A picture that becomes a board, by an address.
    Still {
        svg: &'a str,
        address: String,
    },
    /// The picture that has become a board.
    Live(Box<Live>),
}

/// A picture that has become a board.
struct Live {
    practice: Practice,
    happened: Vec<String>,
    /// What to do next.
    hint: Option<String>,
    /// Where the board is as the picture shows it, if it is not.
    pictured: Option<String>,
}

/// What an address of an introduction asks for.
#[derive(Clone, Debug, Default, Deserialize)]
pub(super) struct IntroductionQuery {
    /// The picture that is a board; the first without it.
    board: Option<String>,
    /// The moves made there.
    line: Option<String>,
    /// The cell of the marble that is chosen.
    from: Option<String>,
    /// The cell of the one that was left.
    left: Option<String>,
}

/// Where a reader of all the rules comes from.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct SheetQuery {
    from: Option<String>,
}

/// What a player needs to know, with one of its pictures as a board to play on.
pub(super) async fn show(
    Path(game): Path<String>,
    Query(query): Query<IntroductionQuery>,
    jar: CookieJar,
    site: Address,
) -> Result<Response, PageError> {
    let documents = of(&game)?;
    let title = format!("The rules of {}", documents.game.title);
    let path = format!("/rules/{game}");
    let refused = |status, title, says| {
        let template = ErrorPage {
            title,
            says,
            address: path.clone(),
            onward: "Back to the rules",
        };
        Ok(page(status, &template))
    };
    let Some(live) = documents.board(query.board.as_deref()) else {
        let sent = query.board.as_deref().unwrap_or_default();
        let boards: Vec<_> = documents
            .boards()
            .map(|board| board.name.to_owned())
            .collect();
        let says = sentences::no_such_board(
            documents.game.title,
            &shortened(sent, LONGEST_NAME),
            &sentences::list(&boards),
        );
        return refused(StatusCode::NOT_FOUND, "There is no such board", says);
    };
    let reached = match live.play(query.line.as_deref().unwrap_or_default()) {
        Ok(reached) => reached,
        Err(says) => return refused(StatusCode::BAD_REQUEST, "That is no move here", says),
    };
    let look = ViewerPrefs::of(&jar).look;
    let mut board = Some(Box::new(Live::new(live, reached, look, &query)));
    let shown = documents
        .introduction
        .iter()
        .filter_map(|piece| match piece {
            Piece::Text(text) => Some(Shown::Text(text)),
            Piece::Picture(picture) if picture.example == live => board.take().map(Shown::Live),
            Piece::Picture(picture) => Some(Shown::Still {
                svg: picture.drawn(look),
                address: picture.example.pictured(),
            }),
        });
    let rules = RulesPage {
        graph: open_graph::of_page(&site, &title, documents.game.says, &path),
        title,
        headline: "How to play",
        game: documents.game,
        pieces: shown.collect(),
        is_introduction: true,
        from: None,
    };
    Ok(page(StatusCode::OK, &rules))
}

impl Documents {
    /// The boards of the introduction: its pictures.
    fn boards(&self) -> impl Iterator<Item = &'static Example> {
        self.introduction.iter().filter_map(|piece| match piece {
            Piece::Picture(picture) => Some(picture.example),
            Piece::Text(_) => None,
        })
    }

    /// The board of this name, or the first.
    fn board(&self, name: Option<&str>) -> Option<&'static Example> {
        self.boards()
            .find(|board| name.is_none_or(|name| board.name == name))
    }
}

impl Live {
    fn new(
        example: &Example,
        Reached {
            moves,
            scene,
            happened,
        }: Reached,
        look: Look,
        query: &IntroductionQuery,
    ) -> Self {
        let has_room = moves.len() < MOST_MOVES;
        let line = example.line(moves);
        let board = if has_room {
            looked_at(&scene, look, &line.address(), [&query.from, &query.left])
        } else {
            still(&scene, look)
        };
        let pictured = example.pictured();
        let hint = if board.die.as_ref().is_some_and(|die| die.roll.is_none()) {
            Some(sentences::CHOOSE_ROLL.to_owned())
        } else if scene.game() == Kuba::NAME && line.moves().is_empty() {
            Some(sentences::HOW_TO_PUSH.to_owned())
        } else {
            board.hint.clone()
        };
        Self {
            hint: board.chosen.clone().or(hint),
            pictured: (pictured != line.address()).then_some(pictured),
            practice: Practice {
                board,
                line,
                rolls: Rolls::Chosen,
            },
            happened,
        }
    }
}

/// All the rules.
pub(super) async fn show_sheet(
    Path(game): Path<String>,
    Query(query): Query<SheetQuery>,
    site: Address,
) -> Result<Response, PageError> {
    let documents = of(&game)?;
    let title = format!("All rules of {}", documents.game.title);
    let path = format!("/rules/{game}/sheet");
    let rules = RulesPage {
        graph: open_graph::of_page(&site, &title, documents.game.says, &path),
        title,
        headline: "All rules of",
        game: documents.game,
        pieces: documents.sheet.iter().map(in_sheet).collect(),
        is_introduction: false,
        from: query.from.and_then(|from| from.parse().ok()),
    };
    Ok(page(StatusCode::OK, &rules))
}

/// A piece of the sheet, whose pictures are diagrams.
fn in_sheet(piece: &Piece) -> Shown<'_> {
    match piece {
        Piece::Text(text) => Shown::Text(text),
        Piece::Picture(picture) => Shown::Picture(picture.drawn(Look::Diagram)),
    }
}

/// The documents of the game of this name.
fn of(game: &str) -> Result<&'static Documents, PageError> {
    let documents = DOCUMENTS
        .iter()
        .find(|documents| documents.game.name == game);
    documents.ok_or_else(|| error(StatusCode::NOT_FOUND))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A document as it is on a page of this look, with no board among its pictures.
    fn shown(document: &[Piece], look: Look) -> String {
        let shown = document.iter().map(|piece| match piece {
            Piece::Text(text) => text,
            Piece::Picture(picture) => picture.drawn(look),
        });
        shown.collect()
    }

    #[test]
    fn every_rule_has_an_anchor_and_every_link_within_leads_somewhere() {
        for (documents, letter, rules) in [(&DOCUMENTS[0], 'L', 31), (&DOCUMENTS[1], 'K', 18)] {
            let document = shown(&documents.sheet, Look::Diagram);
            for number in 1..=rules {
                let anchor = format!(" id=\"{letter}-{number}\"");
                assert_eq!(document.matches(&anchor).count(), 1, "{anchor}");
            }
            for link in document.split("href=\"#").skip(1) {
                let (target, _) = link.split_once('"').expect("its end");
                assert!(document.contains(&format!(" id=\"{target}\"")), "{target}");
            }
        }
    }

    #[test]
    fn every_document_has_its_pictures_and_nothing_that_a_page_may_not_have() {
        for document in DOCUMENTS.iter().flat_map(|game| {
            [
                shown(&game.introduction, Look::Board),
                shown(&game.introduction, Look::Diagram),
                shown(&game.sheet, Look::Diagram),
            ]
        }) {
            let pictures = document.matches("<svg class=\"pl-board\"").count();
            assert!(pictures >= 3, "{pictures} pictures");
            for forbidden in ["style=", "<!--", "../", ".md\"", "<img", "<style"] {
                assert!(!document.contains(forbidden), "{forbidden}");
            }
            let ids = document.split(" id=\"").skip(1);
            let mut ids: Vec<_> = ids.filter_map(|rest| rest.split('"').next()).collect();
            let all = ids.len();
            ids.sort_unstable();
            ids.dedup();
            assert_eq!(ids.len(), all, "ids are given once");
        }
    }

    #[test]
    fn every_picture_of_an_introduction_is_a_board_to_play_on() {
        for documents in &*DOCUMENTS {
            for piece in &documents.introduction {
                let Piece::Picture(picture) = piece else {
                    continue;
                };
                let example = documents.board(Some(picture.example.name));
                assert_eq!(example, Some(picture.example));
                assert_eq!(picture.example.game(), documents.game.name);
                assert!(
                    picture.drawn(Look::Board).starts_with("<svg "),
                    "{picture:?}"
                );
            }
            assert!(documents.board(Some("other")).is_none());
            assert!(documents.board(None).is_some());
        }
    }

    #[test]
    fn what_a_player_needs_is_said_in_words_and_leads_to_the_rules() {
        for documents in &*DOCUMENTS {
            let page = shown(&documents.introduction, Look::Board);
            let all = shown(&documents.sheet, Look::Diagram);
            let links = page.split("<a class=\"cited\" href=\"").skip(1);
            let links: Vec<_> = links.filter_map(|rest| rest.split('"').next()).collect();
            assert!(links.len() >= 8, "{links:?}");
            for link in links {
                let (_, id) = link.split_once("/sheet#").expect("the full sheet");
                assert!(all.contains(&format!(" id=\"{id}\"")), "{id}");
            }
            assert!(!page.contains("<code>"), "players read no code");
            assert!(page.contains("/sheet\">All rules"));
        }
    }
}
