//! Where the database is: one server, or several of which one takes writes.

use core::str::FromStr as _;
use core::time::Duration;

use futures_util::stream::{FuturesUnordered, StreamExt as _};
use parking_lot::Mutex;
use sqlx::postgres::{PgConnectOptions, PgConnection};
use sqlx::{ConnectOptions as _, query_as, raw_sql};
use tokio::time::{Instant, timeout, timeout_at};

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

/// Which server of the database this is, and which run of its program.
const IDENTITY: &str = "SELECT (SELECT system_identifier FROM pg_control_system()), \
     (extract(epoch FROM pg_postmaster_start_time()) * 1000000)::bigint";

/// How long to wait for the other servers once one is found that takes writes, unless none was found
/// before.
const OTHERS_TIMEOUT: Duration = Duration::from_secs(1);

/// The servers of a database.
#[derive(Debug)]
pub(super) struct Address {
    /// The address without a password, for people.
    pub(super) name: String,
    servers: Vec<PgConnectOptions>,
    wanted: Wanted,
    chosen: Mutex<Chosen>,
}

/// Which server is connected to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wanted {
    /// The one that takes writes.
    Writable,
    /// The same, or else a standby.
    Readable,
}

/// The server that is used.
#[derive(Clone, Copy, Debug, Default)]
struct Chosen {
    /// Its place among those of the address; `None` until one was found.
    number: Option<usize>,
    /// The newest timeline seen.
    timeline: i64,
    /// Whose copies all servers are, where several are named.
    system: Option<i64>,
    /// How often another server was chosen.
    generation: u64,
}

/// A connection, and to which choice of a server it belongs.
#[derive(Debug)]
pub(super) struct Connected {
    pub(super) inner: PgConnection,
    generation: u64,
}

/// A server that was looked at.
#[derive(Debug)]
struct Server {
    number: usize,
    connection: PgConnection,
    /// `None` if it is a standby.
    timeline: Option<i64>,
    /// Whose copy it is, and when it was started; 0 where one server is named.
    system: i64,
    started: i64,
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
    /// It is no copy of the server that was used before.
    Foreign,
    /// None of several, each for its own reason.
    AllOf(Vec<(String, Self)>),
    /// These two take writes, and nothing says which one counts.
    Divided(String, String),
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
    pub(super) fn parse(url: &str, application: &str, wanted: Wanted) -> Result<Self, StoreError> {
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
            wanted,
            chosen: Mutex::default(),
        })
    }

    /// A connection to the server that was chosen, while that lets us in; else as after a failure.
    pub(super) async fn connect(&self) -> Result<Connected, Unreached> {
        let chosen = *self.chosen.lock();
        let several = self.servers.len() > 1;
        if let Some(number) = chosen.number.filter(|_| several)
            && let Ok(server) = self.look_at(number).await
            && self.refusal(&server).is_none()
        {
            return self.enter(server).await;
        }
        self.connect_anew().await
    }

    /// A connection after a failure, or the first: all servers are looked at, as another one may have
    /// taken over from the one that was used.
    pub(super) async fn connect_anew(&self) -> Result<Connected, Unreached> {
        let numbers = 0..self.servers.len();
        let mut looks: FuturesUnordered<_> = numbers
            .map(async |number| (number, self.look_at(number).await))
            .collect();
        let was_chosen = self.chosen.lock().number.is_some();
        let mut until = None;
        let mut servers: Vec<Server> = Vec::new();
        let mut unreached = Vec::new();
        loop {
            let looked = match until {
                Some(until) => timeout_at(until, looks.next()).await.ok().flatten(),
                None => looks.next().await,
            };
            match looked {
                Some((_, Ok(server))) => {
                    if was_chosen && server.timeline.is_some() && until.is_none() {
                        until = Some(Instant::now() + OTHERS_TIMEOUT);
                    }
                    servers.push(server);
                }
                Some((number, Err(why))) => unreached.push((number, why)),
                None => break,
            }
        }
        drop(looks);
        servers.sort_by_key(|server| server.number);
        let server = self.choose(servers, unreached)?;
        self.enter(server).await
    }

    /// Of the servers that were met, the one to use.
    fn choose(
        &self,
        servers: Vec<Server>,
        mut unreached: Vec<(usize, Unreached)>,
    ) -> Result<Server, Unreached> {
        let written: Vec<&Server> = servers
            .iter()
            .filter(|server| server.timeline.is_some())
            .filter(|server| !matches!(self.refusal(server), Some(Unreached::Foreign)))
            .collect();
        // The timelines of different databases say nothing.
        if let Some((first, rest)) = written.split_first()
            && let Some(other) = rest.iter().find(|other| other.system != first.system)
        {
            return Err(self.divided(first, other));
        }
        let newest = written.iter().filter_map(|server| server.timeline).max();
        {
            let mut chosen = self.chosen.lock();
            chosen.timeline = chosen.timeline.max(newest.unwrap_or_default());
        }
        let mut usable: Vec<Server> = Vec::new();
        for server in servers {
            match self.refusal(&server) {
                Some(why) => unreached.push((server.number, why)),
                None => usable.push(server),
            }
        }
        let is_written = |server: &Server| server.timeline.is_some();
        let writable = usable.iter().position(is_written);
        if let Some(first) = writable {
            let chosen = &usable[first];
            // One server may be named twice.
            let is_other =
                |server: &&Server| is_written(server) && server.started != chosen.started;
            if let Some(other) = usable.iter().find(is_other) {
                return Err(self.divided(chosen, other));
            }
            for (number, why) in &unreached {
                if let Unreached::Overtaken(timeline, newest) = why {
                    tracing::error!(
                        used = self.host(chosen.number),
                        stop = self.host(*number),
                        "two servers of the database take writes: the one on timeline {newest} is \
                         used, and the one on timeline {timeline}, which it has taken over from, \
                         must be stopped: what it is told is lost"
                    );
                }
            }
        }
        let place = writable.or((!usable.is_empty()).then_some(0));
        if let Some(place) = place {
            return Ok(usable.swap_remove(place));
        }
        unreached.sort_by_key(|(number, _)| *number);
        if self.servers.len() == 1
            && let Some((_, why)) = unreached.pop()
        {
            return Err(why);
        }
        let unreached = unreached.into_iter();
        Err(Unreached::AllOf(
            unreached
                .map(|(number, why)| (self.host(number), why))
                .collect(),
        ))
    }

    fn divided(&self, one: &Server, other: &Server) -> Unreached {
        Unreached::Divided(self.host(one.number), self.host(other.number))
    }

    /// Why a server that lets us in is not used.
    fn refusal(&self, server: &Server) -> Option<Unreached> {
        let chosen = self.chosen.lock();
        if chosen.system.is_some_and(|system| system != server.system) {
            return Some(Unreached::Foreign);
        }
        match server.timeline {
            Some(timeline) if timeline < chosen.timeline => {
                Some(Unreached::Overtaken(timeline, chosen.timeline))
            }
            None if self.wanted == Wanted::Writable => Some(Unreached::Standby),
            _ => None,
        }
    }

    /// Connects to a server, and asks it what it is.
    async fn look_at(&self, number: usize) -> Result<Server, Unreached> {
        let look = async {
            let mut connection = self.servers[number].connect().await?;
            let (is_standby, timeline): (bool, i64) =
                query_as(STANDING).fetch_one(&mut connection).await?;
            let (system, started) = match self.servers.len() {
                1 => (0, 0),
                _ => query_as(IDENTITY).fetch_one(&mut connection).await?,
            };
            Ok(Server {
                number,
                connection,
                timeline: (!is_standby).then_some(timeline),
                system,
                started,
            })
        };
        let looked = timeout(CONNECT_TIMEOUT, look).await;
        looked.unwrap_or(Err(Unreached::Silent))
    }

    /// Uses a server.
    async fn enter(&self, server: Server) -> Result<Connected, Unreached> {
        let mut inner = server.connection;
        let set = timeout(CONNECT_TIMEOUT, raw_sql(SETTINGS).execute(&mut inner)).await;
        set.map_err(|_| Unreached::Silent)??;
        let mut chosen = self.chosen.lock();
        if chosen.number != Some(server.number) {
            chosen.number = Some(server.number);
            chosen.generation += 1;
        }
        chosen.system = Some(server.system);
        let generation = chosen.generation;
        Ok(Connected { inner, generation })
    }

    /// Whether a connection leads to the server that is used now.
    pub(super) fn is_current(&self, connected: &Connected) -> bool {
        connected.generation == self.chosen.lock().generation
    }

    /// The host and port of a server.
    fn host(&self, number: usize) -> String {
        let server = &self.servers[number];
        format!("{}:{}", server.get_host(), server.get_port())
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
        let address =
            Address::parse(url, "test", Wanted::Writable).map_err(|error| error.to_string())?;
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
