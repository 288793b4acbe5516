//! `cargo xtask regen`: everything that is generated and committed.

mod commands;

use std::fs;
use std::path::PathBuf;

use anyhow::{Context, bail};

use crate::console;
use crate::repository::{Repository, has_extension, write_atomically};
use crate::shell::Line;
use crate::terminal::say;

const COMMANDS_DOCUMENT: &str = "docs/commands.md";

/// Options of `cargo xtask regen`.
#[derive(Debug, clap::Args)]
pub(crate) struct Options {
    /// Change nothing; fail and show the difference if anything would change
    #[arg(long)]
    pub(crate) check: bool,
}

/// A document as it is and as it ought to be.
#[derive(Debug)]
struct Document {
    path: String,
    current: String,
    generated: String,
}

/// Rewrites the documents, or compares them.
///
/// # Errors
/// When a command of a document cannot be run, or with `--check` when a document differs.
pub(crate) fn run(repository: &Repository, options: &Options) -> anyhow::Result<()> {
    repository
        .cargo(&["build", "--quiet", "--release", "--locked"])
        .run()?;
    let stale: Vec<Document> = generate(repository)?
        .into_iter()
        .filter(|document| document.current != document.generated)
        .collect();
    if options.check {
        return report_stale(repository, &stale);
    }
    for document in &stale {
        write_atomically(&repository.root().join(&document.path), &document.generated)?;
        say(format!("rewritten: {}", document.path))?;
    }
    say(format!("regen: {} document(s) changed", stale.len()))?;
    Ok(())
}

/// Every generated document.
fn generate(repository: &Repository) -> anyhow::Result<Vec<Document>> {
    let mut documents = Vec::new();
    for path in repository.files()? {
        if !has_console_blocks(&path) {
            continue;
        }
        let current = repository.read(&path)?;
        let generated = console::with_outputs(&current, &mut |command| shell(repository, command))
            .with_context(|| path.clone())?;
        documents.push(Document {
            path,
            current,
            generated,
        });
    }
    let mut help = |words: &[String]| {
        let mut words = words.iter().cloned();
        let program = words.next().context("a command has a name")?;
        let line = repository.line(program).arguments(words).argument("--help");
        printed(repository, &line)
    };
    documents.push(Document {
        path: COMMANDS_DOCUMENT.to_owned(),
        // A document that is not there yet is an empty one.
        current: repository.read(COMMANDS_DOCUMENT).unwrap_or_default(),
        generated: commands::document("parlor", &mut help)?,
    });
    Ok(documents)
}

/// Whether the document's console blocks are ours to run.
fn has_console_blocks(path: &str) -> bool {
    let is_document = path == "README.md" || path.starts_with("docs/");
    is_document && has_extension(path, &["md"]) && path != COMMANDS_DOCUMENT
}

/// What a command of a document prints, standard output and error together.
fn shell(repository: &Repository, command: &str) -> anyhow::Result<String> {
    let line = repository
        .line("sh")
        .arguments(["-c".to_owned(), format!("exec 2>&1\n{command}")]);
    printed(repository, &line).with_context(|| format!("the command `{command}`"))
}

/// Runs a line as every reader would see it: the built `parlor` first on the path, no colours,
/// 100 columns, plain English.
fn printed(repository: &Repository, line: &Line) -> anyhow::Result<String> {
    let line = line
        .clone()
        .variable("PATH", path_with_parlor(repository)?)
        .variable("LC_ALL", "C")
        .variable("NO_COLOR", "1")
        .variable("COLUMNS", "100");
    let output = line.output()?;
    // The shell's own codes for "not executable" and "not found".
    if matches!(output.status.code(), Some(126 | 127) | None) {
        bail!(
            "it cannot be run: {}",
            String::from_utf8_lossy(&output.stdout)
        );
    }
    String::from_utf8(output.stdout).context("it prints no UTF-8")
}

fn path_with_parlor(repository: &Repository) -> anyhow::Result<String> {
    let current = std::env::var_os("PATH").unwrap_or_default();
    let folders =
        std::iter::once(repository.target("release")).chain(std::env::split_paths(&current));
    std::env::join_paths(folders)
        .context("the target folder's path holds a colon")?
        .into_string()
        .map_err(|path| anyhow::anyhow!("PATH is no UTF-8: {}", path.display()))
}

/// Fails with the differences, if there are any.
fn report_stale(repository: &Repository, stale: &[Document]) -> anyhow::Result<()> {
    for document in stale {
        let wanted: PathBuf = repository.target("regen").join(&document.path);
        write_atomically(&wanted, &document.generated)?;
        let committed = repository.root().join(&document.path);
        let committed = if fs::exists(&committed)? {
            committed
        } else {
            PathBuf::from("/dev/null")
        };
        let difference = repository
            .line("diff")
            .argument("-u")
            .arguments([
                "--label",
                &document.path,
                "--label",
                "what `cargo xtask regen` writes",
            ])
            .argument(committed.to_string_lossy())
            .argument(wanted.to_string_lossy())
            .output()?;
        say(String::from_utf8_lossy(&difference.stdout).trim_end())?;
    }
    if !stale.is_empty() {
        bail!(
            "{} generated document(s) out of date; run: cargo xtask regen",
            stale.len()
        );
    }
    say("regen: everything generated is up to date")?;
    Ok(())
}
