//! The engine as it was before threads, endgame tables and phases: an opponent that does not change.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};
use cargo_metadata::camino::Utf8PathBuf;
use serde_json::Value;

use crate::built;
use crate::repository::{Repository, make_empty};
use crate::terminal::{note, say};

/// The last revision with that engine, of 27 November 2026.
const REVISION: &str = "8e573d3a75182e50276425a87a1b3c858da260bc";
const PROGRAM: &str = "parlor";
/// The time for a move, in milliseconds.
const TIME: &str = "20";

/// Plays both programs against each other at equal time, one game after the other, on one thread
/// each, and returns a line with the scores.
///
/// # Errors
/// When the newer engine scores less than half by a rule set.
pub(super) fn play(repository: &Repository, pairs: u32) -> anyhow::Result<String> {
    let newer = build(repository, repository.root())?;
    let older = build(repository, &checked_out(repository)?)?;
    note(format!(
        "against the engine of November 2026: {pairs} openings"
    ))?;
    let player = |program: &Utf8PathBuf| format!("cmd:\"{program}\" kuba engine");
    let printed = repository
        .line(newer.as_str())
        .arguments(["kuba", "match", &player(&newer), &player(&older)])
        .arguments(["--program-time", TIME, "--threads", "1", "--json"])
        .arguments(["--pairs", &pairs.to_string()])
        .read()?;
    let printed: Value = serde_json::from_str(&printed).context("the match")?;
    let matches = printed["matches"].as_array().context("the matches")?;
    let mut lines = Vec::new();
    for one in matches {
        let figure = |name: &str, part: &str| {
            let figure = one[name][part].as_f64();
            figure.with_context(|| format!("{name}.{part} of {one}"))
        };
        let rules = one["rules"].as_str().context("the rules")?;
        let score = figure("score", "value")?;
        lines.push(format!(
            "{rules} {:.1} % (Elo {:+.0}, {:+.0} to {:+.0})",
            100.0 * score,
            figure("elo", "value")?,
            figure("elo", "low")?,
            figure("elo", "high")?,
        ));
        ensure!(
            score >= 0.5,
            "weaker than in November 2026: {}",
            lines.join(", ")
        );
    }
    let line = format!(
        "against the engine of November 2026, {TIME} ms a move, {pairs} openings: {}",
        lines.join(", ")
    );
    say(&line)?;
    Ok(line)
}

/// The files of the revision, below the target folder, where its build is kept for the next time.
fn checked_out(repository: &Repository) -> anyhow::Result<PathBuf> {
    let folder = repository.target("november-2026");
    if !folder.join("Cargo.toml").is_file() {
        make_empty(&folder)?;
        let archive = repository.target_text("november-2026/archive.tar");
        let archived = repository.git(&["archive", "--output", &archive, REVISION]);
        archived.run().context(
            "the history does not reach back to that revision; `git fetch --unshallow` gets it",
        )?;
        let unpacked = repository.line("tar").arguments(["-x", "-f", &archive]);
        unpacked.in_folder(&folder).run()?;
        fs::remove_file(archive)?;
    }
    Ok(folder)
}

/// Builds the program of the sources in a folder, whose target folder is their own.
fn build(repository: &Repository, folder: &Path) -> anyhow::Result<Utf8PathBuf> {
    let build = repository
        .cargo(&["build", "--release", "--locked", "--package", PROGRAM])
        .in_folder(folder);
    built::program(build, PROGRAM)
}
