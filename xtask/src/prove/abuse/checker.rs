//! What hostile programs do to the checker of students' programs: nothing, each judged as it
//! should be, by the administrator and by an ordinary user.

use crate::python::Python;
use crate::repository::Repository;
use crate::terminal::say;

/// The program that checks all of them.
const ABUSE: &str = "python/tests/abuse.py";

/// The sandboxes around a program.
const JAILS: [&str; 2] = ["own", "bwrap"];

/// Checks all hostile programs; returns how many failed in each jail.
///
/// # Errors
/// When the wheel does not build, or one of them does harm or is judged otherwise.
pub(super) fn run(repository: &Repository) -> anyhow::Result<String> {
    let python = Python::new(repository);
    let tools = python.tools()?;
    python.wheel(&tools)?;
    let script = repository.root().join(ABUSE);
    let mut figures = Vec::new();
    for jail in JAILS {
        let figure = tools
            .python(&["-W", "error"])
            .argument(script.to_string_lossy())
            .argument(jail)
            .read()?;
        say(figure.trim_end())?;
        figures.extend(figure.lines().map(str::to_owned));
    }
    Ok(figures.join("; "))
}
