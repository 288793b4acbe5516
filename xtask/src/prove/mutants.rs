//! `cargo xtask prove mutants`: every small change of the rules must fail a test.
//!
//! The survivors are compared with `xtask/mutants-accepted.txt`, which lists each accepted one
//! with how often it may survive and the reason: the change makes no difference that anyone could
//! see.

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
    line = line.without_variable("CARGO_TARGET_DIR");
    let status = line
        .command()
        .status()
        .with_context(|| format!("cannot start `{line}`"))?;
    // Of cargo-mutants: 0 all caught, 2 some survived, 3 some ran into the timeout.
    if !matches!(status.code(), Some(0 | 2 | 3)) {
        bail!("`{line}` ended with {status}");
    }
    let results = Results::read(&output.join("mutants.out"))?;
    judge(repository, &results, &accepted, options)
}

/// Says which survivors are too many and which accepted ones are gone.
fn judge(
    repository: &Repository,
    results: &Results,
    accepted: &BTreeMap<String, Acceptance>,
    options: &Options,
) -> anyhow::Result<()> {
    let verdict = Survivors::new(&results.survived, accepted);
    for line in &verdict.too_many {
        say(line)?;
    }
    // A shard shows nothing about the other mutants.
    if options.shard.is_none() {
        for line in &verdict.too_few {
            say(line)?;
        }
    }
    let figure = format!(
        "{} mutants caught, {} ran into the timeout, {} survived as accepted, {} survived unexpectedly",
        results.caught,
        results.timed_out,
        results.survived.len() - verdict.unexpected,
        verdict.unexpected
    );
    if verdict.unexpected > 0 {
        bail!("{figure}; test what they change, or list them with a reason in {ACCEPTED}");
    }
    record(repository, "mutants", &figure)
}

/// How many mutants of one name may survive, and why.
#[derive(Debug, PartialEq, Eq)]
struct Acceptance {
    count: usize,
    reason: String,
}

/// The survivors compared with the accepted ones.
#[derive(Debug, Default)]
struct Survivors {
    /// Survivors beyond the accepted count of their name.
    unexpected: usize,
    too_many: Vec<String>,
    too_few: Vec<String>,
}

impl Survivors {
    fn new(survived: &[Mutant], accepted: &BTreeMap<String, Acceptance>) -> Survivors {
        let mut by_name: BTreeMap<&str, Vec<&Mutant>> = BTreeMap::new();
        for mutant in survived {
            by_name.entry(&mutant.name).or_default().push(mutant);
        }
        let mut verdict = Survivors::default();
        for (name, mutants) in &by_name {
            let allowed = accepted.get(*name).map_or(0, |acceptance| acceptance.count);
            if mutants.len() <= allowed {
                continue;
            }
            verdict.unexpected += mutants.len() - allowed;
            // Those of one name cannot be distinguished, so all of them are shown.
            verdict.too_many.extend(mutants.iter().map(|mutant| {
                format!(
                    "survived, one of {} where {allowed} may: {}",
                    mutants.len(),
                    mutant.printed
                )
            }));
        }
        for (name, Acceptance { count, reason }) in accepted {
            let found = by_name.get(name.as_str()).map_or(0, Vec::len);
            if found < *count {
                verdict.too_few.push(format!(
                    "{ACCEPTED} has more than survive: {name} # {count} # {reason}; write {found}{}",
                    if found == 0 { ", or rather remove it" } else { "" }
                ));
            }
        }
        verdict
    }
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

/// The accepted mutants: lines `mutant # count # reason`; a line that begins with `#` is a comment.
fn parse_accepted(text: &str) -> anyhow::Result<BTreeMap<String, Acceptance>> {
    let mut accepted = BTreeMap::new();
    for (index, line) in text.lines().enumerate() {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let here = format!("{ACCEPTED}:{}", index + 1);
        let Some((mutant, acceptance)) = parse_line(line) else {
            bail!("{here}: write `mutant # how many # why they may survive`, not `{line}`");
        };
        if accepted.insert(mutant.to_owned(), acceptance).is_some() {
            bail!("{here}: `{mutant}` stands there twice; add up the counts in one line");
        }
    }
    Ok(accepted)
}

fn parse_line(line: &str) -> Option<(&str, Acceptance)> {
    let mut parts = line.splitn(3, " # ").map(str::trim);
    let mutant = parts.next()?;
    let count = parts.next()?.parse().ok().filter(|count| *count > 0)?;
    let reason = parts.next().filter(|reason| !reason.is_empty())?.to_owned();
    Some((mutant, Acceptance { count, reason }))
}

#[cfg(test)]
mod tests {
    use super::{Mutant, Survivors, parse_accepted};

    #[test]
    fn a_mutant_is_named_without_its_line_and_column() {
        let mutant = Mutant::new("crates/a/src/b.rs:12:5: replace c::d -> u8 with 0".to_owned());
        assert_eq!(mutant.name, "crates/a/src/b.rs: replace c::d -> u8 with 0");
        let odd = Mutant::new("something else".to_owned());
        assert_eq!(odd.name, "something else");
    }

    #[test]
    fn accepted_mutants_have_a_count_and_a_reason_each() {
        let accepted =
            parse_accepted("# comment\n\na.rs: replace b with c # 2 # same # value\n").unwrap();
        let acceptance = &accepted["a.rs: replace b with c"];
        assert_eq!(
            (acceptance.count, acceptance.reason.as_str()),
            (2, "same # value")
        );
        for line in [
            "a",
            "a # why",
            "a # 1",
            "a # 1 # ",
            "a # 0 # why",
            "a # x # why",
        ] {
            let error = parse_accepted(&format!("\n{line}\n")).unwrap_err();
            assert!(error.to_string().contains(":2: write"), "{error}");
        }
        let error = parse_accepted("a # 1 # why\na # 1 # why not\n").unwrap_err();
        assert!(error.to_string().contains(":2: `a` stands"), "{error}");
    }

    #[test]
    fn the_committed_list_can_be_read() {
        assert!(parse_accepted(include_str!("../../mutants-accepted.txt")).is_ok());
    }

    /// The findings for `survivors` mutants of one name, of which two are accepted.
    fn verdict(survivors: usize) -> Survivors {
        let survived: Vec<Mutant> = (1..=survivors)
            .map(|line| Mutant::new(format!("a.rs:{line}:1: replace b with c")))
            .collect();
        let accepted = parse_accepted("a.rs: replace b with c # 2 # why\n").unwrap();
        Survivors::new(&survived, &accepted)
    }

    #[test]
    fn no_more_survive_than_are_accepted() {
        let exactly = verdict(2);
        assert_eq!(exactly.unexpected, 0);
        assert!(exactly.too_many.is_empty() && exactly.too_few.is_empty());

        let more = verdict(3);
        assert_eq!((more.unexpected, more.too_many.len()), (1, 3));
        assert_eq!(
            more.too_many[0],
            "survived, one of 3 where 2 may: a.rs:1:1: replace b with c"
        );
    }

    #[test]
    fn fewer_than_accepted_are_reported_without_failing() {
        let fewer = verdict(1);
        assert_eq!((fewer.unexpected, fewer.too_few.len()), (0, 1));
        assert!(fewer.too_few[0].ends_with("write 1"), "{:?}", fewer.too_few);
        assert!(verdict(0).too_few[0].ends_with("remove it"));
    }
}
