//! Where the database is: one server, or several of which one takes writes.

use core::str::FromStr as _;
use core::time::Duration;
use std::sync::atomic::{AtomicI64, AtomicUsize, Ordering};

use sqlx::postgres::{PgConnectOptions, PgConnection};
use sqlx::{ConnectOptions as _, query_as, raw_sql};
use tokio::time::timeout;

use crate::store::StoreError;

/// How long to wait for one server to let us in.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(3);

/// What every connection is set to. A commit is acknowledged when the disk has it, and that of the
/// standby where there is one; nobody waits for long for a game that somebody else writes; and a server
/// whose client is gone notices within half a minute.
const SETTINGS: &str = "SET synchronous_commit = on; \
     SET lock_timeout = '4s'; \
     SET tcp_keepalives_idle = 10; \
     SET tcp_keepalives_interval = 5; \
     SET tcp_keepalives_count = 3;";

/// Whether this server is a standby, and on which timeline it writes: a standby that takes over begins
/// a new one (PostgreSQL manual, 26.3.5).
const STANDING: &str = "SELECT pg_is_in_recovery(), \
     CASE WHEN pg_is_in_recovery() THEN 0 \
     ELSE ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::bigint END";

/// The servers of a database.
#[derive(Debug)]
pub(super) struct Address {
    /// The address without a password, for people.
    pub(super) name: String,
    servers: Vec<PgConnectOptions>,
    /// The one that let us in last.
    latest: AtomicUsize,
    /// The newest timeline seen.
    timeline: AtomicI64,
}

/// Why no server lets us in.
#[derive(Debug)]
pub(super) enum Unreached {
    /// What the connection or the server says.
    Sql(sqlx::Error),
    /// It has not answered in time.
    Silent,
    /// It is a standby, which takes no writes.
    Standby,
    /// It is a server that another has taken over from: its timeline, and the newest one.
    Overtaken(i64, i64),
}

impl From<sqlx::Error> for Unreached {
    fn from(error: sqlx::Error) -> Self {
        Self::Sql(error)
    }
}

impl Address {
    /// Reads an address: `postgres://USER:PASSWORD@HOST:PORT/DATABASE`, where a comma may separate
    /// several `HOST:PORT`, and what the manual calls parameters may follow.
    ///
    /// # Errors
    /// [`StoreError::CannotOpen`] with what would be right.
    pub(super) fn parse(url: &str, application: &str) -> Result<Self, StoreError> {
        let wrong = |what: &str| StoreError::CannotOpen {
            store: without_password(url),
            reason: format!(
                "{what}; expected an address such as postgres://parlor@db.example.org/parlor, \
                 where a comma may separate several hosts"
            ),
        };
        let (scheme, rest) = url
            .split_once("://")
            .filter(|(scheme, _)| ["postgres", "postgresql"].contains(scheme))
            .ok_or_else(|| wrong("it does not begin with postgres://"))?;
        let end = rest.find(['/', '?']).unwrap_or(rest.len());
        let (authority, path) = rest.split_at(end);
        let (user, hosts) = match authority.rsplit_once('@') {
            Some((user, hosts)) => (format!("{user}@"), hosts),
            None => (String::new(), authority),
        };
        if let Some(unknown) = unknown_parameter(path) {
            // What follows it may be a password.
            return Err(wrong(&format!("there is no parameter {unknown}")));
        }
        let mut servers = Vec::new();
        for host in hosts.split(',') {
            let one = format!("{scheme}://{user}{host}{path}");
            // The library's error may show the password.
            let options = PgConnectOptions::from_str(&one)
                .map_err(|_| wrong("it is no address of a database"))?;
            if options.get_database().is_none() {
                return Err(wrong("it names no database"));
            }
            servers.push(
                options
                    .application_name(application)
                    .disable_statement_logging(),
            );
        }
        Ok(Self {
            name: without_password(url),
            servers,
            latest: AtomicUsize::new(0),
            timeline: AtomicI64::new(0),
        })
    }

    /// A connection to the server that takes writes.
    pub(super) async fn connect(&self) -> Result<PgConnection, Unreached> {
        let first = self.latest.load(Ordering::Relaxed);
        let mut why = Unreached::Silent;
        for number in (first..first + self.servers.len()).map(|place| place % self.servers.len()) {
            match timeout(CONNECT_TIMEOUT, self.enter(&self.servers[number])).await {
                Ok(Ok(connection)) => {
                    self.latest.store(number, Ordering::Relaxed);
                    return Ok(connection);
                }
                Ok(Err(error)) => why = error,
                Err(_) => {}
            }
        }
        Err(why)
    }

    async fn enter(&self, server: &PgConnectOptions) -> Result<PgConnection, Unreached> {
        let mut connection = server.connect().await?;
        let (is_standby, timeline): (bool, i64) =
            query_as(STANDING).fetch_one(&mut connection).await?;
        if is_standby {
            return Err(Unreached::Standby);
        }
        let newest = self.timeline.fetch_max(timeline, Ordering::Relaxed);
        if timeline < newest {
            return Err(Unreached::Overtaken(timeline, newest));
        }
        raw_sql(SETTINGS).execute(&mut connection).await?;
        Ok(connection)
    }
}

/// What an address may say of a connection, beside where it leads.
const PARAMETERS: [&str; 14] = [
    "sslmode",
    "ssl-mode",
    "sslrootcert",
    "ssl-root-cert",
    "ssl-ca",
    "sslcert",
    "ssl-cert",
    "sslkey",
    "ssl-key",
    "host",
    "port",
    "user",
    "password",
    "options",
];

/// The first parameter that is none.
fn unknown_parameter(path: &str) -> Option<&str> {
    let (_, parameters) = path.split_once('?')?;
    let names = parameters.split('&').filter(|pair| !pair.is_empty());
    let mut names = names.map(|pair| pair.split('=').next().unwrap_or_default());
    names.find(|name| !PARAMETERS.contains(name) && !name.starts_with("options["))
}

/// An address as it may be shown: without the password, and without parameters, which may have one too.
pub fn without_password(url: &str) -> String {
    let shown = url.split('?').next().unwrap_or_default();
    let (scheme, rest) = match shown.split_once("://") {
        Some((scheme, rest)) => (format!("{scheme}://"), rest),
        // A list of parameters, as libpq also takes it.
        None if shown.contains('=') => return "…".to_owned(),
        None => (String::new(), shown),
    };
    // A password may have any of the other marks, though it should not.
    let Some((user, place)) = rest.rsplit_once('@') else {
        return if url.contains('@') {
            format!("{scheme}…")
        } else {
            shown.to_owned()
        };
    };
    match user.split(':').next().unwrap_or_default() {
        "" => format!("{scheme}{place}"),
        user => format!("{scheme}{user}@{place}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(url: &str) -> Result<Vec<(String, u16)>, String> {
        let address = Address::parse(url, "test").map_err(|error| error.to_string())?;
        let servers = address.servers.iter();
        Ok(servers
            .map(|server| (server.get_host().to_owned(), server.get_port()))
            .collect())
    }

    #[test]
    fn an_address_may_name_several_hosts() {
        let one = parsed("postgres://parlor:se%40cret@db/parlor").expect("an address");
        assert_eq!(one, [("db".to_owned(), 5432)]);
        let two = parsed("postgresql://parlor@a:5433,b/parlor?sslmode=require").expect("two");
        assert_eq!(two, [("a".to_owned(), 5433), ("b".to_owned(), 5432)]);
    }

    #[test]
    fn what_is_no_address_is_refused_without_its_password() {
        for wrong in [
            "",
            "parlor",
            "mysql://parlor:secret@db/parlor",
            "postgres://parlor:secret@db:port/parlor",
            "postgres://parlor:secret@db",
            "postgres://parlor:secret@db/parlor?sslmode=secret",
            "postgres://parlor:sec/ret@db/parlor",
            "postgres://parlor@db/parlor?passwd=secret",
            "host=db password=secret dbname=parlor",
        ] {
            let error = parsed(wrong).expect_err(wrong);
            assert!(
                error.contains("postgres://parlor@db.example.org/parlor"),
                "{error}"
            );
            assert!(!error.contains("secret"), "{error}");
        }
    }
}
