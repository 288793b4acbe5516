//! `cargo xtask test`: everything deterministic, from a clean clone.

mod prerequisites;
mod python;
mod steps;
mod web;
mod working_tree;

use std::io::{self, Write};
use std::process::ExitCode;

use anyhow::{Context, bail};

use crate::fuzzing::{Bound, Fuzzer};
use crate::prove::{crash, race};
use crate::regen;
use crate::repository::Repository;
use crate::terminal::say;
use crate::test::steps::Steps;
use crate::test::working_tree::WorkingTree;
use crate::tidy;

/// Repeats a step that has no command of its own.
const AGAIN: &str = "cargo xtask test";

/// The texts' own game.
const GOLDEN_GAME: &str = "docs/examples/ludo.txt";

/// Its final spaces.
const GOLDEN_SPACES: [&str; 4] = ["28", "28", "21", "H"];

/// Runs every step, also after one has failed, and says how many passed. Only without the
/// prerequisites nothing else is tried: it would fail for their sake.
///
/// # Errors
/// When standard output is closed; a failing step shows in the exit code.
pub(crate) fn run(repository: &Repository) -> anyhow::Result<ExitCode> {
    let mut steps = Steps::new(io::stdout());
    let is_ready = steps.work(
        "prerequisites",
        "rustfmt, clippy, c++, git, python3, chromium and node are there",
        AGAIN,
        || prerequisites::ensure(repository),
    )?;
    if is_ready {
        let before = WorkingTree::now(repository)?;
        checks(repository, &mut steps)?;
        server(repository, &mut steps)?;
        python::check(repository, &mut steps)?;
        web::check(repository, &mut steps)?;
        fuzz(repository, &mut steps)?;
        if let Some(before) = before {
            steps.work("working tree", "nothing is left behind", AGAIN, || {
                let after = WorkingTree::now(repository)?.context("the clone is gone")?;
                before.same_as(&after)
            })?;
        }
    }

    let all_passed = steps.summary()?;
    Ok(if all_passed {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

/// Everything but Python and fuzzing.
fn checks(repository: &Repository, steps: &mut Steps<impl Write>) -> io::Result<()> {
    steps.line(
        "format",
        "every file is formatted",
        &repository.cargo(&["fmt", "--all", "--check"]),
    )?;
    steps.work(
        "tidy",
        "floors, rule ids, links, sizes",
        "cargo xtask tidy",
        || tidy::run(repository),
    )?;
    steps.line(
        "clippy",
        "no warning in any target",
        &repository.cargo(&[
            "clippy",
            "--workspace",
            "--all-targets",
            "--locked",
            "--",
            "--deny",
            "warnings",
        ]),
    )?;
    steps.line(
        "documentation",
        "no warning, no broken link",
        &repository
            .cargo(&["doc", "--workspace", "--no-deps", "--locked"])
            .variable("RUSTDOCFLAGS", "--deny warnings"),
    )?;
    steps.line(
        "without threads",
        "the solver as a browser needs it",
        &repository.cargo(&[
            "check",
            "--package",
            "ludo-solver",
            "--no-default-features",
            "--locked",
        ]),
    )?;
    steps.line(
        "build",
        "what users build",
        &repository.cargo(&["build", "--release", "--locked"]),
    )?;
    steps.line(
        "tests",
        "every test and every example in the documentation",
        &repository.cargo(&["test", "--workspace", "--locked", "--no-fail-fast"]),
    )?;
    steps.work(
        "generated",
        "what is generated is up to date",
        "cargo xtask regen --check",
        || regen::run(repository, &regen::Options { check: true }),
    )?;
    let pictures = repository.target_text("pictures");
    steps.line(
        "pictures",
        "both games drawn in every theme, to be looked at",
        &repository.cargo(&[
            "run",
            "--locked",
            "--quiet",
            "--package",
            "parlor-view",
            "--features",
            "png",
            "--example",
            "gallery",
            "--",
            &pictures,
        ]),
    )?;
    let golden = repository.cargo(&[
        "run",
        "--release",
        "--locked",
        "--quiet",
        "--",
        "ludo",
        "script",
        GOLDEN_GAME,
        "--json",
    ]);
    steps.work(
        "golden game",
        "the command plays it",
        &golden.to_string(),
        || {
            let printed = golden.read()?;
            if shows_golden_game(&printed) {
                return Ok(());
            }
            bail!(
                "its output does not show {}:\n{printed}",
                GOLDEN_SPACES.join(" ")
            )
        },
    )?;
    Ok(())
}

/// The server killed in the middle of play, and raced against itself.
fn server(repository: &Repository, steps: &mut Steps<impl Write>) -> io::Result<()> {
    let kills = crash::Options {
        kills: 20,
        ..crash::Options::default()
    };
    steps.work(
        "crash",
        "killed 20 times, the server loses no acknowledged move and does none twice",
        "cargo xtask prove crash --kills 20",
        || Ok(say(format!("   {}", crash::crash(repository, &kills)?))?),
    )?;
    let rounds = race::Options { rounds: 500 };
    steps.work(
        "race",
        "of 8 moves on one version exactly one is done, 500 times",
        "cargo xtask prove race --rounds 500",
        || Ok(say(format!("   {}", race::race(repository, &rounds)?))?),
    )?;
    Ok(())
}

/// Builds the fuzz targets and runs each for a fixed number of executions.
fn fuzz(repository: &Repository, steps: &mut Steps<impl Write>) -> anyhow::Result<()> {
    let mut installed = None;
    steps.work("fuzz tools", "cargo-fuzz is there", AGAIN, || {
        installed = Some(Fuzzer::install(repository)?);
        Ok(())
    })?;
    let Some(fuzzer) = installed else {
        return Ok(());
    };
    steps.line("fuzz build", "every target", &fuzzer.build())?;
    for target in repository.fuzz_targets()? {
        let name = format!("fuzz {target}");
        let executions = executions(&target);
        let says = format!("{executions} executions from a fixed seed");
        match fuzzer.run(&target, Bound::Executions(executions)) {
            Ok(line) => steps.line(&name, &says, &line)?,
            Err(error) => steps.work(&name, &says, AGAIN, || Err(error))?,
        };
    }
    Ok(())
}

/// Executions of a fuzz target; all targets together take about two minutes on two cores.
fn executions(target: &str) -> u32 {
    match target {
        // A game is checked after every ply, a text only once.
        _ if target.ends_with("_play") => 5_000,
        // A form is rendered again with what is wrong in it.
        "http_form" => 50_000,
        _ => 500_000,
    }
}

/// Whether one line shows the golden game's spaces, in order and next to each other.
fn shows_golden_game(printed: &str) -> bool {
    printed.lines().any(|line| {
        let words: Vec<&str> = line
            .split(|character: char| !character.is_alphanumeric())
            .filter(|word| !word.is_empty())
            .collect();
        words
            .windows(GOLDEN_SPACES.len())
            .any(|window| window == GOLDEN_SPACES)
    })
}

#[cfg(test)]
mod tests {
    use super::shows_golden_game;

    #[test]
    fn the_golden_game_is_recognised_in_a_sentence_and_in_a_list() {
        assert!(shows_golden_game("x\nspaces: ['28','28','21','H']\n"));
        assert!(shows_golden_game("28 28 21 H"));
    }

    #[test]
    fn another_result_is_not() {
        for printed in [
            "",
            "28 28 21 R",
            "28 21 28 H",
            "28\n28\n21\nH\n",
            "128 28 21 H",
        ] {
            assert!(!shows_golden_game(printed), "{printed}");
        }
    }
}
