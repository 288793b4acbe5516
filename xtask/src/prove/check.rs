//! `cargo xtask prove check`: the checker finds nothing in right programs, however long it looks,
//! and no game shows a planted fault in fewer steps than is known.

use crate::prove::record;
use crate::python::Python;
use crate::repository::Repository;

/// Random games that each program is checked by.
const GAMES: &str = "20000";

/// The tests that do it with fewer.
const TESTS: [&str; 2] = [
    "python/tests/test_check_right.py",
    "python/tests/test_check_shortest.py",
];

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
        .arguments(["--numprocesses", "2", "-k", "no_finding or no_shorter"])
        .arguments(TESTS.map(|file| repository.root().join(file).to_string_lossy().into_owned()))
        .variable("PARLOR_CHECK_GAMES", GAMES)
        .run()?;
    let figure = format!("{GAMES} random games with each of six right programs: no finding");
    record(repository, "check", &figure)
}
