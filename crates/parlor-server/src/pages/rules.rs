//! The rules of the games: what a player needs, as in `docs/play`, and all
//! of them, as `docs/rules` does.
//!
//! In the latter every rule has an anchor by its id (`/rules/kuba/sheet#K-7`), and
//! every sentence of a page that cites a rule leads there.

use std::sync::LazyLock;

use askama::Template;
use axum::http::StatusCode;
use axum::response::Response;
use parlor_view::Look;
use pulldown_cmark::{Alignment, CowStr, Event, HeadingLevel, Options, Parser, Tag, TagEnd, html};
use serde::Deserialize;

use super::extractors::{Path, Query};
use super::game_info::{GAMES, GameInfo};
use super::open_graph::{self, OpenGraph};
use super::{PageError, error, page, picture, theme};
use crate::app::Address;
use parlor_table::id::GameId;

/// The documents of a game as parts of pages.
struct Documents {
    game: &'static GameInfo,
    /// With the boards that one plays on.
    introduction: String,
    /// With diagrams.
    introduction_in_diagrams: String,
    sheet: String,
}

/// The documents of every game.
static DOCUMENTS: LazyLock<Vec<Documents>> = LazyLock::new(|| {
    let games = GAMES.iter().map(|game| Documents {
        game,
        introduction: written(game.introduction, Role::Introduction(Look::Board)),
        introduction_in_diagrams: written(game.introduction, Role::Introduction(Look::Diagram)),
        sheet: written(game.rule_sheet, Role::Sheet),
    });
    games.collect()
});

/// What a document is to the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Role {
    /// It cites them, and has pictures of this look.
    Introduction(Look),
    /// It settles them.
    Sheet,
}

#[derive(Template)]
#[template(path = "rules.html")]
struct RulesPage<'a> {
    /// `The rules of Ludo`.
    title: String,
    /// `How to play`, before the name of the game.
    headline: &'static str,
    game: &'static GameInfo,
    text: &'a str,
    graph: OpenGraph,
    /// Whether it is the page for those who want to play.
    is_introduction: bool,
    /// The game that one has come from.
    from: Option<GameId>,
}

/// Where a reader of all the rules comes from.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct SheetQuery {
    from: Option<String>,
}

/// What a player needs to know.
pub(super) async fn show(Path(game): Path<String>, site: Address) -> Result<Response, PageError> {
    let documents = of(&game)?;
    let title = format!("The rules of {}", documents.game.title);
    let path = format!("/rules/{game}");
    let rules = RulesPage {
        graph: open_graph::of_page(&site, &title, documents.game.says, &path),
        title,
        headline: "How to play",
        game: documents.game,
        text: if theme::has_diagrams() {
            &documents.introduction_in_diagrams
        } else {
            &documents.introduction
        },
        is_introduction: true,
        from: None,
    };
    Ok(page(StatusCode::OK, &rules))
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
        text: &documents.sheet,
        is_introduction: false,
        from: query.from.and_then(|from| from.parse().ok()),
    };
    Ok(page(StatusCode::OK, &rules))
}

/// The documents of the game of this name.
fn of(game: &str) -> Result<&'static Documents, PageError> {
    let documents = DOCUMENTS
        .iter()
        .find(|documents| documents.game.name == game);
    documents.ok_or_else(|| error(StatusCode::NOT_FOUND))
}

/// A document as a part of a page.
fn written(document: &str, role: Role) -> String {
    let mut events = Parser::new_ext(document, Options::ENABLE_TABLES).peekable();
    let mut shown = Vec::new();
    while let Some(event) = events.next() {
        match event {
            Event::Start(Tag::Strong) => match events.peek() {
                Some(Event::Text(id)) if is_rule(id) => {
                    let strong = format!("<strong id=\"{id}\">");
                    shown.push(Event::InlineHtml(strong.into()));
                }
                _ => shown.push(Event::Start(Tag::Strong)),
            },
            // The page has a headline of its own.
            Event::Start(Tag::Heading {
                level: HeadingLevel::H1,
                ..
            }) => {
                let is_end = |event: &Event<'_>| matches!(event, Event::End(TagEnd::Heading(_)));
                events.by_ref().find(is_end);
            }
            Event::Start(Tag::Heading { level, .. }) => {
                let id = match events.peek() {
                    Some(Event::Text(title)) => Some(anchor(title).into()),
                    _ => None,
                };
                let (classes, attrs) = (Vec::new(), Vec::new());
                shown.push(Event::Start(Tag::Heading {
                    level,
                    id,
                    classes,
                    attrs,
                }));
            }
            // What is aligned is given a style, which no element may have.
            Event::Start(Tag::Table(columns)) => {
                shown.push(Event::Start(Tag::Table(vec![
                    Alignment::None;
                    columns.len()
                ])));
            }
            // Whoever cannot scroll by hand does so by keys, which need the focus.
            Event::Start(Tag::CodeBlock(_)) => {
                shown.push(Event::Html("<pre tabindex=\"0\"><code>".into()));
            }
            Event::End(TagEnd::CodeBlock) => shown.push(Event::Html("</code></pre>".into())),
            Event::Start(Tag::Link {
                link_type,
                dest_url,
                title,
                id,
            }) => {
                let dest_url = address(&dest_url).map_or(dest_url, CowStr::from);
                let link = Tag::Link {
                    link_type,
                    dest_url,
                    title,
                    id,
                };
                shown.push(Event::Start(link.into_static()));
            }
            Event::Html(html) => shown.extend(shown_picture(&html, role)),
            Event::Text(text) if role != Role::Sheet => {
                shown.push(Event::InlineHtml(cited(&text).into()));
            }
            event => shown.push(event),
        }
    }
    let mut text = String::new();
    html::push_html(&mut text, shown.into_iter());
    text
}

/// A picture as a part of the page; nothing of a comment.
fn shown_picture(html: &str, role: Role) -> Option<Event<'static>> {
    let (_, rest) = html.split_once("<img src=\"../pictures/")?;
    let (name, rest) = rest.split_once(".svg\" alt=\"")?;
    let (label, _) = rest.split_once('"')?;
    let picture = match role {
        Role::Introduction(Look::Board) => picture::board(name, label)?,
        Role::Introduction(Look::Diagram) | Role::Sheet => picture::diagram(name, label)?,
    };
    Some(Event::Html(picture.into()))
}

/// Where a document lies here that another one links to; none if it has no page.
fn address(link: &str) -> Option<String> {
    let document = link.strip_suffix(".md")?;
    if let Some(game) = document.strip_prefix("../play/") {
        return Some(format!("/rules/{game}"));
    }
    let game = document.strip_prefix("../rules/").unwrap_or(document);
    Some(format!("/rules/{game}/sheet"))
}

/// A text with its ids of rules as links, which stand back behind the words.
fn cited(text: &str) -> String {
    let shown = parts(text).into_iter().map(|TextPart { text, address }| {
        let mut html = String::new();
        html::push_html(&mut html, [Event::Text(text.into())].into_iter());
        match address {
            Some(address) => format!("<a class=\"cited\" href=\"{address}\">{html}</a>"),
            None => html,
        }
    });
    shown.collect()
}

/// The anchor of a headline, as those who link to it write it.
fn anchor(title: &str) -> String {
    let lower = title.to_lowercase().replace(' ', "-");
    let is_kept = |character: &char| character.is_alphanumeric() || *character == '-';
    lower.chars().filter(is_kept).collect()
}

/// Whether it is the id of a rule: `K-7`.
fn is_rule(text: &str) -> bool {
    game_of_rule(text).is_some()
}

/// The game of a rule by its id; `None` if it is no id of a rule.
fn game_of_rule(id: &str) -> Option<&'static GameInfo> {
    let (letters, number) = id.split_once('-')?;
    let is_number = !number.is_empty() && number.chars().all(|digit| digit.is_ascii_digit());
    let mut games = GAMES.iter().filter(|_| is_number);
    games.find(|game| game.rule_letters == letters)
}

/// A part of a sentence.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct TextPart<'a> {
    pub(super) text: &'a str,
    /// Where the rule is explained that it cites.
    pub(super) address: Option<String>,
}

/// Where the rule with this id is explained.
pub(super) fn explained_at(id: &str) -> Option<String> {
    game_of_rule(id).map(|game| format!("/rules/{}/sheet#{id}", game.name))
}

/// The same, with the way back to a game.
pub(super) fn explained_from(id: &str, from: &GameId) -> Option<String> {
    game_of_rule(id).map(|game| format!("/rules/{}/sheet?from={from}#{id}", game.name))
}

/// The parts of a sentence, of which the ids of rules lead to the rules.
pub(super) fn parts(sentence: &str) -> Vec<TextPart<'_>> {
    let is_within = |character: char| character.is_alphanumeric() || character == '-';
    let words = sentence.split_inclusive(|character| !is_within(character));
    words
        .flat_map(|word| {
            let id = word.trim_end_matches(|character| !is_within(character));
            let (id, rest) = word.split_at(id.len());
            let address = explained_at(id);
            let rest = TextPart {
                text: rest,
                address: None,
            };
            [TextPart { text: id, address }, rest]
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_rule_has_an_anchor_and_every_link_within_leads_somewhere() {
        let [ludo, kuba] = &**DOCUMENTS else {
            panic!("two games")
        };
        for (document, letter, rules) in [(&ludo.sheet, 'L', 31), (&kuba.sheet, 'K', 18)] {
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
                &game.introduction,
                &game.introduction_in_diagrams,
                &game.sheet,
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
    fn what_a_player_needs_is_said_in_words_and_leads_to_the_rules() {
        for Documents {
            introduction: page,
            sheet: all,
            ..
        } in &*DOCUMENTS
        {
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

    #[test]
    fn the_ids_of_rules_lead_to_the_rules() {
        let cited = |sentence| -> Vec<(String, String)> {
            let parts = parts(sentence).into_iter();
            parts
                .filter_map(|part| Some((part.text.to_owned(), part.address?)))
                .collect()
        };
        let found = |id: &str, game: &str| (id.to_owned(), format!("/rules/{game}/sheet#{id}"));
        assert_eq!(
            cited("K-7 bars it (L-12)."),
            [found("K-7", "kuba"), found("L-12", "ludo")]
        );
        assert_eq!(cited("K-x, XK-7, K-7-, -"), []);
        let sentence = "Ann <b> pushed, K-7: 1–2 (L-12).";
        let texts: Vec<&str> = parts(sentence).iter().map(|part| part.text).collect();
        assert_eq!(texts.concat(), sentence);
    }
}
