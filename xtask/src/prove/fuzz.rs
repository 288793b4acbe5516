//! `cargo xtask prove fuzz`: each target for a while, from a random seed.

use anyhow::{Context, bail};

use crate::fuzzing::{Bound, Fuzzer};
use crate::prove::record;
use crate::repository::Repository;
use crate::terminal::say;

/// Options of `cargo xtask prove fuzz`.
#[derive(Debug, clap::Args)]
pub(crate) struct Options {
    /// How long each target runs
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
        Some(name) if all.contains(name) => vec![name.clone()],
        Some(name) => bail!(
            "there is no fuzz target `{name}`; there are {}",
            all.join(", ")
        ),
    };
    let fuzzer = Fuzzer::thorough(repository)?;
    fuzzer.build().run()?;
    let mut executions = 0;
    let mut failed = Vec::new();
    for target in &targets {
        say(format!("{target}: {} s …", options.seconds))?;
        let line = fuzzer.run(target, Bound::Seconds(options.seconds))?;
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
