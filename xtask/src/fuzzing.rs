//! Building and running the fuzz targets.
//!
//! They run without a sanitizer: no crate of ours has unsafe code, where an address sanitizer
//! could find something, and so stable Rust builds them and they run twice as fast. Panics,
//! overflows and failed assertions end a run just the same.

use std::fs;

use anyhow::{Context, bail};

use crate::repository::Repository;
use crate::shell::Line;
use crate::tools;

/// How long one input may take; every target answers within milliseconds.
const SECONDS_FOR_ONE_INPUT: u32 = 10;

/// The installed `cargo-fuzz`.
#[derive(Debug)]
pub(crate) struct Fuzzer<'a> {
    repository: &'a Repository,
    program: String,
    /// The option of `cargo fuzz` that names it.
    profile: &'static str,
}

/// When a run ends.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Bound {
    /// After so many executions from a fixed seed: the same run every time.
    Executions(u32),
    /// After so many seconds from a random seed.
    Seconds(u32),
}

impl Fuzzer<'_> {
    /// For runs so short that building for them must be quick: by the profile of the tests.
    ///
    /// # Errors
    /// As [`Fuzzer::install`].
    pub(crate) fn quick(repository: &Repository) -> anyhow::Result<Fuzzer<'_>> {
        Fuzzer::install(repository, "--dev")
    }

    /// For long runs, optimized.
    ///
    /// # Errors
    /// As [`Fuzzer::install`].
    pub(crate) fn thorough(repository: &Repository) -> anyhow::Result<Fuzzer<'_>> {
        Fuzzer::install(repository, "--release")
    }

    /// Installs what fuzzing needs.
    ///
    /// # Errors
    /// When there is no C++ compiler, or `cargo-fuzz` cannot be installed.
    fn install<'a>(
        repository: &'a Repository,
        profile: &'static str,
    ) -> anyhow::Result<Fuzzer<'a>> {
        if !repository.line("c++").argument("--version").succeeds() {
            bail!("libFuzzer needs a C++ compiler; install it with: apt-get install -y g++");
        }
        let program = tools::CARGO_FUZZ.ensure(repository)?;
        Ok(Fuzzer {
            repository,
            program,
            profile,
        })
    }

    /// Builds every target.
    pub(crate) fn build(&self) -> Line {
        self.cargo_fuzz("build")
    }

    /// Runs one target on its committed corpus and on what grows from it. What it finds goes
    /// below the target folder: into a fresh folder for a run that must repeat itself, else into
    /// one that later runs go on from.
    ///
    /// # Errors
    /// When the target has no corpus or the folder for finds cannot be made.
    pub(crate) fn run(&self, target: &str, bound: Bound) -> anyhow::Result<Line> {
        let corpus = format!("fuzz/corpus/{target}");
        if !self.repository.root().join(&corpus).is_dir() {
            bail!("{corpus} is missing; commit a few inputs there for the target to start from");
        }
        let (folder, bounds) = match bound {
            // Compared values are addresses too, which differ from run to run; guided by them, the
            // same seed would try other inputs each time.
            Bound::Executions(runs) => (
                "fuzz-repeated",
                vec![
                    "-seed=1".to_owned(),
                    format!("-runs={runs}"),
                    "-use_cmp=0".to_owned(),
                ],
            ),
            Bound::Seconds(seconds) => (
                "fuzz-found",
                vec![
                    format!("-max_total_time={seconds}"),
                    "-print_final_stats=1".to_owned(),
                ],
            ),
        };
        let finds = self.repository.target(folder).join(target);
        if matches!(bound, Bound::Executions(_)) && finds.is_dir() {
            fs::remove_dir_all(&finds)
                .with_context(|| format!("cannot empty {}", finds.display()))?;
        }
        fs::create_dir_all(&finds).with_context(|| format!("cannot create {}", finds.display()))?;
        Ok(self
            .cargo_fuzz("run")
            .arguments([target, &finds.to_string_lossy(), &corpus, "--"])
            .arguments(bounds)
            .argument(format!("-timeout={SECONDS_FOR_ONE_INPUT}"))
            .arguments(["-verbosity=0", "-print_funcs=0"]))
    }

    fn cargo_fuzz(&self, action: &str) -> Line {
        self.repository
            .line(&self.program)
            .arguments([action, self.profile, "--sanitizer=none", "--target-dir"])
            .argument(self.repository.target_text("fuzz"))
            // For the quick build: what the targets read with is otherwise not optimized at all.
            .variable("CARGO_PROFILE_DEV_OPT_LEVEL", "1")
    }
}
