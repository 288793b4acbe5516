//! A run of the tests leaves the working tree as it found it.

use std::fs;

use anyhow::{Context, bail};

use crate::repository::{Repository, write_atomically};

/// The file with the status before the run, below the target folder.
const BEFORE: &str = "test/working-tree.txt";

/// Records the state of the working tree for [`is_unchanged`].
///
/// # Errors
/// When git fails in a clone, or the note cannot be written.
pub(crate) fn note(repository: &Repository) -> anyhow::Result<()> {
    let path = repository.target(BEFORE);
    write_atomically(&path, &status(repository)?)
}

/// Compares the working tree with what was noted.
///
/// # Errors
/// When they differ, with the lines that do.
pub(crate) fn is_unchanged(repository: &Repository) -> anyhow::Result<()> {
    let path = repository.target(BEFORE);
    let before = fs::read_to_string(&path)
        .with_context(|| format!("cannot read {}; the first step writes it", path.display()))?;
    let changes = differences(&before, &status(repository)?);
    if changes.is_empty() {
        return Ok(());
    }
    bail!(
        "the tests changed the working tree; `git status` differs in:\n{}",
        changes.join("\n")
    )
}

/// The output of `git status`, one file a line; empty outside a clone.
/// Ignored files count too, as a snapshot that a test wants accepted is one; ignored folders are
/// where the tools write.
fn status(repository: &Repository) -> anyhow::Result<String> {
    let inside = repository.git(&["rev-parse", "--is-inside-work-tree"]);
    if !inside.succeeds() {
        return Ok(String::new());
    }
    let status = repository.git(&["status", "--porcelain", "--untracked-files=all"]);
    status.argument("--ignored=matching").read()
}

/// The lines that only one of the two has, removed ones with a `-`, new ones with a `+`.
fn differences(before: &str, after: &str) -> Vec<String> {
    let only_in = |one: &str, other: &str, sign: char| -> Vec<String> {
        one.lines()
            .filter(|line| !is_ignored_folder(line))
            .filter(|line| other.lines().all(|known| known != *line))
            .map(|line| format!("{sign} {line}"))
            .collect()
    };
    [only_in(before, after, '-'), only_in(after, before, '+')].concat()
}

fn is_ignored_folder(line: &str) -> bool {
    line.starts_with("!! ") && line.ends_with('/')
}

#[cfg(test)]
mod tests {
    use super::differences;

    #[test]
    fn changes_that_were_there_before_the_run_pass() {
        assert!(differences("", "").is_empty());
        let edited = " M a.rs\n?? b.rs\n";
        assert!(differences(edited, edited).is_empty());
    }

    #[test]
    fn files_left_behind_and_restored_are_found_but_not_ignored_folders() {
        let before = " M a.rs\n M b.rs\n";
        let later = " M a.rs\n?? c.rs\n!! d.snap.new\n!! target/\n";
        assert_eq!(
            differences(before, later),
            ["-  M b.rs", "+ ?? c.rs", "+ !! d.snap.new"]
        );
    }
}
