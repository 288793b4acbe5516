//! The documents of the rules, in Markdown, as pieces of a page.

use pulldown_cmark::{Alignment, CowStr, Event, HeadingLevel, Options, Parser, Tag, TagEnd, html};

use super::cite::{TextPart, is_rule, parts};
use super::picture::Picture;

/// A piece of a document.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Piece {
    /// As HTML.
    Text(String),
    Picture(Picture),
}

/// What a document is to the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    /// It cites them.
    Introduction,
    /// It settles them.
    Sheet,
}

/// The pieces of a document.
pub(super) fn pieces(document: &str, role: Role) -> Vec<Piece> {
    let mut events = Parser::new_ext(document, Options::ENABLE_TABLES).peekable();
    let mut pieces = Vec::new();
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
            // Of HTML only pictures are shown, and no comments.
            Event::Html(html) => {
                if let Some(picture) = picture(&html) {
                    pieces.push(text(&mut shown));
                    pieces.push(picture);
                }
            }
            Event::Text(text) if role == Role::Introduction => {
                shown.push(Event::InlineHtml(cited(&text).into()));
            }
            event => shown.push(event),
        }
    }
    pieces.push(text(&mut shown));
    pieces
}

/// What is gathered so far.
fn text(shown: &mut Vec<Event<'_>>) -> Piece {
    let mut text = String::new();
    html::push_html(&mut text, shown.drain(..));
    Piece::Text(text)
}

/// The picture that a line of HTML is; `None` if it is none.
fn picture(html: &str) -> Option<Piece> {
    let (_, rest) = html.split_once("<img src=\"../pictures/")?;
    let (name, rest) = rest.split_once(".svg\" alt=\"")?;
    let (label, _) = rest.split_once('"')?;
    Picture::new(name, label).map(Piece::Picture)
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
