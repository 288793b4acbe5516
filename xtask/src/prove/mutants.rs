//! `cargo xtask prove mutants`: every small change of the rules must fail a test.
//!
//! The survivors are compared with `xtask/mutants-accepted.txt`, where each accepted one stands
//! with its reason: the change makes no difference that anyone could see.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use anyhow::{Context, bail};

use crate::prove::record;
use crate::repository::Repository;
use crate::terminal::say;
use crate::tools;

const ACCEPTED: &str = "xtask/mutants-accepted.txt";

/// Mutants tested at a time.
const JOBS: u32 = 2;

/// A test that takes longer than this under a mutant hangs; at least, as cargo-mutants raises it
/// to a multiple of the time that the unchanged tests take.
const LEAST_TIMEOUT_SECONDS: u32 = 10;

/// Options of `cargo xtask prove mutants`.
#[derive(Debug, Default, clap::Args)]
pub(crate) struct Options {
    /// Only the part K of N, counted from 0, as K/N
    #[arg(long, value_name = "K/N")]
    shard: Option<String>,
}

/// Runs `cargo mutants` over both rules crates and judges the survivors.
///
/// # Errors
/// When a mutant survives that is not accepted, or when the unchanged tests fail.
pub(crate) fn run(repository: &Repository, options: &Options) -> anyhow::Result<()> {
    let accepted = parse_accepted(&repository.read(ACCEPTED)?)?;
    let program = tools::CARGO_MUTANTS.ensure(repository)?;
    let output = repository.target("mutants");
    fs::create_dir_all(&output).with_context(|| format!("cannot create {}", output.display()))?;
    let mut line = repository
        .line(program)
        .arguments([
            "mutants",
            "--package",
            "ludo-rules",
            "--package",
            "kuba-rules",
        ])
        .arguments(["--profile", "mutants"])
        .arguments(["--baseline", "run", "--no-shuffle", "--colors", "never"])
        .argument(format!("--jobs={JOBS}"))
        .argument(format!("--minimum-test-timeout={LEAST_TIMEOUT_SECONDS}"))
        .arguments(["--cargo-arg", "--locked"])
        .argument("--output")
        .argument(output.to_string_lossy());
    if let Some(shard) = &options.shard {
        line = line.arguments(["--shard", shard]);
    }
    // Everything that judges the rules is in each crate's one integration test.
    line = line.arguments(["--", "--test", "suite"]);
    say(format!("$ {line}"))?;
    // Each job builds in a folder of its own, next to its copy of the sources.
    let status = line
        .command()
        .env_remove("CARGO_TARGET_DIR")
        .status()
        .with_context(|| format!("cannot start `{line}`"))?;
    // Of cargo-mutants: 0 all caught, 2 some survived, 3 some ran into the timeout.
    if !matches!(status.code(), Some(0 | 2 | 3)) {
        bail!("`{line}` ended with {status}");
    }
    let results = Results::read(&output.join("mutants.out"))?;
    judge(repository, &results, &accepted, options)
}

/// Says which survivors are new and which accepted ones are gone.
fn judge(
    repository: &Repository,
    results: &Results,
    accepted: &BTreeMap<String, String>,
    options: &Options,
) -> anyhow::Result<()> {
    let is_accepted = |mutant: &str| accepted.contains_key(mutant);
    let new: Vec<&Mutant> = results
        .survived
        .iter()
        .filter(|mutant| !is_accepted(&mutant.name))
        .collect();
    for mutant in &new {
        say(format!("survived: {}", mutant.printed))?;
    }
    // A part of the mutants says nothing about the others.
    if options.shard.is_none() {
        let survived = |name: &str| results.survived.iter().any(|mutant| mutant.name == name);
        for gone in accepted.keys().filter(|name| !survived(name)) {
            say(format!(
                "no longer survives, remove it from {ACCEPTED}: {gone}"
            ))?;
        }
    }
    let figure = format!(
        "{} mutants caught, {} ran into the timeout, {} survived as accepted, {} survived unexpectedly",
        results.caught,
        results.timed_out,
        results.survived.len() - new.len(),
        new.len()
    );
    if !new.is_empty() {
        bail!("{figure}; test what they change, or list them with a reason in {ACCEPTED}");
    }
    record(repository, "mutants", &figure)
}

/// What `cargo mutants` found out.
#[derive(Debug)]
struct Results {
    caught: usize,
    timed_out: usize,
    survived: Vec<Mutant>,
}

impl Results {
    fn read(folder: &Path) -> anyhow::Result<Results> {
        let lines = |name: &str| -> anyhow::Result<Vec<String>> {
            let path = folder.join(name);
            let text = fs::read_to_string(&path)
                .with_context(|| format!("cannot read {}", path.display()))?;
            Ok(text.lines().map(str::to_owned).collect())
        };
        Ok(Results {
            caught: lines("caught.txt")?.len(),
            timed_out: lines("timeout.txt")?.len(),
            survived: lines("missed.txt")?.into_iter().map(Mutant::new).collect(),
        })
    }
}

/// A mutant that no test noticed.
#[derive(Debug)]
struct Mutant {
    /// As `cargo mutants` prints it, with line and column.
    printed: String,
    /// Without them, so that the name outlives changes elsewhere in the file.
    name: String,
}

impl Mutant {
    fn new(printed: String) -> Mutant {
        let name = match printed.splitn(4, ':').collect::<Vec<_>>().as_slice() {
            [path, line, column, change] if is_number(line) && is_number(column) => {
                format!("{path}:{change}")
            }
            _ => printed.clone(),
        };
        Mutant { printed, name }
    }
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// The accepted mutants with their reasons: lines `mutant # reason`; a line that begins with `#`
/// is a comment.
fn parse_accepted(text: &str) -> anyhow::Result<BTreeMap<String, String>> {
    let mut accepted = BTreeMap::new();
    for (index, line) in text.lines().enumerate() {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        match line
            .split_once(" # ")
            .map(|(mutant, reason)| (mutant.trim(), reason.trim()))
        {
            Some((mutant, reason)) if !reason.is_empty() => {
                accepted.insert(mutant.to_owned(), reason.to_owned());
            }
            _ => bail!(
                "{ACCEPTED}:{}: no reason; write `mutant # why it may survive`",
                index + 1
            ),
        }
    }
    Ok(accepted)
}

#[cfg(test)]
mod tests {
    use super::{Mutant, parse_accepted};

    #[test]
    fn a_mutant_is_named_without_its_line_and_column() {
        let mutant = Mutant::new("crates/a/src/b.rs:12:5: replace c::d -> u8 with 0".to_owned());
        assert_eq!(mutant.name, "crates/a/src/b.rs: replace c::d -> u8 with 0");
        let odd = Mutant::new("something else".to_owned());
        assert_eq!(odd.name, "something else");
    }

    #[test]
    fn accepted_mutants_have_a_reason_each() {
        let accepted =
            parse_accepted("# comment\n\na.rs: replace b with c # same value\n").unwrap();
        assert_eq!(
            accepted.get("a.rs: replace b with c").map(String::as_str),
            Some("same value")
        );
        let error = parse_accepted("\na.rs: replace b with c\n").unwrap_err();
        assert!(error.to_string().contains(":2: no reason"), "{error}");
    }
}
