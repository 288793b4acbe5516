//! `cargo xtask tidy`: the structure that no compiler checks.
//!
//! Each check is a function from data to findings; this module gathers the data, calls the checks
//! and prints.

mod architecture;
mod circles;
mod finding;
mod layers;
mod links;
mod manifests;
mod rule_ids;
mod sources;

use anyhow::bail;

use crate::repository::{Repository, has_extension};
use crate::terminal::say;
use crate::tidy::finding::SourceFile;

/// Runs every check.
///
/// # Errors
/// When there is a finding, or when the repository cannot be read.
pub(crate) fn run(repository: &Repository) -> anyhow::Result<()> {
    let paths = repository.files()?;
    let files = read_texts(repository, &paths)?;
    let crates = layers::crates(repository)?;

    let mut findings = layers::check(&crates, &files);
    findings.extend(architecture::check(&crates, &files));
    findings.extend(circles::check(&crates, &files));
    findings.extend(manifests::check(&crates, &files, &paths));
    findings.extend(rule_ids::check(&files));
    findings.extend(sources::check(&files));
    findings.extend(links::check(&files, &paths));
    findings.sort();

    for remark in sources::remarks(&files) {
        say(format!("remark: {remark}"))?;
    }
    for finding in &findings {
        say(finding)?;
    }
    if !findings.is_empty() {
        bail!("tidy: {} finding(s)", findings.len());
    }
    say(format!(
        "tidy: {} files, {} crates, no findings",
        paths.len(),
        crates.len()
    ))?;
    Ok(())
}

/// The files that the checks read: code, documents, manifests and settings.
fn read_texts(repository: &Repository, paths: &[String]) -> anyhow::Result<Vec<SourceFile>> {
    paths
        .iter()
        .filter(|path| is_read(path))
        .map(|path| {
            Ok(SourceFile {
                path: path.clone(),
                text: repository.read(path)?,
            })
        })
        .collect()
}

fn is_read(path: &str) -> bool {
    has_extension(path, &["rs", "md", "toml", "py", "pyi", "js", "css"])
        && !path.starts_with("fuzz/corpus/")
}
