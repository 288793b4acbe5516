//! `cargo xtask test`: everything deterministic, from a clean clone.
//!
//! The steps are a table ([`plan`]). A scheduler ([`lanes`]) runs two or more of them at a time, each
//! in a process of its own whose output goes to a log, so that one computes while another waits. Any
//! step can be run alone, by its name.

mod changes;
mod dist;
mod fast;
mod lanes;
mod plan;
mod prerequisites;
mod python;
mod report;
mod rust;
mod server;
pub(crate) mod web;
mod working_tree;

use std::io;
use std::process::ExitCode;
use std::time::Duration;

use crate::repository::Repository;
use crate::terminal::say;
use crate::test::lanes::Processes;
use crate::test::plan::{PREREQUISITES, STEPS, TestStep, WORKING_TREE};
use crate::test::report::{Measured, StepReport};

/// The time limit for everything on two idle cores.
const BUDGET: Duration = Duration::from_mins(35);

/// Options of `cargo xtask test`.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  \
        cargo xtask test                    everything; what CI runs\n  \
        cargo xtask test --fast             format, lints, and tests of what changed\n  \
        cargo xtask test --fast --since v1  ... since that revision\n  \
        cargo xtask test web-tests          one step, with the steps that it needs\n  \
        cargo xtask test --list             the steps and their budgets")]
pub(crate) struct Options {
    /// Run only these steps, and those that they need
    #[arg(value_name = "STEP")]
    steps: Vec<String>,
    /// Run format, lints, and the tests of what changed, in under five minutes once built
    #[arg(long, conflicts_with = "steps")]
    fast: bool,
    /// With --fast: the revision that the files are compared with [default: the upstream branch;
    /// else the last commit, or the one before it if no file has changed]
    #[arg(long, value_name = "REVISION", requires = "fast")]
    since: Option<String>,
    /// List the steps
    #[arg(long, conflicts_with_all = ["steps", "fast"])]
    list: bool,
    /// Run the named steps without those that they need; the scheduler starts them so
    #[arg(long, hide = true, requires = "steps")]
    alone: bool,
}

/// Runs the steps that the options name.
///
/// # Errors
/// When a step is unknown or standard output is closed; a failing step shows in the exit code.
pub(crate) fn run(repository: &Repository, options: &Options) -> anyhow::Result<ExitCode> {
    if options.list {
        return list();
    }
    if options.fast {
        return fast::run(repository, options.since.as_deref());
    }
    if options.steps.is_empty() {
        return everything(repository);
    }
    let named: Vec<&TestStep> = options
        .steps
        .iter()
        .map(|name| plan::step(name))
        .collect::<anyhow::Result<_>>()?;
    if options.alone {
        for step in named {
            (step.work)(repository)?;
        }
        return Ok(ExitCode::SUCCESS);
    }
    in_turn(repository, &plan::with_needs(&named))
}

/// Every step, several at a time.
fn everything(repository: &Repository) -> anyhow::Result<ExitCode> {
    let mut report = StepReport::new(io::stdout(), BUDGET);
    let processes = Processes::new(repository)?;
    let (first, last) = (plan::step(PREREQUISITES)?, plan::step(WORKING_TREE)?);
    // Without the prerequisites everything else would fail.
    if lanes::run(&[*first], 1, &processes, &mut report)? {
        let between: Vec<TestStep> = STEPS
            .iter()
            .filter(|step| ![first.name, last.name].contains(&step.name))
            .copied()
            .collect();
        lanes::run(&between, lanes::usual(), &processes, &mut report)?;
        lanes::run(&[*last], 1, &processes, &mut report)?;
    }
    Ok(exit_code(report.summary()?))
}

/// These steps one after the other, their output as it comes; none after one that it needs failed.
fn in_turn(repository: &Repository, steps: &[TestStep]) -> anyhow::Result<ExitCode> {
    let mut report = StepReport::new(io::stdout(), BUDGET);
    for step in steps {
        report.announce(step, None)?;
        let measured = Measured::of(|| (step.work)(repository));
        if !report.judge(step, &measured)? {
            break;
        }
    }
    Ok(exit_code(report.summary()?))
}

fn list() -> anyhow::Result<ExitCode> {
    for step in STEPS {
        say(format!(
            "{:<20} {:>4} s  {}",
            step.name,
            step.budget.as_secs(),
            step.claim
        ))?;
    }
    Ok(ExitCode::SUCCESS)
}

fn exit_code(all_passed: bool) -> ExitCode {
    if all_passed {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}
