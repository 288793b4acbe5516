//! Databases that are made for one test each.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use parlor_service::store::postgres::{PostgresOptions, PostgresStore};
use parlor_service::store::shared::Membership;
use sqlx::postgres::PgConnection;
use sqlx::{AssertSqlSafe, Connection as _, Executor as _, raw_sql};

/// The address of a server whose databases may be made and dropped, without a database.
const SERVER: &str = "PARLOR_TEST_POSTGRES";

/// A lease that a test can wait for.
pub(crate) const LEASE: Duration = Duration::from_millis(1_800);

/// A new database, dropped with the last of these that names it, also when its test fails.
#[derive(Clone, Debug)]
pub(crate) struct Database {
    pub(crate) url: String,
    _made: Option<Arc<Made>>,
}

/// The name of a database that was made.
#[derive(Debug)]
struct Made(String);

impl Drop for Made {
    fn drop(&mut self) {
        let name = self.0.clone();
        // In a thread, as a runtime may end right now. Stores of the test may still be open.
        let dropping = std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread()
                .enable_all()
                .build()
                .ok()?;
            runtime.block_on(async {
                let mut server = PgConnection::connect(&at_server("postgres")).await.ok()?;
                let drop = format!("DROP DATABASE IF EXISTS {name} WITH (FORCE)");
                server.execute(raw_sql(AssertSqlSafe(drop))).await.ok()
            })
        });
        // What is left does no harm.
        let _ = dropping.join();
    }
}

/// The server's address, with a database.
#[expect(
    clippy::disallowed_methods,
    reason = "the test is told where the server is"
)]
pub(crate) fn at_server(database: &str) -> String {
    let server = std::env::var(SERVER).unwrap_or_else(|_| {
        panic!("{SERVER} names no server; run `cargo xtask test postgres`, which starts one")
    });
    format!("{server}/{database}")
}

impl Database {
    pub(crate) async fn new() -> Self {
        Self::with("").await
    }

    /// The one that every server has.
    pub(crate) fn server() -> Self {
        let url = at_server("postgres");
        Self { url, _made: None }
    }

    /// A database that is made with more.
    pub(crate) async fn with(how: &str) -> Self {
        static MADE: AtomicU32 = AtomicU32::new(0);
        let number = MADE.fetch_add(1, Ordering::Relaxed);
        let name = format!("test_{}_{number}", std::process::id());
        let mut server = PgConnection::connect(&at_server("postgres")).await.unwrap();
        let create = format!("CREATE DATABASE {name} TEMPLATE template0 {how}");
        server
            .execute(raw_sql(AssertSqlSafe(create)))
            .await
            .unwrap();
        let url = at_server(&name);
        let made = Some(Arc::new(Made(name)));
        Self { url, _made: made }
    }

    /// A node of this name.
    pub(crate) fn options(&self, node: &str, membership: Membership) -> PostgresOptions {
        PostgresOptions {
            lease: LEASE,
            ..PostgresOptions::new(&self.url, node, membership)
        }
    }

    /// A store that must open.
    pub(crate) async fn open(&self, node: &str) -> Arc<PostgresStore> {
        let options = self.options(node, Membership::Member);
        Arc::new(PostgresStore::open(options).await.unwrap())
    }

    /// The same, for as long as nobody waits for its lease to end.
    pub(crate) async fn open_for_long(&self, node: &str) -> Arc<PostgresStore> {
        let options = PostgresOptions {
            lease: Duration::from_mins(2),
            ..self.options(node, Membership::Member)
        };
        Arc::new(PostgresStore::open(options).await.unwrap())
    }

    /// A connection beside the stores.
    pub(crate) async fn beside(&self) -> PgConnection {
        PgConnection::connect(&self.url).await.unwrap()
    }

    /// Runs statements beside the stores.
    pub(crate) async fn run(&self, sql: &str) {
        let mut beside = self.beside().await;
        let sql = AssertSqlSafe(sql.to_owned());
        beside.execute(raw_sql(sql)).await.unwrap();
    }
}
