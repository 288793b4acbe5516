//! What differs from an earlier revision.

use std::collections::BTreeSet;

use anyhow::Context;

use crate::repository::Repository;

/// The files that differ.
#[derive(Debug)]
pub(crate) struct Changes {
    /// The revision that they differ from.
    pub(crate) since: String,
    /// Their paths in the repository, deleted ones among them.
    pub(crate) files: BTreeSet<String>,
}

impl Changes {
    /// What differs from this revision: committed, staged, in the working tree only, or not under
    /// version control. Without one, from where the branch left its upstream, or from the last
    /// commit where it has none; if no file differs from that, from the commit before.
    ///
    /// # Errors
    /// When there is no such revision, or this is no clone.
    pub(crate) fn since(
        repository: &Repository,
        revision: Option<&str>,
    ) -> anyhow::Result<Changes> {
        if let Some(revision) = revision {
            return Changes::from(repository, revision);
        }
        let upstream = repository.git(&["merge-base", "HEAD", "@{upstream}"]);
        let base = if upstream.succeeds() {
            upstream.read()?.trim().to_owned()
        } else {
            "HEAD".to_owned()
        };
        let changes = Changes::from(repository, &base)?;
        let before = "HEAD~1";
        let has_more = repository
            .git(&["rev-parse", "--verify", before])
            .succeeds();
        if changes.files.is_empty() && has_more {
            return Changes::from(repository, before);
        }
        Ok(changes)
    }

    fn from(repository: &Repository, revision: &str) -> anyhow::Result<Changes> {
        let commit = format!("{revision}^{{commit}}");
        let known = repository
            .git(&["rev-parse", "--verify", "--short", &commit])
            .read();
        let since = known.with_context(|| {
            format!("`{revision}` is no revision of this repository; one is meant such as HEAD~3")
        })?;
        let since = since.trim().to_owned();
        let different = repository.git(&["diff", "--name-only", "--no-renames", "-z", &since]);
        let untracked = repository.git(&["ls-files", "-z", "--others", "--exclude-standard"]);
        let files = [different.read()?, untracked.read()?].concat();
        let files = files.split_terminator('\0').map(str::to_owned).collect();
        Ok(Changes { since, files })
    }
}
