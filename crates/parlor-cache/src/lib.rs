//! A cache folder for solved values, so that they are solved once on a machine.
//!
//! # The lock
//!
//! Next to a file is its lock, `NAME.lock`. Who finds no usable file locks it, solves, writes the
//! file and unlocks; everybody else waits for the file. It is a lock of the operating system
//! ([`File::lock`]), which frees it when its holder ends in whatever way. The lock file is empty and
//! stays: who removed it could lock another than those who have opened it.
//!
//! The one design decision: the lock only saves work. The values are the same whoever solves, and
//! files are renamed into place, so that two who solve at once do no harm: that is what happens
//! where a folder cannot be written or its file system has no locks, and after two minutes of
//! waiting.

use core::time::Duration;
use std::ffi::OsString;
use std::fs::{self, File, Metadata, OpenOptions, TryLockError};
use std::io;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;

/// The environment variable that names the folder. Front ends read it; see [`folder`].
pub const VARIABLE: &str = "PARLOR_CACHE";

/// The time between two looks at a lock that another process holds.
const LOOK: Duration = Duration::from_millis(50);

/// Who has waited for another process for so many [`LOOK`]s, two minutes, solves as well: a holder
/// that is suspended must not hold up the others for ever.
const PATIENCE: u32 = 2_400;

/// The cache folder: the one that [`VARIABLE`] names, or else the user's. An empty variable names
/// none.
pub fn folder(named: Option<OsString>, of_user: Option<PathBuf>) -> Option<PathBuf> {
    let named = named.filter(|name| !name.is_empty());
    named.map(PathBuf::from).or(of_user)
}

/// Tries whether the folder can be written, and creates it if it is missing.
///
/// # Errors
/// Why it cannot.
pub fn try_out(folder: &Path) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    let file = temporary_path(&folder.join("parlor"));
    File::create_new(&file)?;
    fs::remove_file(&file)
}

/// What is wrong with a cache folder. The values are there all the same.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CacheError {
    /// The values could not be saved.
    #[error("solved values cannot be stored there: {0}; each process solves them anew")]
    NotSaved(#[source] io::Error),
    /// The values were saved, but could not be locked while they were solved.
    #[error(
        "solved values are stored there, but the file that keeps two processes from solving at once \
         cannot be locked: {0}; processes that begin at once solve them each"
    )]
    NotLocked(#[source] io::Error),
}

/// What a folder has for who needs values.
#[derive(Debug)]
pub enum Claim<T> {
    /// The values.
    Loaded(T),
    /// Nothing; whoever has the permit is to solve and to save.
    ToSolve(Permit),
}

/// The values that `read` finds in a file, or else the permit to solve them, which one process has
/// at a time; the others wait in this function, and call `waiting` several times a second. `None` if
/// it breaks.
///
/// The lock of `NAME.EXTENSION` is `NAME.lock`. Nothing but a regular file is read.
pub fn claim<T>(
    path: &Path,
    read: impl Fn(&Path) -> Option<T>,
    mut waiting: impl FnMut() -> ControlFlow<()>,
) -> Option<Claim<T>> {
    let mut file = CachedFile::new(path, read);
    if let Some(values) = file.load_if_changed() {
        return Some(Claim::Loaded(values));
    }
    let permit = |lock, error| {
        let path = path.to_owned();
        Some(Claim::ToSolve(Permit { path, lock, error }))
    };
    let lock = match open_lock(path) {
        Ok(lock) => lock,
        Err(error) => return permit(None, Some(error)),
    };
    for _ in 0..PATIENCE {
        let locked = lock.try_lock();
        // After the lock, for whoever held it has written the file before it was freed.
        if let Some(values) = file.load_if_changed() {
            if locked.is_ok() {
                drop(HeldLock(lock));
            }
            return Some(Claim::Loaded(values));
        }
        match locked {
            Ok(()) => return permit(Some(HeldLock(lock)), None),
            Err(TryLockError::WouldBlock) => {}
            Err(TryLockError::Error(error)) => return permit(None, Some(error)),
        }
        if waiting().is_break() {
            return None;
        }
        thread::sleep(LOOK);
    }
    permit(None, None)
}

/// The values that `read` finds in a file, if it is a usable one.
pub fn load<T>(path: &Path, read: impl Fn(&Path) -> Option<T>) -> Option<T> {
    CachedFile::new(path, read).load_if_changed()
}

/// The permit to solve, until it is dropped.
#[derive(Debug)]
pub struct Permit {
    path: PathBuf,
    lock: Option<HeldLock>,
    /// Why there is no lock.
    error: Option<io::Error>,
}

impl Permit {
    /// Saves the values, which `write` puts into a file, and lets those who wait have them.
    ///
    /// # Errors
    /// [`CacheError::NotSaved`] if they could not be; [`CacheError::NotLocked`] if they were, without a lock.
    pub fn save(self, write: impl FnOnce(&mut File) -> io::Result<()>) -> Result<(), CacheError> {
        let saved = save(&self.path, write);
        drop(self.lock);
        saved.map_err(CacheError::NotSaved)?;
        self.error
            .map_or(Ok(()), |error| Err(CacheError::NotLocked(error)))
    }
}

/// A file of values, and which state of it was looked at.
struct CachedFile<'a, R> {
    path: &'a Path,
    read: R,
    seen: Option<Metadata>,
}

impl<'a, R> CachedFile<'a, R> {
    const fn new(path: &'a Path, read: R) -> Self {
        Self {
            path,
            read,
            seen: None,
        }
    }

    /// Its values, if it is usable; it is not read again while it stays what it is.
    fn load_if_changed<T>(&mut self) -> Option<T>
    where
        R: Fn(&Path) -> Option<T>,
    {
        // A pipe or a device would be waited for, perhaps for ever.
        let metadata = fs::metadata(self.path).ok().filter(Metadata::is_file)?;
        let is_seen = self.seen.as_ref().is_some_and(|seen| {
            seen.len() == metadata.len() && seen.modified().ok() == metadata.modified().ok()
        });
        if is_seen {
            return None;
        }
        self.seen = Some(metadata);
        (self.read)(self.path)
    }
}

/// Opens the lock of a file, and creates it and the folder if they are missing.
fn open_lock(path: &Path) -> io::Result<File> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    let mut options = OpenOptions::new();
    options.read(true).write(true).create(true).truncate(false);
    options.open(path.with_extension("lock"))
}

/// Unlocks the file when it goes. To close it were not enough: a process that was forked meanwhile
/// has it open, too.
#[derive(Debug)]
struct HeldLock(File);

impl Drop for HeldLock {
    fn drop(&mut self) {
        // An error leaves a lock that ends with the process, and that others do not wait for longer
        // than they have patience.
        let _ = self.0.unlock();
    }
}

/// Writes a file atomically: to a temporary file next to it, which is then renamed, so that a reader
/// never sees half a file, and who has mapped the old one keeps it.
///
/// # Errors
/// Any I/O error.
pub fn save(path: &Path, write: impl FnOnce(&mut File) -> io::Result<()>) -> io::Result<()> {
    let temporary = temporary_path(path);
    let written = File::create(&temporary).and_then(|mut file| {
        write(&mut file)?;
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
