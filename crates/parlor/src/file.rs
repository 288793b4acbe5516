//! Writing to a file.

use std::ffi::OsStr;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process;

/// Writes a file atomically: to a temporary file next to it, which is then
/// renamed. Permissions and links are preserved. Anything but a regular file, such
/// as a pipe, is written in place; so is a file in a folder that allows no new
/// ones.
pub(crate) fn write(bytes: &[u8], path: &Path) -> io::Result<()> {
    let before = match fs::metadata(path) {
        Ok(about) if !about.is_file() => return fs::write(path, bytes),
        Ok(about) if about.permissions().readonly() => {
            return Err(io::ErrorKind::PermissionDenied.into());
        }
        Ok(about) => Some(about),
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        Err(error) => return Err(error),
    };
    // Writing to a dangling link creates its target.
    let is_link = fs::symlink_metadata(path).is_ok();
    let target = match &before {
        Some(_) => fs::canonicalize(path)?,
        None if is_link => return fs::write(path, bytes),
        None => path.to_owned(),
    };
    let Some(name) = target.file_name() else {
        return fs::write(path, bytes);
    };
    let part = part(&target, name);
    let written = File::create_new(&part).and_then(|mut file| {
        if let Some(about) = &before {
            // Before the content, so that a private file stays private.
            file.set_permissions(about.permissions())?;
        }
        file.write_all(bytes)?;
        fs::rename(&part, &target)
    });
    match written {
        Err(error) if error.kind() == io::ErrorKind::PermissionDenied => fs::write(path, bytes),
        Err(error) => {
            // The temporary file may not exist; the first error is the one to report.
            let _gone = fs::remove_file(&part);
            Err(error)
        }
        Ok(()) => Ok(()),
    }
}

/// Tries out whether a file could be written, before work that takes long, and
/// leaves nothing behind.
pub(crate) fn try_out(path: &Path) -> io::Result<()> {
    match (fs::metadata(path), path.file_name()) {
        (Ok(about), _) if about.is_dir() => Err(io::ErrorKind::IsADirectory.into()),
        (Ok(about), _) if about.is_file() => OpenOptions::new().append(true).open(path).map(drop),
        (Err(error), Some(name)) if error.kind() == io::ErrorKind::NotFound => {
            let part = part(path, name);
            File::create_new(&part)?;
            fs::remove_file(&part)
        }
        (Err(error), _) => Err(error),
        // The reader of a pipe would take this for the end.
        (Ok(_), _) => Ok(()),
    }
}

/// The temporary name, next to the file's own.
fn part(path: &Path, name: &OsStr) -> PathBuf {
    let mut part = name.to_owned();
    part.push(format!(".{}.part", process::id()));
    path.with_file_name(part)
}
