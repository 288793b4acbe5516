//! The steps for the server: its pages in a browser, and its HTTP interface.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::Context;

use crate::python::Python;
use crate::repository::Repository;
use crate::server::Server;
use crate::test::AGAIN;
use crate::test::steps::Steps;

/// The npm project with the browser tests, by its path in the repository.
const PROJECT: &str = "web-tests/";

/// The scripts of the pages, whose types are checked with those of the tests.
const SCRIPTS: &str = "crates/parlor-server/assets/scripts/";

/// Its packages; installed in the copy, beside a copy of the list that they come from.
const PACKAGES: &str = "node_modules";

/// Of the installed list; npm keeps one of its own, in other words.
const INSTALLED: &str = "node_modules/.installed.json";

/// Calls the HTTP interface, by its path in the repository.
pub(super) const CONTRACT: &str = "web-tests/contract.py";

/// Takes every step, on the program that the step `build` left.
///
/// # Errors
/// When the output is closed; a failing step is counted instead.
pub(crate) fn check(repository: &Repository, steps: &mut Steps<impl Write>) -> anyhow::Result<()> {
    let folder = repository.target("web-tests");
    let are_ready = steps.work(
        "web tools",
        "the browser tests and their packages, away from the source tree",
        AGAIN,
        || {
            copy(repository, &folder)?;
            install(repository, &folder)
        },
    )?;
    if are_ready {
        let tool = |name: &str| {
            let program = folder.join(PACKAGES).join(".bin").join(name);
            repository
                .line(program.to_string_lossy())
                .in_folder(&folder)
        };
        steps.line(
            "web types",
            "tsc --strict accepts the tests, and the scripts of the pages",
            &tool("tsc"),
        )?;
        let tests = tool("playwright")
            .argument("test")
            .variable("PARLOR", binary(repository));
        steps.line(
            "web tests",
            "whole games in browsers without scripts and with them",
            &tests,
        )?;
    }
    contract(repository, steps)
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
    let parent = to.parent().context("a file stands in a folder")?;
    fs::create_dir_all(parent).with_context(|| format!("cannot create {}", parent.display()))?;
    fs::copy(from, to).with_context(|| format!("cannot copy to {}", to.display()))?;
    Ok(())
}

/// Installs exactly the packages of the lock file, unless they are there.
fn install(repository: &Repository, folder: &Path) -> anyhow::Result<()> {
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

/// Calls the HTTP interface in ways that its document allows, and in ways that it does not.
fn contract(repository: &Repository, steps: &mut Steps<impl Write>) -> anyhow::Result<()> {
    let mut tools = None;
    steps.work(
        "api tools",
        "an environment with schemathesis",
        AGAIN,
        || {
            tools = Some(Python::new(repository).contract()?);
            Ok(())
        },
    )?;
    let Some(tools) = tools else {
        return Ok(());
    };
    steps.work(
        "api contract",
        "no server error, and every answer as the document says",
        AGAIN,
        || {
            let folder = empty(repository, "contract")?;
            let server = Server::start(Path::new(&binary(repository)), &folder.join("data"))?;
            let script = repository.root().join(CONTRACT);
            let calls = tools
                .python(&[])
                .argument(script.to_string_lossy())
                .argument(server.address())
                // It keeps notes of its own where it runs.
                .in_folder(&folder)
                .run();
            server.terminate()?;
            calls
        },
    )?;
    Ok(())
}

/// The program that the step `build` made.
fn binary(repository: &Repository) -> String {
    repository.target_text("release/parlor")
}

/// An empty folder.
fn empty(repository: &Repository, name: &str) -> anyhow::Result<PathBuf> {
    let folder = repository.target(name);
    if folder.is_dir() {
        fs::remove_dir_all(&folder)
            .with_context(|| format!("cannot empty {}", folder.display()))?;
    }
    fs::create_dir_all(&folder).with_context(|| format!("cannot create {}", folder.display()))?;
    Ok(folder)
}
