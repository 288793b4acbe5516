//! The step for the files of a release.

use std::env::consts::EXE_EXTENSION;
use std::fs;
use std::path::Path;

use anyhow::{Context, ensure};

use crate::dist;
use crate::repository::Repository;
use crate::test::rust;

/// Some of the manual pages: that of the program, and one of a command of a command.
const PAGES: [&str; 2] = ["parlor.1", "parlor-ludo-script.1"];

/// The archive, unpacked, has all its files, and its program plays the golden game.
pub(super) fn dist(repository: &Repository) -> anyhow::Result<()> {
    let release = dist::collect(repository)?;
    let folder = dist::unpack(repository, &release, &repository.target("test/unpacked"))?;
    for document in dist::DOCUMENTS {
        let name = Path::new(document)
            .file_name()
            .context("a file has a name")?;
        ensure!(
            text(&folder.join(name))? == repository.read(document)?,
            "{document} is another in the archive"
        );
    }
    let pages = PAGES.map(|page| Path::new(dist::MANUAL).join(page));
    let completions = dist::COMPLETIONS.map(|(_, file)| file.into());
    for file in pages.into_iter().chain(completions) {
        ensure!(
            text(&folder.join(&file))?.contains("parlor"),
            "{} has no text about the program",
            file.display()
        );
    }
    let program = folder.join("parlor").with_extension(EXE_EXTENSION);
    let parlor = repository.line(program.to_string_lossy());
    rust::shows_golden_game(&rust::with_golden_game(parlor))
}

fn text(file: &Path) -> anyhow::Result<String> {
    fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))
}
