//! The pictures that documents show: each is what a command prints.
//!
//! A comment `<!-- $ COMMAND -->` on a line of its own, followed by the line of an image
//! (`![words](path)`, or `<img src="path" alt="words">` where it needs a width), names the
//! command that draws the picture at the path.

use anyhow::bail;

const OPENING: &str = "<!-- $ ";
const CLOSING: &str = " -->";

/// A picture of a document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct DocumentPicture {
    /// The command that prints it.
    pub(crate) command: String,
    /// Where it lies, relative to the root.
    pub(crate) path: String,
}

/// The pictures of the document at `path`, whose links go from its folder.
///
/// # Errors
/// When a command has no image below it, or the image no words or no place in the repository; the
/// message names the line, counted from 1.
pub(crate) fn of(path: &str, document: &str) -> anyhow::Result<Vec<DocumentPicture>> {
    let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
    let mut pictures = Vec::new();
    let mut lines = document.lines().zip(1..).peekable();
    while let Some((line, number)) = lines.next() {
        let command = line.strip_prefix(OPENING);
        let Some(command) = command.and_then(|rest| rest.strip_suffix(CLOSING)) else {
            continue;
        };
        let Some((words, link)) = lines.peek().and_then(|(line, _)| image(line)) else {
            bail!(
                "line {number}: below the command there is no image `![words](path)` \
                 or `<img src=\"path\" alt=\"words\">`"
            );
        };
        if words.trim().is_empty() {
            bail!("line {number}: the image below needs words as its alternative text");
        }
        let Some(path) = joined(folder, link) else {
            bail!("line {number}: {link} lies outside the repository");
        };
        pictures.push(DocumentPicture {
            command: command.to_owned(),
            path,
        });
    }
    Ok(pictures)
}

/// The words and the link of an image on a line of its own.
fn image(line: &str) -> Option<(&str, &str)> {
    let line = line.trim();
    if let Some(tag) = line.strip_prefix("<img") {
        let attribute = |name: &str| {
            // With the blank before it: `src` may end in a word that is a name.
            let (_, rest) = tag.split_once(&format!(" {name}=\""))?;
            let (value, _) = rest.split_once('"')?;
            Some(value)
        };
        return Some((attribute("alt")?, attribute("src")?));
    }
    line.strip_prefix("![")?.strip_suffix(')')?.split_once("](")
}

/// The link of a document in `folder`, from the root.
fn joined(folder: &str, link: &str) -> Option<String> {
    let mut parts: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
    for part in link.split('/') {
        match part {
            ".." => {
                parts.pop()?;
            }
            "." | "" => {}
            part => parts.push(part),
        }
    }
    Some(parts.join("/"))
}

#[cfg(test)]
mod tests {
    use super::{DocumentPicture, of};

    #[test]
    fn a_command_above_an_image_draws_it() {
        let document = "a\n<!-- $ parlor show 'x' --svg -->\n![A start.](../pictures/start.svg)\n\
                        ![not ours](b.svg)\n";
        let expected = DocumentPicture {
            command: "parlor show 'x' --svg".to_owned(),
            path: "docs/pictures/start.svg".to_owned(),
        };
        assert_eq!(of("docs/rules/ludo.md", document).unwrap(), [expected]);
        let salt = "<!-- $ c -->\n<img src=\"salt.svg\" alt=\"A start.\">\n";
        assert_eq!(of("docs/a.md", salt).unwrap()[0].path, "docs/salt.svg");
        let wide = "<!-- $ c -->\n<img src=\"p.svg\" alt=\"A start.\" width=\"480\">\n";
        assert_eq!(of("docs/a.md", wide).unwrap()[0].path, "docs/p.svg");
        let at_the_root = of("README.md", "<!-- $ c -->\n![w](docs/p.svg)").unwrap();
        assert_eq!(at_the_root[0].path, "docs/p.svg");
    }

    #[test]
    fn what_is_missing_is_named_by_its_line() {
        let message = |path: &str, document: &str| of(path, document).unwrap_err().to_string();
        assert!(message("a.md", "\n<!-- $ c -->\n\n![w](p.svg)").starts_with("line 2: below"));
        assert!(message("a.md", "<!-- $ c -->\n![ ](p.svg)").contains("needs words"));
        assert!(message("a.md", "<!-- $ c -->\n<img src=\"p.svg\">").contains("no image"));
        assert!(message("a.md", "<!-- $ c -->\n![w](../p.svg)").contains("outside"));
        assert!(message("a.md", "<!-- $ c -->").starts_with("line 1: below"));
    }
}
