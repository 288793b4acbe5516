//! Programs without one of the mechanisms that keep nodes from confusing games: the proof has to find
//! out about each.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context, ensure};

use super::chaos::{self, Outcome, Setting};
use super::faults::Kind;
use super::network::Size;
use crate::built;
use crate::prove::scratch;
use crate::repository::{Repository, make_empty};
use crate::shell::CommandLine;
use crate::terminal::say;

/// A piece of the sources that is replaced.
#[derive(Clone, Copy, Debug)]
struct Replacement {
    file: &'static str,
    /// It is there exactly once.
    text: &'static str,
    by: &'static str,
}

/// A mechanism that is taken out.
#[derive(Clone, Copy, Debug)]
struct Sabotage {
    name: &'static str,
    what: &'static str,
    replacements: &'static [Replacement],
}

const ACTOR: &str = "crates/parlor-service/src/service/host/actor.rs";
const APPEND: &str = "crates/parlor-service/src/store/postgres/append.rs";
const NODES: &str = "crates/parlor-service/src/service/nodes.rs";

const SABOTAGES: [Sabotage; 4] = [
    Sabotage {
        name: "fence",
        what: "an entry is stored in whatever epoch it is sent",
        replacements: &[Replacement {
            file: APPEND,
            text: "             AND log.epoch = given.epoch\n",
            by: "",
        }],
    },
    Sabotage {
        name: "version",
        what: "a command is carried out whatever version its sender saw",
        replacements: &[
            Replacement {
                file: ACTOR,
                text: "(command.expected_version != version).then_some(CommandOutcome::Stale(version))",
                by: "(version == u64::MAX).then_some(CommandOutcome::Stale(version))",
            },
            Replacement {
                file: ACTOR,
                text: "epoch.filter(|_| version == decided_at)",
                by: "epoch.filter(|_| version >= decided_at)",
            },
        ],
    },
    Sabotage {
        name: "catch-up-to-read",
        what: "a game is shown as this node knows it",
        replacements: &[Replacement {
            file: NODES,
            text: "if standing.is_some_and(|standing| handle.is_current(&standing, store.session())) {",
            by: "if standing.is_some() {",
        }],
    },
    Sabotage {
        name: "catch-up-to-decide",
        what: "what other nodes have written is not read",
        replacements: &[Replacement {
            file: ACTOR,
            text: "        if !self.may_be_behind {\n            return Ok(());",
            by: "        if !self.may_be_behind || self.handle.version() > 0 {\n            return Ok(());",
        }],
    },
];

/// What a sabotaged program is played with. It ends with the first finding.
const KINDS: [Kind; 6] = [
    Kind::Kill,
    Kind::Pause,
    Kind::DatabaseCut,
    Kind::DatabaseSilent,
    Kind::NatsCut,
    Kind::NatsOneWay,
];
const FAULTS: usize = 36;
const SECONDS: u64 = 150;

/// Takes out each mechanism, and plays with a program without it until something is found.
///
/// # Errors
/// When nothing is found without one of them, or a piece of the sources is not there exactly once.
pub(super) fn run(repository: &Repository, seed: u64) -> anyhow::Result<String> {
    let workplace = Workplace::make(repository)?;
    let mut words = Vec::new();
    let mut missed = Vec::new();
    for sabotage in &SABOTAGES {
        let program = workplace.build(sabotage)?;
        let folder = scratch(repository, "cluster-sabotage")?;
        let setting = Setting {
            size: Size {
                nodes: 3,
                has_standby: true,
                has_small_disks: false,
                has_proxies: true,
            },
            kinds: KINDS.to_vec(),
            faults: FAULTS,
            seed,
            seconds: SECONDS,
            races: 0,
        };
        let outcome = chaos::run(repository, &program, &folder, &setting)?;
        let said = found(sabotage, &outcome);
        say(&said)?;
        if outcome.findings.is_empty() {
            missed.push(sabotage.name);
        }
        words.push(said);
    }
    ensure!(
        missed.is_empty(),
        "nothing was found without {}: the proof is too weak",
        missed.join(", ")
    );
    Ok(words.join("; "))
}

/// What was found without a mechanism, in words.
fn found(sabotage: &Sabotage, outcome: &Outcome) -> String {
    let Sabotage { name, what, .. } = sabotage;
    match outcome.findings.first() {
        Some(finding) => format!(
            "without {name} ({what}) the checker of {} found out after {} faults",
            finding.checker,
            outcome.faults.len()
        ),
        None => format!(
            "without {name} ({what}) nothing was found in {} faults",
            outcome.faults.len()
        ),
    }
}

/// A copy of the sources, and of what was built of them.
struct Workplace {
    sources: PathBuf,
    target: PathBuf,
    folder: PathBuf,
}

impl Workplace {
    fn make(repository: &Repository) -> anyhow::Result<Workplace> {
        let folder = repository.target("sabotage");
        let workplace = Workplace {
            sources: folder.join("sources"),
            target: folder.join("target"),
            folder,
        };
        make_empty(&workplace.sources)?;
        // With their times, so that only what is changed is built again.
        for files in repository.files()?.chunks(500) {
            let copied = Command::new("cp")
                .args(["--parents", "--preserve=timestamps,mode", "--"])
                .args(files)
                .arg(&workplace.sources)
                .current_dir(repository.root())
                .status()
                .context("`cp` cannot be started")?;
            ensure!(copied.success(), "the sources cannot be copied");
        }
        let release = workplace.target.join("release");
        if !release.exists() {
            fs::create_dir_all(&release)?;
            let built = repository.target("release");
            for part in ["deps", "build", ".fingerprint"] {
                let copied = Command::new("cp")
                    .args(["--archive", "--"])
                    .arg(built.join(part))
                    .arg(&release)
                    .status()?;
                ensure!(copied.success(), "what was built cannot be copied");
            }
        }
        Ok(workplace)
    }

    /// Builds the program without a mechanism.
    fn build(&self, sabotage: &Sabotage) -> anyhow::Result<PathBuf> {
        say(format!("   building without {}", sabotage.name))?;
        // What the copy has, as the sources may have changed since.
        let mut originals = Vec::new();
        for replacement in sabotage.replacements {
            let path = self.sources.join(replacement.file);
            let text = fs::read_to_string(&path)
                .with_context(|| format!("cannot read {}", path.display()))?;
            fs::write(&path, without(&text, replacement)?)?;
            originals.push((path, text));
        }
        let build = CommandLine::new("cargo", &self.sources)
            .in_folder(&self.sources)
            .arguments(["build", "--release", "--locked", "--package", "parlor"])
            .variable("CARGO_TARGET_DIR", self.target.to_string_lossy());
        let built = built::program(build, "parlor")?;
        let program = self
            .folder
            .join(format!("parlor-without-{}", sabotage.name));
        fs::copy(&built, &program)
            .with_context(|| format!("cannot write {}", program.display()))?;
        // Of a file that was changed twice, the first is the original.
        for (path, text) in originals.into_iter().rev() {
            fs::write(&path, text)?;
        }
        Ok(program)
    }
}

/// The text with the replacement.
fn without(text: &str, replacement: &Replacement) -> anyhow::Result<String> {
    let times = text.matches(replacement.text).count();
    ensure!(
        times == 1,
        "{} has this {times} times, and not once; the sabotage has to follow what the code has become: {:?}",
        replacement.file,
        replacement.text
    );
    Ok(text.replacen(replacement.text, replacement.by, 1))
}

#[cfg(test)]
mod tests {
    use super::{SABOTAGES, without};
    use crate::repository::Repository;

    #[test]
    fn what_is_taken_out_is_there_once() {
        let repository = Repository::locate().unwrap();
        for sabotage in &SABOTAGES {
            for replacement in sabotage.replacements {
                let text = repository.read(replacement.file).unwrap();
                assert_ne!(without(&text, replacement).unwrap(), text);
            }
        }
    }

    #[test]
    fn what_is_not_there_or_twice_is_an_error_that_names_the_file() {
        let replacement = SABOTAGES[0].replacements[0];
        for text in [String::new(), replacement.text.repeat(2)] {
            let error = without(&text, &replacement).unwrap_err().to_string();
            assert!(error.contains(replacement.file), "{error}");
        }
    }
}
