//! `cargo xtask prove check`: the checker finds nothing in right programs, however long it looks,
//! no game shows a planted fault in fewer steps than is known, and of two faults both are told.

use anyhow::Context;

use crate::prove::record;
use crate::python::Python;
use crate::repository::Repository;

/// Random games that each program is checked by.
const GAMES: &str = "20000";

/// The tests that do it with fewer.
const TESTS: [&str; 3] = [
    "python/tests/test_check_pairs.py",
    "python/tests/test_check_right.py",
    "python/tests/test_check_shortest.py",
];

/// What says how many smallest games are proven and how many pairs of faults are told, and of what.
const DOCS: &str = "docs/check.md";
const OF: &str = "planted faults";
const PAIRS: [&str; 2] = ["pairs of Ludo", "pairs of Kuba"];

/// Checks each right program, and plays all short games with each wrong one.
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
        .arguments(["-k", "no_finding or no_shorter or two_faults or docs_say"])
        .arguments(TESTS.map(|file| repository.root().join(file).to_string_lossy().into_owned()))
        .variable("PARLOR_CHECK_GAMES", GAMES)
        .run()?;
    let docs = repository.read(DOCS)?;
    let told = |of: &str| {
        count(&docs, of).with_context(|| format!("{DOCS} does not say `N of the M {of}`"))
    };
    let [ludo, kuba] = PAIRS;
    let figure = format!(
        "{GAMES} random games with each of six right programs: no finding; the smallest game is \
         proven by search for {} {OF}; both of two faults are told for {} {ludo}, {} {kuba}",
        told(OF)?,
        told(ludo)?,
        told(kuba)?,
    );
    record(repository, "check", &figure)
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
    use super::count;

    #[test]
    fn how_many_there_are_is_read_from_the_docs() {
        let docs = "of\n3 of the 5 planted faults that break the text";
        assert_eq!(count(docs, "planted faults").as_deref(), Some("3 of the 5"));
        assert_eq!(count("planted faults", "planted faults"), None);
        assert_eq!(count("nothing", "planted faults"), None);
    }
}
