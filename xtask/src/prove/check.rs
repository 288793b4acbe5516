//! `cargo xtask prove check`: the checker finds nothing in right programs, however long it looks.

use crate::prove::record;
use crate::python::Python;
use crate::repository::Repository;

/// Random games that each program is checked by.
const GAMES: &str = "20000";

/// The test that does it with fewer.
const TESTS: &str = "python/tests/test_check_right.py";

/// Checks each right program.
///
/// # Errors
/// When the wheel does not build, or something is found.
pub(crate) fn run(repository: &Repository) -> anyhow::Result<()> {
    let python = Python::new(repository);
    let tools = python.tools()?;
    python.wheel(&tools)?;
    tools
        .python(&["-m", "pytest", "-p", "no:cacheprovider", "--quiet"])
        .arguments(["--numprocesses", "2", "-k", "no_finding"])
        .argument(repository.root().join(TESTS).to_string_lossy())
        .variable("PARLOR_CHECK_GAMES", GAMES)
        .run()?;
    let figure = format!("{GAMES} random games with each of six right programs: no finding");
    record(repository, "check", &figure)
}
