//! The folder for what was solved: the one that `PARLOR_CACHE` names, or else the user's.

use std::env;
use std::ffi::CString;
use std::path::{Path, PathBuf};

use directories::ProjectDirs;
use ludo_solver::exact::cache::{self, CacheError};
use pyo3::exceptions::PyRuntimeWarning;
use pyo3::prelude::*;

/// Where exact values were found.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Found {
    /// In memory.
    Present,
    /// In the cache folder.
    Loaded,
    /// Nowhere: they were solved now.
    Solved,
}

impl Found {
    /// Its name in Python.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Present => "present",
            Self::Loaded => "loaded",
            Self::Solved => "solved",
        }
    }
}

/// The folder.
#[derive(Debug)]
pub(crate) struct CacheFolder {
    path: PathBuf,
    /// Whether `PARLOR_CACHE` names it.
    is_named: bool,
}

impl CacheFolder {
    /// The folder, which need not be there; `None` if the system names none.
    pub(crate) fn find() -> Option<Self> {
        let named = env::var_os(cache::VARIABLE);
        let is_named = named.as_ref().is_some_and(|name| !name.is_empty());
        let of_user = ProjectDirs::from("", "", "parlor");
        let of_user = of_user.map(|folders| folders.cache_dir().to_owned());
        let path = cache::folder(named, of_user)?;
        Some(Self { path, is_named })
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Warns of what is wrong with the folder if it was named; the user's own may be missing for good,
    /// as in a container.
    ///
    /// # Errors
    /// `RuntimeWarning` where warnings are errors.
    pub(crate) fn warn(&self, py: Python<'_>, error: &CacheError) -> PyResult<()> {
        if !self.is_named {
            return Ok(());
        }
        let message = format!(
            "{} is {}, and {error}",
            cache::VARIABLE,
            self.path.display()
        );
        // A path has no zero byte.
        let message = CString::new(message).unwrap_or_default();
        PyErr::warn(py, &py.get_type::<PyRuntimeWarning>(), &message, 2)
    }
}
