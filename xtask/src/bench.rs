//! `cargo xtask bench`: speed, portable and native, and from Python; each figure next to a slow reference.

mod figure;
mod instructions;
mod machine;
mod python;
mod scripts;
mod throughput;

use crate::bench::figure::Figure;
use crate::bench::machine::Machine;
use crate::repository::Repository;
use crate::shell::CommandLine;
use crate::terminal::{note, say};

/// Options of `cargo xtask bench`.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  \
    cargo xtask bench\n  \
    cargo xtask bench --json | jq '.[] | select(.build == \"portable\")'")]
pub(crate) struct Options {
    /// Print a JSON array instead of a table
    #[arg(long)]
    json: bool,
}

/// The processor that the code was compiled for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Build {
    /// Any processor of this architecture: what users run.
    Portable,
    /// This machine's own.
    Native,
}

impl Build {
    const ALL: [Build; 2] = [Build::Portable, Build::Native];

    fn name(self) -> &'static str {
        match self {
            Build::Portable => "portable",
            Build::Native => "native",
        }
    }

    /// A target folder of its own, so that the two do not displace each other.
    fn target(self, repository: &Repository) -> String {
        match self {
            Build::Portable => repository.target_text(""),
            Build::Native => repository.target_text("native"),
        }
    }

    /// `cargo` for this build, whatever flags the caller's environment asks for.
    fn cargo(self, repository: &Repository, arguments: &[&str]) -> CommandLine {
        let flags = match self {
            Build::Portable => "",
            Build::Native => "-Ctarget-cpu=native",
        };
        repository
            .cargo(arguments)
            .argument("--target-dir")
            .argument(self.target(repository))
            .variable("RUSTFLAGS", flags)
            // It would outrank RUSTFLAGS.
            .without_variable("CARGO_ENCODED_RUSTFLAGS")
    }
}

/// What was measured, and on which machine.
#[derive(Debug)]
pub(crate) struct BenchReport {
    machine: Machine,
    figures: Vec<Figure>,
    /// What could not be measured, and why.
    missing: Vec<String>,
}

impl BenchReport {
    /// The figures in a table, both builds side by side, with the machine above.
    pub(crate) fn table(&self) -> String {
        format!("{}\n\n{}", self.machine, figure::table(&self.figures))
    }

    /// The portable figures in one sentence.
    pub(crate) fn sentence(&self) -> String {
        let portable: Vec<String> = self
            .figures
            .iter()
            .filter(|figure| figure.build == Build::Portable.name())
            .map(ToString::to_string)
            .collect();
        format!("{}; {}", portable.join("; "), self.machine)
    }

    /// Whether every part could be measured.
    ///
    /// # Errors
    /// What could not, and why.
    pub(crate) fn complete(&self) -> anyhow::Result<()> {
        if self.missing.is_empty() {
            return Ok(());
        }
        anyhow::bail!("not measured: {}", self.missing.join("; "))
    }
}

/// Measures and prints.
///
/// # Errors
/// When a build or a measurement fails, also after printing what was measured.
pub(crate) fn run(repository: &Repository, options: &Options) -> anyhow::Result<()> {
    let report = measure(repository)?;
    if options.json {
        say(serde_json::to_string(&report.figures)?)?;
    } else {
        say(report.table())?;
    }
    report.complete()
}

/// Builds and measures everything; progress goes to standard error.
///
/// # Errors
/// When a build or a measurement fails; a missing tool is reported instead.
pub(crate) fn measure(repository: &Repository) -> anyhow::Result<BenchReport> {
    let mut report = BenchReport {
        machine: Machine::detect(repository)?,
        figures: Vec::new(),
        missing: Vec::new(),
    };
    // Both builds first, so that they are measured in neighboring minutes of the machine's life.
    let mut programs = Vec::new();
    for build in Build::ALL {
        note(format!("building: {}", build.name()))?;
        programs.push((
            build,
            throughput::build(repository, build, throughput::THROUGHPUT)?,
            throughput::build(repository, build, throughput::SOLVING)?,
            scripts::build(repository, build)?,
        ));
    }
    note("building: the wheel")?;
    let python = python::build(repository)?;
    let load = scripts::Load::generate(repository)?;
    for (build, throughput, solving, command) in &programs {
        note(format!("measuring throughput: {}", build.name()))?;
        report
            .figures
            .extend(throughput::measure(repository, *build, throughput)?);
        note(format!("solving Ludo: {}", build.name()))?;
        report
            .figures
            .extend(throughput::measure(repository, *build, solving)?);
        note(format!("measuring scripted games: {}", build.name()))?;
        report
            .figures
            .extend(load.measure(repository, *build, command)?);
        if *build == Build::Portable {
            note("measuring Python: portable")?;
            report.figures.extend(python::measure(&python)?);
            note("counting instructions under callgrind: portable")?;
            match instructions::measure(repository, throughput) {
                Ok(figures) => report.figures.extend(figures),
                Err(error) => report.missing.push(format!("{error:#}")),
            }
        }
    }
    Ok(report)
}
