//! What PostgreSQL's errors mean to a person.

use super::address::Unreached;
use crate::store::{Outage, StoreError};

/// How a class of errors is told.
struct Cause {
    outage: Outage,
    /// The advice for the operator.
    advice: &'static str,
}

const FULL: &str = "there is no room left; make room on the disk of the database";
const BUSY: &str = "it is asked for more than it can answer; see `max_connections`, or try again";
const STANDBY: &str = "it is a standby, which takes no writes; name the server that does, or promote \
     this one";
const DISK: &str = "the disk of the database fails; see what the system says about it";
const STOPPING: &str = "the database stops or starts; it is tried again";
const DENIED: &str = "the role may not do this; see docs/running.md for what it needs";
const GONE: &str =
    "its tables were removed or changed under the server; bring them back from a copy";
const SILENT: &str = "it does not answer; see whether it runs and can be reached from here";
const DAMAGED: &str = "bring it back from a copy";
const OTHER: &str = "this should not happen; please report it";

impl Cause {
    /// By the code of <https://www.postgresql.org/docs/15/errcodes-appendix.html>.
    fn of(code: &str) -> Self {
        let (outage, advice) = match code {
            "53100" => (Outage::DiskFull, FULL),
            "53200" | "53300" | "53400" | "55P03" | "57014" | "40001" | "40P01" => {
                (Outage::Busy, BUSY)
            }
            "25006" => (Outage::ReadOnly, STANDBY),
            "58030" => (Outage::DiskFails, DISK),
            "57P01" | "57P02" | "57P03" | "57P05" => (Outage::Unknown, STOPPING),
            "42501" => (Outage::ReadOnly, DENIED),
            "42P01" | "42703" | "3F000" | "3D000" => (Outage::Moved, GONE),
            _ => (Outage::Unknown, OTHER),
        };
        Self { outage, advice }
    }
}

/// The code of an error of the server itself.
pub(super) fn code(error: &sqlx::Error) -> Option<String> {
    let code = error.as_database_error()?.code()?;
    Some(code.into_owned())
}

/// Whether a connection is given up after an error of this code: the server ends it, or the session takes
/// no writes, which another one may.
pub(super) fn ends_connection(code: &str) -> bool {
    code.starts_with("57P") || code == "25006"
}

/// An error while the store is in use.
pub(super) fn in_use(store: &str, error: &sqlx::Error) -> StoreError {
    let store = store.to_owned();
    let Some(database) = error.as_database_error() else {
        return StoreError::Unavailable {
            store,
            outage: Outage::Unknown,
            reason: format!("{error} ({SILENT})"),
        };
    };
    let code = database.code().unwrap_or_default();
    if code.starts_with("XX") {
        let reason = format!("{} ({DAMAGED})", database.message());
        return StoreError::Damaged { store, reason };
    }
    let Cause { outage, advice } = Cause::of(&code);
    StoreError::Unavailable {
        store,
        outage,
        reason: format!("{} ({advice})", database.message()),
    }
}

/// No server lets us in while the store is in use.
pub(super) fn unreached(store: &str, why: &Unreached) -> StoreError {
    let (outage, reason) = match why {
        Unreached::Sql(error) => return in_use(store, error),
        Unreached::Silent => (Outage::Unknown, SILENT.to_owned()),
        Unreached::Standby => (Outage::ReadOnly, STANDBY.to_owned()),
        Unreached::Overtaken(timeline, newest) => (Outage::Moved, overtaken(*timeline, *newest)),
    };
    StoreError::Unavailable {
        store: store.to_owned(),
        outage,
        reason,
    }
}

/// No server lets us in at the start.
pub(super) fn at_opening(store: &str, why: &Unreached) -> StoreError {
    let reason = match why {
        Unreached::Sql(error) => return not_opened(store, error),
        Unreached::Silent => SILENT.to_owned(),
        Unreached::Standby => STANDBY.to_owned(),
        Unreached::Overtaken(timeline, newest) => overtaken(*timeline, *newest),
    };
    StoreError::CannotOpen {
        store: store.to_owned(),
        reason,
    }
}

/// An error before the store is in use.
pub(super) fn not_opened(store: &str, error: &sqlx::Error) -> StoreError {
    let reason = match error.as_database_error() {
        Some(database) => {
            let code = database.code().unwrap_or_default();
            let advice = match &*code {
                "28000" | "28P01" => "check the role and the password in its address",
                "3D000" => "create the database with `createdb`, or name another",
                "42501" => DENIED,
                other => Cause::of(other).advice,
            };
            format!("{} ({advice})", database.message())
        }
        None => format!("{error} ({SILENT})"),
    };
    StoreError::CannotOpen {
        store: store.to_owned(),
        reason,
    }
}

/// It does not answer in time.
pub(super) fn slow(store: &str) -> StoreError {
    StoreError::Unavailable {
        store: store.to_owned(),
        outage: Outage::Busy,
        reason:
            "it has not answered in time; a standby that should confirm what is written may be \
                 gone, or too much is asked"
                .to_owned(),
    }
}

/// It is not opened in time.
pub(super) fn never_opened(store: &str) -> StoreError {
    StoreError::CannotOpen {
        store: store.to_owned(),
        reason:
            "it has not answered in time; see whether it is asked for too much, or waits for a \
                 standby that is gone"
                .to_owned(),
    }
}

/// Something is kept that cannot have been written so.
pub(super) fn damaged(store: &str, what: &str) -> StoreError {
    StoreError::Damaged {
        store: store.to_owned(),
        reason: format!("{what}; {DAMAGED}"),
    }
}

fn overtaken(timeline: i64, newest: i64) -> String {
    format!(
        "it writes timeline {timeline}, and another server has taken over from it with timeline \
         {newest}; stop this one, as what it is told would be lost"
    )
}
