//! Opening the file: nothing is written to it before it is known to be ours,
//! whole, and used by nobody else.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection, SqlitePoolOptions, SqliteSynchronous};
use sqlx::{ConnectOptions as _, Connection as _, query_scalar, raw_sql};

use super::files::FollowedFile;
use super::{failure, soundness};
use crate::store::{Outage, StoreError};

/// Marks the file as ours; as in the schema.
const APPLICATION: i64 = 1_348_563_564;

/// The version of the format that is written here.
const FORMAT: i64 = 9;

/// That of the schema, from which a new file is made, too.
const OF_SCHEMA: i64 = 7;

/// The first version of the format with archived games, and what stands for them before it.
const ARCHIVES: (i64, &str) = (
    3,
    "CREATE TEMP TABLE archived (id TEXT, touched INTEGER, packed BLOB);",
);

/// The first version of the format with a table of states, and what stands for it before it.
const STATES: (i64, &str) = (2, "CREATE TEMP TABLE state (name TEXT, value TEXT);");

/// The first version of the format with invitations, and what stands for them before it.
const INVITES: (i64, &str) = (
    5,
    "CREATE TEMP TABLE invite (code BLOB, game TEXT, seats TEXT);",
);

/// The first version of the format with the heads of logs, and what stands for them before it.
const HEADS: (i64, &str) = (
    7,
    "CREATE TEMP VIEW entry AS SELECT *, NULL AS head FROM main.entry;",
);

/// The first version of the format with reported names, and what stands for them before it.
const MODERATION: (i64, &str) = (
    9,
    "CREATE TEMP TABLE reported_name (name TEXT, reports INTEGER, last INTEGER, decision TEXT);
     CREATE TEMP TABLE name_report (name TEXT, net TEXT, at INTEGER);
     CREATE TEMP TABLE blocked_network (network TEXT, until INTEGER);",
);

/// How a file of each older format becomes one of the next, whole or not at all.
const STEPS: [&str; 8] = [
    concat!(
        "BEGIN IMMEDIATE;",
        include_str!("from_1_to_2.sql"),
        "COMMIT;"
    ),
    concat!(
        "BEGIN IMMEDIATE;",
        include_str!("from_2_to_3.sql"),
        "COMMIT;"
    ),
    concat!(
        "BEGIN IMMEDIATE;",
        include_str!("from_3_to_4.sql"),
        "COMMIT;"
    ),
    concat!(
        "BEGIN IMMEDIATE;",
        include_str!("from_4_to_5.sql"),
        "COMMIT;"
    ),
    concat!(
        "BEGIN IMMEDIATE;",
        include_str!("from_5_to_6.sql"),
        "COMMIT;"
    ),
    concat!(
        "BEGIN IMMEDIATE;",
        include_str!("from_6_to_7.sql"),
        "COMMIT;"
    ),
    concat!(
        "BEGIN IMMEDIATE;",
        include_str!("from_7_to_8.sql"),
        "COMMIT;"
    ),
    concat!(
        "BEGIN IMMEDIATE;",
        include_str!("from_8_to_9.sql"),
        "COMMIT;"
    ),
];

/// How long to wait for another program that has locked the file, such as one
/// that makes a copy.
const LOCK_TIMEOUT: Duration = Duration::from_secs(2);

/// Where the games are, and that nobody else has them.
#[derive(Debug)]
pub(super) struct OpenFile {
    /// The file, as it was named.
    pub(super) name: String,
    options: SqliteConnectOptions,
    database: FollowedFile,
    /// SQLite's write-ahead log, known once something was written.
    log: FollowedFile,
    /// The lock lasts as long as the file is open, and ends with the process
    /// however that ends. SQLite's own exclusive mode would shut out our readers.
    lock: Lock,
}

impl OpenFile {
    /// Takes the file, or the place where it will be, for this process.
    pub(super) fn take(path: &Path, most_pages: Option<u32>) -> Result<Self, StoreError> {
        let name = path.display().to_string();
        let cannot = |reason| StoreError::CannotOpen {
            store: name.clone(),
            reason,
        };
        let unusable = |error: io::Error| {
            cannot(format!(
                "{error}; name a file in a folder that this program may write to"
            ))
        };
        // Absolute, lest SQLite takes a name like `file:…` for an address.
        let path = std::path::absolute(path).map_err(unusable)?;
        if path.to_str().is_none() {
            let reason = "its name is not UTF-8, which SQLite needs; name another file";
            return Err(cannot(reason.to_owned()));
        }
        let was_used = beside(&path, ".lock").exists();
        let lock = Lock::take(&path)?;
        if was_used && fs::metadata(&path).is_ok_and(|found| found.len() == 0) {
            return Err(cannot(
                "it is empty, though a server has used it; bring it back from a copy, or remove \
                 it if no game was ever kept in it"
                    .to_owned(),
            ));
        }
        // Made here, so that only this user can read the secrets in it.
        let database = private(&path).map_err(unusable)?;
        let database = FollowedFile::open(&path, &database).map_err(unusable)?;
        let mut options = SqliteConnectOptions::new()
            .filename(&path)
            .foreign_keys(true)
            .synchronous(SqliteSynchronous::Full)
            .busy_timeout(LOCK_TIMEOUT)
            // What is deleted is nowhere in the file any more.
            .pragma("secure_delete", "ON")
            .disable_statement_logging();
        if let Some(pages) = most_pages {
            options = options.pragma("max_page_count", pages.to_string());
        }
        Ok(Self {
            name,
            options,
            database,
            log: FollowedFile::unknown(beside(&path, "-wal")),
            lock,
        })
    }

    /// Makes sure that what is written can be read again: that the files are
    /// where they were, and that no other server has taken them.
    pub(super) fn check(&mut self) -> Result<(), StoreError> {
        for file in [&self.database, &self.log] {
            if file.has_moved() {
                let reason = format!(
                    "{} was deleted or replaced under the server; put it back, or stop the \
                     server before you bring back a copy",
                    file.name()
                );
                return Err(self.unavailable(Outage::Moved, &reason));
            }
        }
        if self.lock.known.has_moved() {
            // Somebody has removed it; it is ours again, unless another server was faster.
            self.lock = Lock::take(self.database.path()).map_err(|_| {
                self.unavailable(
                    Outage::Locked,
                    "its lock was removed, and another server may have taken it; stop one of them",
                )
            })?;
        }
        Ok(())
    }

    fn unavailable(&self, outage: Outage, reason: &str) -> StoreError {
        StoreError::Unavailable {
            store: self.name.clone(),
            outage,
            reason: reason.to_owned(),
        }
    }

    /// A connection has begun to write, so its log is there.
    pub(super) fn note_log(&mut self) {
        self.log.note();
    }

    /// The connection is given up, and perhaps its log with it.
    pub(super) const fn forget_log(&mut self) {
        self.log.forget();
    }

    /// A connection to a file that is known to be in order.
    pub(super) async fn connect(&self) -> Result<SqliteConnection, sqlx::Error> {
        self.options.connect().await
    }

    /// How to connect to it for reading.
    pub(super) fn for_reading(&self) -> SqliteConnectOptions {
        self.options.clone().read_only(true)
    }

    /// The first connection, once the file has proved to be ours, and whether it was
    /// closed in order before. From here on it says that it is open.
    pub(super) async fn connect_first(&self) -> Result<(SqliteConnection, bool), StoreError> {
        let failed = |error| failure::at_opening(&self.name, &error);
        let mut connection = self.connect().await.map_err(failed)?;
        self.check_format(&mut connection).await?;
        raw_sql("PRAGMA journal_mode = WAL")
            .execute(&mut connection)
            .await
            .map_err(failed)?;
        let was_open: Option<i64> = query_scalar("SELECT 1 FROM state WHERE name = 'open'")
            .fetch_optional(&mut connection)
            .await
            .map_err(failed)?;
        let open = "INSERT OR IGNORE INTO state (name, value) VALUES ('open', 'by a server')";
        let opened = raw_sql(open).execute(&mut connection).await;
        opened.map_err(failed)?;
        Ok((connection, was_open.is_none()))
    }

    async fn check_format(&self, connection: &mut SqliteConnection) -> Result<(), StoreError> {
        let failed = |error| failure::at_opening(&self.name, &error);
        let mut number = async |sql: &'static str| {
            let number = query_scalar::<_, i64>(sql).fetch_one(&mut *connection);
            number.await.map_err(failed)
        };
        let application = number("PRAGMA application_id").await?;
        let format = number("PRAGMA user_version").await?;
        let tables = number("SELECT count(*) FROM sqlite_schema").await?;
        let cannot = |reason| {
            let store = self.name.clone();
            Err(StoreError::CannotOpen { store, reason })
        };
        let format = match (application, format, tables) {
            (0, 0, 0) => {
                let schema = concat!("BEGIN IMMEDIATE;", include_str!("schema.sql"), "COMMIT;");
                let made = raw_sql(schema).execute(&mut *connection).await;
                made.map_err(failed)?;
                OF_SCHEMA
            }
            (APPLICATION, 1..=FORMAT, _) => format,
            (APPLICATION, _, _) => return cannot(newer(format)),
            _ => return cannot(FOREIGN.to_owned()),
        };
        for step in &STEPS[usize::try_from(format - 1).unwrap_or_default()..] {
            let taken = raw_sql(*step).execute(&mut *connection).await;
            taken.map_err(failed)?;
        }
        Ok(())
    }
}

/// That no server uses a file of games, nor will while this is there.
#[derive(Debug)]
pub(crate) struct Lock {
    /// The lock lasts as long as this is open.
    _file: File,
    known: FollowedFile,
}

impl Lock {
    /// Takes the lock of the file at this path, which need not be there.
    ///
    /// # Errors
    /// [`StoreError::CannotOpen`] if a server uses it.
    pub(crate) fn take(path: &Path) -> Result<Self, StoreError> {
        let cannot = |reason| StoreError::CannotOpen {
            store: path.display().to_string(),
            reason,
        };
        let unusable = |error: io::Error| {
            cannot(format!(
                "{error}; name a file in a folder that this program may write to"
            ))
        };
        let path = beside(path, ".lock");
        let file = private(&path).map_err(unusable)?;
        let used =
            || cannot("another server uses it; stop that one, or name another folder".to_owned());
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(used()),
            Err(TryLockError::Error(error)) => return Err(unusable(error)),
        }
        let known = FollowedFile::open(&path, &file).map_err(unusable)?;
        // It was removed before it was locked, and another server may have the next one.
        if known.has_moved() {
            return Err(used());
        }
        Ok(Self { _file: file, known })
    }
}

/// How to read a file that may be a server's which runs, once it is known to be of
/// ours; and its format.
pub(super) async fn for_reading_only(
    path: &Path,
) -> Result<(SqliteConnectOptions, i64), StoreError> {
    let store = path.display().to_string();
    let cannot = |reason: String| StoreError::CannotOpen {
        store: store.clone(),
        reason,
    };
    let absolute = std::path::absolute(path).map_err(|error| cannot(error.to_string()))?;
    let is_at_rest = fs::metadata(beside(&absolute, "-wal")).map_or(0, |log| log.len()) == 0;
    let mut options = SqliteConnectOptions::new()
        .filename(absolute)
        .read_only(true)
        .busy_timeout(LOCK_TIMEOUT)
        .disable_statement_logging();
    let mut kind = kind(&options).await;
    if is_at_rest && kind.as_ref().is_err_and(failure::is_unreachable) {
        // SQLite makes files beside the one that it reads. Where nobody may, as on a disk that is
        // only read, nobody writes either.
        options = options.immutable(true);
        kind = self::kind(&options).await;
    }
    let (application, format) = kind.map_err(|error| failure::at_opening(&store, &error))?;
    match (application, format) {
        (APPLICATION, 1..=FORMAT) => Ok((options, format)),
        (APPLICATION, _) => Err(cannot(newer(format))),
        _ => Err(cannot(FOREIGN.to_owned())),
    }
}

/// Whose file it is, and of which format.
async fn kind(options: &SqliteConnectOptions) -> Result<(i64, i64), sqlx::Error> {
    let mut connection = options.connect().await?;
    let mut number = async |sql: &'static str| query_scalar(sql).fetch_one(&mut connection).await;
    Ok((
        number("PRAGMA application_id").await?,
        number("PRAGMA user_version").await?,
    ))
}

/// Has connections to a file of an older format find what it lacks empty, for as long as they last.
pub(super) fn with_what_is_newer(pool: SqlitePoolOptions, format: i64) -> SqlitePoolOptions {
    let newer = [STATES, ARCHIVES, INVITES, HEADS, MODERATION].into_iter();
    let newer = newer.filter(move |(since, _)| format < *since);
    let missing: Vec<&'static str> = newer.map(|(_, missing)| missing).collect();
    pool.after_connect(move |connection, _| {
        let missing = missing.clone();
        Box::pin(async move {
            for sql in missing {
                raw_sql(sql).execute(&mut *connection).await?;
            }
            Ok(())
        })
    })
}

/// Marks a copy of a file that was open as one that was closed in order, once all of it
/// was read.
pub(super) async fn close_copy(path: &Path) -> Result<(), StoreError> {
    let store = path.display().to_string();
    let failed = |error: sqlx::Error| failure::in_use(&store, &error);
    let absolute = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    let options = SqliteConnectOptions::new().filename(absolute);
    let mut connection = options.connect().await.map_err(failed)?;
    soundness::whole(&store, "PRAGMA quick_check", &mut connection).await?;
    let has_state = "SELECT 1 FROM sqlite_schema WHERE name = 'state'";
    let has_state: Option<i64> = query_scalar(has_state)
        .fetch_optional(&mut connection)
        .await
        .map_err(failed)?;
    if has_state.is_some() {
        let closed = raw_sql("DELETE FROM state WHERE name = 'open'");
        closed.execute(&mut connection).await.map_err(failed)?;
    }
    connection.close().await.map_err(failed)
}

/// Why a file of another program is not used.
const FOREIGN: &str = "it is another program's database; name another file";

/// Why a file of a newer format is not used.
fn newer(format: i64) -> String {
    format!(
        "its format is {format}, and this program knows {FORMAT}; \
         use the version of the program that wrote it, or a newer one"
    )
}

/// The file beside it whose name ends so. The one that is locked stays, empty:
/// to remove it could take it from a server that is just about to lock it.
pub(crate) fn beside(path: &Path, end: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(end);
    name.into()
}

/// Opens a file, creating it if there is none.
fn private(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    open_private(
        path,
        options.read(true).write(true).create(true).truncate(false),
    )
}

/// Opens a file; if it is created, no other user may read it.
pub(crate) fn open_private(path: &Path, options: &mut OpenOptions) -> io::Result<File> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt as _;
        options.mode(0o600);
    }
    options.open(path)
}
