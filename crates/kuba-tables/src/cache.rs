//! A cache folder for tables: see [`parlor_cache`].

use core::ops::{ControlFlow, RangeInclusive};
use std::fs;
use std::path::{Path, PathBuf};

pub use parlor_cache::try_out;
use parlor_cache::{CacheError, Claim};
use parlor_map::FileMap;

use crate::build::BuildProgress;
use crate::build_error::BuildError;
use crate::layer_files::LayerFiles;
use crate::tables::Tables;

/// The path of the tables of so many marbles in a cache folder.
pub fn path_for(folder: &Path, marbles: u8) -> PathBuf {
    folder.join(format!("kuba-{marbles}.tables"))
}

/// What happens in the meantime.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CacheProgress {
    /// Another process is building; reported several times a second.
    Waiting,
    /// This one is building; reported several times a second.
    Building(BuildProgress),
}

/// The tables from a cache.
#[derive(Debug)]
pub struct Cached {
    /// The tables.
    pub tables: Tables,
    /// Whether they were built here, and not from a file that was there or that another process
    /// wrote meanwhile.
    pub is_new: bool,
    /// What is wrong with the folder.
    pub error: Option<CacheError>,
}

/// The tables of so many marbles from a cache folder, or built now and saved there, by one process at
/// a time.
///
/// The file is mapped, so that all processes that do so share one copy: see [`FileMap`]. One that is
/// missing or invalid is replaced. If it cannot be written, the error is returned together with the
/// tables.
///
/// # Errors
/// As [`Tables::build`], which leaves no tables behind. The layers that are finished then stay in files of
/// their own, `kuba-N.layer-…`, and the next call goes on from there; they are removed when the tables are
/// saved.
///
/// # Panics
/// As [`Tables::build`].
pub fn load_or_build(
    folder: &Path,
    marbles: u8,
    mut progress: impl FnMut(CacheProgress) -> ControlFlow<()>,
) -> Result<Cached, BuildError> {
    let path = path_for(folder, marbles);
    let files = LayerFiles::new(folder, marbles);
    let waiting = || progress(CacheProgress::Waiting);
    let claim = parlor_cache::claim(&path, |path| read(path, marbles), waiting);
    let permit = match claim.ok_or(BuildError::Stopped)? {
        Claim::Loaded(tables) => {
            // Those of a process that was killed in between.
            files.remove_all();
            return Ok(Cached {
                tables,
                is_new: false,
                error: None,
            });
        }
        Claim::ToSolve(permit) => permit,
    };
    let tables = Tables::build_with(marbles, Some(&files), |reached| {
        progress(CacheProgress::Building(reached))
    })?;
    let error = permit.save(|file| tables.write_to(file)).err();
    if !matches!(error, Some(CacheError::NotSaved(_))) {
        files.remove_all();
    }
    Ok(Cached {
        tables,
        is_new: true,
        error,
    })
}

/// The tables of so many marbles in a cache folder, if they are there.
///
/// The file is mapped where it can be: see [`FileMap`].
fn load(folder: &Path, marbles: u8) -> Option<Tables> {
    read(&path_for(folder, marbles), marbles)
}

/// The largest tables in a cache folder, of those with such a number of marbles.
pub fn load_largest(folder: &Path, marbles: RangeInclusive<u8>) -> Option<Tables> {
    marbles.rev().find_map(|marbles| load(folder, marbles))
}

/// The tables of so many marbles in a file, if they are there.
fn read(path: &Path, marbles: u8) -> Option<Tables> {
    let tables = match FileMap::open(path) {
        Ok(map) => Tables::from_map(map),
        // A file system that cannot map files can still be read.
        Err(_) => Tables::from_bytes(fs::read(path).ok()?),
    };
    let tables = tables.ok()?;
    (tables.marbles() == marbles).then_some(tables)
}
