//! Where things are: the root, the target folder, the files under version control.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use cargo_metadata::{Metadata, MetadataCommand};

use crate::shell::CommandLine;

/// The repository's folder and its cargo metadata.
#[derive(Debug)]
pub(crate) struct Repository {
    root: PathBuf,
    metadata: Metadata,
}

impl Repository {
    /// Finds the root and runs `cargo metadata` with the committed lock file.
    ///
    /// # Errors
    /// When a manifest is broken or `Cargo.lock` is out of date.
    pub(crate) fn locate() -> anyhow::Result<Repository> {
        let manifest_folder = Path::new(env!("CARGO_MANIFEST_DIR"));
        let root = manifest_folder
            .parent()
            .context("xtask is in a folder of the repository")?
            .to_owned();
        let metadata = MetadataCommand::new()
            .current_dir(&root)
            .other_options(["--locked".to_owned()])
            .exec()
            .context("`cargo metadata --locked` failed")?;
        Ok(Repository { root, metadata })
    }

    /// The repository's root.
    pub(crate) fn root(&self) -> &Path {
        &self.root
    }

    /// The output of `cargo metadata`, dependencies included.
    pub(crate) fn metadata(&self) -> &Metadata {
        &self.metadata
    }

    /// A folder or file below the target folder.
    pub(crate) fn target(&self, below: &str) -> PathBuf {
        self.metadata
            .target_directory
            .join(below)
            .into_std_path_buf()
    }

    /// The same as text, for arguments.
    pub(crate) fn target_text(&self, below: &str) -> String {
        self.metadata.target_directory.join(below).into_string()
    }

    /// `cargo` with these arguments, in the root.
    pub(crate) fn cargo(&self, arguments: &[&str]) -> CommandLine {
        self.line("cargo").arguments(arguments.iter().copied())
    }

    /// `git` with these arguments, in the root.
    pub(crate) fn git(&self, arguments: &[&str]) -> CommandLine {
        self.line("git").arguments(arguments.iter().copied())
    }

    /// Any other program, in the root.
    pub(crate) fn line(&self, program: impl Into<String>) -> CommandLine {
        CommandLine::new(program, &self.root)
    }

    /// Whether this runs as root.
    ///
    /// # Errors
    /// When `id` cannot be run.
    pub(crate) fn is_root(&self) -> anyhow::Result<bool> {
        Ok(self.line("id").argument("-u").read()?.trim() == "0")
    }

    /// The path of every file that is committed or could be (git does not ignore it),
    /// relative to the root, in order.
    ///
    /// # Errors
    /// When `git` is missing or this is no clone.
    pub(crate) fn files(&self) -> anyhow::Result<Vec<String>> {
        let listing = self
            .git(&["ls-files", "-z", "--cached", "--others"])
            .argument("--exclude-standard")
            .read()
            .context("the repository's files come from git; run this in a clone")?;
        let mut files: Vec<String> = listing
            .split_terminator('\0')
            .filter(|path| self.root.join(path).is_file())
            .map(str::to_owned)
            .collect();
        files.sort_unstable();
        files.dedup();
        Ok(files)
    }

    /// The text of a file, by its path relative to the root.
    ///
    /// # Errors
    /// When it cannot be read or is no UTF-8.
    pub(crate) fn read(&self, path: &str) -> anyhow::Result<String> {
        fs::read_to_string(self.root.join(path)).with_context(|| format!("cannot read {path}"))
    }

    /// The names of the fuzz targets, in order.
    ///
    /// # Errors
    /// When there is none.
    pub(crate) fn fuzz_targets(&self) -> anyhow::Result<Vec<String>> {
        let package = self
            .metadata
            .workspace_packages()
            .into_iter()
            .find(|package| package.name.as_str() == "fuzz")
            .context("the workspace has no crate `fuzz`")?;
        let mut names: Vec<String> = package
            .targets
            .iter()
            .filter(|target| target.is_bin())
            .map(|target| target.name.clone())
            .collect();
        names.sort_unstable();
        if names.is_empty() {
            bail!("fuzz/Cargo.toml declares no target; it needs a [[bin]] for each");
        }
        Ok(names)
    }
}

/// Whether the path ends with a dot and one of these.
pub(crate) fn has_extension(path: &str, extensions: &[&str]) -> bool {
    path.rsplit_once('.')
        .is_some_and(|(_, extension)| extensions.contains(&extension))
}

/// Makes a folder that holds nothing, in place of an older one.
///
/// # Errors
/// When the older one cannot be removed, or the folder cannot be made.
pub(crate) fn make_empty(folder: &Path) -> anyhow::Result<()> {
    if folder.exists() {
        fs::remove_dir_all(folder).with_context(|| format!("cannot empty {}", folder.display()))?;
    }
    fs::create_dir_all(folder).with_context(|| format!("cannot create {}", folder.display()))
}

/// Replaces a file in one step: a reader sees the old text or the new, never a part.
///
/// # Errors
/// When the folder cannot be written to.
pub(crate) fn write_atomically(path: &Path, text: &str) -> anyhow::Result<()> {
    let folder = path.parent().context("a file is in a folder")?;
    let name = path.file_name().context("a file has a name")?;
    fs::create_dir_all(folder).with_context(|| format!("cannot create {}", folder.display()))?;
    let mut partial_name = name.to_owned();
    partial_name.push(".partial");
    let partial = folder.join(partial_name);
    let write = || -> std::io::Result<()> {
        let mut file = fs::File::create(&partial)?;
        file.write_all(text.as_bytes())?;
        file.sync_all()?;
        fs::rename(&partial, path)
    };
    write().with_context(|| format!("cannot write {}", path.display()))
}
