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
const PROMOTE: &str = "start the server that takes writes, or promote a standby: docs/running.md";
const PASSWORD: &str = "check the role, and its password: in its address, in PGPASSWORD, or in the file \
     that PGPASSFILE names, or else in ~/.pgpass; such a file is ignored where others may read it: \
     `chmod 600`";
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
            "28000" | "28P01" => (Outage::Unknown, PASSWORD),
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
    if let Unreached::Sql(error) = why {
        return in_use(store, error);
    }
    StoreError::Unavailable {
        store: store.to_owned(),
        outage: outage(why),
        reason: explained(why),
    }
}

/// No server lets us in at the start.
pub(super) fn at_opening(store: &str, why: &Unreached) -> StoreError {
    if let Unreached::Sql(error) = why {
        return not_opened(store, error);
    }
    StoreError::CannotOpen {
        store: store.to_owned(),
        reason: explained(why),
    }
}

/// What it means to players that no server lets us in.
fn outage(why: &Unreached) -> Outage {
    match why {
        Unreached::Sql(error) => {
            code(error).map_or(Outage::Unknown, |code| Cause::of(&code).outage)
        }
        Unreached::Silent => Outage::Unknown,
        Unreached::Standby => Outage::ReadOnly,
        Unreached::Overtaken(..) | Unreached::Foreign | Unreached::Divided(..) => Outage::Moved,
        Unreached::AllOf(hosts) => {
            let mut outages = hosts.iter().map(|(_, why)| outage(why));
            let first = outages.next().unwrap_or(Outage::Unknown);
            if outages.all(|outage| outage == first) {
                first
            } else {
                Outage::Unknown
            }
        }
    }
}

/// Why no server lets us in, and what to do about it.
fn explained(why: &Unreached) -> String {
    match why {
        Unreached::Sql(error) => match error.as_database_error() {
            Some(database) => {
                let code = database.code().unwrap_or_default();
                format!("{} ({})", database.message(), advice_at_opening(&code))
            }
            None => format!("{error} ({SILENT})"),
        },
        Unreached::Silent => SILENT.to_owned(),
        Unreached::Standby => STANDBY.to_owned(),
        Unreached::Overtaken(timeline, newest) => overtaken(*timeline, *newest),
        Unreached::Foreign => "it is no copy of the server that was used before".to_owned(),
        Unreached::AllOf(hosts) => {
            let has_standby = hosts
                .iter()
                .any(|(_, why)| matches!(why, Unreached::Standby));
            let hosts: Vec<String> = hosts
                .iter()
                .map(|(host, why)| match why {
                    Unreached::Standby => format!("{host} is a standby"),
                    Unreached::Silent => format!("{host} does not answer"),
                    why => format!("{host}: {}", explained(why)),
                })
                .collect();
            let mut text = format!("of its hosts none takes writes: {}", hosts.join("; "));
            if has_standby {
                text.push_str("; ");
                text.push_str(PROMOTE);
            }
            text
        }
        Unreached::Divided(one, other) => format!(
            "{one} and {other} both take writes, and neither has taken over from the other; stop the \
             one without the games, as what one is told the other does not know"
        ),
    }
}

fn advice_at_opening(code: &str) -> &'static str {
    match code {
        "28000" | "28P01" => PASSWORD,
        "3D000" => "create the database with `createdb`, or name another",
        "42501" => DENIED,
        other => Cause::of(other).advice,
    }
}

/// An error before the store is in use.
pub(super) fn not_opened(store: &str, error: &sqlx::Error) -> StoreError {
    let reason = match error.as_database_error() {
        Some(database) => {
            let code = database.code().unwrap_or_default();
            format!("{} ({})", database.message(), advice_at_opening(&code))
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
        reason: "it has not answered in time; it may be asked for more than it can answer"
            .to_owned(),
    }
}

/// It does not confirm in time what is written.
pub(super) fn unconfirmed(store: &str) -> StoreError {
    StoreError::Unavailable {
        store: store.to_owned(),
        outage: Outage::Unconfirmed,
        reason: "it has confirmed no write in time; a standby that should confirm it may be gone \
                 (`SELECT sync_state FROM pg_stat_replication`), or too much is asked"
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
