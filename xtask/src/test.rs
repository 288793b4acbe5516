//! `cargo xtask test`: everything deterministic, from a clean clone.

mod steps;

use std::io::{self, Write};
use std::process::ExitCode;

use anyhow::bail;

use crate::fuzzing::{Bound, Fuzzer};
use crate::regen;
use crate::repository::Repository;
use crate::test::steps::Steps;
use crate::tidy;

/// The final spaces of the texts' own game, which the command plays when it is given nothing.
const GOLDEN_SPACES: [&str; 4] = ["28", "28", "21", "H"];

/// Runs every step, also after one has failed, and says how many passed.
///
/// # Errors
/// When standard output is closed; a failing step shows in the exit code.
pub(crate) fn run(repository: &Repository) -> anyhow::Result<ExitCode> {
    let mut steps = Steps::new(io::stdout());
    let this = |command: &str| format!("cargo xtask {command}");

    steps.work(
        "components",
        "rustfmt and clippy are there",
        &this("test"),
        || components(repository),
    )?;
    steps.line(
        "format",
        "every file is formatted",
        &repository.cargo(&["fmt", "--all", "--check"]),
    )?;
    steps.work(
        "tidy",
        "floors, rule ids, links, sizes",
        &this("tidy"),
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
        &this("regen --check"),
        || regen::run(repository, &regen::Options { check: true }),
    )?;
    let golden = repository.cargo(&["run", "--release", "--locked", "--quiet"]);
    steps.work(
        "golden game",
        "the command without arguments plays it",
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
    fuzz(repository, &mut steps)?;

    let all_passed = steps.summary()?;
    Ok(if all_passed {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

/// Adds rustup's components where they are missing.
fn components(repository: &Repository) -> anyhow::Result<()> {
    let are_there = ["fmt", "clippy"]
        .iter()
        .all(|command| repository.cargo(&[*command, "--version"]).succeeds());
    if are_there {
        return Ok(());
    }
    let addition = repository
        .line("rustup")
        .arguments(["component", "add", "rustfmt", "clippy"]);
    addition.run().map_err(|error| {
        error.context(format!(
            "rustfmt and clippy are needed; install them with: {addition}"
        ))
    })
}

/// Builds the fuzz targets and runs each for a fixed number of executions.
fn fuzz(repository: &Repository, steps: &mut Steps<impl Write>) -> anyhow::Result<()> {
    let mut installed = None;
    steps.work(
        "fuzz tools",
        "cargo-fuzz is there",
        "cargo xtask test",
        || {
            installed = Some(Fuzzer::install(repository)?);
            Ok(())
        },
    )?;
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
            Err(error) => steps.work(&name, &says, "cargo xtask test", || Err(error))?,
        }
    }
    Ok(())
}

/// Executions of a fuzz target; all targets together take about two minutes on two cores.
fn executions(target: &str) -> u32 {
    // A game is checked after every ply, a text only once.
    if target.ends_with("_play") {
        5_000
    } else {
        500_000
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
