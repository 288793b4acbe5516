//! The steps for the pages in a browser, and for the HTTP interface.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context;

use crate::python::Python;
use crate::repository::{Repository, make_empty};
use crate::server::ServerProcess;
use crate::shell::CommandLine;

/// The npm project with the browser tests, by its path in the repository.
const PROJECT: &str = "web-tests/";

/// The scripts of the pages, whose types are checked with those of the tests.
const SCRIPTS: &str = "crates/parlor-server/assets/scripts/";

/// The definition of the CI.
const WORKFLOWS: &str = ".github/workflows/";

/// Its packages; installed in the copy, next to a copy of the list that they come from.
const PACKAGES: &str = "node_modules";

/// The lock file that was installed last.
const INSTALLED: &str = "node_modules/.installed.json";

/// The program that calls the HTTP interface, by its path in the repository.
pub(super) const CONTRACT: &str = "web-tests/contract.py";

/// The browser tests and their packages, away from the source tree.
pub(crate) fn tools(repository: &Repository) -> anyhow::Result<()> {
    let folder = folder(repository);
    copy(repository, &folder)?;
    install(repository, &folder)
}

/// The types of the tests, and of the scripts of the pages.
pub(super) fn types(repository: &Repository) -> anyhow::Result<()> {
    tool(repository, "tsc").show_and_run()
}

/// actionlint finds nothing in the definition of the CI.
pub(super) fn workflows(repository: &Repository) -> anyhow::Result<()> {
    let files = repository.files()?;
    let workflows = files
        .iter()
        .filter(|path| path.starts_with(WORKFLOWS))
        .map(|path| repository.root().join(path).to_string_lossy().into_owned());
    repository
        .line("node")
        .argument("workflows.js")
        .arguments(workflows)
        .in_folder(&folder(repository))
        .show_and_run()
}

/// Whole games in browsers without scripts and with them.
pub(super) fn tests(repository: &Repository) -> anyhow::Result<()> {
    playwright(repository, &[], &binary(repository)).show_and_run()
}

/// Playwright on these files, or on all, with this program.
pub(super) fn playwright(repository: &Repository, files: &[String], program: &str) -> CommandLine {
    tool(repository, "playwright")
        .argument("test")
        .arguments(files)
        .variable("PARLOR", program)
}

/// A program of the installed packages.
fn tool(repository: &Repository, name: &str) -> CommandLine {
    let folder = folder(repository);
    let program = folder.join(PACKAGES).join(".bin").join(name);
    repository
        .line(program.to_string_lossy())
        .in_folder(&folder)
}

/// Where the browser tests run.
fn folder(repository: &Repository) -> PathBuf {
    repository.target("web-tests")
}

/// Puts the project into the folder, where only the packages of an earlier run may stay.
fn copy(repository: &Repository, folder: &Path) -> anyhow::Result<()> {
    fs::create_dir_all(folder).with_context(|| format!("cannot create {}", folder.display()))?;
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.ends_with(PACKAGES) {
            continue;
        }
        let removed = if path.is_dir() {
            fs::remove_dir_all(&path)
        } else {
            fs::remove_file(&path)
        };
        removed.with_context(|| format!("cannot remove {}", path.display()))?;
    }
    for path in repository.files()? {
        if let Some(below) = path.strip_prefix(PROJECT) {
            copy_file(&repository.root().join(&path), &folder.join(below))?;
        } else if let Some(script) = path.strip_prefix(SCRIPTS) {
            copy_file(
                &repository.root().join(&path),
                &folder.join("scripts").join(script),
            )?;
        }
    }
    Ok(())
}

fn copy_file(from: &Path, to: &Path) -> anyhow::Result<()> {
    let parent = to.parent().context("a file is in a folder")?;
    fs::create_dir_all(parent).with_context(|| format!("cannot create {}", parent.display()))?;
    fs::copy(from, to).with_context(|| format!("cannot copy to {}", to.display()))?;
    Ok(())
}

/// Installs exactly the packages of the folder's lock file, unless they are there.
///
/// # Errors
/// When they cannot be installed, with the line that installs them.
pub(crate) fn install(repository: &Repository, folder: &Path) -> anyhow::Result<()> {
    let list = folder.join("package-lock.json");
    let installed = folder.join(INSTALLED);
    let wanted = fs::read(&list).with_context(|| format!("cannot read {}", list.display()))?;
    if fs::read(&installed).is_ok_and(|known| known == wanted) {
        return Ok(());
    }
    let install = repository
        .line("npm")
        .arguments(["ci", "--no-audit", "--no-fund"])
        .in_folder(folder)
        // The browser is the system's.
        .variable("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1");
    install
        .run()
        .with_context(|| format!("the packages are needed; install them with: {install}"))?;
    fs::write(&installed, wanted).with_context(|| format!("cannot write {}", installed.display()))
}

/// An environment with schemathesis.
pub(super) fn contract_tools(repository: &Repository) -> anyhow::Result<()> {
    Python::new(repository).contract().map(drop)
}

/// Calls the HTTP interface in ways that its document allows, and in ways that it does not.
pub(super) fn contract(repository: &Repository) -> anyhow::Result<()> {
    let tools = Python::new(repository).contract()?;
    let folder = repository.target("contract");
    make_empty(&folder)?;
    let server = ServerProcess::start(Path::new(&binary(repository)), &folder.join("data"))?;
    let script = repository.root().join(CONTRACT);
    let calls = tools
        .python(&[])
        .argument(script.to_string_lossy())
        .argument(server.address())
        // It writes files where it runs.
        .in_folder(&folder)
        .show_and_run();
    server.terminate()?;
    calls
}

/// The program that the step `build` made.
fn binary(repository: &Repository) -> String {
    repository.target_text("release/parlor")
}
