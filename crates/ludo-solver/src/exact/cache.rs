//! A cache folder for the values of two-player Ludo: see [`parlor_cache`].

use core::ops::ControlFlow;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use parlor_map::FileMap;

use super::seating::Seating;
use super::solve::{SolveProgress, try_solve};
use super::values::Values;

pub use parlor_cache::{CacheError, VARIABLE, folder, try_out};

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
    parlor_cache::load(&path_for(folder, seating), |path| {
        read(path, seating, reading)
    })
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
    waiting: impl FnMut() -> ControlFlow<()>,
) -> Option<Claim> {
    let path = path_for(folder, seating);
    let claim = parlor_cache::claim(&path, |path| read(path, seating, reading), waiting)?;
    Some(match claim {
        parlor_cache::Claim::Loaded(values) => Claim::Loaded(values),
        parlor_cache::Claim::ToSolve(permit) => Claim::ToSolve(Permit(permit)),
    })
}

/// The permit to solve a seating, until it is dropped.
#[derive(Debug)]
pub struct Permit(parlor_cache::Permit);

impl Permit {
    /// Saves the values, and lets those who wait have them.
    ///
    /// # Errors
    /// [`CacheError::NotSaved`] if they could not be; [`CacheError::NotLocked`] if they were, without a lock.
    pub fn save(self, values: &Values) -> Result<(), CacheError> {
        self.0.save(|file| values.write_to(file))
    }
}

/// The values of a seating in a file, if they are there and exact.
fn read(path: &Path, seating: Seating, reading: Reading) -> Option<Values> {
    let copy = || Values::from_bytes(&fs::read(path).ok()?).ok();
    let values = match reading {
        Reading::Copied => copy(),
        // A file system that cannot map files can still be read.
        Reading::Mapped => match FileMap::open(path) {
            Ok(map) => Values::from_map(map).ok(),
            Err(_) => copy(),
        },
    };
    values.filter(|values| values.seating() == seating && values.is_exact())
}

/// Writes the values to a file atomically: see [`parlor_cache::save`].
///
/// # Errors
/// Any I/O error.
pub fn save(path: &Path, values: &Values) -> io::Result<()> {
    parlor_cache::save(path, |file| values.write_to(file))
}
