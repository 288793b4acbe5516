//! A cache folder for values, so that they are solved only once.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

use super::seating::Seating;
use super::solve::{SolveProgress, solve};
use super::values::Values;

/// The path of a seating's values in a cache folder.
pub fn path_for(folder: &Path, seating: Seating) -> PathBuf {
    folder.join(format!("ludo-{seating}.values"))
}

/// The values of a seating from a cache folder, or solved now and saved there.
///
/// A file that is missing, invalid or quantized is replaced. If it cannot be written,
/// the error is returned together with the values.
pub fn load_or_solve(
    folder: &Path,
    seating: Seating,
    progress: impl FnMut(SolveProgress) + Send,
) -> (Values, Option<io::Error>) {
    let cached = fs::read(path_for(folder, seating)).ok();
    let cached = cached.and_then(|bytes| Values::from_bytes(&bytes).ok());
    let is_usable = |values: &Values| values.seating() == seating && values.is_exact();
    if let Some(values) = cached.filter(is_usable) {
        return (values, None);
    }
    let values = solve(seating, progress).values;
    let error = store(folder, &values).err();
    (values, error)
}

/// Saves the values in the folder, which is created if it is missing.
fn store(folder: &Path, values: &Values) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    save(&path_for(folder, values.seating()), values)
}

/// Writes the values to a file atomically: to a temporary file next to it, which is
/// then renamed, so that a reader never sees half a file.
///
/// # Errors
/// Any I/O error.
pub fn save(path: &Path, values: &Values) -> io::Result<()> {
    let temporary = temporary_path(path);
    let written = File::create(&temporary).and_then(|mut file| {
        file.write_all(&values.to_bytes())?;
        file.sync_all()
    });
    let done = written.and_then(|()| fs::rename(&temporary, path));
    if done.is_err() {
        // If this fails as well, the first error explains it.
        let _ = fs::remove_file(&temporary);
    }
    done
}

/// The path of the temporary file: unique to each writer, also among the threads of
/// one process.
fn temporary_path(path: &Path) -> PathBuf {
    static WRITERS: AtomicU32 = AtomicU32::new(0);
    let writer = WRITERS.fetch_add(1, Ordering::Relaxed);
    let mut name = path.as_os_str().to_owned();
    name.push(format!(".{}-{writer}.unfinished", std::process::id()));
    PathBuf::from(name)
}
