//! A run of the tests leaves the working tree as it found it.

use anyhow::bail;

use crate::repository::Repository;

/// What `git status` says of the working tree, one file a line. Ignored files count too, as a
/// snapshot that a test wants accepted is one; ignored folders are where the tools write.
#[derive(Debug)]
pub(crate) struct WorkingTree {
    status: String,
}

impl WorkingTree {
    /// The working tree as it is now, or nothing where there is no clone.
    ///
    /// # Errors
    /// When git fails in a clone.
    pub(crate) fn now(repository: &Repository) -> anyhow::Result<Option<WorkingTree>> {
        let git = |arguments: &[&str]| repository.line("git").arguments(arguments.iter().copied());
        if !git(&["rev-parse", "--is-inside-work-tree"]).succeeds() {
            return Ok(None);
        }
        let status = git(&[
            "status",
            "--porcelain",
            "--untracked-files=all",
            "--ignored=matching",
        ]);
        Ok(Some(WorkingTree {
            status: status.read()?,
        }))
    }

    /// Compares it with a later one.
    ///
    /// # Errors
    /// When they differ, with the lines that do.
    pub(crate) fn same_as(&self, later: &WorkingTree) -> anyhow::Result<()> {
        let changes = differences(&self.status, &later.status);
        if changes.is_empty() {
            return Ok(());
        }
        bail!(
            "the tests changed the working tree; `git status` differs in:\n{}",
            changes.join("\n")
        )
    }
}

/// The lines that stand in only one of the two, those that went with a `-`, the new with a `+`.
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
    use super::WorkingTree;

    fn tree(status: &str) -> WorkingTree {
        WorkingTree {
            status: status.to_owned(),
        }
    }

    #[test]
    fn changes_that_were_there_before_the_run_pass() {
        assert!(tree("").same_as(&tree("")).is_ok());
        let edited = " M a.rs\n?? b.rs\n";
        assert!(tree(edited).same_as(&tree(edited)).is_ok());
    }

    #[test]
    fn files_left_behind_and_restored_are_found_but_not_ignored_folders() {
        let error = tree(" M a.rs\n M b.rs\n")
            .same_as(&tree(" M a.rs\n?? c.rs\n!! d.snap.new\n!! target/\n"))
            .unwrap_err();
        assert!(
            error
                .to_string()
                .ends_with("\n-  M b.rs\n+ ?? c.rs\n+ !! d.snap.new"),
            "{error}"
        );
    }
}
