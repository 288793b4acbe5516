//! Whether the file is sound, which takes as long to see as the file is large.
//!
//! So the whole of it is read only if the server before did not end in order,
//! and then while this one already serves. A row of the file, `open`, says so: it
//! stands there while a server runs, and is taken out when one ends in order and
//! nothing is wrong.

use core::sync::atomic::{AtomicBool, Ordering};
use std::sync::Arc;

use parking_lot::Mutex;

use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{ConnectOptions as _, query_scalar};

use super::failure;
use crate::store::StoreError;

/// After how many of SQLite's steps a reading of the whole file looks whether it is
/// to stop.
const STEPS: i32 = 10_000;

/// The most faults that are reported.
const MOST_FAULTS: usize = 3;

/// What is known of the file.
#[derive(Clone, Debug, PartialEq, Eq)]
enum FileState {
    /// It was closed in order, or was read wholly: nothing is wrong.
    Sound,
    /// It is not known yet.
    Unknown,
    /// This is wrong.
    Damaged(String),
}

/// Whether the file is sound, as far as is known.
#[derive(Debug)]
pub(super) struct Soundness {
    known: Mutex<FileState>,
    stop: AtomicBool,
}

impl Soundness {
    /// Of a file that was closed in order, or was not.
    pub(super) fn after(closed_in_order: bool) -> Arc<Self> {
        let known = if closed_in_order {
            FileState::Sound
        } else {
            FileState::Unknown
        };
        metrics::gauge!("parlor_store_damaged").set(0.0);
        Arc::new(Self {
            known: Mutex::new(known),
            stop: AtomicBool::new(false),
        })
    }

    /// Whether nothing is wrong, as far as the whole file is known.
    pub(super) fn is_sound(&self) -> bool {
        *self.known.lock() == FileState::Sound
    }

    /// What is wrong with the file, if something is known to be.
    pub(super) fn fault(&self) -> Option<String> {
        match &*self.known.lock() {
            FileState::Damaged(what) => Some(what.clone()),
            FileState::Sound | FileState::Unknown => None,
        }
    }

    /// Reads no further.
    pub(super) fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Reads the whole file, unless it is known to be sound.
    pub(super) async fn find_out(self: Arc<Self>, name: String, options: SqliteConnectOptions) {
        if self.is_sound() {
            return;
        }
        tracing::info!(
            file = name,
            "not closed in order; it is read wholly, meanwhile"
        );
        let found = match options.connect().await {
            Ok(mut connection) => self.read(&name, &mut connection).await,
            Err(error) => Err(failure::in_use(&name, &error)),
        };
        let known = match found {
            Ok(()) => FileState::Sound,
            Err(_) if self.stop.load(Ordering::Relaxed) => return,
            Err(StoreError::Damaged { reason, .. }) => {
                tracing::error!(file = name, reason, "the file of games is damaged");
                metrics::gauge!("parlor_store_damaged").set(1.0);
                FileState::Damaged(reason)
            }
            Err(error) => {
                tracing::warn!(%error, "not read wholly");
                return;
            }
        };
        *self.known.lock() = known;
    }

    async fn read(
        self: &Arc<Self>,
        name: &str,
        connection: &mut SqliteConnection,
    ) -> Result<(), StoreError> {
        let failed = |error: sqlx::Error| failure::in_use(name, &error);
        let goes_on = Arc::clone(self);
        let mut handle = connection.lock_handle().await.map_err(failed)?;
        handle.set_progress_handler(STEPS, move || !goes_on.stop.load(Ordering::Relaxed));
        drop(handle);
        whole(name, "PRAGMA quick_check", connection).await
    }
}

/// Reads the whole file by one of SQLite's checks.
pub(super) async fn whole(
    name: &str,
    check: &'static str,
    connection: &mut SqliteConnection,
) -> Result<(), StoreError> {
    let found: Vec<String> = query_scalar(check)
        .fetch_all(connection)
        .await
        .map_err(|error| failure::in_use(name, &error))?;
    if found == ["ok"] {
        return Ok(());
    }
    let reported: Vec<&str> = found.iter().take(MOST_FAULTS).map(String::as_str).collect();
    let more = match found.len().saturating_sub(MOST_FAULTS) {
        0 => String::new(),
        more => format!(", and {more} more"),
    };
    let reported = reported.join("; ").replace('\n', " ");
    Err(failure::damaged(name, &format!("{reported}{more}")))
}
