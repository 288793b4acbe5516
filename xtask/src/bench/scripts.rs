//! Scripted games per second: the command on a file of JSON Lines, next to the slow engines of the
//! test kit on the same file.

use std::fs::{self, File};
use std::path::PathBuf;
use std::process::Stdio;
use std::time::Instant;

use anyhow::{Context, bail};

use crate::bench::Build;
use crate::bench::figure::Figure;
use crate::built;
use crate::repository::Repository;
use crate::shell::CommandLine;
use crate::terminal::note;

/// The name of the measured command.
const COMMAND: &str = "parlor";

/// The program of `parlor-bench` that writes the files and plays them slowly.
const HELPER: &str = "script_load";

/// Runs of each program, of which the fastest counts: whatever else the machine does only slows.
const RUNS: usize = 3;

/// One game's file.
#[derive(Clone, Copy, Debug)]
struct Kind {
    game: &'static str,
    games: u32,
}

/// About 100 MB each.
const KINDS: [Kind; 2] = [
    Kind {
        game: "ludo",
        games: 200_000,
    },
    Kind {
        game: "kuba",
        games: 40_000,
    },
];

/// Compiles the command and returns the path of its program.
///
/// # Errors
/// When it does not compile.
pub(crate) fn build(repository: &Repository, build: Build) -> anyhow::Result<String> {
    let line = build.cargo(repository, &["build", "--release", "--locked"]);
    Ok(built::program(line, COMMAND)?.into_string())
}

/// The files with the slow engines' speed on them, in games a second.
#[derive(Debug)]
pub(crate) struct Load {
    files: Vec<(Kind, PathBuf, f64)>,
}

impl Load {
    /// Writes the files, the same every time, and lets the slow engines play them.
    ///
    /// # Errors
    /// When the helper does not build or fails.
    pub(crate) fn generate(repository: &Repository) -> anyhow::Result<Load> {
        let build = Build::Portable.cargo(
            repository,
            &[
                "build",
                "--release",
                "--locked",
                "--package",
                "parlor-bench",
            ],
        );
        let helper = built::program(build, HELPER)?;
        let folder = repository.target("bench");
        fs::create_dir_all(&folder)
            .with_context(|| format!("cannot create {}", folder.display()))?;
        let mut files = Vec::new();
        for kind in KINDS {
            let path = folder.join(format!("{}.jsonl", kind.game));
            note(format!(
                "writing {} {} games: {}",
                kind.games,
                kind.game,
                path.display()
            ))?;
            let write = repository
                .line(helper.as_str())
                .arguments(["write", kind.game])
                .argument(kind.games.to_string());
            let seconds = seconds_into(&write, File::create(&path)?.into())?;
            note(format!("written in {seconds:.1} s; playing them slowly"))?;
            let play = repository
                .line(helper.as_str())
                .arguments(["play", kind.game])
                .argument(path.to_string_lossy());
            let reference = f64::from(kind.games) / seconds_into(&play, Stdio::null())?;
            files.push((kind, path, reference));
        }
        Ok(Load { files })
    }

    /// Lets the command play the files.
    ///
    /// # Errors
    /// When it fails.
    pub(crate) fn measure(
        &self,
        repository: &Repository,
        build: Build,
        command: &str,
    ) -> anyhow::Result<Vec<Figure>> {
        let mut figures = Vec::new();
        for (kind, path, reference) in &self.files {
            let line = repository
                .line(command)
                .arguments([kind.game, "script", "--json"])
                .argument(path.to_string_lossy());
            let mut fastest = f64::INFINITY;
            for _ in 0..RUNS {
                fastest = fastest.min(seconds_into(&line, Stdio::null())?);
            }
            let name = format!("{}-script", kind.game);
            let value = f64::from(kind.games) / fastest;
            figures.push(Figure::against(
                *reference,
                &name,
                value,
                "games/s",
                build.name(),
            ));
        }
        Ok(figures)
    }
}

/// How long the line takes from start to end; its standard output goes to `output`.
#[expect(
    clippy::disallowed_methods,
    reason = "the time taken is what is measured"
)]
fn seconds_into(line: &CommandLine, output: Stdio) -> anyhow::Result<f64> {
    let start = Instant::now();
    let status = line
        .command()
        .stdin(Stdio::null())
        .stdout(output)
        .status()
        .with_context(|| format!("cannot start `{line}`"))?;
    let seconds = start.elapsed().as_secs_f64();
    if !status.success() {
        bail!("`{line}` ended with {status}");
    }
    Ok(seconds)
}
