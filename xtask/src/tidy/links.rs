//! Links in the documents: relative ones must lead to a file, and to a heading where they name one.

use std::collections::BTreeSet;

use crate::repository::has_extension;
use crate::tidy::finding::{Finding, SourceFile, file};

/// Every relative link of every document that leads nowhere.
pub(crate) fn check(files: &[SourceFile], paths: &[String]) -> Vec<Finding> {
    let mut findings = Vec::new();
    for document in files
        .iter()
        .filter(|file| has_extension(&file.path, &["md"]))
    {
        for (line, link) in links(&document.text) {
            if let Some(message) = objection(document, &link, files, paths) {
                findings.push(Finding::new(&document.path, line, message));
            }
        }
    }
    findings
}

/// Why the link leads nowhere, if it does.
fn objection(
    document: &SourceFile,
    link: &str,
    files: &[SourceFile],
    paths: &[String],
) -> Option<String> {
    if link.contains("://") || link.starts_with("mailto:") {
        return None;
    }
    let (relative, anchor) = link
        .split_once('#')
        .map_or((link, None), |(path, anchor)| (path, Some(anchor)));
    let target = if relative.is_empty() {
        document.path.clone()
    } else {
        let Some(target) = resolved(&document.path, relative) else {
            return Some(format!("link to `{link}` leaves the repository"));
        };
        target
    };
    let is_there = target.is_empty()
        || paths.iter().any(|path| {
            path.strip_prefix(&target)
                .is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        });
    if !is_there {
        return Some(format!(
            "link to `{link}` leads nowhere; there is no `{target}`"
        ));
    }
    let (anchor, text) = (anchor?, &file(files, &target)?.text);
    (has_extension(&target, &["md"]) && !anchors(text).contains(anchor))
        .then(|| format!("link to `{link}` leads nowhere; `{target}` has no such heading"))
}

/// The path from the root, or nothing if it would leave it.
fn resolved(from: &str, relative: &str) -> Option<String> {
    let mut parts: Vec<&str> = from.split('/').collect();
    parts.pop();
    for part in relative.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop()?;
            }
            name => parts.push(name),
        }
    }
    Some(parts.join("/"))
}

/// The lines outside blocks of code, counted from 1.
fn prose(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut in_block = false;
    text.lines().enumerate().filter_map(move |(index, line)| {
        let is_fence = line.trim_start().starts_with("```");
        if is_fence {
            in_block = !in_block;
        }
        (!in_block && !is_fence).then_some((index + 1, line))
    })
}

/// The targets of `[text](target)` and `[name]: target`, with their lines.
fn links(text: &str) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    for (number, line) in prose(text) {
        let line = without_code(line);
        for (start, opening) in line.match_indices("](") {
            let rest = &line[start + opening.len()..];
            let end = rest.find([')', ' ']).unwrap_or(rest.len());
            found.push((number, rest[..end].to_owned()));
        }
        let definition = line
            .strip_prefix('[')
            .and_then(|line| line.split_once("]: "));
        if let Some((_, target)) = definition {
            found.push((number, target.trim().to_owned()));
        }
    }
    found
}

/// The line with its `code` blanked out.
fn without_code(line: &str) -> String {
    line.split('`')
        .enumerate()
        .map(|(index, part)| if index % 2 == 0 { part } else { "" })
        .collect()
}

/// The headings as a link names them: lower case, words joined by hyphens, a repeated one numbered.
fn anchors(text: &str) -> BTreeSet<String> {
    let mut anchors = BTreeSet::new();
    for (_, line) in prose(text) {
        let Some(heading) = line.strip_prefix('#') else {
            continue;
        };
        let anchor: String = heading
            .trim_start_matches('#')
            .trim()
            .chars()
            .filter(|character| character.is_alphanumeric() || matches!(character, ' ' | '-' | '_'))
            .map(|character| if character == ' ' { '-' } else { character })
            .flat_map(char::to_lowercase)
            .collect();
        let mut numbered = anchor.clone();
        let mut repetition = 0;
        while !anchors.insert(numbered.clone()) {
            repetition += 1;
            numbered = format!("{anchor}-{repetition}");
        }
    }
    anchors
}

#[cfg(test)]
mod tests {
    use super::check;
    use crate::tidy::finding::testing::{printed, source};

    /// The findings for `docs/a.md` with this text next to a `README.md`.
    fn findings(text: &str) -> Vec<String> {
        let files = [
            source("docs/a.md", text),
            source("README.md", "# The `Name`, twice\n## x\n## x\n"),
        ];
        let paths = ["README.md", "docs/a.md", "docs/rules/b.svg"].map(str::to_owned);
        printed(&check(&files, &paths))
    }

    #[test]
    fn links_that_lead_somewhere_pass() {
        let text = "# Top\n[a](../README.md) ![b](rules/b.svg) [c](rules) [d](#top) \
                    [e](https://x.y/z) [f](../README.md#the-name-twice) [g](../README.md#x-1)\n\
                    [h]: ./rules/b.svg\n`[i](nowhere)`\n```\n[j](nowhere)\n```\n[k](..)";
        assert_eq!(findings(text), [""; 0]);
    }

    #[test]
    fn links_that_lead_nowhere_are_found_with_their_line() {
        for link in [
            "[a](nowhere.md)",
            "![a](rules/c.svg)",
            "[a]: nowhere.md",
            "[a](../../x.md)",
        ] {
            let found = findings(&format!("\n{link}\n"));
            assert_eq!(found.len(), 1, "{link}");
            assert!(found[0].starts_with("docs/a.md:2: link to "), "{found:?}");
        }
    }

    #[test]
    fn a_missing_heading_is_found() {
        assert_eq!(findings("[a](#nowhere)").len(), 1);
        assert_eq!(findings("[a](../README.md#nowhere)").len(), 1);
    }
}
