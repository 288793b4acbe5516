//! Whether the files are still those that were opened.
//!
//! A file that is deleted or replaced stays open, and takes what is written without a word; nobody
//! would ever read it again. So before anything is written, the names are looked at: each must
//! still lead to the file that is open.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

/// A name, and the file that it led to.
#[derive(Debug)]
pub(super) struct FollowedFile {
    path: PathBuf,
    file: Option<Identity>,
}

/// What makes a file this one: its device and its number there.
type Identity = (u64, u64);

impl FollowedFile {
    /// A file that is open.
    pub(super) fn open(path: &Path, file: &File) -> io::Result<Self> {
        Ok(Self {
            path: path.to_owned(),
            file: Some(identity(&file.metadata()?)),
        })
    }

    /// A file that is not yet known.
    pub(super) const fn unknown(path: PathBuf) -> Self {
        Self { path, file: None }
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// The name without its folder.
    pub(super) fn name(&self) -> String {
        let name = self.path.file_name().unwrap_or_default();
        name.to_string_lossy().into_owned()
    }

    /// Takes the file that the name leads to now for the one that is open, unless it is known.
    pub(super) fn note(&mut self) {
        if self.file.is_none() {
            let found = fs::metadata(&self.path);
            self.file = found.ok().map(|found| identity(&found));
        }
    }

    /// The name may lead to another file from here on.
    pub(super) const fn forget(&mut self) {
        self.file = None;
    }

    /// Whether the name leads elsewhere, or nowhere.
    pub(super) fn has_moved(&self) -> bool {
        let Some(known) = self.file else { return false };
        match fs::metadata(&self.path) {
            Ok(found) => identity(&found) != known,
            // What cannot be looked at now may still be there.
            Err(error) => matches!(
                error.kind(),
                io::ErrorKind::NotFound | io::ErrorKind::NotADirectory
            ),
        }
    }
}

#[cfg(unix)]
fn identity(found: &fs::Metadata) -> Identity {
    use std::os::unix::fs::MetadataExt as _;
    (found.dev(), found.ino())
}

/// Elsewhere no file that is open can be deleted or replaced.
#[cfg(not(unix))]
fn identity(_: &fs::Metadata) -> Identity {
    (0, 0)
}
