//! `cargo xtask prove check`: the checker finds nothing in right programs, however long it looks,
//! and every planted fault; no game shows one in fewer steps than is known, of two faults both are
//! reported, and of programs as students write them none passes falsely or is blamed for a fault that
//! it does not have.

use std::fs;
use std::path::Path;

use anyhow::Context;
use serde_json::Value;

use crate::prove::{record, scratch};
use crate::python::Python;
use crate::repository::Repository;

/// Random games that each program is checked by.
const GAMES: &str = "20000";

/// The tests that do it with fewer.
const TESTS: [&str; 4] = [
    "python/tests/test_check_faults.py",
    "python/tests/test_check_pairs.py",
    "python/tests/test_check_right.py",
    "python/tests/test_check_shortest.py",
];

/// What measures the checker by programs as students write them, and the halves of these: the
/// checker was made with the open one in sight.
const CORPUS: &str = "python/tests/corpus.py";
const HALVES: [&str; 2] = ["open", "closed"];

/// The document with the numbers of smallest games proven and of pairs of faults reported, and the
/// words that follow each number.
const DOCS: &str = "docs/check.md";
const OF: &str = "planted faults";
const PAIRS: [&str; 2] = ["pairs of Ludo", "pairs of Kuba"];

/// Checks each right program, plays all short games with each wrong one, and holds the reports on
/// programs as students write them against the record of their faults.
///
/// # Errors
/// When the wheel does not build, or something is found.
pub(crate) fn run(repository: &Repository) -> anyhow::Result<()> {
    let python = Python::new(repository);
    let tools = python.tools()?;
    python.wheel(&tools)?;
    tools
        .python(&["-m", "pytest", "-p", "no:cacheprovider", "--quiet"])
        .arguments(["--numprocesses", "2"])
        .arguments([
            "-k",
            "planted_fault_is or no_finding or no_shorter or two_faults or docs_say",
        ])
        .arguments(TESTS.map(|file| repository.root().join(file).to_string_lossy().into_owned()))
        .variable("PARLOR_CHECK_GAMES", GAMES)
        .run()?;
    let scores = scratch(repository, "check")?.join("scores.json");
    tools
        .python(&[])
        .argument(repository.root().join(CORPUS).to_string_lossy())
        .arguments(["--half", "all", "--jobs", "2", "--json"])
        .argument(scores.to_string_lossy())
        .show_and_run()?;
    let docs = repository.read(DOCS)?;
    let share = |of: &str| {
        count(&docs, of).with_context(|| format!("{DOCS} does not say `N of the M {of}`"))
    };
    let [ludo, kuba] = PAIRS;
    let figure = format!(
        "{GAMES} random games with each of six right programs: no finding; the smallest game is \
         proven by search for {} {OF}; both of two faults are reported for {} {ludo}, {} {kuba}; \
         programs as students write them: {}",
        share(OF)?,
        share(ludo)?,
        share(kuba)?,
        measured(&scores)?,
    );
    record(repository, "check", &figure)
}

/// The figures of each half of the corpus, in words.
fn measured(scores: &Path) -> anyhow::Result<String> {
    let text =
        fs::read_to_string(scores).with_context(|| format!("cannot read {}", scores.display()))?;
    let scores: Value = serde_json::from_str(&text)?;
    let halves: Vec<String> = HALVES
        .iter()
        .map(|half| {
            let sentence = scores["halves"][half]["sentence"]
                .as_str()
                .with_context(|| format!("no figures of the {half} half"))?;
            Ok(format!("{half} half: {sentence}"))
        })
        .collect::<anyhow::Result<_>>()?;
    Ok(halves.join("; "))
}

/// `N of the M` in a text that says so of something; one of the tests holds it to be so.
fn count(docs: &str, of: &str) -> Option<String> {
    let words: Vec<&str> = docs.split_whitespace().collect();
    let of: Vec<&str> = of.split(' ').collect();
    let at = words.windows(of.len()).position(|found| found == of)?;
    let count = words.get(at.checked_sub(4)?..at)?;
    Some(count.join(" "))
}

#[cfg(test)]
mod tests {
    use std::{env, fs, process};

    use serde_json::{Value, json};

    use super::{count, measured};

    #[test]
    fn how_many_there_are_is_read_from_the_docs() {
        let docs = "of\n3 of the 5 planted faults that break the text";
        assert_eq!(count(docs, "planted faults").as_deref(), Some("3 of the 5"));
        assert_eq!(count("planted faults", "planted faults"), None);
        assert_eq!(count("nothing", "planted faults"), None);
    }

    #[test]
    fn the_figures_of_both_halves_are_read() {
        let path = env::temp_dir().join(format!("parlor-xtask-corpus-{}.json", process::id()));
        let mut scores = json!({
            "halves": { "open": { "sentence": "1 of 2" }, "closed": { "sentence": "2 of 3" } },
        });
        fs::write(&path, scores.to_string()).unwrap();
        let found = measured(&path).unwrap();
        assert_eq!(found, "open half: 1 of 2; closed half: 2 of 3");
        scores["halves"]["closed"] = Value::Null;
        fs::write(&path, scores.to_string()).unwrap();
        assert!(measured(&path).is_err());
        fs::remove_file(&path).unwrap();
    }
}
