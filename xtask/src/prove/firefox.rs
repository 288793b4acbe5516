//! `cargo xtask prove firefox`: the main ways through the pages, in Firefox.

use std::fs;

use anyhow::ensure;

use crate::prove::{record, scratch, server_program};
use crate::repository::Repository;
use crate::server::ServerProcess;

/// What plays, with the list of its packages.
const PROJECT: &str = "web-tests/firefox";

/// Plays on a server of its own, and keeps pictures below `target/prove/firefox`.
///
/// # Errors
/// When Firefox is missing, or something cannot be done in it.
pub(crate) fn run(repository: &Repository) -> anyhow::Result<()> {
    let firefox = repository
        .line("sh")
        .arguments(["-c", "command -v firefox-esr || command -v firefox || true"])
        .read()?;
    let firefox = firefox.trim();
    ensure!(
        !firefox.is_empty(),
        "there is no Firefox; install it: apt-get install --no-install-recommends firefox-esr"
    );
    let program = server_program(repository)?;
    let folder = scratch(repository, "firefox")?;
    for name in ["package.json", "package-lock.json", "play.js"] {
        fs::copy(
            repository.root().join(PROJECT).join(name),
            folder.join(name),
        )?;
    }
    repository
        .line("npm")
        .arguments(["ci", "--no-audit", "--no-fund"])
        .in_folder(&folder)
        .run()?;
    let server = ServerProcess::start(&program, &folder.join("data"))?;
    let played = repository
        .line("node")
        .arguments(["play.js", server.address(), firefox, "."])
        .in_folder(&folder)
        .read();
    server.terminate()?;
    record(repository, "firefox", played?.trim())
}
