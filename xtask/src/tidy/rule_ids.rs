//! The rules' ids: explained in the documents, cited by the code, named by the tests.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use crate::repository::has_extension;
use crate::tidy::finding::{Finding, SourceFile, file};
use crate::tidy::layers;

/// Where each game's rules are explained: every id is in bold (`**…**`) at its explanation.
const DOCUMENTS: &[(char, &str)] = &[('L', "docs/rules/ludo.md"), ('K', "docs/rules/kuba.md")];

/// A letter for the game and a number from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct RuleId {
    game: char,
    number: u32,
}

impl fmt::Display for RuleId {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}-{}", self.game, self.number)
    }
}

/// Checks that every rule is explained, cited and tested, and that nothing cites another.
pub(crate) fn check(files: &[SourceFile]) -> Vec<Finding> {
    let mut findings = Vec::new();
    let mut explained: BTreeMap<RuleId, (&str, usize)> = BTreeMap::new();
    for &(game, path) in DOCUMENTS {
        let Some(document) = file(files, path) else {
            findings.push(Finding::new(
                path,
                1,
                "is missing; it explains every rule of its game",
            ));
            continue;
        };
        for (line, id) in explanations(&document.text) {
            if id.game == game {
                explained.entry(id).or_insert((path, line));
            }
        }
        findings.extend(gaps(game, path, explained.keys()));
    }

    let cited: BTreeSet<RuleId> = files
        .iter()
        .filter(|file| is_shipped_code(&file.path))
        .flat_map(citations)
        .collect();
    let tested: BTreeSet<RuleId> = files
        .iter()
        .filter(|file| may_cite(&file.path))
        .flat_map(|file| test_names(&file.text))
        .map(|(_, id)| id)
        .collect();
    for (id, &(path, line)) in &explained {
        if !cited.contains(id) {
            findings.push(Finding::new(
                path,
                line,
                format!("no code cites {id}; name it in a comment where it is enforced"),
            ));
        }
        if !tested.contains(id) {
            let prefix = id.to_string().to_lowercase().replace('-', "_");
            findings.push(Finding::new(
                path,
                line,
                format!("no test is named by {id}; write `fn {prefix}_…`"),
            ));
        }
    }

    for file in files.iter().filter(|file| may_cite(&file.path)) {
        let in_text = file
            .text
            .lines()
            .enumerate()
            .flat_map(|(index, line)| ids_in(line).map(move |id| (index + 1, id)));
        for (line, id) in in_text.chain(test_names(&file.text)) {
            if !explained.contains_key(&id) {
                findings.push(Finding::new(
                    &file.path,
                    line,
                    format!(
                        "{id} is no rule; the rules are explained in {}",
                        document_of(id.game)
                    ),
                ));
            }
        }
    }
    findings
}

fn document_of(game: char) -> &'static str {
    DOCUMENTS
        .iter()
        .find(|(letter, _)| *letter == game)
        .map_or("docs/rules", |(_, path)| path)
}

/// This crate writes of ids that are no rules, to show that they are found.
fn may_cite(path: &str) -> bool {
    !path.starts_with("xtask/")
}

/// The ids that head an explanation, with their lines: in bold, or alone in a heading's front.
fn explanations(text: &str) -> Vec<(usize, RuleId)> {
    let mut found = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let bold = line
            .match_indices("**")
            .map(|(start, mark)| &line[start + mark.len()..]);
        let heading = line
            .strip_prefix('#')
            .map(|line| line.trim_start_matches(['#', ' ']));
        for candidate in bold.chain(heading) {
            if let Some((id, _)) = id_at_start(candidate) {
                found.push((index + 1, id));
            }
        }
    }
    found
}

/// Every number below the largest one must be there.
fn gaps<'a>(game: char, path: &str, explained: impl Iterator<Item = &'a RuleId>) -> Vec<Finding> {
    let numbers: BTreeSet<u32> = explained
        .filter(|id| id.game == game)
        .map(|id| id.number)
        .collect();
    let Some(&largest) = numbers.last() else {
        return vec![Finding::new(
            path,
            1,
            format!("explains no rule; head each with **{game}-1** …"),
        )];
    };
    (1..largest)
        .filter(|number| !numbers.contains(number))
        .map(|number| {
            Finding::new(
                path,
                1,
                format!("{game}-{number} is not explained; head it with **{game}-{number}**"),
            )
        })
        .collect()
}

/// Whether the file belongs to what users get: the sources of a shipped crate, without tests.
fn is_shipped_code(path: &str) -> bool {
    let mut parts = path.split('/');
    let is_of_shipped_crate = parts.next() == Some("crates")
        && parts.next().is_some_and(layers::is_shipped)
        && parts.next() == Some("src");
    is_of_shipped_crate
        && has_extension(path, &["rs"])
        && !path.ends_with("/tests.rs")
        && !parts.any(|part| part == "tests")
}

/// The ids that a source file cites outside its own test module.
fn citations(file: &SourceFile) -> Vec<RuleId> {
    without_test_module(&file.text)
        .lines()
        .flat_map(ids_in)
        .collect()
}

/// Clippy sees to it that a test module is a file's last item.
fn without_test_module(text: &str) -> &str {
    text.match_indices("#[cfg(test)]")
        .find(|(start, mark)| {
            let item = text[start + mark.len()..].trim_start();
            (item.starts_with("mod ") || item.starts_with("pub(crate) mod ")) && {
                let line = item.lines().next().unwrap_or_default();
                line.ends_with('{')
            }
        })
        .map_or(text, |(start, _)| &text[..start])
}

/// The ids that name a test function, with their lines.
fn test_names(text: &str) -> Vec<(usize, RuleId)> {
    if !text.contains("#[test]") {
        return Vec::new();
    }
    text.lines()
        .enumerate()
        .filter_map(|(index, line)| {
            let name = line.trim_start().strip_prefix("fn ")?;
            let game = name
                .chars()
                .next()
                .filter(|letter| matches!(letter, 'l' | 'k'))?;
            let rest = name.strip_prefix(game)?.strip_prefix('_')?;
            let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
            let number = rest.get(..digits)?.parse().ok()?;
            let is_whole = rest.get(digits..)?.starts_with(['_', '(']);
            is_whole.then_some((
                index + 1,
                RuleId {
                    game: game.to_ascii_uppercase(),
                    number,
                },
            ))
        })
        .collect()
}

/// Every id in a line, standing as a word of its own.
fn ids_in(line: &str) -> impl Iterator<Item = RuleId> + '_ {
    line.match_indices(['L', 'K']).filter_map(|(start, _)| {
        let is_start_of_word = !line[..start]
            .ends_with(|before: char| before.is_alphanumeric() || matches!(before, '_' | '-'));
        let (id, rest) = id_at_start(&line[start..])?;
        let is_end_of_word =
            !rest.starts_with(|after: char| after.is_alphanumeric() || after == '_');
        (is_start_of_word && is_end_of_word).then_some(id)
    })
}

/// The id that the text begins with, and what follows it.
fn id_at_start(text: &str) -> Option<(RuleId, &str)> {
    let game = text
        .chars()
        .next()
        .filter(|letter| matches!(letter, 'L' | 'K'))?;
    let rest = text.strip_prefix(game)?.strip_prefix('-')?;
    let after = rest.trim_start_matches(|character: char| character.is_ascii_digit());
    let digits = rest.get(..rest.len() - after.len())?;
    let number = digits.parse().ok()?;
    (!digits.starts_with('0')).then_some((RuleId { game, number }, after))
}

#[cfg(test)]
mod tests {
    use super::check;
    use crate::tidy::finding::SourceFile;
    use crate::tidy::finding::testing::{printed, source};

    /// Two rules and one rule, each explained, cited and tested.
    fn healthy() -> Vec<SourceFile> {
        vec![
            source(
                "docs/rules/ludo.md",
                "- **L-1** Players.\n- **L-2** Tokens. See L-1.\n",
            ),
            source("docs/rules/kuba.md", "### K-1 The board\n"),
            source("crates/ludo-rules/src/a.rs", "//! Rules: L-1, L-2.\n"),
            source("crates/kuba-rules/src/a.rs", "/// K-1 (board)\nfn a() {}\n"),
            source(
                "crates/ludo-rules/tests/a.rs",
                "#[test]\nfn l_1_players() {}\n#[test]\nfn l_2_tokens() {}\n",
            ),
            source(
                "crates/kuba-rules/src/tests.rs",
                "    #[test]\n    fn k_1_board() {}\n",
            ),
        ]
    }

    fn findings_after(change: impl FnOnce(&mut Vec<SourceFile>)) -> Vec<String> {
        let mut files = healthy();
        change(&mut files);
        printed(&check(&files))
    }

    #[test]
    fn rules_that_are_explained_cited_and_tested_pass() {
        assert_eq!(findings_after(|_| ()), [""; 0]);
    }

    #[test]
    fn a_rule_without_code_is_found() {
        let found = findings_after(|files| files[2].text = "//! Rules: L-1.\n".to_owned());
        assert_eq!(
            found,
            ["docs/rules/ludo.md:2: no code cites L-2; name it in a comment where it is enforced"]
        );
    }

    #[test]
    fn tests_and_tools_do_not_count_as_code() {
        let test_module = "//! L-1\n#[cfg(test)]\nmod tests {\n// L-2\n}\n";
        assert_eq!(
            findings_after(|files| files[2].text = test_module.to_owned()).len(),
            1
        );
        for path in [
            "crates/ludo-rules/src/tests.rs",
            "crates/ludo-rules/src/play/tests/a.rs",
            "crates/ludo-rules/tests/b.rs",
            "crates/parlor-testkit/src/a.rs",
            "fuzz/src/a.rs",
        ] {
            let found = findings_after(|files| files[2].path = path.to_owned());
            assert_eq!(found.len(), 2, "{path}: {found:?}");
        }
    }

    #[test]
    fn a_rule_without_a_test_is_found() {
        for no_test in [
            "#[test]\nfn l_1_x() {}\nfn l_22_x() {}\n",
            "fn l_1_x() {}\nfn l_2_x() {}\n",
        ] {
            let found = findings_after(|files| files[4].text = no_test.to_owned());
            assert!(
                found.contains(
                    &"docs/rules/ludo.md:2: no test is named by L-2; write `fn l_2_…`".to_owned()
                ),
                "{found:?}"
            );
        }
    }

    #[test]
    fn an_unknown_rule_is_found_wherever_it_stands() {
        for (path, text, line) in [
            ("crates/parlor/src/a.rs", "\n// L-3\n", 2),
            ("docs/a.md", "K-2", 1),
            ("crates/parlor/tests/a.rs", "#[test]\nfn k_9_x() {}\n", 2),
        ] {
            let found = findings_after(|files| files.push(source(path, text)));
            assert_eq!(found.len(), 1, "{found:?}");
            assert!(
                found[0].starts_with(&format!("{path}:{line}: ")),
                "{found:?}"
            );
        }
    }

    #[test]
    fn words_that_only_look_like_ids_are_none() {
        let text = "XL-9 L-9x L-x K-09 --L-9 l-9 L9\n";
        assert_eq!(
            findings_after(|files| files.push(source("docs/a.md", text))),
            [""; 0]
        );
    }

    #[test]
    fn a_gap_in_the_numbers_is_found() {
        let found = findings_after(|files| {
            files[1].text = "**K-1** **K-3**".to_owned();
            files[3].text = "// K-1 K-3".to_owned();
            files[5].text = "#[test]\nfn k_1_x() {}\nfn k_3_x() {}".to_owned();
        });
        assert_eq!(
            found,
            ["docs/rules/kuba.md:1: K-2 is not explained; head it with **K-2**"]
        );
    }

    #[test]
    fn a_document_that_is_missing_or_empty_is_found() {
        let found = findings_after(|files| files[1].path = "docs/kuba.md".to_owned());
        assert!(
            found
                .iter()
                .any(|line| line.starts_with("docs/rules/kuba.md:1: is missing"))
        );
        let found = findings_after(|files| files[1].text.clear());
        assert!(
            found
                .iter()
                .any(|line| line.starts_with("docs/rules/kuba.md:1: explains no rule"))
        );
    }
}
