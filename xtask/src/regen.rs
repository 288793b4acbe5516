//! `cargo xtask regen`: everything that is generated and committed.

mod commands;
mod licenses;

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::path::PathBuf;
use std::{env, fs, iter};

use anyhow::{Context, bail};
use cargo_metadata::camino::Utf8Path;

use crate::built;
use crate::console;
use crate::pictures;
use crate::repository::{Repository, has_extension, write_atomically};
use crate::shell::CommandLine;
use crate::terminal::say;

/// The program whose commands the documents show.
const COMMAND: &str = "parlor";

const COMMANDS_DOCUMENT: &str = "docs/commands.md";

/// The folder of the documents' pictures; it holds nothing else.
const PICTURES_FOLDER: &str = "docs/pictures/";

/// Options of `cargo xtask regen`.
#[derive(Debug, clap::Args)]
pub(crate) struct Options {
    /// Change nothing; fail and show the difference if anything would change
    #[arg(long)]
    pub(crate) check: bool,
}

/// A document as it is and as it should be.
#[derive(Debug)]
struct GeneratedDocument {
    path: String,
    current: String,
    generated: String,
}

/// Rewrites the documents, or compares them.
///
/// # Errors
/// When a command of a document cannot be run, or with `--check` when a document differs.
pub(crate) fn run(repository: &Repository, options: &Options) -> anyhow::Result<()> {
    let program = built::program(
        repository.cargo(&["build", "--quiet", "--release", "--locked"]),
        COMMAND,
    )?;
    let folder = program.parent().context("a program lies in a folder")?;
    let path = path_that_begins_with(folder, &env::var_os("PATH").unwrap_or_default())?;
    let reader = DocumentReader { repository, path };
    let stale: Vec<GeneratedDocument> = generate(&reader)?
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
fn generate(reader: &DocumentReader<'_>) -> anyhow::Result<Vec<GeneratedDocument>> {
    let repository = reader.repository;
    let mut documents = Vec::new();
    let mut commands: BTreeMap<String, String> = BTreeMap::new();
    for path in repository.files()? {
        if !has_console_blocks(&path) {
            continue;
        }
        let current = repository.read(&path)?;
        let generated = console::with_outputs(&current, &mut |command| reader.shell(command))
            .with_context(|| path.clone())?;
        for picture in pictures::of(&path, &current).with_context(|| path.clone())? {
            if !picture.path.starts_with(PICTURES_FOLDER) {
                bail!("{path}: {} must lie in {PICTURES_FOLDER}", picture.path);
            }
            // Shown twice, it is drawn once.
            match commands.insert(picture.path.clone(), picture.command.clone()) {
                Some(other) if other != picture.command => bail!(
                    "{} is drawn by two commands: `{other}` and, in {path}, `{}`",
                    picture.path,
                    picture.command
                ),
                Some(_) => continue,
                None => {}
            }
            documents.push(GeneratedDocument {
                // A picture that does not exist yet is an empty one.
                current: repository.read(&picture.path).unwrap_or_default(),
                generated: reader
                    .picture(&picture.command)
                    .with_context(|| path.clone())?,
                path: picture.path,
            });
        }
        documents.push(GeneratedDocument {
            path,
            current,
            generated,
        });
    }
    for path in repository.files()? {
        let is_shown = documents.iter().any(|document| document.path == path);
        if path.starts_with(PICTURES_FOLDER) && !is_shown {
            bail!(
                "{path} is drawn for no document; delete it, or show it below `<!-- $ COMMAND -->`"
            );
        }
    }
    let mut help = |words: &[String]| {
        let mut words = words.iter().cloned();
        let program = words.next().context("a command has a name")?;
        let line = repository.line(program).arguments(words).argument("--help");
        reader.printed(&line)
    };
    documents.push(GeneratedDocument {
        path: COMMANDS_DOCUMENT.to_owned(),
        // A document that does not exist yet is an empty one.
        current: repository.read(COMMANDS_DOCUMENT).unwrap_or_default(),
        generated: commands::document(COMMAND, &mut help)?,
    });
    for list in licenses::LISTS {
        documents.push(GeneratedDocument {
            current: repository.read(list.path).unwrap_or_default(),
            generated: licenses::document(repository, list)?,
            path: list.path.to_owned(),
        });
    }
    Ok(documents)
}

/// Whether the document's console blocks are ours to run.
fn has_console_blocks(path: &str) -> bool {
    let is_document = path == "README.md" || path.starts_with("docs/");
    is_document && has_extension(path, &["md"]) && path != COMMANDS_DOCUMENT
}

/// Runs the commands of the documents as a reader would.
#[derive(Debug)]
struct DocumentReader<'a> {
    repository: &'a Repository,
    /// The search path, on which the `parlor` just built comes first.
    path: String,
}

impl DocumentReader<'_> {
    /// What a command of a document prints, standard output and error together.
    fn shell(&self, command: &str) -> anyhow::Result<String> {
        let line = self
            .repository
            .line("sh")
            .arguments(["-c".to_owned(), format!("exec 2>&1\n{command}")]);
        self.printed(&line)
            .with_context(|| format!("the command `{command}`"))
    }

    /// What a command draws: its standard output.
    fn picture(&self, command: &str) -> anyhow::Result<String> {
        let line = self.as_read(&self.repository.line("sh").arguments(["-c", command]));
        line.read()
            .with_context(|| format!("the command `{command}`"))
    }

    /// The line as every reader would run it: no colors, 80 columns, plain English.
    fn as_read(&self, line: &CommandLine) -> CommandLine {
        line.clone()
            .variable("PATH", &self.path)
            .variable("LC_ALL", "C")
            .variable("NO_COLOR", "1")
            .variable("COLUMNS", "80")
    }

    /// What a line prints, whatever its exit code.
    fn printed(&self, line: &CommandLine) -> anyhow::Result<String> {
        let output = self.as_read(line).output()?;
        // The shell's own codes for "not executable" and "not found".
        if matches!(output.status.code(), Some(126 | 127) | None) {
            bail!(
                "it cannot be run: {}",
                String::from_utf8_lossy(&output.stdout)
            );
        }
        String::from_utf8(output.stdout).context("it prints no UTF-8")
    }
}

/// The search path `current` with `folder` before everything else.
fn path_that_begins_with(folder: &Utf8Path, current: &OsStr) -> anyhow::Result<String> {
    let folders = iter::once(folder.as_std_path().to_owned()).chain(env::split_paths(current));
    env::join_paths(folders)
        .with_context(|| format!("{folder} holds a colon and cannot be on the PATH"))?
        .into_string()
        .map_err(|path| anyhow::anyhow!("PATH is no UTF-8: {}", path.display()))
}

/// Fails with the differences, if there are any.
fn report_stale(repository: &Repository, stale: &[GeneratedDocument]) -> anyhow::Result<()> {
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

#[cfg(test)]
mod tests {
    use std::ffi::OsStr;

    use super::path_that_begins_with;

    #[test]
    fn the_built_program_comes_first_on_the_path() {
        let path = |folder: &str| path_that_begins_with(folder.into(), OsStr::new("/usr/bin:/bin"));
        assert_eq!(
            path("/target/release").unwrap(),
            "/target/release:/usr/bin:/bin"
        );
        let error = path("/a:b").unwrap_err();
        assert!(error.to_string().contains("/a:b holds a colon"), "{error}");
    }
}
