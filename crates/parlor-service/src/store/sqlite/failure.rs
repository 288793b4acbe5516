//! What SQLite's errors mean to a person.

use crate::store::{Outage, StoreError};

/// What keeps SQLite from its work. The numbers are those of
/// <https://www.sqlite.org/rescode.html>, which never change.
enum Cause {
    /// Another program has locked the file.
    Locked,
    /// There is no room.
    Full,
    /// The file may not be written.
    ReadOnly,
    /// The file cannot be found, or its folder not used.
    Unreachable,
    /// The disk failed.
    Disk,
    /// The file contradicts itself.
    Damaged,
    /// The file is something else.
    Foreign,
    /// Anything else.
    Other,
}

impl Cause {
    fn of(error: &sqlx::Error) -> Self {
        let code = error
            .as_database_error()
            .and_then(sqlx::error::DatabaseError::code);
        let code = code.and_then(|code| code.parse::<u32>().ok());
        // The low byte is the kind; the rest says where it came from.
        match code.map(|code| code & 0xff) {
            Some(5 | 6) => Self::Locked,
            Some(8) => Self::ReadOnly,
            Some(10) => Self::Disk,
            Some(11) => Self::Damaged,
            Some(13) => Self::Full,
            Some(14) => Self::Unreachable,
            Some(26) => Self::Foreign,
            _ => Self::Other,
        }
    }

    /// What it is to those who play.
    const fn outage(&self) -> Outage {
        match self {
            Self::Locked => Outage::Locked,
            Self::Full => Outage::DiskFull,
            Self::ReadOnly => Outage::ReadOnly,
            Self::Unreachable => Outage::Moved,
            Self::Disk => Outage::DiskFails,
            Self::Damaged | Self::Foreign | Self::Other => Outage::Unknown,
        }
    }

    const fn advice(&self) -> &'static str {
        match self {
            Self::Locked => "another program holds it; close that program, or wait for it",
            Self::Full => "there is no room left; make room on the disk",
            Self::ReadOnly => "it may not be written; allow this program to write it",
            Self::Unreachable => "the file, or its folder, is gone or may not be used",
            Self::Disk => "the disk fails; see what the system says about it",
            Self::Damaged => {
                "bring it back from a copy, or save what is left with `sqlite3 FILE .recover`"
            }
            Self::Foreign => "it is no SQLite database; name another file, or bring it back",
            Self::Other => "this should not happen; please report it",
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
    match cause {
        Cause::Damaged | Cause::Foreign => StoreError::Damaged { store, reason },
        _ => StoreError::Unavailable {
            store,
            outage: match error {
                sqlx::Error::PoolTimedOut => Outage::Busy,
                _ => cause.outage(),
            },
            reason,
        },
    }
}

/// An error while the store is opened.
pub(super) fn at_opening(store: &str, error: &sqlx::Error) -> StoreError {
    let store = store.to_owned();
    let (cause, reason) = explain(error);
    match cause {
        Cause::Damaged => StoreError::Damaged { store, reason },
        _ => StoreError::CannotOpen { store, reason },
    }
}

/// Something is kept that cannot have been written so.
pub(super) fn damaged(store: &str, what: &str) -> StoreError {
    StoreError::Damaged {
        store: store.to_owned(),
        reason: format!("{what}; {}", Cause::Damaged.advice()),
    }
}

fn explain(error: &sqlx::Error) -> (Cause, String) {
    let cause = Cause::of(error);
    let advice = match error {
        sqlx::Error::PoolTimedOut => "too many readers wait for it; try again",
        _ => cause.advice(),
    };
    let reason = match error.as_database_error() {
        Some(error) => format!("{} ({advice})", error.message()),
        None => format!("{error} ({advice})"),
    };
    (cause, reason)
}

/// Whether the file, or what SQLite makes beside it, could not be opened.
pub(super) fn is_unreachable(error: &sqlx::Error) -> bool {
    matches!(Cause::of(error), Cause::Unreachable)
}
