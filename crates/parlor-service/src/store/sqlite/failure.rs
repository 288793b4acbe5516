//! What SQLite's errors mean to a person.

use crate::store::{Outage, StoreError};

/// What keeps SQLite from its work.
struct Cause {
    /// The primary result code, of <https://www.sqlite.org/rescode.html>; the codes never change.
    code: u32,
    /// The reason for players.
    outage: Outage,
    /// The advice for the operator.
    advice: &'static str,
}

const LOCKED: &str = "another program holds it; close that program, or wait for it";
const FULL: &str = "there is no room left; make room on the disk";
const READ_ONLY: &str = "it may not be written; allow this program to write it";
const UNREACHABLE: &str = "the file, or its folder, is gone or may not be used";
const DISK: &str = "the disk fails; see what the system says about it";
const DAMAGED: &str =
    "bring it back from a copy, or save what is left with `sqlite3 FILE .recover`";
const FOREIGN: &str = "it is no SQLite database; name another file, or bring it back";
const OTHER: &str = "this should not happen; please report it";

impl Cause {
    const DAMAGED: u32 = 11;
    const UNREACHABLE: u32 = 14;
    const FOREIGN: u32 = 26;

    fn of(error: &sqlx::Error) -> Self {
        let code = error
            .as_database_error()
            .and_then(sqlx::error::DatabaseError::code);
        let code = code.and_then(|code| code.parse::<u32>().ok());
        // The low byte is the primary code; the rest is a detail.
        let code = code.map_or(0, |code| code & 0xff);
        let (outage, advice) = match code {
            5 | 6 => (Outage::Locked, LOCKED),
            8 => (Outage::ReadOnly, READ_ONLY),
            10 => (Outage::DiskFails, DISK),
            Self::DAMAGED => (Outage::Unknown, DAMAGED),
            13 => (Outage::DiskFull, FULL),
            Self::UNREACHABLE => (Outage::Moved, UNREACHABLE),
            Self::FOREIGN => (Outage::Unknown, FOREIGN),
            _ => (Outage::Unknown, OTHER),
        };
        Self {
            code,
            outage,
            advice,
        }
    }
}

/// An error while the store is in use.
pub(super) fn in_use(store: &str, error: &sqlx::Error) -> StoreError {
    let store = store.to_owned();
    if matches!(error, sqlx::Error::PoolClosed) {
        return StoreError::Closed { store };
    }
    let (cause, reason) = explain(error);
    match cause.code {
        Cause::DAMAGED | Cause::FOREIGN => StoreError::Damaged { store, reason },
        _ => StoreError::Unavailable {
            store,
            outage: match error {
                sqlx::Error::PoolTimedOut => Outage::Busy,
                _ => cause.outage,
            },
            reason,
        },
    }
}

/// An error while the store is opened.
pub(super) fn at_opening(store: &str, error: &sqlx::Error) -> StoreError {
    let store = store.to_owned();
    let (cause, reason) = explain(error);
    match cause.code {
        Cause::DAMAGED => StoreError::Damaged { store, reason },
        _ => StoreError::CannotOpen { store, reason },
    }
}

/// Something is kept that cannot have been written so.
pub(super) fn damaged(store: &str, what: &str) -> StoreError {
    StoreError::Damaged {
        store: store.to_owned(),
        reason: format!("{what}; {DAMAGED}"),
    }
}

fn explain(error: &sqlx::Error) -> (Cause, String) {
    let cause = Cause::of(error);
    let advice = match error {
        sqlx::Error::PoolTimedOut => "too many readers wait for it; try again",
        _ => cause.advice,
    };
    let reason = match error.as_database_error() {
        Some(error) => format!("{} ({advice})", error.message()),
        None => format!("{error} ({advice})"),
    };
    (cause, reason)
}

/// Whether the file, or what SQLite makes beside it, could not be opened.
pub(super) fn is_unreachable(error: &sqlx::Error) -> bool {
    Cause::of(error).code == Cause::UNREACHABLE
}
