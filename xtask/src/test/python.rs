//! The steps for the Python package, all but the first on the built wheel.

use anyhow::{Context, bail};

use crate::prove::programs::EXAMPLE;
use crate::python::{Environment, Interpreter, PROGRAM, Python};
use crate::repository::{Repository, has_extension};
use crate::shell::CommandLine;
use crate::test::{rust, web};

/// The modules in the wheel.
const MODULES: [&str; 5] = [
    "LudoGame",
    "KubaGame",
    "LudoGameTester",
    "KubaGameTester",
    "parlor",
];

/// The settings of mypy.
const SETTINGS: &str = "pyproject.toml";

/// The list of modules without stubs, by its path in the repository.
const STUBLESS: &str = "python/stubtest-allowed.txt";

/// The examples that are executed.
const NOTEBOOKS: [&str; 2] = [
    "docs/examples/parlor.ipynb",
    "docs/examples/researchers.ipynb",
];

/// The folder of the tests.
const TESTS: &str = "python/tests/";

/// The prefix of the checker's tests.
const CHECKER: &str = "test_check_";

/// An environment with pytest, mypy and ruff.
pub(super) fn tools(repository: &Repository) -> anyhow::Result<()> {
    environment(repository).map(drop)
}

pub(super) fn format(repository: &Repository) -> anyhow::Result<()> {
    ruff(repository, &["format", "--check"])?.show_and_run()
}

pub(super) fn lints(repository: &Repository) -> anyhow::Result<()> {
    ruff(repository, &["check"])?.show_and_run()
}

/// The types of the source, which needs no wheel.
pub(super) fn source(repository: &Repository) -> anyhow::Result<()> {
    mypy(repository, &["python/src"])?.show_and_run()
}

/// What `pip install .` builds, installed among the tools.
pub(super) fn wheel(repository: &Repository) -> anyhow::Result<()> {
    Python::new(repository)
        .wheel(&environment(repository)?)
        .map(drop)
}

/// The wheel without any other package plays the golden game.
pub(super) fn alone(repository: &Repository) -> anyhow::Result<()> {
    let python = Python::new(repository);
    let bare = python.bare(&Interpreter::ask(repository, PROGRAM)?, &python.built()?)?;
    rust::shows_golden_game(&bare.python(&["-m", "LudoGame"]))
}

/// The package built from its source distribution, with no other package, plays the golden game.
pub(super) fn source_distribution(repository: &Repository) -> anyhow::Result<()> {
    let python = Python::new(repository);
    let source = python.source(&python.tools()?)?;
    let bare = python.install_source(&Interpreter::ask(repository, PROGRAM)?, &source)?;
    rust::shows_golden_game(&bare.python(&["-m", "LudoGame"]))
}

/// The types of the programs that use the wheel, the mistakes left out.
pub(super) fn types(repository: &Repository) -> anyhow::Result<()> {
    mypy(repository, &["python/tests", "python/bench"])?.show_and_run()
}

/// The stubs agree with the modules.
pub(super) fn stubs(repository: &Repository) -> anyhow::Result<()> {
    environment(repository)?
        .python(&["-m", "mypy.stubtest", "--mypy-config-file"])
        .argument(path(repository, SETTINGS))
        .argument("--allowlist")
        .argument(path(repository, STUBLESS))
        .arguments(MODULES)
        .show_and_run()
}

/// The tests of the package but for those of the checker, the examples in its documentation among
/// them.
pub(super) fn package_tests(repository: &Repository) -> anyhow::Result<()> {
    pytest(
        repository,
        &tests(repository, |name| !name.starts_with(CHECKER))?,
    )?
    .show_and_run()
}

pub(super) fn checker_tests(repository: &Repository) -> anyhow::Result<()> {
    pytest(
        repository,
        &tests(repository, |name| name.starts_with(CHECKER))?,
    )?
    .show_and_run()
}

/// Every cell of the examples runs and gives what is kept.
pub(super) fn notebooks(repository: &Repository) -> anyhow::Result<()> {
    let environment = environment(repository)?;
    for notebook in NOTEBOOKS {
        environment
            .python(&[])
            .arguments(["python/notebook.py", notebook].map(|file| path(repository, file)))
            .show_and_run()?;
    }
    Ok(())
}

/// The files with tests whose names are wanted, by their paths in the repository.
pub(super) fn tests(
    repository: &Repository,
    is_wanted: impl Fn(&str) -> bool,
) -> anyhow::Result<Vec<String>> {
    let mut files = repository.files()?;
    files.retain(|file| {
        file.strip_prefix(TESTS).is_some_and(|name| {
            name.starts_with("test_") && has_extension(name, &["py"]) && is_wanted(name)
        })
    });
    if files.is_empty() {
        bail!("{TESTS} has no such tests");
    }
    Ok(files)
}

/// pytest on these files with warnings as errors, on two cores.
pub(super) fn pytest(repository: &Repository, files: &[String]) -> anyhow::Result<CommandLine> {
    let wheel = Python::new(repository).built()?;
    let wheel = wheel.to_str().context("the wheel's path is no UTF-8")?;
    Ok(environment(repository)?
        .python(&["-W", "error", "-m", "pytest", "-p", "no:cacheprovider"])
        .arguments(["-W", "error", "--numprocesses", "2", "--quiet"])
        .arguments(files.iter().map(|file| path(repository, file)))
        .variable("PARLOR_WHEEL", wheel))
}

fn ruff(repository: &Repository, arguments: &[&str]) -> anyhow::Result<CommandLine> {
    Ok(environment(repository)?
        .python(&["-m", "ruff"])
        .arguments(arguments.iter().copied())
        .argument("--no-cache")
        .arguments(
            ["python", EXAMPLE, web::CONTRACT]
                .into_iter()
                .chain(NOTEBOOKS)
                .map(|below| path(repository, below)),
        ))
}

/// mypy on these folders, by the rules of the oldest interpreter that the wheel is for.
fn mypy(repository: &Repository, folders: &[&str]) -> anyhow::Result<CommandLine> {
    Ok(environment(repository)?
        .python(&["-m", "mypy", "--python-version", "3.9", "--config-file"])
        .argument(path(repository, SETTINGS))
        .argument("--cache-dir")
        .argument(repository.target_text("python/mypy"))
        .arguments(folders.iter().map(|folder| path(repository, folder))))
}

fn environment(repository: &Repository) -> anyhow::Result<Environment> {
    Python::new(repository).tools()
}

/// The path of something in the repository, for a program that runs elsewhere.
fn path(repository: &Repository, below: &str) -> String {
    repository.root().join(below).to_string_lossy().into_owned()
}
