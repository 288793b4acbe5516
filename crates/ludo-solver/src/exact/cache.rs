//! Values kept in a folder, so that they are solved only once.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

use super::seating::Seating;
use super::solve::{Progress, solve};
use super::values::Values;

/// Where a seating's values are kept in a folder.
pub fn kept_in(folder: &Path, seating: Seating) -> PathBuf {
    folder.join(format!("ludo-{seating}.values"))
}

/// The values of a seating from a folder, or solved now and kept there for the
/// next time.
///
/// A file that is not there, is refused for any reason, or holds shortened
/// values is made anew. If it cannot be written, the values are given all the
/// same, and the error with them.
pub fn kept_or_solved(
    folder: &Path,
    seating: Seating,
    progress: impl FnMut(Progress) + Send,
) -> (Values, Option<io::Error>) {
    let kept = fs::read(kept_in(folder, seating)).ok();
    let kept = kept.and_then(|bytes| Values::from_bytes(&bytes).ok());
    let fits = |values: &Values| values.seating() == seating && values.is_exact();
    if let Some(values) = kept.filter(fits) {
        return (values, None);
    }
    let values = solve(seating, progress).values;
    let error = keep(folder, &values).err();
    (values, error)
}

/// Writes the values into the folder; there is never half a file under the
/// name that is read.
fn keep(folder: &Path, values: &Values) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    save(&kept_in(folder, values.seating()), values)
}

/// Writes the values to a file: first under another name beside it, then in one
/// step under its own, so that whoever reads finds all or nothing.
///
/// # Errors
/// What the file system says.
pub fn save(path: &Path, values: &Values) -> io::Result<()> {
    let unfinished = unfinished(path);
    let written = File::create(&unfinished).and_then(|mut file| {
        file.write_all(&values.to_bytes())?;
        file.sync_all()
    });
    let done = written.and_then(|()| fs::rename(&unfinished, path));
    if done.is_err() {
        // What cannot be removed either is told by the same error.
        let _ = fs::remove_file(&unfinished);
    }
    done
}

/// The name beside a file's under which it is written. No two writers share it,
/// not even two threads of one process.
fn unfinished(path: &Path) -> PathBuf {
    static WRITERS: AtomicU32 = AtomicU32::new(0);
    let writer = WRITERS.fetch_add(1, Ordering::Relaxed);
    let mut name = path.as_os_str().to_owned();
    name.push(format!(".{}-{writer}.unfinished", std::process::id()));
    PathBuf::from(name)
}
