//! The pictures of the rules as parts of a page.
//!
//! A picture that is a file of its own follows the viewer's system; as a part of
//! the page it has the page's colors, whichever the reader has chosen. Where no numbers are needed,
//! the same state is drawn as the board that one plays on.

use parlor_view::{Look, PictureOptions, Style};

use super::example::Example;

/// A picture of the documents with its name.
macro_rules! picture {
    ($name:literal) => {
        (
            $name,
            include_str!(concat!("../../../../../docs/pictures/", $name, ".svg")),
        )
    };
}

const PICTURES: [(&str, &str); 7] = [
    picture!("kuba-start"),
    picture!("kuba-capture"),
    picture!("kuba-ko"),
    picture!("ludo-start"),
    picture!("ludo-bounce"),
    picture!("ludo-kick"),
    picture!("ludo-stack"),
];

/// A picture of the documents in both looks.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Picture {
    pub(super) example: &'static Example,
    board: String,
    diagram: String,
}

impl Picture {
    /// The picture of this name, called so by who listens; none if there is no such.
    pub(super) fn new(name: &str, label: &str) -> Option<Self> {
        let example = Example::named(name)?;
        Some(Self {
            example,
            board: board(example, label)?,
            diagram: diagram(name, label)?,
        })
    }

    pub(super) fn drawn(&self, look: Look) -> &str {
        match look {
            Look::Board => &self.board,
            Look::Diagram => &self.diagram,
        }
    }
}

/// The picture of an example as the board that one plays on, called so by who listens.
fn board(example: &Example, label: &str) -> Option<String> {
    let svg = example.play(example.moves).ok()?.scene.svg(PictureOptions {
        style: Style::Page,
        look: Look::Board,
        id: &format!("{}-", example.name),
    });
    let (_, drawn) = svg.split_once("</desc>")?;
    Some(labeled(view_box(&svg)?, label, drawn))
}

/// The diagram of this name, called so by who listens; none if there is no such.
///
/// Its own colors and its words for who listens are left out, and the names of
/// its parts become its own among those of the page.
fn diagram(name: &str, label: &str) -> Option<String> {
    let (_, file) = PICTURES.iter().find(|(picture, _)| *picture == name)?;
    let (_, drawn) = file.split_once("</style>")?;
    let drawn = drawn.replace(" id=\"", &format!(" id=\"{name}-"));
    let drawn = drawn.replace("href=\"#", &format!("href=\"#{name}-"));
    Some(labeled(view_box(file)?, label, &drawn))
}

/// What of its plane a picture shows.
fn view_box(svg: &str) -> Option<&str> {
    let (_, rest) = svg.split_once("viewBox=\"")?;
    let (size, _) = rest.split_once('"')?;
    Some(size)
}

/// A picture of this size, with what is drawn in it to its end.
fn labeled(size: &str, label: &str, drawn: &str) -> String {
    format!(
        "<svg class=\"pl-board\" viewBox=\"{size}\" role=\"img\" aria-label=\"{label}\" \
         fill=\"none\" stroke-linecap=\"round\" stroke-linejoin=\"round\">{drawn}"
    )
}
