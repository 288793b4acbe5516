//! What is proved, as a table.

use std::collections::BTreeSet;
use std::time::Duration;

use anyhow::Context;

use crate::repository::Repository;
use crate::test::{dist, prerequisites, python, rust, server, web, working_tree};

/// One proof.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TestStep {
    /// Its name on the command line and in the report.
    pub(crate) name: &'static str,
    /// What is true if it passes.
    pub(crate) claim: &'static str,
    /// The steps without which it cannot run: they must have passed.
    pub(crate) needs: &'static [&'static str],
    /// The steps that must have ended, as they build in the same folder or build what it shares.
    pub(crate) after: &'static [&'static str],
    /// How long it takes in a run of everything on two idle cores, with some room. Longer is
    /// reported and fails nothing.
    pub(crate) budget: Duration,
    pub(crate) work: fn(&Repository) -> anyhow::Result<()>,
}

impl TestStep {
    /// The command that repeats it.
    pub(crate) fn rerun(&self) -> String {
        format!("cargo xtask test {}", self.name)
    }
}

/// The step before all others, without which none can pass.
pub(crate) const PREREQUISITES: &str = "prerequisites";

/// The step after all others.
pub(crate) const WORKING_TREE: &str = "working-tree";

/// Every step, in the order in which they start where nothing holds them up: each that builds
/// is next to one that waits for the network, the disk or a browser.
pub(crate) const STEPS: &[TestStep] = &[
    TestStep {
        name: PREREQUISITES,
        claim: "rustfmt, clippy, git, python3, Chromium, PostgreSQL, NATS, node and all crates are installed",
        needs: &[],
        after: &[],
        budget: Duration::from_secs(90),
        work: prerequisites::ensure,
    },
    TestStep {
        name: "format",
        claim: "every file is formatted",
        needs: &[],
        after: &[],
        budget: Duration::from_secs(10),
        work: rust::format,
    },
    TestStep {
        name: "tidy",
        claim: "layers, rule ids, links, sizes",
        needs: &[],
        after: &[],
        budget: Duration::from_secs(10),
        work: rust::tidy,
    },
    TestStep {
        name: "clippy",
        claim: "no warning in any target",
        needs: &[],
        after: &[],
        budget: Duration::from_mins(4),
        work: rust::clippy,
    },
    TestStep {
        name: "python-tools",
        claim: "an environment with pytest, mypy and ruff",
        needs: &[],
        after: &[],
        budget: Duration::from_mins(2),
        work: python::tools,
    },
    TestStep {
        name: "deny",
        claim: "no banned, doubled or foreign dependency, and only accepted licenses",
        needs: &[],
        after: &[],
        budget: Duration::from_secs(30),
        work: rust::deny,
    },
    TestStep {
        name: "build",
        claim: "what users build",
        needs: &[],
        after: &[],
        budget: Duration::from_mins(7),
        work: rust::build,
    },
    TestStep {
        name: "documentation",
        claim: "no warning, no broken link",
        needs: &[],
        after: &["clippy"],
        budget: Duration::from_secs(90),
        work: rust::documentation,
    },
    TestStep {
        name: "python-wheel",
        claim: "what `pip install .` builds",
        needs: &["python-tools"],
        after: &["build"],
        budget: Duration::from_mins(5),
        work: python::wheel,
    },
    TestStep {
        name: "tests",
        claim: "every test, every fuzz target on changed inputs, every example in the documentation",
        needs: &[],
        after: &["documentation"],
        budget: Duration::from_mins(17),
        work: rust::tests,
    },
    TestStep {
        name: "web-tools",
        claim: "the browser tests and their packages, away from the source tree",
        needs: &[],
        after: &[],
        budget: Duration::from_mins(1),
        work: web::tools,
    },
    TestStep {
        name: "api-tools",
        claim: "an environment with schemathesis",
        needs: &[],
        after: &[],
        budget: Duration::from_mins(1),
        work: web::contract_tools,
    },
    TestStep {
        name: "python-checker-tests",
        claim: "every test of the checker, on the wheel",
        needs: &["python-wheel"],
        after: &[],
        budget: Duration::from_mins(7),
        work: python::checker_tests,
    },
    TestStep {
        name: "web-tests",
        claim: "whole games in browsers without scripts and with them",
        needs: &["build", "web-tools"],
        after: &[],
        budget: Duration::from_mins(9),
        work: web::tests,
    },
    TestStep {
        name: "web-types",
        claim: "tsc --strict accepts the tests, and the scripts of the pages",
        needs: &["web-tools"],
        after: &[],
        budget: Duration::from_secs(30),
        work: web::types,
    },
    TestStep {
        name: "workflows",
        claim: "actionlint accepts the definition of the CI",
        needs: &["web-tools"],
        after: &[],
        budget: Duration::from_secs(10),
        work: web::workflows,
    },
    TestStep {
        name: "python-package-tests",
        claim: "every other test of the wheel and every example in its documentation",
        needs: &["python-wheel"],
        after: &[],
        budget: Duration::from_mins(6),
        work: python::package_tests,
    },
    TestStep {
        name: "crash",
        claim: "killed 20 times, the server loses no acknowledged move and repeats none",
        needs: &["build"],
        after: &[],
        budget: Duration::from_mins(1),
        work: server::crash,
    },
    TestStep {
        name: "race",
        claim: "of 8 moves on one version exactly one is committed, 500 times",
        needs: &["build"],
        after: &[],
        budget: Duration::from_mins(1),
        work: server::race,
    },
    TestStep {
        name: "lobby",
        claim: "60 who look for somebody to play with, leave and come back are each in one game with one other",
        needs: &["build"],
        after: &["tests"],
        budget: Duration::from_secs(30),
        work: server::lobby,
    },
    TestStep {
        name: "programs",
        claim: "the example program plays people and bots over a restart, and bothers nobody",
        needs: &["build"],
        after: &[],
        budget: Duration::from_mins(1),
        work: server::programs,
    },
    TestStep {
        name: "cluster",
        claim: "two nodes over one database play on under 10 faults, and confuse nothing",
        needs: &["build"],
        after: &[],
        budget: Duration::from_secs(75),
        work: server::cluster,
    },
    TestStep {
        name: "abuse",
        claim: "2,000 idle connections delay nobody, no client takes all games",
        needs: &["build"],
        after: &[],
        budget: Duration::from_secs(45),
        work: server::abuse,
    },
    TestStep {
        name: "api-contract",
        claim: "no server error, and every response matches the document",
        needs: &["build", "api-tools"],
        after: &[],
        budget: Duration::from_mins(2),
        work: web::contract,
    },
    TestStep {
        name: "generated",
        claim: "what is generated is up to date",
        needs: &["build"],
        after: &[],
        budget: Duration::from_secs(90),
        work: rust::generated,
    },
    TestStep {
        name: "without-threads",
        claim: "the solver as a browser needs it",
        needs: &[],
        after: &["tests"],
        budget: Duration::from_secs(30),
        work: rust::without_threads,
    },
    TestStep {
        name: "postgres",
        claim: "a database keeps the promises of a store, to which several nodes write",
        needs: &[],
        after: &["without-threads"],
        budget: Duration::from_mins(3),
        work: rust::postgres,
    },
    TestStep {
        name: "package",
        claim: "the crates for crates.io build from their packages",
        needs: &[],
        after: &["without-threads"],
        budget: Duration::from_secs(45),
        work: rust::package,
    },
    TestStep {
        name: "python-stubs",
        claim: "they agree with the modules",
        needs: &["python-wheel"],
        after: &[],
        budget: Duration::from_secs(30),
        work: python::stubs,
    },
    TestStep {
        name: "python-notebook",
        claim: "every cell of the examples runs and prints the committed output",
        needs: &["python-wheel"],
        after: &[],
        budget: Duration::from_mins(1),
        work: python::notebooks,
    },
    TestStep {
        name: "python-source",
        claim: "mypy --strict accepts it",
        needs: &["python-tools"],
        after: &[],
        budget: Duration::from_mins(1),
        work: python::source,
    },
    TestStep {
        name: "python-types",
        claim: "mypy --strict accepts every program but the mistakes",
        needs: &["python-wheel"],
        after: &["python-source"],
        budget: Duration::from_mins(1),
        work: python::types,
    },
    TestStep {
        name: "python-alone",
        claim: "the wheel needs no other package and plays the golden game",
        needs: &["python-wheel"],
        after: &[],
        budget: Duration::from_secs(30),
        work: python::alone,
    },
    TestStep {
        name: "pictures",
        claim: "both games drawn in every theme, to be looked at",
        needs: &[],
        after: &["tests"],
        budget: Duration::from_secs(30),
        work: rust::pictures,
    },
    TestStep {
        name: "golden-game",
        claim: "the command plays the example game of the assignment",
        needs: &["build"],
        after: &[],
        budget: Duration::from_secs(10),
        work: rust::golden_game,
    },
    TestStep {
        name: "python-sdist",
        claim: "the package built from its source distribution plays the golden game",
        needs: &["python-wheel"],
        after: &[],
        budget: Duration::from_mins(1),
        work: python::source_distribution,
    },
    TestStep {
        name: "dist",
        claim: "the archive of a release, unpacked, has all its files and plays the golden game",
        needs: &["build", "python-sdist"],
        after: &[],
        budget: Duration::from_secs(20),
        work: dist::dist,
    },
    TestStep {
        name: "python-format",
        claim: "every file is formatted",
        needs: &["python-tools"],
        after: &[],
        budget: Duration::from_secs(10),
        work: python::format,
    },
    TestStep {
        name: "python-lints",
        claim: "no warning in any file",
        needs: &["python-tools"],
        after: &[],
        budget: Duration::from_secs(10),
        work: python::lints,
    },
    TestStep {
        name: WORKING_TREE,
        claim: "nothing is left behind",
        needs: &[],
        after: &[],
        budget: Duration::from_secs(10),
        work: working_tree::is_unchanged,
    },
];

/// The step of this name.
///
/// # Errors
/// When there is none, with the names that there are.
pub(crate) fn step(name: &str) -> anyhow::Result<&'static TestStep> {
    STEPS
        .iter()
        .find(|step| step.name == name)
        .with_context(|| {
            let names: Vec<&str> = STEPS.iter().map(|step| step.name).collect();
            format!("there is no step `{name}`; there are {}", names.join(", "))
        })
}

/// The steps and all that they need, the prerequisites among them, in the order of the table.
pub(crate) fn with_needs(named: &[&TestStep]) -> Vec<TestStep> {
    let mut wanted: BTreeSet<&str> = named.iter().map(|step| step.name).collect();
    wanted.insert(PREREQUISITES);
    let mut chosen: Vec<TestStep> = Vec::new();
    // A step is below those that it needs.
    for step in STEPS.iter().rev() {
        if wanted.contains(step.name) {
            wanted.extend(step.needs);
            chosen.push(*step);
        }
    }
    chosen.reverse();
    chosen
}

#[cfg(test)]
mod tests;
