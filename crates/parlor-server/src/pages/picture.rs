//! The pictures of the rules as parts of a page.
//!
//! A picture that is a file of its own follows the viewer's system; as a part of
//! the page it has the page's colors, whichever the reader has chosen.

/// A picture of the documents with its name.
macro_rules! picture {
    ($name:literal) => {
        (
            $name,
            include_str!(concat!("../../../../docs/pictures/", $name, ".svg")),
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

/// The picture of this name, called so by who listens; none if there is no such.
///
/// Its own colors and its words for who listens are left out, and the names of
/// its parts become its own among those of the page.
pub(super) fn inline(name: &str, label: &str) -> Option<String> {
    let (_, file) = PICTURES.iter().find(|(picture, _)| *picture == name)?;
    let (_, rest) = file.split_once("viewBox=\"")?;
    let (size, _) = rest.split_once('"')?;
    let (_, drawn) = file.split_once("</style>")?;
    let drawn = drawn.replace(" id=\"", &format!(" id=\"{name}-"));
    let drawn = drawn.replace("href=\"#", &format!("href=\"#{name}-"));
    Some(format!(
        "<svg class=\"pl-board\" viewBox=\"{size}\" role=\"img\" aria-label=\"{label}\" \
         fill=\"none\" stroke-linecap=\"round\" stroke-linejoin=\"round\">{drawn}"
    ))
}
