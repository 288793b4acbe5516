//! `cargo xtask dist`: what a release consists of, below `target/dist`: an archive of the program,
//! the Python wheel and its source distribution.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context;

use crate::built;
use crate::python::Python;
use crate::repository::{Repository, make_empty};
use crate::shell::CommandLine;
use crate::terminal::say;

const PROGRAM: &str = "parlor";

/// The documents in the archive, by their paths in the repository.
pub(crate) const DOCUMENTS: [&str; 5] = [
    "README.md",
    "CHANGELOG.md",
    "LICENSE-APACHE",
    "LICENSE-MIT",
    "crates/parlor/third-party-licenses.txt",
];

/// The shells with completions in the archive, and the names that they look for.
pub(crate) const COMPLETIONS: [(&str, &str); 5] = [
    ("bash", "completions/parlor.bash"),
    ("elvish", "completions/parlor.elv"),
    ("fish", "completions/parlor.fish"),
    ("powershell", "completions/_parlor.ps1"),
    ("zsh", "completions/_parlor"),
];

/// The folder of the manual pages in the archive.
pub(crate) const MANUAL: &str = "man/man1";

/// Makes everything from the sources.
///
/// # Errors
/// When a part does not build, or a file cannot be written.
pub(crate) fn run(repository: &Repository) -> anyhow::Result<()> {
    let python = Python::new(repository);
    let tools = python.tools()?;
    python.wheel(&tools)?;
    python.source(&tools)?;
    let release = collect(repository)?;
    for file in [&release.archive].into_iter().chain(&release.python) {
        let size = fs::metadata(file)?.len();
        say(format!("{:>9} bytes  {}", size, file.display()))?;
    }
    Ok(())
}

/// The files of a release.
#[derive(Debug)]
pub(crate) struct Release {
    /// The name of the archive's one folder.
    name: String,
    archive: PathBuf,
    /// The wheel and the source distribution.
    python: [PathBuf; 2],
}

/// Makes the archive, and puts the wheel and the source distribution that were built last next to it.
///
/// # Errors
/// When the program does not build, there is no wheel, or a file cannot be written.
pub(crate) fn collect(repository: &Repository) -> anyhow::Result<Release> {
    let build = repository.cargo(&["build", "--release", "--locked"]);
    let program = built::program(build, PROGRAM)?.into_std_path_buf();
    let folder = folder(repository);
    make_empty(&folder)?;
    let name = name(repository)?;
    let staged = folder.join(&name);
    stage(repository, &program, &staged)
        .with_context(|| format!("cannot fill {}", staged.display()))?;
    let archive = folder.join(format!("{name}.{ARCHIVE}"));
    pack(repository, &archive, &name).run()?;
    fs::remove_dir_all(&staged)?;

    let python = Python::new(repository);
    let copied = |file: PathBuf| -> anyhow::Result<PathBuf> {
        let copy = folder.join(file.file_name().context("a file has a name")?);
        fs::copy(&file, &copy).with_context(|| format!("cannot write {}", copy.display()))?;
        Ok(copy)
    };
    Ok(Release {
        python: [copied(python.built()?)?, copied(python.packed()?)?],
        name,
        archive,
    })
}

/// Unpacks the archive into a folder that is made for it; returns the path of the archive's own
/// folder.
///
/// # Errors
/// When it is damaged, or the folder cannot be written.
pub(crate) fn unpack(
    repository: &Repository,
    release: &Release,
    into: &Path,
) -> anyhow::Result<PathBuf> {
    make_empty(into)?;
    repository
        .line("tar")
        .argument("-xf")
        .argument(release.archive.to_string_lossy())
        .arguments(["-C".into(), into.to_string_lossy()])
        .run()?;
    Ok(into.join(&release.name))
}

fn folder(repository: &Repository) -> PathBuf {
    repository.target("dist")
}

/// The program with its version and the system that it is for: `parlor-0.1.0-x86_64-unknown-linux-gnu`.
fn name(repository: &Repository) -> anyhow::Result<String> {
    let packages = repository.metadata().workspace_packages();
    let package = packages
        .into_iter()
        .find(|package| package.name.as_str() == PROGRAM)
        .context("the workspace has no crate `parlor`")?;
    let compiler = repository.line("rustc").argument("-vV").read()?;
    let host = compiler
        .lines()
        .find_map(|line| line.strip_prefix("host: "))
        .context("`rustc -vV` does not name its host")?;
    Ok(format!("{PROGRAM}-{}-{host}", package.version))
}

/// Puts the program and all that comes with it into a folder.
fn stage(repository: &Repository, program: &Path, folder: &Path) -> anyhow::Result<()> {
    let copy = |from: &Path| -> anyhow::Result<()> {
        let name = from.file_name().context("a file has a name")?;
        fs::copy(from, folder.join(name))?;
        Ok(())
    };
    fs::create_dir_all(folder.join("completions"))?;
    copy(program)?;
    for document in DOCUMENTS {
        copy(&repository.root().join(document))?;
    }
    let parlor = repository.line(program.to_string_lossy());
    for (shell, file) in COMPLETIONS {
        let completions = parlor.clone().arguments(["completions", shell]).read()?;
        fs::write(folder.join(file), completions)?;
    }
    parlor
        .arguments(["man", "--dir"])
        .argument(folder.join(MANUAL).to_string_lossy())
        .run()
}

#[cfg(not(windows))]
const ARCHIVE: &str = "tar.gz";

#[cfg(windows)]
const ARCHIVE: &str = "zip";

/// What makes the archive of a folder next to it; the `tar` of Windows takes the form from the name.
fn pack(repository: &Repository, archive: &Path, name: &str) -> CommandLine {
    let form = if cfg!(windows) { "-a" } else { "-z" };
    repository
        .line("tar")
        .arguments(["-c", form, "-f"])
        .argument(archive.to_string_lossy())
        .arguments(["-C".into(), folder(repository).to_string_lossy()])
        .argument(name)
}
