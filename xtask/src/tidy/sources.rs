//! Single files: their length, and words that do not belong in finished code and documents.

use crate::repository::has_extension;
use crate::tidy::finding::{Finding, SourceFile};

/// A file of code longer than this is split.
const LONGEST: usize = 800;

/// A file of code longer than this is worth another look.
const LONG: usize = 400;

/// Words of unfinished code; put together here, so that this file does not hold them itself.
const UNFINISHED: &[(&str, &str)] = &[
    (concat!("todo", "!"), "write what is missing"),
    (concat!("unimplemented", "!"), "write what is missing"),
    (
        concat!("#[ig", "nore"),
        "a skipped test proves nothing; run it or remove it",
    ),
    (concat!("dbg", "!"), "remove it"),
    (concat!("breakpoint", "("), "remove it"),
    (
        concat!("raise NotImpl", "ementedError"),
        "write what is missing",
    ),
    (
        concat!("pytest.", "skip"),
        "a skipped test proves nothing; run it or remove it",
    ),
    (
        concat!("pytest.mark.", "skip("),
        "a skipped test proves nothing; run it or remove it",
    ),
    (
        concat!("pytest.mark.", "xfail"),
        "a test that may fail proves nothing; mend it or remove it",
    ),
    (
        concat!("unittest.", "skip"),
        "a skipped test proves nothing; run it or remove it",
    ),
];

/// Marks of a document that is not finished.
const UNWRITTEN: &str = "To be written";

/// Files that are too long, unfinished code and unfinished documents.
pub(crate) fn check(files: &[SourceFile]) -> Vec<Finding> {
    let mut findings = unfinished_documents(files);
    for file in files.iter().filter(|file| is_code(&file.path)) {
        let length = file.text.lines().count();
        if length > LONGEST {
            findings.push(Finding::new(
                &file.path,
                LONGEST + 1,
                format!("{length} lines; split it, {LONGEST} are the limit"),
            ));
        }
        for (index, line) in file.text.lines().enumerate() {
            for (word, advice) in UNFINISHED {
                if holds_word(line, word) {
                    findings.push(Finding::new(
                        &file.path,
                        index + 1,
                        format!("`{word}` is not for finished code; {advice}"),
                    ));
                }
            }
        }
    }
    findings
}

/// Gaps in the documents that were to be filled in later.
fn unfinished_documents(files: &[SourceFile]) -> Vec<Finding> {
    let mut findings = Vec::new();
    for file in files
        .iter()
        .filter(|file| has_extension(&file.path, &["md"]))
    {
        for (index, line) in file.text.lines().enumerate() {
            let gap = line.contains(UNWRITTEN).then_some(UNWRITTEN);
            for gap in gap.into_iter().chain(placeholders(line)) {
                findings.push(Finding::new(
                    &file.path,
                    index + 1,
                    format!("`{gap}` is not for a finished document; write what belongs there"),
                ));
            }
        }
    }
    findings
}

/// Names in capitals between two `@`, to be replaced by what they name.
fn placeholders(line: &str) -> impl Iterator<Item = &str> {
    line.match_indices('@').filter_map(|(start, _)| {
        let length = line[start + 1..].find('@')?;
        let name = &line[start + 1..][..length];
        let is_placeholder = length > 0 && name.bytes().all(|byte| byte.is_ascii_uppercase());
        is_placeholder.then(|| &line[start..start + length + 2])
    })
}

/// Files worth another look, though nothing is wrong.
pub(crate) fn remarks(files: &[SourceFile]) -> Vec<Finding> {
    files
        .iter()
        .filter(|file| is_code(&file.path))
        .filter_map(|file| {
            let length = file.text.lines().count();
            (length > LONG && length <= LONGEST).then(|| {
                Finding::new(
                    &file.path,
                    LONG + 1,
                    format!("{length} lines; {LONG} are the aim"),
                )
            })
        })
        .collect()
}

fn is_code(path: &str) -> bool {
    has_extension(path, &["rs", "py", "pyi", "js", "css"])
}

/// Whether `word` occurs and is not the end of a longer one.
fn holds_word(line: &str, word: &str) -> bool {
    line.match_indices(word).any(|(start, _)| {
        !line[..start].ends_with(|before: char| before.is_alphanumeric() || before == '_')
    })
}

#[cfg(test)]
mod tests {
    use super::{LONG, LONGEST, UNFINISHED, check, remarks};
    use crate::tidy::finding::testing::{printed, source};

    #[test]
    fn finished_code_passes() {
        let files = [
            source("a.rs", "fn my_todo() {}\nassert_todo!();\n"),
            source("a.md", &format!("{}\n", UNFINISHED[0].0)),
        ];
        assert_eq!(check(&files), []);
    }

    #[test]
    fn each_unfinished_word_is_found_with_its_line() {
        for (word, _) in UNFINISHED {
            let found = printed(&check(&[source("a.rs", &format!("\n  {word}\n"))]));
            assert!(found[0].starts_with("a.rs:2: "), "{found:?}");
        }
    }

    #[test]
    fn gaps_in_documents_are_found_with_their_line() {
        let text = "# A\n\nTo be written.\n@A@ and @FIGURES@\n";
        assert_eq!(
            printed(&check(&[source("a.md", text)])),
            [
                "a.md:3: `To be written` is not for a finished document; write what belongs there",
                "a.md:4: `@A@` is not for a finished document; write what belongs there",
                "a.md:4: `@FIGURES@` is not for a finished document; write what belongs there",
            ]
        );
        let finished = "a@b.org @@ @small@ @NAME and @ALL THREE@, to be written down\n";
        assert_eq!(check(&[source("a.md", finished), source("a.rs", text)]), []);
    }

    #[test]
    fn long_files_are_remarked_and_longer_ones_found() {
        let of_length = |lines: usize| [source("a.rs", &"\n".repeat(lines))];
        assert!(remarks(&of_length(LONG)).is_empty());
        assert_eq!(remarks(&of_length(LONG + 1)).len(), 1);
        assert_eq!(check(&of_length(LONGEST)), []);
        assert_eq!(check(&of_length(LONGEST + 1)).len(), 1);
        assert!(remarks(&of_length(LONGEST + 1)).is_empty());
    }
}
