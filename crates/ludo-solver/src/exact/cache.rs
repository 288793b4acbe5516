//! A cache folder for values, so that they are solved once on a machine.
//!
//! # The lock
//!
//! Next to the file of a seating is its lock, `ludo-opposite.lock`. Who finds no usable file locks
//! it, solves, writes the file and unlocks; everybody else waits for the file. It is a lock of the
//! operating system ([`File::lock`]), which frees it when its holder ends in whatever way. The lock
//! file is empty and stays: who removed it could lock another than those who have opened it.
//!
//! The lock only saves work. The values are the same whoever solves, and files are renamed into
//! place, so that two who solve at once do no harm: that is what happens where a folder cannot be
//! written or its file system has no locks, and after two minutes of waiting.

use core::ops::ControlFlow;
use core::time::Duration;
use std::ffi::OsString;
use std::fs::{self, File, Metadata, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;

use parlor_map::FileMap;

use super::seating::Seating;
use super::solve::{SolveProgress, try_solve};
use super::values::Values;

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
    let file = temporary_path(&folder.join("ludo"));
    File::create_new(&file)?;
    fs::remove_file(&file)
}

/// The path of a seating's values in a cache folder.
pub fn path_for(folder: &Path, seating: Seating) -> PathBuf {
    folder.join(format!("ludo-{seating}.values"))
}

/// How a cached file is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reading {
    /// Into memory of the process. Nothing that happens to the file afterward matters.
    Copied,
    /// Mapped, so that all processes that do so share one copy: see [`FileMap`].
    Mapped,
}

/// What happens in the meantime.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum CacheProgress {
    /// Another process is solving; reported several times a second.
    Waiting,
    /// This one has made a sweep.
    Solving(SolveProgress),
}

/// Where values come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// From a file that was there, or that another process wrote meanwhile.
    Loaded,
    /// Solved here.
    Solved,
}

/// The values of a seating from a cache.
#[derive(Debug)]
pub struct Cached {
    /// The values, exact.
    pub values: Values,
    /// Where they come from.
    pub origin: Origin,
    /// What is wrong with the folder.
    pub error: Option<CacheError>,
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

/// The values of a seating from a cache folder, or solved now and saved there, by one process at a
/// time.
///
/// A file that is missing, invalid or quantized is replaced. If it cannot be written, the error is
/// returned together with the values. `None` if `progress` breaks, which leaves no values behind.
pub fn load_or_solve(
    folder: &Path,
    seating: Seating,
    reading: Reading,
    mut progress: impl FnMut(CacheProgress) -> ControlFlow<()> + Send,
) -> Option<Cached> {
    let permit = match claim(folder, seating, reading, || {
        progress(CacheProgress::Waiting)
    })? {
        Claim::Loaded(values) => {
            return Some(Cached {
                values,
                origin: Origin::Loaded,
                error: None,
            });
        }
        Claim::ToSolve(permit) => permit,
    };
    let solution = try_solve(seating, |sweep| progress(CacheProgress::Solving(sweep)))?;
    let error = permit.save(&solution.values).err();
    Some(Cached {
        values: solution.values,
        origin: Origin::Solved,
        error,
    })
}

/// The values of a seating from a cache folder, if it has a usable file of them.
pub fn load(folder: &Path, seating: Seating, reading: Reading) -> Option<Values> {
    CachedFile::new(&path_for(folder, seating), seating, reading).load_if_changed()
}

/// What a folder has for who needs values.
#[derive(Debug)]
pub enum Claim {
    /// The values.
    Loaded(Values),
    /// Nothing; whoever has the permit is to solve and to save.
    ToSolve(Permit),
}

/// The values from a cache folder, or else the permit to solve them, which one process has at a
/// time; the others wait in this function, and call `waiting` several times a second. `None` if it
/// breaks.
pub fn claim(
    folder: &Path,
    seating: Seating,
    reading: Reading,
    mut waiting: impl FnMut() -> ControlFlow<()>,
) -> Option<Claim> {
    let path = path_for(folder, seating);
    let mut file = CachedFile::new(&path, seating, reading);
    if let Some(values) = file.load_if_changed() {
        return Some(Claim::Loaded(values));
    }
    let permit = |lock, error| {
        let path = path.clone();
        Some(Claim::ToSolve(Permit { path, lock, error }))
    };
    let lock = match open_lock(folder, seating) {
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

/// The permit to solve a seating, until it is dropped.
#[derive(Debug)]
pub struct Permit {
    path: PathBuf,
    lock: Option<HeldLock>,
    /// Why there is no lock.
    error: Option<io::Error>,
}

impl Permit {
    /// Saves the values, and lets those who wait have them.
    ///
    /// # Errors
    /// [`CacheError::NotSaved`] if they could not be; [`CacheError::NotLocked`] if they were, without a lock.
    pub fn save(self, values: &Values) -> Result<(), CacheError> {
        let saved = save(&self.path, values);
        drop(self.lock);
        saved.map_err(CacheError::NotSaved)?;
        self.error
            .map_or(Ok(()), |error| Err(CacheError::NotLocked(error)))
    }
}

/// The file of a seating, and which state of it was looked at.
struct CachedFile<'a> {
    path: &'a Path,
    seating: Seating,
    reading: Reading,
    seen: Option<Metadata>,
}

impl<'a> CachedFile<'a> {
    const fn new(path: &'a Path, seating: Seating, reading: Reading) -> Self {
        Self {
            path,
            seating,
            reading,
            seen: None,
        }
    }

    /// Its values, if it is usable; it is not read again while it stays what it is.
    fn load_if_changed(&mut self) -> Option<Values> {
        // A pipe or a device would be waited for, perhaps for ever.
        let metadata = fs::metadata(self.path).ok().filter(Metadata::is_file)?;
        let is_seen = self.seen.as_ref().is_some_and(|seen| {
            seen.len() == metadata.len() && seen.modified().ok() == metadata.modified().ok()
        });
        if is_seen {
            return None;
        }
        self.seen = Some(metadata);
        let values = match self.reading {
            Reading::Copied => self.copy(),
            // A file system that cannot map files can still be read.
            Reading::Mapped => match FileMap::open(self.path) {
                Ok(map) => Values::from_map(map).ok(),
                Err(_) => self.copy(),
            },
        };
        values.filter(|values| values.seating() == self.seating && values.is_exact())
    }

    fn copy(&self) -> Option<Values> {
        Values::from_bytes(&fs::read(self.path).ok()?).ok()
    }
}

/// Opens the lock file of a seating, and creates it and the folder if they are missing.
fn open_lock(folder: &Path, seating: Seating) -> io::Result<File> {
    fs::create_dir_all(folder)?;
    let path = folder.join(format!("ludo-{seating}.lock"));
    let mut options = OpenOptions::new();
    options.read(true).write(true).create(true).truncate(false);
    options.open(path)
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

/// Writes the values to a file atomically: to a temporary file next to it, which is
/// then renamed, so that a reader never sees half a file, and who has mapped the old one keeps it.
///
/// # Errors
/// Any I/O error.
pub fn save(path: &Path, values: &Values) -> io::Result<()> {
    let temporary = temporary_path(path);
    let written = File::create(&temporary).and_then(|mut file| {
        values.write_to(&mut file)?;
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
