//! `cargo xtask prove fuzz`: each target under libFuzzer for a while, from a random seed, and what
//! the process of a checked program may say, by as many random lines.
//!
//! They run without a sanitizer: none of our crates that they run has unsafe code, where an address
//! sanitizer could find something (`parlor-map` has, and only maps files), and so stable Rust builds them and they run twice as fast. Panics,
//! overflows and failed assertions end a run just the same.

use std::fs;

use anyhow::{Context, bail};

use crate::prove::record;
use crate::python::Python;
use crate::repository::Repository;
use crate::shell::CommandLine;
use crate::terminal::say;
use crate::tools;

/// How long one input may take; every target answers within milliseconds.
const SECONDS_FOR_ONE_INPUT: u32 = 10;

/// What the checker hears is read by Python, which libFuzzer does not guide: the tests of it try
/// this many lines each, new in each run.
const CHECKER: &str = "checker_protocol";
const CHECKER_TESTS: &str = "python/tests/test_check_protocol.py";
const LINES: &str = "20000";

/// Options of `cargo xtask prove fuzz`.
#[derive(Debug, clap::Args)]
pub(crate) struct Options {
    /// Seconds that each target runs
    #[arg(long, default_value_t = Options::default().seconds, value_parser = clap::value_parser!(u32).range(1..))]
    seconds: u32,
    /// Only this target
    #[arg(long)]
    target: Option<String>,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            seconds: 60,
            target: None,
        }
    }
}

/// Runs the targets one after the other, all of them also after a failure.
///
/// # Errors
/// When a target fails, is unknown, or could not be built.
pub(crate) fn run(repository: &Repository, options: &Options) -> anyhow::Result<()> {
    let all = repository.fuzz_targets()?;
    let targets = match &options.target {
        None => all,
        Some(name) if name == CHECKER => return fuzz_checker(repository),
        Some(name) if all.contains(name) => vec![name.clone()],
        Some(name) => bail!(
            "there is no fuzz target `{name}`; there are {}, {CHECKER}",
            all.join(", ")
        ),
    };
    let fuzzer = Fuzzer::install(repository)?;
    fuzzer.cargo_fuzz("build").run()?;
    let mut executions = 0;
    let mut failed = Vec::new();
    for target in &targets {
        say(format!("{target}: {} s …", options.seconds))?;
        let line = fuzzer.run(target, options.seconds)?;
        let output = line.output()?;
        let printed = String::from_utf8_lossy(&output.stderr);
        if output.status.success() {
            let count = executed(&printed)
                .with_context(|| format!("`{line}` did not say how many inputs it ran"))?;
            executions += count;
            say(format!("{target}: {count} executions, no crash"))?;
        } else {
            say(format!(
                "{target}: FAILED\n{printed}\nrun it again with: {line}"
            ))?;
            failed.push(target.as_str());
        }
    }
    if options.target.is_none() {
        fuzz_checker(repository)?;
    }
    let figure = format!(
        "{} targets, {} s each: {executions} executions, {} failed",
        targets.len(),
        options.seconds,
        failed.len()
    );
    if !failed.is_empty() {
        bail!("{figure}: {}", failed.join(", "));
    }
    record(repository, "fuzz", &figure)
}

/// Tries random lines as those of a process that runs a program.
///
/// # Errors
/// When the wheel does not build, or a line is taken that should not be.
fn fuzz_checker(repository: &Repository) -> anyhow::Result<()> {
    say(format!("{CHECKER}: {LINES} lines for each of its tests …"))?;
    let python = Python::new(repository);
    let tools = python.tools()?;
    python.wheel(&tools)?;
    tools
        .python(&["-m", "pytest", "-p", "no:cacheprovider", "--quiet"])
        .arguments(["-k", "a_line or what_is_said"])
        .argument(repository.root().join(CHECKER_TESTS).to_string_lossy())
        .variable("PARLOR_FUZZ_EXAMPLES", LINES)
        .run()
}

/// The installed `cargo-fuzz`.
#[derive(Debug)]
struct Fuzzer<'a> {
    repository: &'a Repository,
    program: String,
}

impl Fuzzer<'_> {
    /// Installs what fuzzing needs.
    ///
    /// # Errors
    /// When there is no C++ compiler, or `cargo-fuzz` cannot be installed.
    fn install(repository: &Repository) -> anyhow::Result<Fuzzer<'_>> {
        if !repository.line("c++").argument("--version").succeeds() {
            bail!("libFuzzer needs a C++ compiler; install it with: apt-get install -y g++");
        }
        let program = tools::CARGO_FUZZ.ensure(repository)?;
        Ok(Fuzzer {
            repository,
            program,
        })
    }

    /// Runs one target on its committed inputs and on what grows from them. What it finds goes
    /// into a folder below the target folder, which later runs go on from.
    ///
    /// # Errors
    /// When the target has no inputs or the folder for finds cannot be made.
    fn run(&self, target: &str, seconds: u32) -> anyhow::Result<CommandLine> {
        let corpus = format!("fuzz/corpus/{target}");
        if !self.repository.root().join(&corpus).is_dir() {
            bail!("{corpus} is missing; commit a few inputs there for the target to start from");
        }
        let finds = self.repository.target("fuzz-found").join(target);
        fs::create_dir_all(&finds).with_context(|| format!("cannot create {}", finds.display()))?;
        Ok(self
            .cargo_fuzz("run")
            .arguments([target, &finds.to_string_lossy(), &corpus, "--"])
            .argument(format!("-max_total_time={seconds}"))
            .argument(format!("-timeout={SECONDS_FOR_ONE_INPUT}"))
            .arguments(["-print_final_stats=1", "-verbosity=0", "-print_funcs=0"]))
    }

    fn cargo_fuzz(&self, action: &str) -> CommandLine {
        self.repository
            .line(&self.program)
            // A crash is traced by its functions' names.
            .variable("CARGO_PROFILE_RELEASE_STRIP", "none")
            .arguments([action, "--release", "--sanitizer=none"])
            .arguments(["--features=libfuzzer", "--target-dir"])
            .argument(self.repository.target_text("fuzz"))
    }
}

/// The count among libFuzzer's final statistics.
fn executed(printed: &str) -> Option<u64> {
    let statistic = "stat::number_of_executed_units:";
    printed
        .lines()
        .find_map(|line| line.strip_prefix(statistic)?.trim().parse().ok())
}

#[cfg(test)]
mod tests {
    use super::executed;

    #[test]
    fn executions_are_read_from_the_final_statistics() {
        let printed =
            "Done\nstat::number_of_executed_units: 1234\nstat::average_exec_per_sec:     9\n";
        assert_eq!(executed(printed), Some(1234));
        assert_eq!(executed("Done\n"), None);
    }
}
