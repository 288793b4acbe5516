//! A folder of columns, each a file.

use std::fs::{self, File};
use std::io::{self, BufWriter};
use std::path::{Component, Path, PathBuf};
use std::process;

use crate::column::Column;
use crate::meta::{ColumnMeta, Meta, Origin};
use crate::npy::NpyWriter;
use crate::rows::Rows;

/// The name of the file that describes the others.
const META: &str = "meta.json";

/// Why a folder cannot be written.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FolderError {
    /// There is something in the folder, and nobody has said to replace it.
    #[error("{} is not empty: it has {entry:?}; name another folder, or replace its columns by --force", folder.display())]
    NotEmpty {
        /// The folder.
        folder: PathBuf,
        /// The name of what is in it.
        entry: String,
    },
    /// There is something in the folder that self-play never writes; it is not replaced.
    #[error("{} is not a folder of columns alone: it has {entry:?}, which is not replaced; name another folder", folder.display())]
    Foreign {
        /// The folder.
        folder: PathBuf,
        /// The name of what is in it.
        entry: String,
    },
    /// The path does not name the folder, but leads to it: `.`, `..`, `/`.
    #[error(
        "{} has no name that the finished folder could take; name one, such as {}",
        path.display(), path.join("games").display()
    )]
    Unnamed {
        /// The path.
        path: PathBuf,
    },
    /// The folder that the command runs in cannot be replaced.
    #[error(
        "{} is the working folder, whose place the finished folder would take; name another, such as games",
        path.display()
    )]
    WorkingFolder {
        /// The path.
        path: PathBuf,
    },
    /// A link that leads nowhere.
    #[error("{} is a link to {}, which does not exist; make that folder, or name another", path.display(), to.display())]
    DanglingLink {
        /// The path.
        path: PathBuf,
        /// Where it leads.
        to: PathBuf,
    },
    /// The path is that of something else.
    #[error("{} is not a folder; name one, or a new path", path.display())]
    NoFolder {
        /// The path.
        path: PathBuf,
    },
    /// The system refuses.
    #[error("cannot {doing} {}", path.display())]
    Io {
        /// What was to be done: `write`.
        doing: &'static str,
        /// The file or folder.
        path: PathBuf,
        /// The reason.
        #[source]
        cause: io::Error,
    },
}

/// The error of a step that the system refuses.
fn refused(doing: &'static str, path: &Path) -> impl FnOnce(io::Error) -> FolderError {
    let path = path.to_owned();
    move |cause| FolderError::Io { doing, path, cause }
}

/// A folder of columns that is being written: all of it or nothing.
///
/// The files are in a folder beside it, whose name begins with a point, until [`finish`](Self::finish)
/// gives that folder its name. Dropped before, it is removed.
#[derive(Debug)]
pub struct Folder {
    target: PathBuf,
    partial: PathBuf,
    may_replace: bool,
    columns: Vec<Column>,
    writers: Vec<NpyWriter<BufWriter<File>>>,
    games: u64,
    rows: u64,
    is_done: bool,
}

impl Folder {
    /// A folder with columns like these, none of which has a row yet. It must be new or empty, or, with
    /// `may_replace`, have nothing but columns in it. Where the path is a link to a folder, it is that one.
    ///
    /// # Errors
    /// [`FolderError`]; nothing has changed then.
    pub fn create(target: &Path, may_replace: bool, rows: Rows) -> Result<Self, FolderError> {
        let target = &resolved(target)?;
        check(target, may_replace)?;
        let parent = parent(target);
        fs::create_dir_all(parent).map_err(refused("make", parent))?;
        let partial = beside(target, "partial");
        fs::create_dir(&partial).map_err(refused("make", &partial))?;
        let mut folder = Self {
            target: target.to_owned(),
            partial,
            may_replace,
            columns: rows.columns,
            writers: Vec::new(),
            games: 0,
            rows: 0,
            is_done: false,
        };
        for column in &folder.columns {
            let path = folder.partial.join(file_name(column.name));
            let file = File::create(&path).map_err(refused("make", &path))?;
            let writer = NpyWriter::new(BufWriter::new(file), column);
            folder
                .writers
                .push(writer.map_err(refused("write", &path))?);
        }
        Ok(folder)
    }

    /// The folder that has the files until all are complete. Who ends the program at once may remove it.
    pub fn partial(&self) -> &Path {
        &self.partial
    }

    /// The number of games written.
    pub const fn games(&self) -> u64 {
        self.games
    }

    /// The number of rows written.
    pub const fn rows(&self) -> u64 {
        self.rows
    }

    /// Appends rows.
    ///
    /// # Errors
    /// [`FolderError::Io`], as when the disk is full; the folder cannot be finished then.
    pub fn append(&mut self, rows: &Rows) -> Result<(), FolderError> {
        for (writer, column) in self.writers.iter_mut().zip(&rows.columns) {
            let path = self.target.join(file_name(column.name));
            writer.append(column).map_err(refused("write", &path))?;
        }
        self.games += rows.games;
        self.rows += rows.len() as u64;
        Ok(())
    }

    /// Writes what is in it, of the games that were asked for and are made so, stores everything on disk, and
    /// gives the folder its name.
    ///
    /// # Errors
    /// [`FolderError`]; there is no new folder then, and what was there before is still there.
    pub fn finish(mut self, origin: Origin, asked: u64) -> Result<Meta, FolderError> {
        let columns = self.columns.iter();
        let meta = Meta {
            format: Meta::FORMAT.to_owned(),
            version: Meta::VERSION,
            origin,
            games: self.games,
            rows: self.rows,
            stopped: self.games < asked,
            columns: columns
                .map(|column| ColumnMeta::of(column, self.rows))
                .collect(),
        };
        for (writer, column) in self.writers.drain(..).zip(&self.columns) {
            let path = self.target.join(file_name(column.name));
            let done = writer
                .finish()
                .and_then(|out| out.into_inner().map_err(io::IntoInnerError::into_error))
                .and_then(|file| file.sync_all());
            done.map_err(refused("write", &path))?;
        }
        let path = self.partial.join(META);
        let mut text = serde_json::to_string_pretty(&meta)
            .map_err(io::Error::from)
            .map_err(refused("write", &path))?;
        text.push('\n');
        fs::write(&path, text).map_err(refused("write", &path))?;
        self.take_place()?;
        self.is_done = true;
        Ok(meta)
    }

    fn take_place(&self) -> Result<(), FolderError> {
        // Somebody may have written there in the meantime.
        check(&self.target, self.may_replace)?;
        if !self.target.exists() {
            return fs::rename(&self.partial, &self.target).map_err(refused("make", &self.target));
        }
        let replaced = beside(&self.target, "replaced");
        fs::rename(&self.target, &replaced).map_err(refused("replace", &self.target))?;
        if let Err(cause) = fs::rename(&self.partial, &self.target) {
            // If that fails as well, the older columns are under the other name.
            let _reported_below = fs::rename(&replaced, &self.target);
            return Err(refused("make", &self.target)(cause));
        }
        fs::remove_dir_all(&replaced).map_err(refused("remove", &replaced))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        if !self.is_done {
            self.writers.clear();
            // There is nobody to report it to; the name says what it is.
            let _unreported = fs::remove_dir_all(&self.partial);
        }
    }
}

fn file_name(column: &str) -> String {
    format!("{column}.npy")
}

/// The folder that a path is in.
fn parent(path: &Path) -> &Path {
    match path.parent() {
        Some(parent) if parent != Path::new("") => parent,
        _ => Path::new("."),
    }
}

/// A name beside the folder, for this process alone.
fn beside(target: &Path, what: &str) -> PathBuf {
    let name = target.file_name().unwrap_or_default().to_string_lossy();
    parent(target).join(format!(".{name}.{what}-{}", process::id()))
}

/// The path of the folder itself, for one that links lead to.
fn resolved(target: &Path) -> Result<PathBuf, FolderError> {
    let path = target.to_owned();
    let names_it = matches!(target.components().next_back(), Some(Component::Normal(_)));
    if !names_it {
        return Err(FolderError::Unnamed { path });
    }
    let Ok(found) = fs::symlink_metadata(target) else {
        return Ok(path);
    };
    let real = if found.is_symlink() {
        let to = fs::read_link(target).map_err(refused("read", target))?;
        match fs::canonicalize(target) {
            Ok(real) => real,
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                return Err(FolderError::DanglingLink { path, to });
            }
            Err(error) => return Err(refused("read", target)(error)),
        }
    } else {
        path.clone()
    };
    let is_working = fs::canonicalize(&real)
        .is_ok_and(|real| fs::canonicalize(".").is_ok_and(|working| working == real));
    if is_working {
        return Err(FolderError::WorkingFolder { path });
    }
    Ok(real)
}

/// Whether a folder of columns may be written at this path.
fn check(target: &Path, may_replace: bool) -> Result<(), FolderError> {
    let no_folder = || FolderError::NoFolder {
        path: target.to_owned(),
    };
    match fs::symlink_metadata(target) {
        Ok(metadata) if metadata.is_dir() => {}
        Ok(_) => return Err(no_folder()),
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(refused("read", target)(error)),
    }
    let entries = fs::read_dir(target).map_err(refused("read", target))?;
    let mut names = Vec::new();
    for entry in entries {
        let entry = entry.map_err(refused("read", target))?;
        names.push(entry.file_name().to_string_lossy().into_owned());
    }
    names.sort();
    let folder = target.to_owned();
    if !may_replace {
        return match names.into_iter().next() {
            None => Ok(()),
            Some(entry) => Err(FolderError::NotEmpty { folder, entry }),
        };
    }
    let is_known =
        |name: &String| name == META || Path::new(name).extension().is_some_and(|end| end == "npy");
    let has_meta = names.iter().any(|name| name == META);
    let mut foreign = names
        .into_iter()
        .filter(|name| !has_meta || !is_known(name));
    match foreign.next() {
        None => Ok(()),
        Some(entry) => Err(FolderError::Foreign { folder, entry }),
    }
}
