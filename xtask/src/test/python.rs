//! The steps for the Python package, all of them on the built wheel.

use std::io::Write;
use std::path::Path;

use anyhow::{Context, bail};

use crate::python::{Environment, Interpreter, PROGRAM, Python};
use crate::repository::Repository;
use crate::shell::Line;
use crate::terminal::note;
use crate::test::steps::Steps;
use crate::test::{AGAIN, GOLDEN_SPACES, shows_golden_game, web};

/// What the wheel brings to import.
const MODULES: [&str; 5] = [
    "LudoGame",
    "KubaGame",
    "LudoGameTester",
    "KubaGameTester",
    "parlor",
];

/// What mypy is told about the project.
const SETTINGS: &str = "pyproject.toml";

/// The modules that are compared with no stubs, by its path in the repository.
const STUBLESS: &str = "python/stubtest-allowed.txt";

/// The example that is executed.
const NOTEBOOK: &str = "docs/examples/parlor.ipynb";

/// Makes the environment and the wheel, and takes every step with them.
///
/// # Errors
/// When the output is closed; a failing step is counted instead.
pub(crate) fn check(repository: &Repository, steps: &mut Steps<impl Write>) -> anyhow::Result<()> {
    let python = Python::new(repository);
    let mut tools = None;
    steps.work(
        "python tools",
        "an environment with pytest, mypy and ruff",
        AGAIN,
        || {
            tools = Some(python.tools()?);
            Ok(())
        },
    )?;
    let Some(tools) = tools else {
        return Ok(());
    };
    source(repository, &tools, steps)?;

    let mut wheel = None;
    steps.work("python wheel", "what `pip install .` builds", AGAIN, || {
        wheel = Some(python.wheel(&tools)?);
        Ok(())
    })?;
    let Some(wheel) = wheel else {
        return Ok(());
    };
    steps.work(
        "python alone",
        "the wheel needs no other package and plays the golden game",
        AGAIN,
        || {
            let bare = python.bare(&Interpreter::ask(repository, PROGRAM)?, &wheel)?;
            let golden = bare.python(&["-m", "LudoGame"]);
            note(format!("   $ {golden}"))?;
            let printed = golden.read()?;
            if shows_golden_game(&printed) {
                return Ok(());
            }
            bail!(
                "`{golden}` does not show {}:\n{printed}",
                GOLDEN_SPACES.join(" ")
            )
        },
    )?;
    installed(repository, &tools, &wheel, steps)
}

/// The steps that look at the source.
fn source(
    repository: &Repository,
    tools: &Environment,
    steps: &mut Steps<impl Write>,
) -> anyhow::Result<()> {
    let ruff = |arguments: &[&str]| {
        tools
            .python(&["-m", "ruff"])
            .arguments(arguments.iter().copied())
            .argument("--no-cache")
            .arguments(["python", NOTEBOOK, web::CONTRACT].map(|below| path(repository, below)))
    };
    steps.line(
        "python format",
        "every file is formatted",
        &ruff(&["format", "--check"]),
    )?;
    steps.line("python lints", "no warning in any file", &ruff(&["check"]))?;
    steps.line(
        "python source",
        "mypy --strict accepts it",
        &mypy(repository, tools, &["python/src"]),
    )?;
    Ok(())
}

/// mypy on these folders, by the rules of the oldest interpreter that the wheel is for.
fn mypy(repository: &Repository, tools: &Environment, folders: &[&str]) -> Line {
    tools
        .python(&["-m", "mypy", "--python-version", "3.9", "--config-file"])
        .argument(path(repository, SETTINGS))
        .argument("--cache-dir")
        .argument(repository.target_text("python/mypy"))
        .arguments(folders.iter().map(|folder| path(repository, folder)))
}

/// The steps that use the wheel among the tools.
fn installed(
    repository: &Repository,
    tools: &Environment,
    wheel: &Path,
    steps: &mut Steps<impl Write>,
) -> anyhow::Result<()> {
    steps.line(
        "python types",
        "mypy --strict accepts every program but the mistakes",
        &mypy(repository, tools, &["python/tests", "python/bench"]),
    )?;
    let stubtest = tools
        .python(&["-m", "mypy.stubtest", "--mypy-config-file"])
        .argument(path(repository, SETTINGS))
        .argument("--allowlist")
        .argument(path(repository, STUBLESS))
        .arguments(MODULES);
    steps.line("python stubs", "they say what the modules are", &stubtest)?;
    steps.line(
        "python tests",
        "every test of the wheel and every example in its documentation",
        &tests(repository, tools, wheel)?,
    )?;
    let notebook = tools
        .python(&[])
        .arguments(["python/notebook.py", NOTEBOOK].map(|file| path(repository, file)));
    steps.line(
        "python notebook",
        "every cell of the example runs and gives what is kept",
        &notebook,
    )?;
    Ok(())
}

/// pytest with warnings as errors, on two cores.
fn tests(repository: &Repository, tools: &Environment, wheel: &Path) -> anyhow::Result<Line> {
    let wheel = wheel.to_str().context("the wheel's path is no UTF-8")?;
    Ok(tools
        .python(&["-W", "error", "-m", "pytest", "-p", "no:cacheprovider"])
        .arguments(["-W", "error", "--numprocesses", "2", "--quiet"])
        .argument(path(repository, "python/tests"))
        .variable("PARLOR_WHEEL", wheel))
}

/// The path of something in the repository, for a program that runs elsewhere.
fn path(repository: &Repository, below: &str) -> String {
    repository.root().join(below).to_string_lossy().into_owned()
}
